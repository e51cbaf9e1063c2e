import type { NetworkInterfaceInfo } from 'node:os'
import { PLAIN_DHCP } from '@lintel/contract/dhcp'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import { expect, test } from 'vitest'
import { leaseFrom, placeOf } from './lease.ts'

const entry = (address: string, netmask: string, internal = false): NetworkInterfaceInfo => ({
  address,
  netmask,
  internal,
  family: 'IPv4',
  mac: '00:00:00:00:00:00',
  cidr: null,
})
const interfaces = {
  lo: [entry('127.0.0.1', '255.0.0.0', true)],
  eth0: [entry('192.168.4.20', '255.255.252.0')],
}

const linux = { interfaces: () => interfaces, platform: () => 'linux' as const }

test.each([
  ['127.0.0.1', '127.0.0.1', '255.0.0.0', '127.255.255.255'],
  // Every 127.x.y.z belongs to the host, named or not.
  ['127.0.3.4', '127.0.3.4', '255.0.0.0', '127.255.255.255'],
  ['192.168.4.20', '192.168.4.20', '255.255.252.0', '192.168.7.255'],
  ['0.0.0.0', '192.168.4.20', '255.255.252.0', '192.168.7.255'],
])('bound to %s the device is at %s', (bound, address, subnetMask, broadcast) => {
  expect(placeOf(bound, linux)).toEqual({ address, subnetMask, broadcast })
})

test('bound to every address of a host without a network, it is at the loopback address', () => {
  const alone = { ...linux, interfaces: () => ({ lo: interfaces.lo }) }
  expect(placeOf('0.0.0.0', alone).address).toBe('127.0.0.1')
})

test('an ordinary network offers the address that the device is bound to, and nothing else', () => {
  expect(leaseFrom(PLAIN_WORLD, '127.0.0.1')).toEqual({
    address: '127.0.0.1',
    subnetMask: '255.0.0.0',
    broadcast: '127.255.255.255',
    router: '',
    dnsServers: [],
    ntpServers: [],
    domainName: '',
    hostName: '',
  })
})

test('the lease has the values that the DHCP server is configured with', () => {
  const lease = {
    address: '127.0.0.9',
    subnetMask: '255.255.255.0',
    router: '127.0.0.254',
    dnsServers: ['127.0.0.53'],
    ntpServers: ['127.0.0.123', '127.0.0.124'],
    domainName: 'door.example',
    hostName: 'gate',
  }
  const world = { ...PLAIN_WORLD, dhcp: { enabled: true, lease } }
  expect(leaseFrom(world, '127.0.0.1')).toEqual({ ...lease, broadcast: '127.0.0.255' })
})

test('without a cable or a server there is no lease', () => {
  expect(leaseFrom({ ...PLAIN_WORLD, cable: false }, '127.0.0.1')).toBeUndefined()
  const off = { ...PLAIN_WORLD, dhcp: { ...PLAIN_DHCP, enabled: false } }
  expect(leaseFrom(off, '127.0.0.1')).toBeUndefined()
})
