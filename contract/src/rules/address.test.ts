import { expect, test } from 'vitest'
import { isAddressWithPort } from './address.ts'

test.each([
  '10.0.0.1',
  '10.0.0.1:80',
  'door.example',
  'door:1',
  'door.example:65535',
  '2001:db8::1',
  '::1',
  '[2001:db8::1]',
  '[2001:db8::1]:443',
])('%s is an address, with or without a port (NET-20)', (value) => {
  expect(isAddressWithPort(value)).toBe(true)
})

test.each([
  '',
  '10.0.0.256',
  '10.0.0.1:',
  '10.0.0.1:0',
  'door.example:65536',
  'door.example:123456',
  'door.example:http',
  'no good',
  '[10.0.0.1]:80',
  '[door]',
  '[2001:db8::1',
  '2001:db8::1::2',
  ':80',
  'http://door',
])('%s is not an address (NET-20)', (value) => {
  expect(isAddressWithPort(value)).toBe(false)
})
