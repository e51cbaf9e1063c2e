/** Speed dials on a door station with a call keypad. */
import { advanceClock, getBench } from '@lintel/contract/bench'
import { getCallStatuses } from '@lintel/contract/calls/sip-calls'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { happenedOn, openHouse } from './ring.ts'

test.use({ product: 'A8207-VE' })

async function type(page: Page, keys: string): Promise<void> {
  for (const key of keys) {
    await page.getByRole('button', { name: `Key ${key}`, exact: true }).click()
  }
}

test('the keypad rings whose speed dial is entered, then sends its keys to them; other keys are a PIN', async ({
  page,
  rig,
}) => {
  const house = await openHouse(rig)
  const { ada, grace } = house
  await page.goto(rig.addresses.bench)
  const log = happenedOn(page)
  await type(page, '12#')
  await expect(log.getByText('A PIN of 2 keys is entered.')).toBeVisible()
  await type(page, '333#')
  await expect(log.getByText('The speed dial of All is entered.')).toBeVisible()
  await expect.poll(() => ada.phone.calls.length).toBe(1)
  await rig.bench.call(advanceClock, { milliseconds: 60_000 })
  await expect.poll(() => grace.phone.calls[0]?.acknowledged).toBe(true)
  const states = async () =>
    (await rig.root.call(getCallStatuses, {})).CallStatus.map(({ CallState }) => CallState)
  expect(await states()).toEqual(['Active', 'Terminated'])
  // In the call, a speed dial is only tones.
  await type(page, '1#')
  await expect(log.getByText('Key # is pressed.').last()).toBeVisible()
  const { happened } = await rig.bench.call(getBench, {})
  expect(happened.filter(({ id }) => id === 'keypad.dialled')).toHaveLength(1)
  expect(ada.phone.calls).toHaveLength(1)
  await page.getByRole('button', { name: /^Hang up on sip:grace/ }).click()
  await expect.poll(() => grace.phone.calls[0]?.ended).toBe(true)
  await type(page, '22#')
  await expect.poll(() => grace.phone.calls.length).toBe(2)
  await house.close()
})
