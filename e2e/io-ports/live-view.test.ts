/** The output buttons next to the live picture, which open the door. */
import { advanceClock, setFaults, setPower } from '@lintel/contract/bench'
import { getClientNote } from '@lintel/contract/calls/client-notes'
import { readPorts, setPort } from '@lintel/contract/calls/io-ports'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs } from '../rig/firmware.ts'
import { FAULT_ERRORS } from '../fault-scenarios/faults.ts'
import { RELAY, STRIKE, closedAt, formOf, setLiveView, setPortParameters } from './port-actions.ts'

needs(getClientNote)

const OPEN = 'Open the door'
const DOOR = {
  'Output.Name': OPEN,
  'Output.Mode': 'monostable',
  'Output.PulseTime': '3000',
}

test.describe('an operator', () => {
  test.use({ person: 'operator', viewport: { width: 390, height: 844 } })

  test('opens the door with one press on a phone, and sees it open and close (DEVICE-50, DEVICE-52)', async ({
    page,
    open,
    rig,
  }) => {
    await setPortParameters(rig, STRIKE.id, DOOR)
    await open('/')
    const button = page.getByRole('button', { name: OPEN })
    const state = page.getByRole('status', { name: `State of ${OPEN}` })
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    await expect(button).toHaveCount(0)
    // It appears once an administrator enables it.
    await setLiveView(rig, STRIKE.port, 'yes')
    await expect(state).toHaveText('Locked')
    await expect(button).toHaveAccessibleDescription('Open for 3 s')
    await expect(button).toBeInViewport()
    await button.click()
    await expect(page.getByText('Switched on for 3 seconds.')).toBeVisible()
    await expect(state).toHaveText('Unlocked')
    expect(await closedAt(rig, STRIKE.port)).toBe(true)
    await rig.bench.call(advanceClock, { milliseconds: 3_000 })
    await expect(state).toHaveText('Locked')
    expect(await closedAt(rig, STRIKE.port)).toBe(false)
    await expectAccessible(page)
    await setLiveView(rig, STRIKE.port, 'no')
    await expect(button).toHaveCount(0)
  })

  test('switches once on a double press', async ({ page, open, rig }) => {
    await setPortParameters(rig, STRIKE.id, { 'Output.Name': 'Light', 'Output.Button': 'actinact' })
    await setLiveView(rig, STRIKE.port, 'yes')
    await open('/')
    const button = page.getByRole('button', { name: 'Light' })
    const state = page.getByRole('status', { name: 'State of Light' })
    // It opens no door, so there is nothing to add to its name.
    await expect(button).toHaveAccessibleDescription('')
    await button.dblclick()
    await expect(page.getByText('Switched on.')).toBeVisible()
    await expect(state).toHaveText('Active')
    await expect(button).not.toHaveAttribute('aria-busy')
    expect(await closedAt(rig, STRIKE.port)).toBe(true)
    await button.click()
    await expect(page.getByText('Switched off.')).toBeVisible()
    await expect(state).toHaveText('Inactive')
  })

  test('is asked before a press leaves a relay’s door unlocked, and told that the next one locks it', async ({
    page,
    open,
    rig,
  }) => {
    await setPortParameters(rig, RELAY.id, { 'Output.Name': 'Gate' })
    await setLiveView(rig, RELAY.port, 'yes')
    await open('/')
    const outputs = page.getByRole('region', { name: 'Outputs' })
    const button = outputs.getByRole('button', { name: 'Gate' })
    const state = outputs.getByRole('status', { name: 'State of Gate' })
    await expect(button).toHaveAccessibleDescription('Unlock until the next press')
    await expect(state).toHaveText('Locked')
    await button.click()
    const question = page.getByRole('alertdialog', { name: 'Keep Gate unlocked?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(state).toHaveText('Locked')
    expect(await closedAt(rig, RELAY.port)).toBe(false)
    await button.click()
    await question.getByRole('button', { name: 'Keep unlocked' }).click()
    await expect(state).toHaveText('Unlocked')
    expect(await closedAt(rig, RELAY.port)).toBe(true)
    await expect(button).toHaveAccessibleDescription('Lock')
    await expectAccessible(page)
  })

  test('sees when the device refuses, doesn’t respond or is unreachable', async ({
    page,
    open,
    rig,
    expectFailures,
  }) => {
    expectFailures(...FAULT_ERRORS)
    await setPortParameters(rig, STRIKE.id, DOOR)
    await setLiveView(rig, STRIKE.port, 'yes')
    await open('/')
    const button = page.getByRole('button', { name: OPEN })
    const state = page.getByRole('status', { name: `State of ${OPEN}` })
    const failure = page.getByRole('region', { name: 'Outputs' }).getByRole('alert')
    await expect(state).toHaveText('Locked')
    await rig.bench.call(setFaults, {
      faults: [{ call: setPort.id, fault: 'status', value: 500 }],
    })
    await button.click()
    await expect(failure).toContainText('Not switched.')
    await expect(state).toHaveText('Locked')
    await rig.bench.call(setFaults, {
      faults: [{ call: readPorts.id, fault: 'status', value: 500 }],
    })
    await expect(button).not.toHaveAttribute('aria-busy')
    await button.click()
    await expect(state).toHaveText('Unknown')
    // The state recovers by itself: nobody presses again, and the device sends no event.
    await rig.bench.call(setFaults, { faults: [] })
    await expect(state).toHaveText('Locked', { timeout: 15_000 })
    await rig.bench.call(setFaults, { faults: [{ call: setPort.id, fault: 'drop' }] })
    await expect(button).not.toHaveAttribute('aria-busy')
    await button.click()
    await expect(failure).toContainText('it may have switched or not')
    await expect(state).toHaveText('Locked')
    await rig.bench.call(setPower, { action: 'off' })
    await expect(button).not.toHaveAttribute('aria-busy')
    await expect(button).toBeDisabled()
    await expect(state).toHaveText('Locked')
    await rig.bench.call(setPower, { action: 'on' })
    await rig.bench.call(setFaults, { faults: [] })
    await expect(state).toHaveText('Locked', { timeout: 15_000 })
    await expect(button).toBeEnabled()
  })
})

test.describe('a viewer', () => {
  test.use({ person: 'viewer' })

  test('sees no button, and the device refuses the call', async ({ page, open, rig }) => {
    await setPortParameters(rig, STRIKE.id, DOOR)
    await setLiveView(rig, STRIKE.port, 'yes')
    await open('/')
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: OPEN })).toHaveCount(0)
    await expect(
      rig.as('lobby').call(setPort, { action: `${STRIKE.port}:/` }),
    ).rejects.toMatchObject({ kind: 'forbidden' })
    expect(await closedAt(rig, STRIKE.port)).toBe(false)
  })
})

test('an administrator is warned of a button that leaves a door unlocked', async ({
  page,
  open,
}) => {
  const { liveView, button, save } = formOf(page)
  const warning = page.getByText('A press leaves the door unlocked until the next one.')
  await open(`/ioPorts/edit/${RELAY.id}`)
  await expect(button).toBeVisible()
  await expect(warning).toBeHidden()
  await liveView.check()
  await expect(warning).toBeVisible()
  await button.selectOption({ label: 'Sends a pulse' })
  await expect(warning).toBeHidden()
  await button.selectOption({ label: 'Switches on or off' })
  await expect(warning).toBeVisible()
  // It is allowed: a gate may have to stay open.
  await save.click()
  await expect(page).toHaveURL(/#\/ioPorts\/relays$/)
})
