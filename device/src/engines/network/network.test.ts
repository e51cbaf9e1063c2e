import { createServer } from 'node:net'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import type { World } from '@lintel/contract/wire'
import { ipv6AddressesFor, hostAddress } from '@lintel/front-door/host-addresses'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDevice } from '../../services/testing/test-device.ts'
import type { TestDevice } from '../../services/testing/test-device.ts'

const OTHER = '127.0.0.79'
const onLinux = hostAddress(OTHER) !== undefined
const hasIPv6 = ipv6AddressesFor('127.0.0.1').length > 0

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([])
})
afterEach(() => device.close())

const get = (name: string) => device.parameters.text(`root.${name}`)

function withDhcp(enabled: boolean, lease: Partial<World['dhcp']['lease']> = {}): World {
  return { ...PLAIN_WORLD, dhcp: { enabled, lease: { ...PLAIN_WORLD.dhcp.lease, ...lease } } }
}

const GIVEN = {
  router: '127.0.0.254',
  dnsServers: ['127.0.0.53', '127.0.0.54', '127.0.0.55'],
  ntpServers: ['127.0.0.123'],
  domainName: 'door.example',
  hostName: 'front-gate',
}

async function answers(address: string): Promise<boolean> {
  const url = new URL(device.url)
  url.hostname = address
  return fetch(url).then(
    () => true,
    () => false,
  )
}

test('the live parameters show what the DHCP server sends (TIME-14)', () => {
  device.network.worldChanged(withDhcp(true, GIVEN))
  expect(get('Network.Routing.DefaultRouter')).toBe('127.0.0.254')
  expect(get('Network.Resolver.NameServer1')).toBe('127.0.0.53')
  expect(get('Network.Resolver.NameServer2')).toBe('127.0.0.54')
  expect(get('Network.Resolver.NameServerList')).toBe('127.0.0.53 127.0.0.54 127.0.0.55')
  expect(get('Network.Resolver.Search')).toBe('door.example')
  expect(get('Time.NTP.VolatileServer')).toBe('127.0.0.123')
  expect(get('Network.ZeroConf.IPAddress')).toBe('0.0.0.0')
})

test('configured name servers replace those of the DHCP server, whose time server still applies', () => {
  device.network.worldChanged(withDhcp(true, GIVEN))
  device.parameters.set({
    'root.Network.Resolver.ObtainFromDHCP': false,
    'root.Network.DNSServer1': '127.0.0.1',
    'root.Network.DomainName': 'own.example',
  })
  expect(get('Network.Resolver.NameServerList')).toBe('127.0.0.1')
  expect(get('Network.Resolver.Search')).toBe('own.example')
  expect(get('Network.Routing.DefaultRouter')).toBe('127.0.0.254')
  expect(get('Time.NTP.VolatileServer')).toBe('127.0.0.123')
})

test('the DHCP server’s host name applies if that is allowed, else the device’s own (NET-34, DEVICE-26)', () => {
  const inUse = () => get('Network.VolatileHostName.HostName')
  const own = get('Network.HostName')
  expect(inUse()).toBe(own)
  device.network.worldChanged(withDhcp(true, GIVEN))
  expect(inUse()).toBe('front-gate')
  device.parameters.set({ 'root.Network.HostName': 'back-gate' })
  expect(inUse()).toBe('front-gate')
  device.parameters.set({ 'root.Network.VolatileHostName.ObtainFromDHCP': false })
  expect(inUse()).toBe('back-gate')
  device.parameters.set({ 'root.Network.VolatileHostName.ObtainFromDHCP': true })
  device.network.worldChanged(withDhcp(true))
  expect(inUse()).toBe('back-gate')
})

test('without a DHCP server there is no lease; the device still answers and names its fallback address', async () => {
  device.network.worldChanged(withDhcp(false, GIVEN))
  expect(device.network.lease()).toBeUndefined()
  expect(get('Network.Routing.DefaultRouter')).toBe('0.0.0.0')
  expect(get('Network.Resolver.NameServer1')).toBe('0.0.0.0')
  expect(get('Network.Resolver.Search')).toBe('')
  expect(get('Time.NTP.VolatileServer')).toBe('0.0.0.0')
  expect(get('Network.eth0.IPAddress')).toBe('127.0.0.1')
  expect(await answers('127.0.0.1')).toBe(true)
  expect(get('Network.ZeroConf.IPAddress')).toMatch(/^169\.254\.\d+\.\d+$/)
  expect(get('Network.ZeroConf.SubnetMask')).toBe('255.255.0.0')
  device.parameters.set({ 'root.Network.ZeroConf.Enabled': false })
  expect(get('Network.ZeroConf.IPAddress')).toBe('0.0.0.0')
  expect(get('Network.ZeroConf.SubnetMask')).toBe('0.0.0.0')
})

