import { advanceClock, getBench, pressKey, setFaults } from '@lintel/contract/bench'
import { injectKeySequence, updateConfiguration } from '@lintel/contract/calls/intercom'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import type { Rig } from '../rig/rig.ts'

test.use({ product: 'A8207-VE' })

const keypad = (page: Page) => page.getByRole('group', { name: 'Keypad' })
const key = (page: Page, name: string) =>
  keypad(page).getByRole('button', { name: name === 'C' ? 'C: clear' : `Key ${name}` })
const state = (page: Page) => page.locator('[data-field="state"]')

/** The lengths of the PINs that the device has accepted. */
async function entered(rig: Rig): Promise<unknown[]> {
  const { happened } = await rig.bench.call(getBench, {})
  return happened.filter(({ id }) => id === 'keypad.entered').map(({ values }) => values['keys'])
}

test('keys are pressed on the device in order, and the state follows (CONFIGCHECK-01, CONFIGCHECK-05, OPEN-49)', async ({
  page,
  open,
  rig,
}) => {
  const sent: string[] = []
  page.on('request', (request) => {
    const body = request.postData() ?? ''
    if (body.includes('InjectKeySequence')) sent.push(body)
  })
  await open('/config-check')
  await expect(keypad(page).getByRole('button')).toHaveText(Array.from('123456789*0#C'))
  await expect(state(page)).toHaveText('Idle')
  const [left, edge] = await Promise.all(
    [key(page, '1'), page.getByText('State', { exact: true })].map((one) => one.boundingBox()),
  )
  expect(left?.x).toBe(edge?.x)
  for (const name of '47*') await key(page, name).click()
  await expect(state(page)).toHaveText('PIN mode3 keys typed here')
  await key(page, '#').click()
  await expect(state(page)).toHaveText('Idle')
  await expect.poll(async () => (await entered(rig)).at(-1)).toBe(3)
  await key(page, '5').focus()
  await page.keyboard.type('12')
  await expect(state(page)).toHaveText('PIN mode2 keys typed here')
  await key(page, 'C').click()
  await expect(state(page)).toHaveText('Idle')
  expect(sent.map((body) => JSON.parse(body) as unknown)).toEqual(
    Array.from('47*#12C').map((one) => ({
      'axdsapi:InjectKeySequence': { KeySequence: one, Source: 'ConfigCheck' },
    })),
  )
  await expectAccessible(page)
})

test('a key pressed at the device shows here, and an unfinished PIN times out (CONFIGCHECK-03, CONFIGCHECK-04)', async ({
  page,
  open,
  rig,
}) => {
  await open('/config-check')
  await expect(
    page.getByText('PIN entry is cancelled after 10 seconds without a key press.'),
  ).toBeVisible()
  await rig.bench.call(pressKey, { key: '9' })
  await expect(state(page)).toHaveText('PIN mode')
  await rig.bench.call(advanceClock, { milliseconds: 9_000 })
  await expect(state(page)).toHaveText('PIN mode')
  await rig.bench.call(advanceClock, { milliseconds: 1_000 })
  await expect(state(page)).toHaveText('Idle')
  const PinConfiguration = { pinLength: 2, pinTimeout: 30 }
  await rig.root.call(updateConfiguration, {
    Configuration: { CardReaderConfiguration: { PinConfiguration } },
  })
  await expect(
    page.getByText('PIN entry is cancelled after 30 seconds without a key press.'),
  ).toBeVisible()
})

test('a page that opens later shows the current state (EXPECT-20)', async ({ page, open, rig }) => {
  await rig.root.call(injectKeySequence, { KeySequence: '1' })
  await open('/config-check')
  await expect(state(page)).toHaveText('PIN mode')
})

test('a key that does not reach the device is reported, and those queued behind it are dropped', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  await open('/config-check')
  await expect(state(page)).toHaveText('Idle')
  expectFailures(/axdsapi/)
  const applyFault = (fault: 'slow' | 'status', value: number) =>
    rig.bench.call(setFaults, {
      faults: [{ call: 'intercom.InjectKeySequence', fault, value, times: 1 }],
    })
  // The first call is in flight while all three keys are pressed; the fault of the second one
  // releases it.
  await applyFault('slow', 600_000)
  for (const name of '123') await key(page, name).click()
  await applyFault('status', 503)
  await expect(page.getByText('Key 2 did not reach the device.')).toBeVisible()
  await expect(state(page)).toHaveText('PIN mode1 key typed here')
  await key(page, '#').click()
  await expect(page.getByText('did not reach the device')).toBeHidden()
  await expect(state(page)).toHaveText('Idle')
  expect((await entered(rig)).at(-1)).toBe(1)
})
