import type { NetworkInterfaceInfo } from 'node:os'
import { expect, test } from 'vitest'
import { leaseAt } from './lease.ts'

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

test.each([
  ['127.0.0.1', '127.0.0.1', '255.0.0.0', '127.255.255.255'],
  // Every 127.x.y.z is the host's, named or not.
  ['127.0.3.4', '127.0.3.4', '255.0.0.0', '127.255.255.255'],
  ['192.168.4.20', '192.168.4.20', '255.255.252.0', '192.168.7.255'],
  ['0.0.0.0', '192.168.4.20', '255.255.252.0', '192.168.7.255'],
])('bound to %s the device is at %s', (bound, address, subnetMask, broadcast) => {
  expect(leaseAt(bound, interfaces)).toEqual({ address, subnetMask, broadcast })
})

test('bound to every address of a host without a network, it is at the loopback address', () => {
  expect(leaseAt('0.0.0.0', { lo: interfaces.lo }).address).toBe('127.0.0.1')
})