test('a lease survives an unplugged cable, and changes only once the cable is back', () => {
  device.network.worldChanged(withDhcp(true, GIVEN))
  device.network.worldChanged({ ...withDhcp(false), cable: false })
  expect(get('Network.Routing.DefaultRouter')).toBe('127.0.0.254')
  device.network.worldChanged(withDhcp(false))
  expect(get('Network.Routing.DefaultRouter')).toBe('0.0.0.0')
})

test('a new lease notifies once, and never with a static address', () => {
  let notifications = 0
  device.network.onLease(() => (notifications += 1))
  device.network.worldChanged(withDhcp(true, GIVEN))
  device.network.worldChanged(withDhcp(true, GIVEN))
  expect(notifications).toBe(1)
  device.parameters.set({ 'root.Network.BootProto': 'none' })
  device.network.worldChanged(withDhcp(true))
  expect(notifications).toBe(1)
})

test.runIf(onLinux)('a new lease moves the device and announces the new address', async () => {
  device.network.worldChanged(withDhcp(true, { address: OTHER, subnetMask: '255.255.255.0' }))
  await device.network.settled()
  expect([await answers(OTHER), await answers('127.0.0.1')]).toEqual([true, false])
  expect(get('Network.eth0.IPAddress')).toBe(OTHER)
  expect(get('Network.eth0.SubnetMask')).toBe('255.255.255.0')
  expect(get('Network.eth0.Broadcast')).toBe('127.0.0.255')
  const { port } = new URL(device.url)
  expect(device.benchLog).toContainEqual(['network.moved', { url: `http://${OTHER}:${port}` }])
})

test.runIf(onLinux)(
  'the device moves to a static address that the host has, and back to the lease',
  async () => {
    device.parameters.set({
      'root.Network.BootProto': 'none',
      'root.Network.IPAddress': OTHER,
      'root.Network.SubnetMask': '255.255.0.0',
      'root.Network.DefaultRouter': '127.0.0.250',
    })
    await device.network.settled()
    expect([await answers(OTHER), await answers('127.0.0.1')]).toEqual([true, false])
    expect(get('Network.eth0.Broadcast')).toBe('127.0.255.255')
    expect(get('Network.Routing.DefaultRouter')).toBe('127.0.0.250')
    expect(get('Time.NTP.VolatileServer')).toBe('0.0.0.0')
    device.parameters.set({ 'root.Network.BootProto': 'dhcp' })
    await device.network.settled()
    expect([await answers(OTHER), await answers('127.0.0.1')]).toEqual([false, true])
  },
)

test('with a static address that the host lacks, it is stored and the device stays at its address', async () => {
  device.parameters.set({
    'root.Network.BootProto': 'none',
    'root.Network.IPAddress': '192.0.2.10',
  })
  await device.network.settled()
  expect(get('Network.IPAddress')).toBe('192.0.2.10')
  expect(get('Network.eth0.IPAddress')).toBe('127.0.0.1')
  expect(get('Network.eth0.SubnetMask')).toBe('255.0.0.0')
  expect(await answers('127.0.0.1')).toBe(true)
})

test.runIf(onLinux)(
  'if the port is in use at the new address, it stays and reports that',
  async () => {
    const taken = createServer()
    await new Promise<void>((resolve) =>
      taken.listen(Number(new URL(device.url).port), OTHER, resolve),
    )
    device.parameters.set({ 'root.Network.BootProto': 'none', 'root.Network.IPAddress': OTHER })
    await device.network.settled()
    taken.close()
    expect(device.benchLog).toContainEqual(['network.stayed', { address: OTHER }])
    expect(get('Network.IPAddress')).toBe(OTHER)
    expect(get('Network.eth0.IPAddress')).toBe('127.0.0.1')
    expect(await answers('127.0.0.1')).toBe(true)
  },
)

test.runIf(hasIPv6)(
  'it also answers over IPv6 while that is enabled, and reports its addresses (NET-29)',
  async () => {
    await device.network.settled()
    const { port } = new URL(device.url)
    expect(get('Network.eth0.IPv6.IPAddresses')).toBe('::1/128')
    const answer = await fetch(`http://[::1]:${port}/`, { redirect: 'manual' })
    expect(answer.status).toBe(303)
    device.parameters.set({ 'root.Network.IPv6.Enabled': false })
    await device.network.settled()
    expect(get('Network.eth0.IPv6.IPAddresses')).toBe('')
    await expect(fetch(`http://[::1]:${port}/`)).rejects.toThrow('fetch failed')
    expect(await answers('127.0.0.1')).toBe(true)
  },
)

test.runIf(hasIPv6 && onLinux)('after a move it answers over IPv6 as before', async () => {
  device.parameters.set({ 'root.Network.BootProto': 'none', 'root.Network.IPAddress': OTHER })
  await device.network.settled()
  expect(await answers('127.0.0.1')).toBe(false)
  expect(await answers('[::1]')).toBe(true)
})
