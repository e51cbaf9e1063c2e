import { expect, test } from 'vitest'
import { openSerials } from './serials.ts'

const SERIAL = 'B8A44F631339'

test.each([
  ['B8A44F631339', 'ACCC8E000001'],
  ['b8a44f631339', 'accc8e000001'],
  ['B8:A4:4F:63:13:39', 'AC:CC:8E:00:00:01'],
  ['b8:a4:4f:63:13:39', 'ac:cc:8e:00:00:01'],
  ['b8-a4-4f-63-13-39', 'ac-cc-8e-00-00-01'],
  ['b8a4.4f63.1339', 'accc.8e00.0001'],
  ['axis-b8a44f631339.local', 'axis-accc8e000001.local'],
  ['realm="AXIS_B8A44F631339"', 'realm="AXIS_ACCC8E000001"'],
  ['uuid:Upnp-BasicDevice-1_0-B8A44F631339', 'uuid:Upnp-BasicDevice-1_0-ACCC8E000001'],
  [
    'urn:uuid:6f1c5f6e-0000-1000-8000-b8a44f631339',
    'urn:uuid:6f1c5f6e-0000-1000-8000-accc8e000001',
  ],
  ['fe80::baa4:4fff:fe63:1339/64', 'fe80::aecc:8eff:fe00:1/64'],
  ['fd00::baa4:4fff:fe63:1339', 'fd00::aecc:8eff:fe00:1'],
  ['AXIS P3265-V - B8A44F631339', 'AXIS P3265-V - ACCC8E000001'],
])('%s becomes %s', (text, masked) => {
  expect(openSerials(SERIAL, []).mask(text)).toBe(masked)
})

test('zeros in groups of an IPv6 address may be there', () => {
  const serials = openSerials('00408C000A0B', [])
  expect(serials.mask('fe80::0240:8cff:fe00:0a0b')).toBe('fe80::aecc:8eff:fe00:0001')
  expect(serials.mask('fe80::240:8cff:fe00:a0b')).toBe('fe80::aecc:8eff:fe00:1')
})

test('the serial may be given in any spelling', () => {
  expect(openSerials('b8:a4:4f:63:13:39', []).mask('B8A44F631339')).toBe('ACCC8E000001')
})

test('hardware addresses of other devices are replaced in every spelling, too', () => {
  const serials = openSerials(SERIAL, [
    '"MAC":"00:40:8C:11:22:33"',
    'ff:ff:ff:ff:ff:ff 01:00:5e:00:00:fb',
  ])
  expect(serials.mask('00408c112233, 00:40:8C:11:22:33')).toBe('accc8e000002, AC:CC:8E:00:00:02')
  expect(serials.mask('ff:ff:ff:ff:ff:ff')).toBe('ff:ff:ff:ff:ff:ff')
})

test('fingerprints and times stay', () => {
  const fingerprint = Array.from({ length: 32 }, (_one, at) => (at + 16).toString(16)).join(':')
  const text = `${fingerprint} 2026-11-27T13:00:00 12:11:57`
  expect(openSerials(SERIAL, [text]).mask(text)).toBe(text)
})

test('a serial number that is no hardware address is replaced as a whole', () => {
  const serials = openSerials('SN-4711-0815', [])
  expect(serials.mask('id SN-4711-0815, sn47110815')).toBe('id AC-CC8E-000001, accc8e000001')
  expect(serials.count).toBe(2)
})

test('without a serial number nothing is replaced but other hardware addresses', () => {
  expect(openSerials('', []).mask(SERIAL)).toBe(SERIAL)
  expect(openSerials('', ['00:40:8C:11:22:33']).mask('00:40:8C:11:22:33')).toBe('AC:CC:8E:00:00:02')
})
