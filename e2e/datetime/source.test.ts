/** The time source: a server, or manual entry. */
import { seedDevice, setWorld } from '@lintel/contract/bench'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { getDateAndTime, setTimeZone } from '@lintel/contract/calls/time'
import { expect, test } from '../fixture.ts'
import { skipWait } from '../rig/page-clock.ts'
import { expectError, formOf, offsetOf, parameter, recordCalls, saveServer } from './form.ts'

test.use({ clock: true })

test.beforeEach(async ({ rig, open }) => {
  await rig.root.call(setTimeZone, { timeZone: 'Europe/Berlin' })
  await open('/datetime')
})

test('shows the fields of the chosen source (TIME-04)', async ({ page }) => {
  const { automatic, dhcp, named, server, date, time } = formOf(page)
  await expect(automatic).toBeChecked()
  await expect(dhcp).toBeChecked()
  await expect(server).toBeHidden()
  await expect(date).toBeHidden()
  await named.check()
  await expect(server).toBeVisible()
  await automatic.uncheck()
  await expect(named).toBeHidden()
  await expect(server).toBeHidden()
  await expect(date).toHaveValue(/^\d\d\/\d\d\/\d{4}$/)
  await expect(time).toHaveValue(/^\d\d:\d\d$/)
})

test('stores a custom server and reads it again after 5 s (TIME-05, TIME-08, TIME-14)', async ({
  page,
  rig,
}) => {
  const calls = recordCalls(page)
  await saveServer(page, 'time.invalid')
  await expect(formOf(page).settling).toBeVisible()
  const before = calls.of('param.cgi list').length
  await skipWait(page, 5_000)
  await expect(formOf(page).saved).toBeVisible()
  const [written] = calls.of('param.cgi update')
  expect(Object.fromEntries(written?.query ?? [])).toMatchObject({
    'root.Time.SyncSource': 'NTP',
    'root.Time.ObtainFromDHCP': 'no',
    'root.Time.NTP.Server': 'time.invalid',
  })
  expect(written?.query.has('root.Time.NTP.VolatileServer')).toBe(false)
  expect(await parameter(rig, 'NTP.Server')).toBe('time.invalid')
  expect(calls.of('param.cgi list').length).toBeGreaterThan(before)
  await expect(page.getByText('not saved')).toBeHidden()
})

test('shows and uses the server from DHCP (TIME-05, TIME-14)', async ({ page, rig }) => {
  await rig.root.call(updateParameters, { 'root.Time.ObtainFromDHCP': 'no' })
  await rig.bench.call(setWorld, { dhcp: { lease: { ntpServers: ['127.77.7.7'] } } })
  await page.reload()
  const { named, dhcp, save, saved, source } = formOf(page)
  await expect(named).toBeChecked()
  await expect(page.getByText('Currently 127.77.7.7.')).toBeVisible()
  await dhcp.check()
  await save.click()
  await skipWait(page, 5_000)
  await expect(saved).toBeVisible()
  expect(await parameter(rig, 'ObtainFromDHCP')).toBe('yes')
  await expect(source).toContainText('Time server from DHCP: 127.77.7.7')
})

test('reports an invalid server before sending anything (TIME-09, TIME-10)', async ({ page }) => {
  const calls = recordCalls(page)
  const { server, save } = formOf(page)
  await saveServer(page, 'no good')
  await expectError(server, /This is neither an IP address nor a host name\./)
  await expect(server).toBeFocused()
  await server.fill('x y'.repeat(22))
  await expectError(server, /At most 64 characters\./)
  await server.fill('')
  await expectError(server, /Fill this in\./)
  for (const right of ['pool.ntp.org', '10.0.0.1', 'fd00::1']) {
    await server.fill(right)
    await expect(server).not.toHaveAttribute('aria-invalid')
  }
  await server.fill('-')
  await save.click()
  await expectError(server, /This is neither/)
  expect(calls.of('param.cgi update')).toEqual([])
})

