import { expect, test } from 'vitest'
import { isForeign } from './same-site.ts'

const host = '192.168.0.90'

test.each([
  ['no word about it', {}],
  ['our own page', { 'sec-fetch-site': 'same-origin', origin: 'http://192.168.0.90' }],
  ['a typed address', { 'sec-fetch-site': 'none' }],
  ['our own page on https', { origin: 'https://192.168.0.90' }],
])('accepts %s', (_what, headers) => {
  expect(isForeign({ host, ...headers })).toBe(false)
})

test('accepts a written-out default port of the same host', () => {
  expect(isForeign({ host: '192.168.0.90:80', origin: 'http://192.168.0.90' })).toBe(false)
  expect(isForeign({ host: 'Front-Gate:443', origin: 'https://front-gate' })).toBe(false)
})

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another port of this host', { 'sec-fetch-site': 'same-site' }],
  ['the origin of another host', { origin: 'http://evil.example' }],
  ['the origin of another port', { origin: 'http://192.168.0.90:8081' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['a file', { origin: 'file://' }],
  ['an origin that is none', { origin: 'nonsense' }],
])('refuses %s', (_what, headers) => {
  expect(isForeign({ host, ...headers })).toBe(true)
})
