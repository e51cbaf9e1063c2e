import { expect, test } from 'vitest'
import { openAddresses } from './addresses.ts'

test.each([
  ['93.184.216.34', '192.0.2.1'],
  ['http://93.184.216.34:8080/x', 'http://192.0.2.1:8080/x'],
  ['sip:100@93.184.216.34', 'sip:100@192.0.2.1'],
  ['DNS 9.9.9.9.', 'DNS 192.0.2.1.'],
  ['2a00:1450:4001:82a::200e', '2001:db8::1'],
  ['[2a00:1450::200e]:443', '[2001:db8::1]:443'],
  ['2A00:1450:0:0:0:0:0:1/64', '2001:db8::1/64'],
])('%s becomes %s', (text, masked) => {
  const addresses = openAddresses()
  expect(addresses.mask(text)).toBe(masked)
  expect(addresses.count).toBe(1)
})

test.each([
  '0.0.0.0',
  '10.0.0.5',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.1.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.90',
  '192.0.2.7',
  '224.0.0.251',
  '239.1.2.3',
  '255.255.255.0',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fd12:3456::1',
  'ff02::fb',
  '2001:db8::5',
  // Not addresses.
  '1.3.6.1.4.1.368',
  '9.80.3',
  '300.1.2.3',
  'v1.2.3.4-beta',
  '12:11:57',
  'AC:CC:8E:00:00:01',
  'tns1:Device/tnsaxis:IO',
  'urn:uuid:1:2:3',
])('%s stays', (text) => {
  expect(openAddresses().mask(text)).toBe(text)
})

test('one address is always replaced by the same one, others by others', () => {
  const addresses = openAddresses()
  expect(addresses.mask('8.8.8.8 8.8.4.4 8.8.8.8')).toBe('192.0.2.1 192.0.2.2 192.0.2.1')
  const many = Array.from({ length: 300 }, (_one, at) =>
    addresses.mask(`8.9.${at >> 8}.${at & 255}`),
  )
  expect(new Set(many).size).toBe(300)
  for (const one of many) expect(openAddresses().mask(one)).toBe(one)
})
