import { expect, test } from 'vitest'
import { failureOf, formsOf, said } from './failures.ts'

const error = (code: string, message = 'words') => Object.assign(new Error(message), { code })

test.each([
  ['ECONNREFUSED', 'unreachable'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ENOTFOUND', 'unreachable'],
  ['EAI_AGAIN', 'unreachable'],
  ['ETIMEDOUT', 'timeout'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
  ['CERT_HAS_EXPIRED', 'certificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'protocol'],
  ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'protocol'],
  ['EPROTO', 'protocol'],
  ['HPE_INVALID_CONSTANT', 'protocol'],
  ['ERR_INVALID_ARG_TYPE', 'internal'],
])('the code %s is %s', (code, reason) => {
  expect(failureOf(error(code))).toMatchObject({ reason, detail: 'words' })
})

test('of several addresses that don’t answer, the first is reported', () => {
  const cause = new AggregateError([error('ECONNREFUSED', 'one'), error('EHOSTUNREACH', 'two')])
  expect(failureOf(cause)).toMatchObject({ reason: 'unreachable', detail: 'one' })
})

test('what is no error', () => {
  expect(failureOf('text')).toMatchObject({ reason: 'internal', detail: '' })
  expect(failureOf(new Error('words'), 'protocol')).toMatchObject({ reason: 'protocol' })
})

test('words become one line of at most 200 characters', () => {
  expect(said('550-No\r\n550 \u0007such\u202E user ', [])).toBe('550-No 550 such user')
  const long = said('🔔'.repeat(300), [])
  expect(Array.from(long)).toHaveLength(200)
  expect(long.endsWith('🔔…')).toBe(true)
})

test('secrets are left out, in each form in which they are sent', () => {
  const [login, password] = ['door', 'pa$$ w/ö']
  for (const form of formsOf(login, password)) {
    expect(said(`a${form}b`, formsOf(login, password))).toBe('a***b')
  }
  expect(said('see ftp://door:x@host/ and http://y@host', [])).toBe(
    'see ftp://host/ and http://host',
  )
  // At the end of what fits, not even a part of it is left.
  expect(said(`${'x'.repeat(198)}${password}`, formsOf(login, password))).not.toContain('p')
})

test('a short password is left out where it is a word, and not within words', () => {
  expect(said('550 no', ['5', 'no'])).toBe('550 ***')
  expect(said('wrong password .*?', formsOf('door', '.*?'))).toBe('wrong password ***')
  expect(formsOf('door', '')).toEqual([])
})
