/** The tabs of the network page, and what their forms store. */
import { setFaults, setWorld } from '@lintel/contract/bench'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { LONG_NAME } from '../rig/layout.ts'
import { pendingTimers, skipWait } from '../rig/page-clock.ts'
import { NOBODYS } from '../rig/sockets.ts'
import { applyFault, clearFaults, holdCalls, FAULT_ERRORS } from '../fault-scenarios/faults.ts'
import { alert, expectError, fact, formOf, network } from './form.ts'

/** A DHCP lease that this host can follow. */
const LEASE = {
  router: '127.0.0.254',
  dnsServers: ['127.0.0.53', '127.0.0.54'],
  domainName: 'door.example',
}

test.use({ clock: true })

test('has three tabs with a form each, and shows the values of the lease (NET-01, NET-05, NET-30)', async ({
  page,
  open,
  rig,
}) => {
  await rig.bench.call(setWorld, { dhcp: { lease: LEASE } })
  await open('/network')
  const { ipAutomatic, dnsAutomatic, ipv6, hostByDhcp } = formOf(page)
  await expect(ipAutomatic).toBeChecked()
  await expect(dnsAutomatic).toBeChecked()
  await expect(fact(page, 'IP address')).toHaveText('127.0.0.1')
  await expect(fact(page, 'Default router')).toHaveText('127.0.0.254')
  await expect(fact(page, 'Name servers')).toHaveText('127.0.0.53, 127.0.0.54')
  await expectAccessible(page)
  const tabs = page.getByRole('navigation', { name: 'Network' })
  await expect(tabs.getByRole('link')).toHaveText(['IPv4', 'IPv6', 'Discoverability'])
  await tabs.getByRole('link', { name: 'IPv6' }).click()
  await expect(ipv6).toBeChecked()
  await expectAccessible(page)
  await tabs.getByRole('link', { name: 'Discoverability' }).click()
  await expect(hostByDhcp).toBeChecked()
  await expectAccessible(page)
})

test('the two switches depend on each other, and errors show at their fields (NET-06, NET-07, NET-08)', async ({
  page,
  open,
}) => {
  await open('/network')
  const { ipAutomatic, dnsAutomatic, ip, mask, router, domain, dns1, dns2, save } = formOf(page)
  await expect(dnsAutomatic).toHaveAccessibleDescription(/Requires an automatic IP address/)
  await ipAutomatic.uncheck()
  await expect(dnsAutomatic).not.toBeChecked()
  // A second thought brings back both.
  await ipAutomatic.check()
  await expect(dnsAutomatic).toBeChecked()
  await ipAutomatic.uncheck()
  await dnsAutomatic.check()
  await expect(ipAutomatic).toBeChecked()
  await dnsAutomatic.uncheck()
  await expect(ipAutomatic).toBeChecked()
  await expect(ip).toHaveCount(0)
  await ipAutomatic.uncheck()
  const address = /not an IPv4 address/
  const nobodys = /No device can have this address/
  for (const [field, typed, wrong] of [
    [ip, '127.0.0.256', address],
    [mask, '255.0.255.0', /not a subnet mask/],
    [router, '', address],
    [ip, '224.0.0.5', nobodys],
    [ip, '127.0.0.0', /with this subnet mask/],
    [ip, '127.255.255.255', /with this subnet mask/],
    [router, '127.255.255.255', /with this subnet mask/],
    [router, '240.0.0.1', nobodys],
    [dns1, '224.0.0.5', nobodys],
    [domain, 'no good', /not a domain name/],
    [dns1, '', address],
    [dns2, '1.2.3', address],
  ] as const) {
    const before = await field.inputValue()
    await field.fill(typed)
    await save.click()
    await expectError(field, wrong)
    await expect(field).toBeFocused()
    await field.fill(before)
    await expect(field).not.toHaveAttribute('aria-invalid')
  }
  await expect(dns1).toHaveAccessibleDescription(/0\.0\.0\.0 means not used/)
})

test('automatic DNS must be turned off before a static address (NET-09, NET-10)', async ({
  page,
  open,
  rig,
}) => {
  await rig.root.call(updateParameters, {
    'root.Network.BootProto': 'none',
    'root.Network.IPAddress': '127.0.0.1',
  })
  await open('/network')
  const { ipAutomatic, dnsAutomatic, domain, save, saved } = formOf(page)
  await expect(ipAutomatic).not.toBeChecked()
  await expect(dnsAutomatic).toBeChecked()
  const warning = alert(page, 'Disabling automatic DNS is required to use the current IP settings.')
  await expect(warning).toBeVisible()
  await formOf(page).mask.fill('255.255.0.0')
  await save.click()
  await expectError(dnsAutomatic, /is not valid/)
  await dnsAutomatic.uncheck()
  await expect(warning).toHaveCount(0)
  await domain.fill('door.example')
  await formOf(page).router.fill('127.0.255.254')
  await save.click()
  await expect(saved).toBeVisible({ timeout: 10_000 })
  const names = ['Resolver.ObtainFromDHCP', 'DomainName', 'SubnetMask', 'eth0.IPAddress'] as const
  expect(await network(rig.root, ...names)).toEqual([
    'no',
    'door.example',
    '255.255.0.0',
    '127.0.0.1',
  ])
})

