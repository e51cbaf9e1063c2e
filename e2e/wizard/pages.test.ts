import { setFaults } from '@lintel/contract/bench'
import { listParameters, updateParameters } from '@lintel/contract/calls/parameters'
import { setTimeZone } from '@lintel/contract/calls/time'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import {
  expectError,
  fields,
  heading,
  press,
  takeZone,
  toFrequency,
  toNetwork,
  toTime,
} from './form.ts'

test.use({ state: 'new', person: 'nobody' })

const FREQUENCY = 'root.ImageSource.I0.Sensor.PowerLineFrequency'

test('50 Hz is preselected; 60 Hz is stored at once, or the page shows why not (SETUP-05, SETUP-07, OPEN-24)', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/500/)
  await toFrequency(page)
  await expect(fields(page).hz50).toBeChecked()
  await expectAccessible(page)
  await fields(page).hz60.check()
  await rig.bench.call(setFaults, {
    faults: [{ call: 'param.update', fault: 'status', value: 500, times: 1 }],
  })
  await press(page, 'Continue')
  await expect(page.getByRole('alert')).toContainText('Not saved.')
  await expect(fields(page).hz60).toBeChecked()
  await expectAccessible(page)
  await press(page, 'Continue')
  await heading(page, 'Check the network')
  const { values } = await rig.root.call(listParameters, { group: FREQUENCY })
  expect(values.get(FREQUENCY)).toBe('60Hz')
})

test('the network page shows the values of the DHCP lease, or that they could not be loaded (SETUP-08, EXPECT-09, EXPECT-11)', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/param\.cgi/, /ERR_/)
  await toFrequency(page)
  await rig.bench.call(setFaults, { faults: [{ call: 'param.list', fault: 'drop' }] })
  await press(page, 'Continue')
  await expect(page.getByText('This could not be loaded.')).toBeVisible()
  await expect(fields(page).dnsAutomatic).toHaveCount(0)
  await expectAccessible(page)
  await rig.bench.call(setFaults, { faults: [] })
  await press(page, 'Try again')
  await expect(fields(page).ipAutomatic).toBeFocused()
  const { values } = await rig.root.call(listParameters, { group: 'root.Network' })
  const shown = page.getByRole('main')
  await expect(shown).toContainText(values.get('root.Network.eth0.IPAddress') ?? 'no address')
  await expect(shown).toContainText(values.get('root.Network.eth0.SubnetMask') ?? 'no mask')
  await expect(fields(page).dnsAutomatic).toBeChecked()
  await expect(fields(page).dns1).toHaveCount(0)
  await expectAccessible(page)
})

test('a static address requires address and name servers, with the reason (NET-08, NET-10)', async ({
  page,
  rig,
}) => {
  await toFrequency(page)
  await rig.root.call(updateParameters, { 'root.Network.BootProto': 'none' })
  await press(page, 'Continue')
  const { ipAutomatic, dnsAutomatic, ip } = fields(page)
  await expect(ipAutomatic).not.toBeChecked()
  await expect(ip).toHaveValue('192.168.0.90')
  await expect(dnsAutomatic).not.toBeChecked()
  await expect(dnsAutomatic).toHaveAccessibleDescription(/Requires an automatic IP address/)
  await expect(fields(page).dns1).toHaveValue('0.0.0.0')
  await expectAccessible(page)
})

test('a session that ends asks for the password and keeps what was typed, and what another administrator has set stays (EXPECT-15, EXPECT-21)', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/401/)
  await toFrequency(page)
  await rig.root.call(updateParameters, { 'root.Network.HostName': 'other' })
  await fields(page).hz60.check()
  await page.context().clearCookies()
  await press(page, 'Continue')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  const password = dialog.getByLabel('Password of root')
  await password.fill('wrong')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog.getByRole('alert')).toHaveText("This is not root's password.")
  await password.fill('Door2468!')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await heading(page, 'Check the network')
  await expect(fields(page).dnsAutomatic).toBeVisible()
  const { values } = await rig.root.call(listParameters, {
    group: `${FREQUENCY},root.Network.HostName`,
  })
  expect(values.get(FREQUENCY)).toBe('60Hz')
  expect(values.get('root.Network.HostName')).toBe('other')
  await rig.root.call(setTimeZone, { timeZone: 'Asia/Tokyo' })
  await press(page, 'Continue')
  await expect(fields(page).zone).toHaveValue('Asia/Tokyo')
})

test.describe('on the network page', () => {
  test.use({ reuse: 'device' })

  test('name servers follow the rules of the network page (NET-16, NET-17, NET-18)', async ({
    page,
  }) => {
    await toNetwork(page)
    const { dnsAutomatic, domain, dns1, dns2 } = fields(page)
    await dnsAutomatic.uncheck()
    await expect(dns1).toHaveValue('0.0.0.0')
    await domain.fill('no good')
    await dns1.fill('')
    await dns2.fill('1.2.3')
    await press(page, 'Continue')
    await expectError(domain, /not a domain name/)
    await expectError(dns1, /0\.0\.0\.0 means not used.*not an IPv4 address/)
    await expectError(dns2, /not an IPv4 address/)
    await expect(domain).toBeFocused()
    await expectAccessible(page)
    await domain.fill('')
    await dns1.fill('0.0.0.0')
    await dns2.fill('10.0.0.2')
    await press(page, 'Continue')
    await heading(page, 'Set date and time')
  })

  test('network settings are stored only at the end, and Previous keeps them (SETUP-09, SETUP-11)', async ({
    page,
    rig,
  }) => {
    await toNetwork(page)
    await fields(page).dnsAutomatic.uncheck()
    await fields(page).dns1.fill('10.0.0.1')
    await press(page, 'Continue')
    await expect(fields(page).zone).toBeVisible()
    const { values } = await rig.root.call(listParameters, { group: 'root.Network.DNSServer1' })
    expect(values.get('root.Network.DNSServer1')).toBe('0.0.0.0')
    await fields(page).ownServer.check()
    await fields(page).server.fill('half typed')
    await press(page, 'Previous')
    await expect(fields(page).dns1).toHaveValue('10.0.0.1')
    await fields(page).dns1.fill('10.0.0')
    await press(page, 'Previous')
    await expect(fields(page).hz50).toBeChecked()
    await press(page, 'Continue')
    await expect(fields(page).dns1).toHaveValue('10.0.0')
    await fields(page).dns1.fill('10.0.0.1')
    await press(page, 'Continue')
    await expect(fields(page).server).toHaveValue('half typed')
  })
})

