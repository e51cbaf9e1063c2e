import { expect, test } from 'vitest'
import { friendlyName, hostName } from './discovery.ts'

const long = (count: number) => 'a'.repeat(count)

test.each([
  ['', 'validation.errorRequired'],
  ['no good', 'validation.invalidHostName'],
  ['-door', 'validation.invalidHostName'],
  [`${long(60)}.${long(60)}`, 'validation.errorMaxCharacters'],
  ['front-door', undefined],
  [long(63), undefined],
])('the host name %s: %s (NET-31, NET-32)', (value, id) => {
  expect(hostName(value)?.id).toBe(id)
})

test.each([
  ['', 'validation.errorRequired'],
  ['  ', 'validation.errorRequired'],
  [long(64), 'validation.errorMaxCharacters'],
  ['Front\tgate', 'validation.errorInvalid'],
  ['Front gate, 2. floor', undefined],
])('the friendly name %s: %s (NET-33)', (value, id) => {
  expect(friendlyName(value)?.id).toBe(id)
})
