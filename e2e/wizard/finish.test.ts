import type { Page } from '@playwright/test'
import { setFaults, setPower } from '@lintel/contract/bench'
import { listParameters } from '@lintel/contract/calls/parameters'
import { getDateTimeInfo } from '@lintel/contract/calls/time'
import type { CallFault } from '../fault-scenarios/faults.ts'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { PASSWORD } from '../rig/accounts.ts'
import {
  expectConsole,
  expectError,
  fields,
  heading,
  HOME,
  press,
  recordCalls,
  toNetwork,
  toTime,
  takeZone,
  pressFinish,
} from './form.ts'

test.use({ state: 'new', person: 'nobody' })

/** Covers the five seconds of settling. */
const stopped = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Set-up has stopped' })).toBeVisible({ timeout: 10_000 })

const names = (calls: ReturnType<typeof recordCalls>) => calls.map(({ name }) => name)

test('automatic time: stores source and zone, waits five seconds, then time, network and the console (SETUP-12, SETUP-13, SETUP-14)', async ({
  page,
  rig,
}) => {
  await toTime(page)
  const calls = recordCalls(page)
  const times: number[] = []
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/time.cgi')) times.push(performance.now())
    // While it waits, it fetches what the console begins with.
    const isApp = /\/assets\/app-[^/]+\.(js|css)$/.test(request.url())
    if (isApp && times.length < 2) scripts.push(new URL(request.url()).pathname.slice(-3))
  })
  await pressFinish(page)
  await heading(page, 'Saving your settings')
  await expectAccessible(page)
  await expectConsole(page)
  expect(names(calls).slice(0, 4)).toEqual([
    'param.cgi update',
    'time.cgi setTimeZone',
    'time.cgi getDateTimeInfo',
    'param.cgi update',
  ])
  const [zoned = 0, readAgain = 0] = times
  expect(readAgain - zoned).toBeGreaterThan(4_900)
  expect(scripts.toSorted()).toEqual(['.js', 'css'])
  const { timeZone } = await rig.root.call(getDateTimeInfo, {})
  expect(timeZone).toBe('Europe/Berlin')
})

test('a name given to the device is stored, and stands in the title of its tab', async ({
  page,
  rig,
}) => {
  await toNetwork(page)
  const { name } = fields(page)
  await expect(name).toHaveValue(/^AXIS A8307-E - \w+$/)
  await name.fill('')
  await press(page, 'Continue')
  await expectError(name, /Fill this in\.$/)
  await name.fill('Front door')
  await press(page, 'Continue')
  await heading(page, 'Set date and time')
  await pressFinish(page)
  await expectConsole(page)
  await expect(page).toHaveTitle('Front door · AXIS A8307-E')
  const { values } = await rig.root.call(listParameters, { group: 'root.Network' })
  expect(values.get('root.Network.Bonjour.FriendlyName')).toBe('Front door')
  expect(values.get('root.Network.UPnP.FriendlyName')).toBe('Front door')
})

test('manual time is set in the chosen zone, with second 0 (SETUP-16, SETUP-17)', async ({
  page,
  rig,
}) => {
  await toTime(page)
  const { timeAutomatic, date, time } = fields(page)
  await timeAutomatic.uncheck()
  await date.fill('29/02/2028')
  await time.fill('07:05')
  await takeZone(page, 'japan', /^Asia\/Tokyo/)
  const calls = recordCalls(page)
  await pressFinish(page)
  await expectConsole(page)
  expect(names(calls).slice(0, 3)).toEqual([
    'param.cgi update',
    'time.cgi setTimeZone',
    'date.cgi set',
  ])
  expect(calls[2]?.body.get('second')).toBe('0')
  const { localDateTime } = await rig.root.call(getDateTimeInfo, {})
  expect(localDateTime).toMatch(/^2028-02-29T07:05:\d{2}\+09:00$/)
  const { values } = await rig.root.call(listParameters, { group: 'root.Time.SyncSource' })
  expect(values.get('root.Time.SyncSource')).toBe('None')
})