test('custom name servers are stored and used with DHCP, and read again after 3 s (NET-21, NET-23)', async ({
  page,
  open,
  rig,
}) => {
  await open('/network')
  const { dnsAutomatic, dns1, save, saved } = formOf(page)
  await dnsAutomatic.uncheck()
  await dns1.fill('127.0.0.99')
  let reads = 0
  page.on('request', (request) => {
    const text = `${request.url()} ${request.postData() ?? ''}`
    if (text.includes('root.Network') && text.includes('list')) reads += 1
  })
  await save.click()
  await expect(page.getByText('Applying settings…')).toBeVisible()
  await expect.poll(() => pendingTimers(page, 3_000)).toBe(1)
  const before = reads
  await skipWait(page, 3_000)
  await expect(saved).toBeVisible()
  expect(reads).toBeGreaterThan(before)
  expect(
    await network(rig.root, 'BootProto', 'Resolver.ObtainFromDHCP', 'Resolver.NameServer1'),
  ).toEqual(['dhcp', 'no', '127.0.0.99'])
  await expect(fact(page, 'Name servers')).toHaveText('127.0.0.99')
})

test('the device pings an address and shows the result in a dialog (NET-24, NET-25, NET-26)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/pingtest/, /503/)
  await open('/network')
  const { ipAutomatic, ip, test: button, dialog } = formOf(page)
  await ipAutomatic.uncheck()
  await ip.fill('127.0.0.')
  await expect(button).toBeDisabled()
  await ip.fill('127.0.0.7')
  await holdCalls(rig, 'pingtest')
  await button.click()
  await expect(page.getByRole('button', { name: 'Pinging' })).toHaveAttribute('aria-busy', 'true')
  await clearFaults(rig)
  await expect(dialog).toContainText('127.0.0.7 is in use.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await rig.bench.call(setFaults, { faults: [] })
  await ip.fill(NOBODYS)
  await button.click()
  await expect(dialog).toContainText(`No answer from ${NOBODYS}.`)
  await page.keyboard.press('Escape')
  await ip.fill('127.0.0.1')
  await button.click()
  await expect(dialog).toContainText('This device itself has this address.')
  await page.keyboard.press('Escape')
  await rig.bench.call(setFaults, { faults: [{ call: 'pingtest', fault: 'status', value: 503 }] })
  await button.click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(ip).toHaveValue('127.0.0.1')
})

test('stores discovery settings, with the friendly name for both protocols (NET-30, NET-34)', async ({
  page,
  open,
  rig,
}) => {
  await open('/network/discoverability')
  const { hostByDhcp, host, friendly, bonjour, upnp, save, saved } = formOf(page)
  await host.fill('no good')
  await friendly.fill('')
  await save.click()
  await expectError(host, /not a host name/)
  await expectError(friendly, /Fill this in/)
  await host.fill('front-gate')
  await friendly.fill('Front gate')
  await hostByDhcp.uncheck()
  await bonjour.uncheck()
  await upnp.uncheck()
  await save.click()
  await expect(saved).toBeVisible()
  const names = [
    'HostName',
    'Bonjour.FriendlyName',
    'UPnP.FriendlyName',
    'Bonjour.Enabled',
  ] as const
  const more = ['UPnP.Enabled', 'VolatileHostName.ObtainFromDHCP'] as const
  expect(await network(rig.root, ...names, ...more)).toEqual([
    'front-gate',
    'Front gate',
    'Front gate',
    'no',
    'no',
    'no',
  ])
  // The surrounding console shows it too.
  await expect(page.getByRole('navigation').getByText('Front gate', { exact: true })).toBeVisible()
  await page.reload()
  await expect(host).toHaveValue('front-gate')
  await expect(bonjour).not.toBeChecked()
})

