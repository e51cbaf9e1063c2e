import { expect, test } from 'vitest'
import { hostAllowed } from './host-check.ts'

const names = (): string[] => ['Front-Gate', 'front-gate.local', '']

test.each([
  undefined,
  '127.0.0.1',
  '192.168.0.90:8080',
  '[::1]',
  '[fe80::aecc:8eff:fe01:2345]:8443',
  'localhost',
  'LOCALHOST:8080',
  'front-gate',
  'FRONT-GATE.local.:80',
])('accepts %s', (host) => {
  expect(hostAllowed(host, names)).toBe(true)
})

test.each([
  '',
  ':80',
  'evil.example',
  'front-gate.evil.example',
  '127.0.0.1.evil.example',
  'localhost.evil.example',
  'evil.example:127',
  '127.0.0.1@evil.example',
  '127.0.0.1:80:90',
  '0x7f.1',
  '[::1',
  '[evil]',
  'a b',
])('refuses %j', (host) => {
  expect(hostAllowed(host, names)).toBe(false)
})
