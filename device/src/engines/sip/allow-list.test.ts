import { expect, test } from 'vitest'
import { mayCall } from './allow-list.ts'

const ANN = { user: 'ann', password: '' }
const OPEN = { allowIncoming: true, allowedUsers: undefined, allowedUris: undefined }

test('without lists anybody may call, or nobody', () => {
  expect(mayCall('sip:x@y', OPEN)).toBe(true)
  expect(mayCall('sip:x@y', { ...OPEN, allowIncoming: false })).toBe(false)
})

test.each([
  ['sip:ann@a.test', true],
  ['sip:Ann@a.test', false],
  ['sip:a.test', false],
  ['ann', false],
])('users are compared exactly: %s', (from, allowed) => {
  expect(mayCall(from, { ...OPEN, allowedUsers: [ANN] })).toBe(allowed)
})

test('a user with a password is not believed', () => {
  const allowedUsers = [{ ...ANN, password: 'secret' }]
  expect(mayCall('sip:ann@a.test', { ...OPEN, allowedUsers })).toBe(false)
})

test.each([
  ['sip:ann@a.test', ['sip:ann@A.TEST'], true],
  ['sip:bob@a.test', ['ann@a.test'], false],
  ['sip:bob@a.test', ['a.test'], true],
  ['sip:bob@a.test:5070', ['a.test'], true],
  ['sip:bob@a.test:5070', ['a.test:5060'], false],
  ['sip:bob@a.test', ['a.test:5060'], true],
  ['sip:bob@[2001:db8::1]', ['sip:[2001:db8::1]'], true],
  ['sip:bob@xa.test', ['a.test'], false],
  ['sip:bob@a.test', ['', 'nonsense@@'], false],
  ['sip:bob@a.test', [], false],
])('%s and the list %j: %s', (from, allowedUris, allowed) => {
  expect(mayCall(from, { ...OPEN, allowedUris })).toBe(allowed)
})

test('with both lists one of them is enough', () => {
  const lists = { ...OPEN, allowedUsers: [ANN], allowedUris: ['b.test'] }
  expect(mayCall('sip:ann@a.test', lists)).toBe(true)
  expect(mayCall('sip:bob@b.test', lists)).toBe(true)
  expect(mayCall('sip:bob@a.test', lists)).toBe(false)
})
