/** Ringing on a door station with a display: who is rung, and what the display shows of it. */
import { advanceClock, getBench } from '@lintel/contract/bench'
import { getCallLog } from '@lintel/contract/calls/call-log'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs } from '../rig/firmware.ts'
import { LONG_NAME, happenedOn, openHouse } from './ring.ts'

needs(getCallLog)

/** The calling time-out of the factory, in milliseconds. */
const RING_TIME = 60_000

test('a call group on the display rings the next one when the first does not answer, and the call button tells when nobody does', async ({
  page,
  rig,
}) => {
  const house = await openHouse(rig)
  const { ada, grace } = house
  await page.goto(rig.addresses.bench)
  const display = page.getByRole('region', { name: 'Display' })
  await expect(display.getByRole('button')).toHaveText(['All', 'Contacts'])
  await display.getByRole('button', { name: 'Contacts' }).click()
  const search = display.getByRole('searchbox', { name: 'Search for a name' })
  await search.fill('admiral')
  await expect(display.getByRole('button')).toHaveText([LONG_NAME, ''])
  await display.getByRole('button', { name: 'Back' }).click()
  await expect(search).toHaveValue('')
  await display.getByRole('button', { name: 'House' }).click()
  await expect(display.getByRole('button')).toHaveText(['Ada', LONG_NAME, ''])
  // Cut to fit.
  const long = await display
    .getByText(LONG_NAME)
    .evaluate((one) => one.scrollWidth > one.clientWidth)
  expect(long).toBe(true)
  await expectAccessible(page)
  await display.getByRole('button', { name: 'Back' }).click()
  await display.getByRole('button', { name: 'Back' }).click()
  await display.getByRole('button', { name: 'All', exact: true }).click()
  await expect(display).toContainText('Calling…Ada')
  await expect.poll(() => ada.phone.calls.length).toBe(1)
  expect(grace.phone.calls).toHaveLength(0)
  await rig.bench.call(advanceClock, { milliseconds: RING_TIME })
  await expect(display).toContainText(`Connected${LONG_NAME}`)
  expect(grace.phone.calls).toHaveLength(1)
  const log = happenedOn(page)
  await expect(log.getByText("Ada doesn't answer.")).toBeVisible()
  const { items } = await rig.root.call(getCallLog, { sort: 'started' })
  expect(items.map(({ remote, outcome, code }) => [remote, outcome, code])).toEqual([
    [`sip:ada@${ada.address}`, 'unanswered', 408],
    [`sip:grace@${grace.address}`, 'ongoing', 0],
  ])
  await display.getByRole('button', { name: 'End call' }).click()
  await expect(display).toContainText('Welcome')

  grace.phone.manner = '486 Busy Here'
  await page.getByRole('button', { name: 'Ring' }).click()
  await expect.poll(() => ada.phone.calls.length).toBe(2)
  await rig.bench.call(advanceClock, { milliseconds: RING_TIME })
  await expect(display).toContainText('Nobody answers.Call button')
  await expect(log.getByText(`${LONG_NAME} is busy.`)).toBeVisible()
  await expect(log.getByText('Call button: nobody has answered.')).toBeVisible()
  await expectAccessible(page)
  expect((await rig.bench.call(getBench, {})).calls).toEqual([])
  await house.close()
})
