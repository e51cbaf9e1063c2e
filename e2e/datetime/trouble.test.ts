/**
 * Date and time when the device is unreachable, slow, failing half-way or without power, and with a
 * second administrator.
 */
import { setPower } from '@lintel/contract/bench'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { getDateAndTime } from '@lintel/contract/calls/time'
import { expect, test } from '../fixture.ts'
import { applyFaults, clearFaults, holdCalls, FAULT_ERRORS } from '../fault-scenarios/faults.ts'
import { skipWait } from '../rig/page-clock.ts'
import { expectError, formOf, parameter, recordCalls, saveServer } from './form.ts'

test.use({ clock: true })

test('a server that can’t be stored is reported at its field and stays typed (TIME-13)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/500/)
  await open('/datetime')
  await applyFaults(rig, { call: 'param.update', fault: 'status', value: 500 })
  await saveServer(page, '10.0.0.1')
  await expectError(formOf(page).server, /Something went wrong\. Try again\./)
  await expect(formOf(page).server).toHaveValue('10.0.0.1')
  await expect(page.getByRole('alert').filter({ hasText: 'Not saved.' })).toBeVisible()
  expect(await parameter(rig, 'NTP.Server')).toBe('0.0.0.0')
  await clearFaults(rig)
  await formOf(page).save.click()
  await skipWait(page, 5_000)
  await expect(formOf(page).saved).toBeVisible()
  expect(await parameter(rig, 'NTP.Server')).toBe('10.0.0.1')
  await expect(formOf(page).server).not.toHaveAttribute('aria-invalid')
})

test('a save whose response is lost counts as a success when the device has stored it (EXPECT-12)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(...FAULT_ERRORS)
  await open('/datetime')
  await applyFaults(rig, { call: 'param.update', fault: 'cut' })
  await saveServer(page, '10.0.0.1')
  await expect(formOf(page).saved).toBeVisible()
  await expect(formOf(page).save).toHaveCount(0)
  await expect(page.getByRole('alert').filter({ hasText: 'Not saved.' })).toHaveCount(0)
  await clearFaults(rig)
  expect(await parameter(rig, 'NTP.Server')).toBe('10.0.0.1')
})

test('reports a save that failed half-way, with the source stored and the clock not set (EXPECT-11)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/500/)
  await open('/datetime')
  const { automatic, date, time, save, saved, source } = formOf(page)
  await automatic.uncheck()
  await date.fill('28/02/2031')
  await time.fill('07:05')
  await applyFaults(rig, { call: 'date.set', fault: 'status', value: 500 })
  await save.click()
  await expect(page.getByText('Only part of the change was saved.')).toBeVisible()
  await expect(page.getByText('Not saved.')).toHaveCount(0)
  await expect(source).toHaveText('Set manually')
  expect(await parameter(rig, 'SyncSource')).toBe('None')
  await expect(date).toHaveValue('28/02/2031')
  await expect(time).toHaveValue('07:05')
  await clearFaults(rig)
  await save.click()
  await expect(saved).toBeVisible()
  await expect(page.getByText('Only part of the change was saved.')).toBeHidden()
  expect(await rig.root.call(getDateAndTime, {})).toMatch(/^Feb 28, 2031 07:05/)
})

test('a double press on a slow device sends one call (EXPECT-13)', async ({ page, open, rig }) => {
  await open('/datetime')
  const calls = recordCalls(page)
  await holdCalls(rig, 'param.update')
  const { automatic, time, save, saved } = formOf(page)
  await automatic.uncheck()
  await time.fill('07:05')
  await save.dblclick()
  await expect(save).toBeDisabled()
  await page.keyboard.press('Enter')
  await clearFaults(rig)
  await expect(saved).toBeVisible()
  expect(calls.of('param.cgi update')).toHaveLength(1)
  expect(calls.of('date.cgi set')).toHaveLength(1)
})

test('shows a loading state and no form while a slow device responds (EXPECT-09)', async ({
  page,
  open,
  rig,
}) => {
  await holdCalls(rig, 'time.getAll')
  await open('/datetime')
  await expect(page.getByText('Loading')).toBeVisible()
  await expect(formOf(page).automatic).toHaveCount(0)
  await clearFaults(rig)
  await expect(formOf(page).automatic).toBeVisible()
})

test('a failed read is reported and can be retried (EXPECT-11)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/500/)
  await applyFaults(rig, { call: 'time.getAll', fault: 'status', value: 500, times: 1 })
  await open('/datetime')
  await expect(page.getByText('This could not be loaded.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(formOf(page).automatic).toBeVisible()
})

test.describe('without power', () => {
  // The page may still be checking for the device, with a pause as long as the wait of a save.
  test.use({ reuse: 'nothing' })

  test('a power cut while the clock synchronises loses nothing, and the page shows the outcome (TIME-08)', async ({
    page,
    open,
    rig,
    expectFailures,
  }) => {
    expectFailures(/failed|WebSocket|401/i)
    await open('/datetime')
    await saveServer(page, '10.0.0.1')
    await expect(formOf(page).settling).toBeVisible()
    await expect.poll(() => parameter(rig, 'NTP.Server')).toBe('10.0.0.1')
    await rig.bench.call(setPower, { action: 'off' })
    await expect(page.getByText("The device doesn't answer.").first()).toBeVisible()
    // The wait of the save, and the pause before the page asks again whether the device is there.
    await skipWait(page, 5_000)
    await expect(formOf(page).settling).toBeHidden()
    await expect(formOf(page).server).toHaveValue('10.0.0.1')
    await rig.bench.call(setPower, { action: 'on' })
    await skipWait(page, 5_000)
    await expect(page.getByText('What you see is as of')).toBeHidden({ timeout: 15_000 })
    // It was stored before the power cut: there are no unsaved changes left.
    await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden()
    await expect(page.getByRole('alert').filter({ hasText: 'Not saved.' })).toBeHidden()
    await expect(formOf(page).server).toHaveValue('10.0.0.1')
    expect(await parameter(rig, 'NTP.Server')).toBe('10.0.0.1')
  })
})

test('reports another administrator’s change instead of overwriting it', async ({
  page,
  open,
  rig,
}) => {
  await open('/datetime')
  const { named, server, save, saved } = formOf(page)
  await named.check()
  await server.fill('10.0.0.1')
  await rig.root.call(updateParameters, { 'root.Time.SyncSource': 'None' })
  await save.click()
  await expect(page.getByText('Somebody else has changed these settings')).toBeVisible()
  await expect(page.getByText('The time is now set manually.')).toBeVisible()
  expect(await parameter(rig, 'SyncSource')).toBe('None')
  await expect(server).toHaveValue('10.0.0.1')
  await save.click()
  await skipWait(page, 5_000)
  await expect(saved).toBeVisible()
  expect(await parameter(rig, 'SyncSource')).toBe('NTP')
})

test('shows changes made elsewhere without a reload where nothing is typed', async ({
  page,
  open,
  rig,
}) => {
  await open('/datetime')
  await expect(formOf(page).automatic).toBeChecked()
  await rig.root.call(updateParameters, { 'root.Time.SyncSource': 'None' })
  await expect(formOf(page).automatic).not.toBeChecked()
  await expect(formOf(page).source).toHaveText('Set manually')
})
