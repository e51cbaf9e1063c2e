import { expect, test } from 'vitest'
import { callUri } from './sip.ts'

const registered = { sips: false, domain: 'lab.test' }
const local = { sips: false, domain: '' }

test.each([
  ['200', 'sip:200@lab.test'],
  ['  john.doe ', 'sip:john.doe@lab.test'],
  ['*21#', 'sip:*21%23@lab.test'],
  ['+49301234', 'sip:+49301234@lab.test'],
  ['desk@other.test', 'sip:desk@other.test'],
  ['192.0.2.7', 'sip:192.0.2.7'],
  ['192.0.2.7:5070', 'sip:192.0.2.7:5070'],
  ['[2001:db8::7]', 'sip:[2001:db8::7]'],
  [' sip:200@other.test', 'sip:200@other.test'],
  ['SIPS:200@other.test', 'SIPS:200@other.test'],
])('a registered account calls %j as %s', (typed, uri) => {
  expect(callUri(typed, registered)).toBe(uri)
})

test('an account for peer-to-peer calls takes a bare name as a host', () => {
  expect(callUri('desk', local)).toBe('sip:desk')
})

test('an account that uses SIPS calls with SIPS', () => {
  expect(callUri('200', { ...registered, sips: true })).toBe('sips:200@lab.test')
})
