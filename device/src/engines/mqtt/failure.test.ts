import { expect, test } from 'vitest'
import { ActionFailure } from '../action-rules/types.ts'
import { failureOf, isWrongVersion } from './failure.ts'

const errorWith = (code: string | number, message = 'Connection refused: why') =>
  Object.assign(new Error(message), { code })

test.each<[number, string]>([
  // MQTT 3.1.1.
  [1, 'refused'],
  [2, 'refused'],
  [3, 'refused'],
  [4, 'signIn'],
  [5, 'signIn'],
  // MQTT 5.
  [129, 'protocol'],
  [130, 'protocol'],
  [134, 'signIn'],
  [135, 'signIn'],
  [136, 'refused'],
  [141, 'timeout'],
])('the code %d of a broker means %s, in its words', (code, reason) => {
  expect(failureOf(errorWith(code))).toMatchObject({ reason, detail: 'why' })
})

test.each([
  ['ECONNREFUSED', 'unreachable'],
  ['ENOTFOUND', 'unreachable'],
  ['ETIMEDOUT', 'timeout'],
  ['EPROTO', 'protocol'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'protocol'],
  ['CERT_HAS_EXPIRED', 'certificate'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
  ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'certificate'],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'certificate'],
  ['ERR_OSSL_X509_KEY_VALUES_MISMATCH', 'certificate'],
])('%s means %s', (code, reason) => {
  expect(failureOf(errorWith(code)).reason).toBe(reason)
})

test('other ends of a connection have reasons too', () => {
  expect(failureOf(undefined)).toMatchObject({ reason: 'protocol', detail: '' })
  expect(failureOf(new Error('Keepalive timeout')).reason).toBe('timeout')
  expect(failureOf(new Error('Connection closed')).reason).toBe('unreachable')
  expect(failureOf(new Error('Invalid topic'))).toMatchObject({
    reason: 'protocol',
    detail: 'Invalid topic',
  })
  const failure = new ActionFailure('refused')
  expect(failureOf(failure)).toBe(failure)
})

test('the version of the protocol is refused by two codes', () => {
  expect([1, 132, 5, 135].map((code) => isWrongVersion(errorWith(code)))).toEqual([
    true,
    true,
    false,
    false,
  ])
})