test('sets a manual time with second 0 and the source None (TIME-06, TIME-07, SETUP-17)', async ({
  page,
  rig,
}) => {
  const calls = recordCalls(page)
  const { automatic, date, time, save, saved, source, clock } = formOf(page)
  await automatic.uncheck()
  await date.fill('28/02/2031')
  await time.fill('07:05')
  await save.click()
  await expect(saved).toBeVisible()
  expect(await parameter(rig, 'SyncSource')).toBe('None')
  const [set] = calls.of('date.cgi set')
  expect(Object.fromEntries(set?.query ?? [])).toMatchObject({
    year: '2031',
    month: '2',
    day: '28',
    hour: '7',
    minute: '5',
    second: '0',
  })
  expect(calls.of('param.cgi update')[0]?.at).toBeLessThan(set?.at ?? 0)
  expect(await rig.root.call(getDateAndTime, {})).toMatch(/^Feb 28, 2031 07:05:0\d$/)
  await expect(source).toHaveText('Set manually')
  await expect(clock).toHaveAttribute('datetime', /^2031-02-28T07:05/)
  await expect(page.getByRole('banner').locator('time')).toHaveAttribute(
    'datetime',
    /^2031-02-28T07:05/,
  )
})

test('does not set a time that nobody typed (TIME-06)', async ({ page, rig }) => {
  await rig.bench.call(seedDevice, { time: '2027-03-01T15:30:40Z' })
  await expect(formOf(page).clock).toHaveText(/^16:30/)
  const before = await offsetOf(rig)
  const calls = recordCalls(page)
  await formOf(page).automatic.uncheck()
  await formOf(page).save.click()
  await expect(formOf(page).saved).toBeVisible()
  expect(await parameter(rig, 'SyncSource')).toBe('None')
  expect(calls.of('date.cgi set')).toEqual([])
  expect(await offsetOf(rig)).toBe(before)
})

test('reports an invalid date or time before sending anything (TIME-11, TIME-12)', async ({
  page,
}) => {
  const calls = recordCalls(page)
  const { automatic, date, time, save } = formOf(page)
  await automatic.uncheck()
  await date.fill('31/02/2026')
  await time.fill('24:00')
  await save.click()
  await expectError(date, /This is not a date\./)
  await expectError(time, /This is not a time\./)
  for (const wrong of ['2026-02-01', '1/2/2026', '']) {
    await date.fill(wrong)
    await expectError(date, /This is not a date\./)
  }
  await date.fill('01/01/2070')
  await expectError(date, /The year must be from 1970 to 2069\./)
  await time.fill('7:05')
  await expectError(time, /This is not a time\./)
  expect(calls.of('param.cgi update')).toEqual([])
})

test('moves a time skipped by summer time forward, as clocks do (EXPECT-24)', async ({
  page,
  rig,
}) => {
  const { automatic, date, time, save, saved, clock } = formOf(page)
  await automatic.uncheck()
  await date.fill('29/03/2026')
  await time.fill('02:30')
  await save.click()
  await expect(saved).toBeVisible()
  await expect(clock).toHaveAttribute('datetime', /^2026-03-29T03:30/)
  expect(await rig.root.call(getDateAndTime, {})).toMatch(/^Mar 29, 2026 03:30/)
})

test('discarding reverts everything, and leaving asks (EXPECT-13)', async ({ page, rig }) => {
  const { automatic, dhcp, named, server } = formOf(page)
  await named.check()
  await server.fill('10.0.0.1')
  await page.getByRole('link', { name: 'Time zone' }).click()
  await expect(page.getByText('Leave without saving?')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(dhcp).toBeChecked()
  await expect(automatic).toBeChecked()
  await page.getByRole('link', { name: 'Time zone' }).click()
  await expect(page).toHaveURL(/zone$/)
  expect(await parameter(rig, 'NTP.Server')).toBe('0.0.0.0')
})