test.describe('on the page of date and time', () => {
  test.use({ reuse: 'device' })

  test('the device’s clock ticks in its own zone (SETUP-10, TIME-03, EXPECT-23)', async ({
    page,
  }) => {
    await toTime(page)
    const clock = page.getByText(/^\d{1,2} \p{L}+ \d{4}, \d{2}:\d{2}:\d{2}$/u)
    const before = await clock.textContent()
    await expect(clock).not.toHaveText(before ?? '')
    await expect(page.getByRole('definition')).toContainText('Europe/Stockholm')
    await expectAccessible(page)
  })

  test('suggests the browser’s zone with the reason', async ({ page }) => {
    await toTime(page)
    await expect(fields(page).zone).toHaveValue('Europe/Berlin')
    await expect(fields(page).zone).toHaveAccessibleDescription(/Taken from this browser/)
    await takeZone(page, 'America/New_York', /^America\/New_York/)
    await expect(fields(page).zone).toHaveAccessibleDescription('This browser is in Europe/Berlin.')
  })

  test('finds a zone by its country, its abbreviation and its offset', async ({ page }) => {
    await toTime(page)
    await takeZone(page, 'japan', /^Asia\/TokyoTokyo, Japan/)
    await takeZone(page, 'MST', /^America\//)
    await takeZone(page, 'UTC+5:45', /^Asia\/(Kathmandu|Katmandu)/)
    await expect(fields(page).zone).toHaveValue(/^Asia\/(Kathmandu|Katmandu)$/)
    await expectAccessible(page)
    await takeZone(page, 'germany', /^Europe\/Berlin/)
  })

  test('date and time start from the device and follow the chosen zone until somebody types', async ({
    page,
  }) => {
    await toTime(page)
    const { timeAutomatic, date, time } = fields(page)
    // The device's own, so that it is the same day.
    await takeZone(page, 'Europe/Stockholm', /^Europe\/Stockholm/)
    const shown = (await page.getByRole('definition').textContent()) ?? ''
    await timeAutomatic.uncheck()
    const day = new Date(`${shown.split(',')[0]} UTC`)
    await expect(date).toHaveValue(day.toISOString().replace(/^(\d+)-(\d+)-(\d+)T.*/, '$3/$2/$1'))
    const here = await time.inputValue()
    await takeZone(page, 'Asia/Tokyo', /^Asia\/Tokyo/)
    await expect(time).not.toHaveValue(here)
    await time.fill('12:34')
    await takeZone(page, 'Europe/Berlin', /^Europe\/Berlin/)
    await expect(time).toHaveValue('12:34')
  })

  test('time servers, dates and times follow the rules (TIME-09, TIME-11, TIME-12)', async ({
    page,
  }) => {
    await toTime(page)
    const { timeAutomatic, ownServer, server, date, time } = fields(page)
    await timeAutomatic.check()
    await ownServer.check()
    for (const [typed, wrong] of [
      ['', /Fill this in\.$/],
      ['no good', /neither an IP address nor a host name/],
      ['x'.repeat(65), /At most 64 characters/],
    ] as const) {
      await server.fill(typed)
      await press(page, 'Finish')
      await expectError(server, wrong)
      await expect(server).toBeFocused()
    }
    await timeAutomatic.uncheck()
    await date.fill('29/02/2027')
    await time.fill('7:05')
    await press(page, 'Finish')
    await expectError(date, /not a date/)
    await expectError(time, /not a time/)
    await date.fill('01/01/2070')
    await expectError(date, /from 1970 to 2069/)
    await expectAccessible(page)
  })
})

test.describe('from its start', () => {
  test.use({ reuse: 'nothing' })

  test('a list of zones that fails to load is reported, and can be loaded again', async ({
    page,
    expectFailures,
  }) => {
    expectFailures(/failed/i)
    await page.route('**/assets/zone-field-*.js', (route) => route.abort())
    await toNetwork(page)
    await press(page, 'Continue')
    await expect(page.getByText('This could not be loaded.')).toBeVisible()
    await page.unrouteAll()
    await press(page, 'Try again')
    await expect(fields(page).zone).toHaveValue('Europe/Berlin')
  })
})

test('where DHCP provides no time server, a public one is proposed, and the chosen zone shows its time (SETUP-10)', async ({
  page,
}) => {
  await toTime(page)
  const { ownServer, server } = fields(page)
  await expect(ownServer).toBeChecked()
  await expect(server).toHaveValue('pool.ntp.org')
  await expect(page.getByText('DHCP provides no time server.')).toBeVisible()
  await takeZone(page, 'Asia/Tokyo', /^Asia\/Tokyo/)
  const there = page.getByText(/^Time there: /)
  const tokyo = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tokyo', hour: '2-digit' })
  await expect(there).toContainText(` ${tokyo.format(Date.now())}:`)
})
