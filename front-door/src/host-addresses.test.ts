import type { NetworkInterfaceInfo } from 'node:os'
import { expect, test } from 'vitest'
import { ipv6AddressesFor, hostAddress, hostAddresses } from './host-addresses.ts'

const entry = (address: string, netmask: string, internal = false) =>
  ({
    address,
    netmask,
    internal,
    family: 'IPv4',
    mac: '',
    cidr: null,
  }) satisfies NetworkInterfaceInfo
const interfaces = () => ({
  lo: [entry('127.0.0.1', '255.0.0.0', true)],
  eth0: [
    entry('192.168.4.20', '255.255.252.0'),
    { ...entry('fe80::1', ''), family: 'IPv6', scopeid: 0 } as NetworkInterfaceInfo,
  ],
})
const linux = { interfaces, platform: () => 'linux' as const }
const mac = { interfaces, platform: () => 'darwin' as const }

test('only IPv4 addresses count', () => {
  expect(hostAddresses(linux).map(({ address }) => address)).toEqual(['127.0.0.1', '192.168.4.20'])
})

test.each([
  ['192.168.4.20', '255.255.252.0', '255.255.252.0'],
  ['127.0.0.1', '255.0.0.0', '255.0.0.0'],
  ['127.9.8.7', '255.0.0.0', undefined],
  ['127.0.0.0', undefined, undefined],
  ['127.255.255.255', undefined, undefined],
  ['192.0.2.10', undefined, undefined],
  ['0.0.0.0', undefined, undefined],
  ['127.0.0.one', undefined, undefined],
])('%s is %s on Linux and %s on a Mac', (address, onLinux, onMac) => {
  expect(hostAddress(address, linux)?.netmask).toBe(onLinux)
  expect(hostAddress(address, mac)?.netmask).toBe(onMac)
})

test("the IPv6 addresses of an IPv4 address's interface are found", () => {
  const six = (address: string, cidr: string, internal = false) =>
    ({ address, cidr, internal, netmask: '', family: 'IPv6', mac: '', scopeid: 0 }) as const
  const host = {
    ...linux,
    interfaces: () => ({
      lo: [entry('127.0.0.1', '255.0.0.0', true), six('::1', '::1/128', true)],
      eth0: [
        entry('192.168.4.20', '255.255.252.0'),
        six('fd00::2', 'fd00::2/64'),
        six('fe80::1', 'fe80::1/64'),
      ],
      eth1: [entry('192.168.8.20', '255.255.255.0')],
    }),
  }
  expect(ipv6AddressesFor('127.0.0.79', host)).toEqual([{ address: '::1', prefix: 128, zone: '' }])
  expect(ipv6AddressesFor('192.168.4.20', host)).toEqual([
    { address: 'fd00::2', prefix: 64, zone: '' },
    { address: 'fe80::1', prefix: 64, zone: '%eth0' },
  ])
  expect(ipv6AddressesFor('192.168.8.20', host)).toEqual([])
  expect(ipv6AddressesFor('192.0.2.10', host)).toEqual([])
})
