import { expect, test } from 'vitest'
import { checkNetwork, checkReach, urlAt } from './ipv4.ts'
import { networkParameters } from './reading.ts'
import type { NetworkValues } from './ipv4.ts'

const FIXED: NetworkValues = {
  ipAutomatic: false,
  dnsAutomatic: false,
  ipAddress: '192.168.0.90',
  subnetMask: '255.255.255.0',
  router: '192.168.0.1',
  domainName: '',
  dnsServer1: '0.0.0.0',
  dnsServer2: '0.0.0.0',
}

const IN_USE = { address: '192.168.0.90', router: '192.168.0.1' }

const ids = (change: Partial<NetworkValues>, inUse: Partial<typeof IN_USE> = {}) =>
  Object.fromEntries(
    Object.entries(checkNetwork({ ...FIXED, ...change }, { ...IN_USE, ...inUse })).map(
      ([name, { id }]) => [name, id],
    ),
  )

const ADDRESS = 'validation.invalidIpAddress'
const wrongAddresses = { ipAddress: '192.168.0.256', subnetMask: '255', router: '' }
const wrongNames = { domainName: 'no good', dnsServer1: '', dnsServer2: '1.2.3' }

test('a static address, its mask and its router are IPv4 addresses (NET-12, NET-13, NET-15)', () => {
  expect(ids(wrongAddresses)).toEqual({
    ipAddress: ADDRESS,
    subnetMask: ADDRESS,
    router: ADDRESS,
  })
  expect(ids({})).toEqual({})
})

test('an automatic address is not checked (NET-11)', () => {
  expect(ids({ ...wrongAddresses, ipAutomatic: true })).toEqual({})
})

test.each(['255.0.255.0', '254.0.0.0', '255.255.255.254', '255.255.255.255', '0.0.0.0'])(
  'the mask %s is not one of /8 to /30 (NET-14)',
  (subnetMask) => {
    expect(ids({ subnetMask })).toEqual({ subnetMask: 'validation.invalidSubnetMask' })
  },
)

test.each(['255.0.0.0', '255.255.240.0', '255.255.255.252'])('the mask %s is valid', (mask) => {
  expect(ids({ subnetMask: mask })).toEqual({})
})

test('name servers are checked only when they are not automatic (NET-16, NET-18, NET-19)', () => {
  expect(ids({ ...wrongNames, ipAutomatic: true, dnsAutomatic: true })).toEqual({})
  expect(ids(wrongNames)).toEqual({
    domainName: 'validation.invalidDomainName',
    dnsServer1: ADDRESS,
    dnsServer2: ADDRESS,
  })
})

test.each(['', '1.2.3', 'ns.example'])(
  '%s is not a name server (OPEN-35, OPEN-33)',
  (dnsServer1) => {
    expect(ids({ dnsServer1 })).toEqual({ dnsServer1: ADDRESS })
  },
)

test('0.0.0.0 means unused, and an empty domain is valid (OPEN-33, NET-17)', () => {
  expect(ids({ domainName: '', dnsServer1: '0.0.0.0', dnsServer2: '0.0.0.0' })).toEqual({})
})

test('automatic name servers need an automatic address (NET-10)', () => {
  expect(ids({ dnsAutomatic: true })).toEqual({ dnsAutomatic: 'validation.errorInvalid' })
})

const doubts = (change: Partial<NetworkValues>) =>
  Object.entries(checkReach({ ...FIXED, ...change })).map(([name, { id }]) => [name, id])

test.each([
  ['192.168.0.255', 'validation.addressWithMask'],
  ['224.0.0.5', 'validation.noDeviceAddress'],
  ['127.0.0.5', 'validation.loopbackAddress'],
])('no device can have %s, as its own address or as that of its router', (address, id) => {
  expect(ids({ ipAddress: address })).toEqual({ ipAddress: id })
  expect(ids({ router: address })).toEqual({ router: id })
  expect(ids({ ipAddress: address, router: address, ipAutomatic: true })).toEqual({})
})