test('stores custom time and name servers; a refused one is reported at its field and can be retried (TIME-13, TIME-14, NET-23)', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/500/)
  await toNetwork(page)
  await fields(page).dnsAutomatic.uncheck()
  await fields(page).domain.fill('example.com')
  await fields(page).dns1.fill('10.0.0.1')
  await press(page, 'Continue')
  await fields(page).ownServer.check()
  await fields(page).server.fill('ntp.example.com')
  await rig.bench.call(setFaults, {
    faults: [{ call: 'param.update', fault: 'status', value: 500, times: 1 }],
  })
  await pressFinish(page)
  await expectError(fields(page).server, /Something went wrong/)
  await expect(fields(page).server).toBeFocused()
  await expect(fields(page).server).toHaveValue('ntp.example.com')
  await expectAccessible(page)
  await pressFinish(page)
  await expectConsole(page)
  const { values } = await rig.root.call(listParameters, { group: 'root.Time,root.Network' })
  expect(values.get('root.Time.NTP.Server')).toBe('ntp.example.com')
  expect(values.get('root.Time.ObtainFromDHCP')).toBe('no')
  expect(values.get('root.Network.Resolver.ObtainFromDHCP')).toBe('no')
  expect(values.get('root.Network.DomainName')).toBe('example.com')
  expect(values.get('root.Network.DNSServer1')).toBe('10.0.0.1')
})

test('a failed step is reported and can be retried, or corrected on the earlier pages', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/\.cgi/, /ERR_/, /500/)
  const failOnce = (call: string, fault: CallFault) =>
    rig.bench.call(setFaults, { faults: [{ call, ...fault, times: 1 }] })

  async function expectStopped(step: string) {
    await stopped(page)
    await expect(page.getByRole('listitem').filter({ hasText: 'failed' })).toContainText(step)
    await expect(page.getByText('The device answers again.')).toBeVisible()
    await expectAccessible(page)
  }

  await toTime(page)
  await failOnce('param.update', { fault: 'cut' })
  await pressFinish(page)
  await expectStopped('Save the time source')

  await failOnce('time.setTimeZone', { fault: 'status', value: 500 })
  await press(page, 'Try again')
  await stopped(page)
  await expect(page.getByRole('alert')).toContainText('Set the time zone')
  await press(page, 'Previous')
  await expect(fields(page).zone).toHaveValue('Europe/Berlin')

  const calls = recordCalls(page)
  await failOnce('time.setTimeZone', { fault: 'cut' })
  await pressFinish(page)
  await expectStopped('Set the time zone')
  await failOnce('time.getDateTimeInfo', { fault: 'cut' })
  await press(page, 'Try again')
  await expectStopped('Read the device time again')
  await press(page, 'Try again')
  await expectConsole(page)
  // Once with the truncated response and once after it, but not again with the step that follows.
  expect(names(calls).filter((name) => name === 'time.cgi setTimeZone')).toHaveLength(2)
})

test('asks before it is left while settings are stored, waits out a power cut, and a button continues (EXPECT-01, EXPECT-02)', async ({
  page,
  rig,
  expectFailures,
}) => {
  test.setTimeout(60_000)
  expectFailures(/\.cgi/, /ERR_/, /sign-in/)
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type())
    void dialog.dismiss()
  })
  await toTime(page)
  await pressFinish(page)
  await heading(page, 'Saving your settings')
  await page.evaluate(() => location.reload())
  await expect.poll(() => dialogs).toEqual(['beforeunload'])
  await expect(page.getByRole('listitem').filter({ hasText: 'in progress' })).toContainText('Wait')
  await rig.bench.call(setPower, { action: 'off' })
  await stopped(page)
  await expect(page.getByText('Waiting for the device')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expectAccessible(page)
  await rig.bench.call(setPower, { action: 'on' })
  await expect(page.getByText('The device answers again.')).toBeVisible({ timeout: 15_000 })
  await press(page, 'Try again')
  await expectConsole(page)
  expect(dialogs).toEqual(['beforeunload'])
})

test.describe('in a browser in German', () => {
  test.use({ locale: 'de-AT' })

  test('the console continues in the language of the set-up', async ({ page, rig }) => {
    await page.goto(HOME)
    await page.locator('input[name="password"]').fill(PASSWORD)
    await page.locator('input[name="repeat"]').fill(PASSWORD)
    for (const title of ['Netzfrequenz', 'Netzwerk', 'Datum']) {
      await page.locator('button[type="submit"]').click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
    }
    await page.locator('button[type="submit"]').click()
    await expectConsole(page)
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    const name = 'root.Properties.System.Language'
    const { values } = await rig.root.call(listParameters, { group: name })
    expect(values.get(name)?.toLowerCase()).toBe('german')
  })
})
