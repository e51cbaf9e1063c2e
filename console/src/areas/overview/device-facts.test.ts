import { expect, test } from 'vitest'
import { factsFrom } from './device-facts.ts'
import { manualOf } from './manuals.ts'
import { resolutionFor } from './resolution.ts'

test('the panel shows the addresses in use (OVERVIEW-03, OVERVIEW-04, OVERVIEW-05)', () => {
  const values = new Map([
    ['root.Properties.System.SerialNumber', 'ACCC8E012345'],
    ['root.Properties.Firmware.Version', '9.80.3'],
    ['root.Network.IPAddress', '192.168.0.90'],
    ['root.Network.eth0.IPAddress', '10.0.0.7'],
    ['root.Network.IPv6.Enabled', 'yes'],
    ['root.Network.eth0.IPv6.IPAddresses', 'fe80::1/64 2001:db8::1/64'],
  ])
  expect(factsFrom(values)).toEqual({
    serialNumber: 'ACCC8E012345',
    firmwareVersion: '9.80.3',
    ipv4Address: '10.0.0.7',
    ipv6Addresses: ['fe80::1', '2001:db8::1'],
    supportsIPv6: true,
  })
})

test('what the device does not tell stays open, without an invented value', () => {
  expect(factsFrom(new Map([['root.Network.eth0.IPv6.IPAddresses', ' ']]))).toEqual({
    serialNumber: undefined,
    firmwareVersion: undefined,
    ipv4Address: undefined,
    ipv6Addresses: [],
    supportsIPv6: false,
  })
})

test('only known models have a manual (OVERVIEW-07)', () => {
  expect(manualOf({ ProdNbr: 'A8307-E' })).toMatch(/^https:.*a8307-e$/)
  expect(manualOf({ ProdNbr: 'A9999' })).toBeUndefined()
  expect(manualOf({ ProdNbr: 'constructor' })).toBeUndefined()
  expect(manualOf(undefined)).toBeUndefined()
})

test('the manual that the device names comes first, as long as it is a web address', () => {
  const told = 'https://lattice.example/d100'
  expect(manualOf({ ProdNbr: 'D100', ManualURL: told })).toBe(told)
  expect(manualOf({ ProdNbr: 'A8307-E', ManualURL: told })).toBe(told)
  expect(manualOf({ ProdNbr: 'D100', ManualURL: 'javascript:alert(1)' })).toBeUndefined()
})

test('the video is asked for in the shape of its frame, as far as the device has it', () => {
  expect(resolutionFor('640x480,1920x1080,640x360,1280x720')).toBe('640x360')
  expect(resolutionFor('1920x1080, 1280x720, 320x180')).toBe('1280x720')
  expect(resolutionFor('640x480,axb,')).toBeUndefined()
  expect(resolutionFor(undefined)).toBeUndefined()
})
