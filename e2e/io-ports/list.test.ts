import { advanceClock, setContact, setFaults, setPower } from '@lintel/contract/bench'
import { readPorts, setPort } from '@lintel/contract/calls/io-ports'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { FAULT_ERRORS } from '../fault-scenarios/faults.ts'
import { RELAY, STRIKE, closedAt, formOf, rowOf, setPortParameters } from './port-actions.ts'

test.use({ clock: true })

test('I/Os and relays have a tab each and are numbered from 1 (IO-01, IO-02, OPEN-45)', async ({
  page,
  open,
}) => {
  await open('/ioPorts')
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toContainText(['Name', 'Input 1Port 1', 'Input 2Port 2', 'Output 3Port 3'])
  await expect(rowOf(page, 'Input 1').toggle).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Relays' }).click()
  await expect(rows).toContainText(['Name', 'Output 4Relay 1 (port 4)'])
  await expect(rows).toHaveCount(2)
})

test('every value of a port is visible on a phone (EXPECT-33)', async ({ page, open }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open('/ioPorts')
  const { row, toggle, edit } = rowOf(page, STRIKE.name)
  await expect(row.getByText('Output', { exact: true }).filter({ visible: true })).toHaveCount(1)
  for (const part of [row, toggle, edit]) await expect(part).toBeInViewport({ ratio: 1 })
  await page.getByRole('link', { name: 'Relays' }).click()
  await expect(rowOf(page, 'Output 4').edit).toBeInViewport({ ratio: 1 })
})

test('the state of every port follows the device without a press, and is unknown while the device is gone', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(...FAULT_ERRORS)
  await rig.bench.call(setContact, { port: 1, closed: true })
  await open('/ioPorts')
  const input = rowOf(page, 'Input 1')
  const output = rowOf(page, STRIKE.name)
  await expect(input.live).toHaveText('Closed, active')
  await expect(output.live).toHaveText('Open, inactive')
  await rig.bench.call(setContact, { port: 1, closed: false })
  await rig.root.call(setPort, { action: `${STRIKE.port}:/` })
  await expect(input.live).toHaveText('Open, inactive')
  await expect(output.live).toHaveText('Closed, active')
  // It says what the press found out, and goes on saying so.
  await output.toggle.click()
  await expect(output.state).toHaveText('Open, inactive')
  await expect(output.live).toHaveText('Open, inactive')
  await page.clock.fastForward(5_100)
  await expect(output.state).toBeEmpty()
  await expect(output.live).toHaveText('Open, inactive')
  await rig.bench.call(setPower, { action: 'off' })
  await expect(page.getByRole('banner').getByText('No answer')).toBeVisible()
  await expect(output.live).toHaveText('Open, inactive')
  await rig.bench.call(setContact, { port: 1, closed: true })
  await rig.bench.call(setPower, { action: 'on' })
  await expect(async () => {
    await page.clock.fastForward(5_000)
    await expect(input.live).toHaveText('Closed, active', { timeout: 2_000 })
  }).toPass()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(
    input.row.getByText('Closed, active', { exact: true }).filter({ visible: true }),
  ).toHaveCount(1)
})

test('toggling an output switches the circuit on the bench, and its state shows for 5 s (IO-08, IO-09, OPEN-47)', async ({
  page,
  open,
  rig,
}) => {
  await open('/ioPorts')
  const { toggle, state } = rowOf(page, STRIKE.name)
  await toggle.click()
  await expect(state).toHaveText('Closed, active')
  expect(await closedAt(rig, STRIKE.port)).toBe(true)
  await page.clock.fastForward(3_500)
  await expect(state).toHaveText('Closed, active')
  await page.clock.fastForward(1_600)
  await expect(state).toBeEmpty()
  // Another client switches it off: toggling turns it on again.
  await rig.root.call(setPort, { action: `${STRIKE.port}:\\` })
  await expect(state).toBeEmpty()
  await toggle.click()
  await expect(state).toHaveText('Closed, active')
  // The circuit depends on which state counts as active.
  await setPortParameters(rig, STRIKE.id, { 'Output.Active': 'open' })
  await toggle.click()
  await expect(state).toHaveText('Closed, inactive')
  expect(await closedAt(rig, STRIKE.port)).toBe(true)
})