test('no name server can have a multicast or a loopback address', () => {
  expect(ids({ dnsServer1: '224.0.0.5', dnsServer2: '127.0.0.53' })).toEqual({
    dnsServer1: 'validation.noDeviceAddress',
    dnsServer2: 'validation.loopbackAddress',
  })
})

test('0.0.0.0 as router can be kept, but not typed over an address', () => {
  expect(ids({ router: '0.0.0.0' })).toEqual({ router: 'validation.noDeviceAddress' })
  expect(ids({ router: '0.0.0.0' }, { router: '' })).toEqual({})
})

test('a device at a loopback address may move to another one', () => {
  const change = { ipAddress: '127.0.0.2', router: '127.0.0.254', dnsServer1: '127.0.0.53' }
  expect(ids(change, { address: '127.0.0.1' })).toEqual({})
})

test('warns of an address that another device has, until another is typed', () => {
  expect(Object.keys(checkReach(FIXED, FIXED.ipAddress))).toEqual(['ipAddress'])
  expect(checkReach({ ...FIXED, ipAddress: '192.168.0.91' }, FIXED.ipAddress)).toEqual({})
  expect(checkReach({ ...FIXED, ipAutomatic: true }, FIXED.ipAddress)).toEqual({})
})

test('warns of a router outside the network of the address', () => {
  const outside = [['router', 'network.ipv4.routerOutside']]
  expect(doubts({})).toEqual([])
  expect(doubts({ router: '192.168.1.1' })).toEqual(outside)
  expect(ids({ router: '192.168.1.1' })).toEqual({})
  expect(doubts({ router: '192.168.1.1', subnetMask: '255.255.0.0' })).toEqual([])
  expect(doubts({ router: '0.0.0.0' })).toEqual([])
  expect(doubts({ router: '192.168.1' })).toEqual([])
  expect(doubts({ router: '192.168.1.1', subnetMask: '255' })).toEqual([])
})

test('each value has its parameter, and what is automatic keeps what is stored (NET-23)', () => {
  expect(networkParameters({ ...FIXED, domainName: 'a.b' })).toEqual({
    'root.Network.BootProto': 'none',
    'root.Network.IPAddress': '192.168.0.90',
    'root.Network.SubnetMask': '255.255.255.0',
    'root.Network.DefaultRouter': '192.168.0.1',
    'root.Network.Resolver.ObtainFromDHCP': 'no',
    'root.Network.DomainName': 'a.b',
    'root.Network.DNSServer1': '0.0.0.0',
    'root.Network.DNSServer2': '0.0.0.0',
  })
  expect(networkParameters({ ...FIXED, ipAutomatic: true, dnsAutomatic: true })).toEqual({
    'root.Network.BootProto': 'dhcp',
    'root.Network.Resolver.ObtainFromDHCP': 'yes',
  })
})

test('custom name servers are written with an automatic address (NET-05, NET-23)', () => {
  const values = { ...FIXED, ipAutomatic: true, domainName: 'a.b', dnsServer1: '10.0.0.1' }
  expect(networkParameters(values)).toEqual({
    'root.Network.BootProto': 'dhcp',
    'root.Network.Resolver.ObtainFromDHCP': 'no',
    'root.Network.DomainName': 'a.b',
    'root.Network.DNSServer1': '10.0.0.1',
    'root.Network.DNSServer2': '0.0.0.0',
  })
})

test('protocol and port stay the same at another address (OPEN-26)', () => {
  const here = new URL('https://127.0.0.1:8443/webapp/hw/#/users')
  expect(urlAt(here, '127.0.0.2')).toBe('https://127.0.0.2:8443')
  expect(urlAt(new URL('http://door.local/'), '10.0.0.1')).toBe('http://10.0.0.1')
})