test('shows the host name from DHCP, which can be edited, and otherwise keeps the device’s own (OPEN-34)', async ({
  page,
  open,
  rig,
}) => {
  const [own] = await network(rig.root, 'HostName')
  await rig.bench.call(setWorld, { dhcp: { lease: { hostName: 'given-by-dhcp' } } })
  await open('/network/discoverability')
  const { host, upnp, save, saved } = formOf(page)
  await expect(host).toHaveValue('given-by-dhcp')
  await upnp.uncheck()
  await save.click()
  await expect(saved).toBeVisible()
  expect(await network(rig.root, 'HostName', 'UPnP.Enabled')).toEqual([own, 'no'])
  await host.fill('typed')
  await save.click()
  await expect.poll(() => network(rig.root, 'HostName')).toEqual(['typed'])
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('turns IPv6 off and on without changing DHCPv6 (NET-22, NET-28, OPEN-36)', async ({
  page,
  open,
  rig,
}) => {
  await rig.root.call(updateParameters, { 'root.Network.IPv6.DHCPv6': 'stateful' })
  await open('/network/ipv6')
  const { ipv6, save, saved } = formOf(page)
  await expect(ipv6).toBeChecked()
  await ipv6.uncheck()
  await save.click()
  await expect(saved).toBeVisible()
  const both = () => network(rig.root, 'IPv6.Enabled', 'IPv6.DHCPv6')
  expect(await both()).toEqual(['no', 'stateful'])
  await expect(page.locator('[data-field="ipv6Addresses"]')).toHaveCount(0)
  await ipv6.check()
  await save.click()
  await expect(page.getByText('Applying settings…')).toBeVisible()
  await skipWait(page, 3_000)
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0)
  expect(await both()).toEqual(['yes', 'stateful'])
  // The host's addresses; it may lack IPv6.
  const [addresses = ''] = await network(rig.root, 'eth0.IPv6.IPAddresses')
  const shown = page.locator('[data-field="ipv6Addresses"]')
  await expect(shown).toHaveText(addresses === '' ? [] : [addresses.replaceAll(/[\s,]+/g, ' ')])
})

test('a dialog lists all names and addresses with a warning, and fits narrow windows (NET-03, NET-04, EXPECT-33)', async ({
  page,
  open,
  rig,
}) => {
  await rig.bench.call(setWorld, { dhcp: { lease: LEASE } })
  await rig.root.call(updateParameters, { 'root.Network.Bonjour.FriendlyName': LONG_NAME })
  await page.setViewportSize({ width: 320, height: 640 })
  await open('/network')
  const { information, dialog } = formOf(page)
  await information.click()
  await expect(dialog.getByRole('alert')).toContainText('Write these down')
  const [host, ip] = await network(rig.root, 'VolatileHostName.HostName', 'eth0.IPv6.IPAddresses')
  await expect(dialog.getByRole('term')).toHaveText([
    'Host name',
    'Friendly name',
    'IPv4 address',
    'Domain name',
    'Default router',
    'Subnet mask',
    'IPv6 addresses',
  ])
  await expect(dialog.getByRole('definition')).toHaveText([
    host ?? '',
    LONG_NAME,
    '127.0.0.1',
    'door.example',
    '127.0.0.254',
    '255.0.0.0',
    (ip ?? '').replaceAll(/[\s,]+/g, ' '),
  ])
  await expectAccessible(page)
  const wide = await dialog.evaluate(
    (element) => element.scrollWidth > element.clientWidth || element.clientWidth > innerWidth,
  )
  expect(wide).toBe(false)
})

test('reports another administrator’s change instead of overwriting it (EXPECT-12)', async ({
  page,
  open,
  rig,
}) => {
  await open('/network/discoverability')
  const { host, friendly, save, saved } = formOf(page)
  await host.fill('mine')
  await rig.root.call(updateParameters, { 'root.Network.Bonjour.FriendlyName': 'Theirs' })
  await save.click()
  await expect(alert(page, 'Somebody else has changed these settings')).toBeVisible()
  expect((await network(rig.root, 'HostName'))[0]).not.toBe('mine')
  await expect(host).toHaveValue('mine')
  await expect(friendly).toHaveValue('Theirs')
  await save.click()
  await expect(saved).toBeVisible()
  expect(await network(rig.root, 'HostName', 'UPnP.FriendlyName')).toEqual(['mine', 'Theirs'])
})

test('reports a lost response, and after reading again that the change is saved (EXPECT-12)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(...FAULT_ERRORS)
  await rig.bench.call(setWorld, { dhcp: { lease: { ...LEASE, hostName: 'given' } } })
  await open('/network/discoverability')
  const { host, friendly, bonjour, save, saved } = formOf(page)
  await host.fill('front-gate')
  await friendly.fill('Gate')
  await bonjour.uncheck()
  await applyFault(rig, ['param.update'], { fault: 'drop' })
  await save.click()
  await expect(alert(page, 'Not saved.')).toBeVisible()
  await expect(friendly).toHaveValue('Gate')
  await expect(saved).toHaveCount(0)
  expect(await network(rig.root, 'Bonjour.Enabled')).toEqual(['yes'])
  await applyFault(rig, ['param.update'], { fault: 'cut' })
  await save.click()
  await expect(saved).toBeVisible()
  await expect(save).toHaveCount(0)
  await expect(alert(page, 'Not saved.')).toHaveCount(0)
  await expect(bonjour).not.toBeChecked()
  await clearFaults(rig)
  const names = ['HostName', 'Bonjour.FriendlyName', 'Bonjour.Enabled'] as const
  expect(await network(rig.root, ...names)).toEqual(['front-gate', 'Gate', 'no'])
})