test('the state of an input is read, and updated while it is shown (IO-07, DEVICE-49, EXPECT-36)', async ({
  page,
  open,
  rig,
}) => {
  await rig.bench.call(setContact, { port: 1, closed: true })
  await open('/ioPorts')
  const { read, state } = rowOf(page, 'Input 1')
  await expect(state).toBeEmpty()
  await read.click()
  await expect(state).toHaveText('Closed, active')
  await rig.bench.call(setContact, { port: 1, closed: false })
  await expect(state).toHaveText('Open, inactive')
  await page.clock.fastForward(5_100)
  await expect(state).toBeEmpty()
  await read.click()
  await expect(state).toHaveText('Open, inactive')
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(state).toBeEmpty()
  // The next test's page is visible again.
  await page.evaluate(() => Reflect.deleteProperty(document, 'hidden'))
})

test('a failed read or switch is reported, and no state is shown (EXPECT-12)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(...FAULT_ERRORS)
  await open('/ioPorts')
  const { read, toggle, state } = rowOf(page, STRIKE.name)
  await rig.bench.call(setFaults, {
    faults: [{ call: readPorts.id, fault: 'status', value: 503 }],
  })
  await read.click()
  await expect(page.getByRole('alert').filter({ hasText: 'could not be read' })).toBeVisible()
  await toggle.click()
  await expect(page.getByRole('alert').filter({ hasText: 'could not be switched' })).toBeVisible()
  expect(await closedAt(rig, STRIKE.port)).toBe(false)
  await rig.bench.call(setFaults, { faults: [{ call: setPort.id, fault: 'drop' }] })
  await toggle.click()
  await expect(page.getByText(/may or may not have been switched/)).toBeVisible()
  await rig.bench.call(setFaults, { faults: [] })
  await rig.root.call(setPort, { action: `${STRIKE.port}:/` })
  await read.click()
  await expect(state).toHaveText('Closed, active')
  // After a power cut every output is in its normal state.
  await rig.bench.call(setPower, { action: 'cycle' })
  await read.click()
  await expect(state).toHaveText('Open, inactive')
})

test('a relay asks before it leaves its door unlocked, and locks it without a question', async ({
  page,
  open,
  rig,
}) => {
  await setPortParameters(rig, RELAY.id, { 'Output.Name': 'Front door' })
  await open('/ioPorts/relays')
  const { keep, lock, live } = rowOf(page, 'Front door')
  const question = page.getByRole('alertdialog', { name: 'Keep Front door unlocked?' })
  await keep.click()
  await expect(question).toContainText('Anybody can open it until somebody locks it again.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await closedAt(rig, RELAY.port)).toBe(false)
  await keep.click()
  // Somebody else unlocks it meanwhile: the answer is still no to locking it.
  await rig.root.call(setPort, { action: `${RELAY.port}:/` })
  await question.getByRole('button', { name: 'Keep unlocked' }).click()
  await expect(question).toBeHidden()
  await expect(live).toContainText('Unlocked')
  expect(await closedAt(rig, RELAY.port)).toBe(true)
  await lock.click()
  await expect(live).toContainText('Locked')
  expect(await closedAt(rig, RELAY.port)).toBe(false)
})

test('a relay with a pulse opens its door for that time, without a question', async ({
  page,
  open,
  rig,
}) => {
  await setPortParameters(rig, RELAY.id, {
    'Output.Name': 'Front door',
    'Output.Mode': 'monostable',
    'Output.PulseTime': '4000',
  })
  await open('/ioPorts/relays')
  const { openFor, lock, live } = rowOf(page, 'Front door')
  await openFor(4).click()
  await expect(live).toContainText('Unlocked')
  expect(await closedAt(rig, RELAY.port)).toBe(true)
  await expect(lock).toBeVisible()
  await rig.bench.call(advanceClock, { milliseconds: 4_000 })
  await expect(live).toContainText('Locked')
  expect(await closedAt(rig, RELAY.port)).toBe(false)
})

test('the form of a relay says what its settings do to the door, that of another output does not', async ({
  page,
  open,
}) => {
  const { pulse, pulseTime } = formOf(page)
  const shown = (words: string) => page.getByText(words, { exact: true })
  await open(`/ioPorts/edit/${STRIKE.id}`)
  await expect(shown('Stays active until it is switched off.')).toBeVisible()
  await open(`/ioPorts/edit/${RELAY.id}`)
  await expect(shown('The door stays unlocked until somebody locks it again.')).toBeVisible()
  await expect(
    shown('Closes to unlock the door, for a strike that opens with current.'),
  ).toBeVisible()
  await pulse.check()
  await expect(pulseTime).toHaveAccessibleDescription(
    'How many seconds the door stays unlocked, at most 60.',
  )
})
