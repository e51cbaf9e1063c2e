import { expect, test } from 'vitest'
import type { NetworkValues } from '../../network/ipv4.ts'
import {
  checkDiscovery,
  discoveryParameters,
  ipv6Parameters,
  sameIpv4,
  sameRequest,
  settingsIn,
} from './settings.ts'

const PARAMETERS = {
  'root.Network.BootProto': 'dhcp',
  'root.Network.IPAddress': '192.168.0.90',
  'root.Network.DomainName': 'stored.example',
  'root.Network.Resolver.ObtainFromDHCP': 'yes',
  'root.Network.Resolver.Search': 'used.example',
  'root.Network.eth0.IPAddress': '10.0.0.7',
  'root.Network.IPv6.Enabled': 'yes',
  'root.Network.eth0.IPv6.IPAddresses': 'fe80::1/64 2001:db8::1/64',
  'root.Network.HostName': 'own',
  'root.Network.VolatileHostName.HostName': 'given',
  'root.Network.VolatileHostName.ObtainFromDHCP': 'yes',
  'root.Network.Bonjour.FriendlyName': 'Front gate',
  'root.Network.Bonjour.Enabled': 'yes',
  'root.Network.UPnP.Enabled': 'no',
}

const settings = (change: Record<string, string> = {}) =>
  settingsIn(new Map(Object.entries({ ...PARAMETERS, ...change })))

test('values in use are shown next to stored ones (NET-03, NET-29)', () => {
  const { ipv4, ipv6, discovery, ownHostName } = settings()
  expect(ipv4).toMatchObject({ address: '10.0.0.7', domainName: 'used.example', dhcp: true })
  expect(ipv4.values).toMatchObject({ domainName: 'stored.example', ipAddress: '10.0.0.7' })
  expect(ipv6).toEqual({ enabled: true, addresses: ['fe80::1/64', '2001:db8::1/64'] })
  expect(discovery).toEqual({
    hostNameByDhcp: true,
    hostName: 'given',
    friendlyName: 'Front gate',
    bonjour: true,
    upnp: false,
  })
  expect(ownHostName).toBe('own')
})

test('a device without the parameter has no IPv6 (NET-02)', () => {
  const { 'root.Network.IPv6.Enabled': _, ...without } = PARAMETERS
  expect(settingsIn(new Map(Object.entries(without))).ipv6).toBeUndefined()
})

test('IPv6 is one parameter, separate from DHCPv6 (NET-28, OPEN-36)', () => {
  expect(ipv6Parameters({ enabled: false })).toEqual({ 'root.Network.IPv6.Enabled': 'no' })
})

test('both names are required, with DHCP too (NET-31, NET-33, OPEN-34)', () => {
  const { discovery } = settings()
  const errors = checkDiscovery({ ...discovery, hostName: '', friendlyName: ' ' })
  expect(errors.hostName?.id).toBe('validation.errorRequired')
  expect(errors.friendlyName?.id).toBe('validation.errorRequired')
  expect(checkDiscovery({ ...discovery, hostName: 'a b' }).hostName?.id).toBe(
    'validation.invalidHostName',
  )
  expect(checkDiscovery(discovery)).toEqual({})
})

test('one friendly name is stored for both discovery protocols (NET-34)', () => {
  const { discovery } = settings({ 'root.Network.VolatileHostName.ObtainFromDHCP': 'no' })
  expect(discovery.hostName).toBe('own')
  expect(
    discoveryParameters({ ...discovery, friendlyName: 'Door', upnp: true }, discovery),
  ).toEqual({
    'root.Network.VolatileHostName.ObtainFromDHCP': 'no',
    'root.Network.HostName': 'own',
    'root.Network.Bonjour.FriendlyName': 'Door',
    'root.Network.UPnP.FriendlyName': 'Door',
    'root.Network.Bonjour.Enabled': 'yes',
    'root.Network.UPnP.Enabled': 'yes',
  })
})

test('a name from the DHCP server is stored only once it is edited (OPEN-34)', () => {
  const { discovery } = settings()
  const stored = (change: object) =>
    discoveryParameters({ ...discovery, ...change }, discovery)['root.Network.HostName']
  expect(stored({})).toBeUndefined()
  expect(stored({ hostName: 'typed' })).toBe('typed')
  expect(stored({ hostNameByDhcp: false })).toBe('given')
})

test('a new lease is not another administrator’s change, but another stored name server is', () => {
  const { values } = settings().ipv4
  const other = (change: Partial<NetworkValues>) => ({ ...values, ...change })
  expect(sameIpv4(values, other({ ipAddress: '10.0.0.8' }))).toBe(true)
  expect(sameIpv4(values, other({ dnsServer1: '10.0.0.8' }))).toBe(false)
  expect(sameRequest(values, other({ dnsServer1: '10.0.0.8' }))).toBe(true)
  expect(sameRequest(values, other({ dnsAutomatic: false }))).toBe(false)
  const fixed = { ...values, ipAutomatic: false }
  expect(sameIpv4(fixed, { ...fixed, ipAddress: '10.0.0.8' })).toBe(false)
})
