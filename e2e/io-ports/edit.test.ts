import { advanceClock, setFaults } from '@lintel/contract/bench'
import { getClientNote } from '@lintel/contract/calls/client-notes'
import { setPort } from '@lintel/contract/calls/io-ports'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs } from '../rig/firmware.ts'
import {
  STRIKE,
  closedAt,
  formOf,
  parametersOf,
  rowOf,
  setPortParameters,
  terminalAt,
} from './port-actions.ts'

const NOTE = { group: 'ACA', key: 'System.ShowOutputButton2' }

test('an edited output is stored with all its settings, and pulses by the device’s clock (IO-03, IO-04, IO-10)', async ({
  page,
  open,
  rig,
}) => {
  needs(getClientNote)
  await open('/ioPorts')
  await rowOf(page, STRIKE.name).edit.click()
  const form = formOf(page)
  await form.name.fill('Door strike')
  await form.usage.fill('Main entrance')
  await form.closed.check()
  await form.pulse.check()
  await expect(form.pulseTime).toHaveValue('3')
  await form.pulseTime.fill('2.5')
  await form.delayTime.fill('0,4')
  await form.liveView.check()
  await form.button.selectOption('pulse')
  await expectAccessible(page)
  await form.save.click()
  await expect(page).toHaveURL(/#\/ioPorts$/)
  await expect(page.getByText('Door strike is saved.')).toBeVisible()
  await expect(rowOf(page, 'Door strike').row).toBeVisible()
  expect(await parametersOf(rig, STRIKE.id)).toMatchObject({
    Direction: 'output',
    Usage: 'Main entrance',
    'Output.Active': 'open',
    'Output.Button': 'pulse',
    'Output.DelayTime': '400',
    'Output.Mode': 'monostable',
    'Output.Name': 'Door strike',
    'Output.PulseTime': '2500',
  })
  expect(await rig.root.call(getClientNote, NOTE)).toEqual({ Status: 0, Message: 'yes' })
  expect(await terminalAt(rig, STRIKE.port)).toMatchObject({ name: 'Door strike', closed: true })
  await rig.root.call(setPort, { action: `${STRIKE.port}:/` })
  await rig.bench.call(advanceClock, { milliseconds: 500 })
  expect(await closedAt(rig, STRIKE.port)).toBe(false)
  await rig.bench.call(advanceClock, { milliseconds: 2_500 })
  expect(await closedAt(rig, STRIKE.port)).toBe(true)
})

test('a live view button that can’t be stored is reported, and the save still succeeds (IO-11, DEVICE-51)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  needs(getClientNote)
  expectFailures(/answered 500/, /Failed to load resource/)
  await open('/ioPorts/edit/I2')
  const form = formOf(page)
  await form.name.fill('Gate')
  await form.liveView.check()
  await rig.bench.call(setFaults, {
    faults: [{ call: 'clientnotes.set', fault: 'status', value: 500 }],
  })
  await form.save.click()
  await expect(page).toHaveURL(/#\/ioPorts$/)
  await expect(page.getByText('Gate is saved.')).toBeVisible()
  await expect(page.getByText('The button in the live view could not be changed.')).toBeVisible()
  expect(await parametersOf(rig, STRIKE.id)).toMatchObject({ 'Output.Name': 'Gate' })
})

test('a port becomes an input and shows only its fields, without a button (IO-06, IO-12, IO-13)', async ({
  page,
  open,
  rig,
}) => {
  await open('/ioPorts/edit/I2')
  const form = formOf(page)
  await expect(form.name).toHaveValue(STRIKE.name)
  await form.input.check()
  await expect(form.pulse).toHaveCount(0)
  await expect(form.liveView).toHaveCount(0)
  await expect(form.name).toHaveValue('Input 3')
  await form.name.fill('  ')
  await form.save.click()
  await expect(form.name).toHaveAccessibleDescription('Fill this in.')
  await form.name.fill('x'.repeat(21))
  await expect(form.name).toHaveAccessibleDescription('At most 20 characters.')
  await form.name.fill('Exit button')
  await form.save.click()
  await expect(page).toHaveURL(/#\/ioPorts$/)
  expect(await parametersOf(rig, STRIKE.id)).toMatchObject({
    Direction: 'input',
    'Input.Name': 'Exit button',
    'Output.Name': STRIKE.name,
  })
  expect(await terminalAt(rig, STRIKE.port)).toMatchObject({
    name: 'Exit button',
    direction: 'input',
  })
  // A relay can't become an input.
  await open('/ioPorts/edit/I3')
  await expect(form.input).toBeDisabled()
  await expect(form.output).toBeChecked()
})

test('a relay leads back to the tab of the relays (IO-02)', async ({ page, open }) => {
  await open('/ioPorts/edit/I3')
  const form = formOf(page)
  await expect(page.locator('main').getByRole('link', { name: 'I/O ports' })).toHaveAttribute(
    'href',
    '#/ioPorts/relays',
  )
  await form.name.fill('Gate')
  await form.save.click()
  await expect(page).toHaveURL(/#\/ioPorts\/relays$/)
  await expect(page.getByRole('table')).toContainText('Gate')
})

test('reports another administrator’s change, and a port that doesn’t exist leads back to the list (EXPECT-21, EXPECT-22)', async ({
  page,
  open,
  rig,
}) => {
  await open('/ioPorts/edit/I2')
  const form = formOf(page)
  await form.name.fill('Mine')
  await setPortParameters(rig, STRIKE.id, { 'Output.Name': 'Theirs' })
  await form.save.click()
  await expect(page.getByText(/Somebody else has changed these settings/)).toBeVisible()
  expect(await parametersOf(rig, STRIKE.id)).toMatchObject({ 'Output.Name': 'Theirs' })
  await expect(form.name).toHaveValue('Mine')
  await form.save.click()
  await expect(page).toHaveURL(/#\/ioPorts$/)
  expect(await parametersOf(rig, STRIKE.id)).toMatchObject({ 'Output.Name': 'Mine' })
  await open('/ioPorts/edit/I9')
  await expect(page).toHaveURL(/#\/ioPorts$/)
  await expect(page.getByText('There is no port I9.')).toBeVisible()
  // Back skips the port that doesn't exist.
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(/#\/ioPorts\/edit\/I2$/)
})
