/** What the errors of a connection to a broker mean. */
import type { ActionFailureReason } from '@lintel/contract/calls/recipients'
import { member } from '@lintel/contract/member'
import { ActionFailure } from '../action-rules/types.ts'

/**
 * Codes of answers, of MQTT 5 and, below 6, of MQTT 3.1.1. Source: MQTT 5.0, 2.4; MQTT 3.1.1,
 * 3.2.2.3.
 */
const REASONS: Readonly<Record<number, ActionFailureReason>> = {
  4: 'signIn',
  5: 'signIn',
  129: 'protocol',
  130: 'protocol',
  134: 'signIn',
  135: 'signIn',
  141: 'timeout',
}

/** The broker doesn't know this version of the protocol. */
const WRONG_VERSION: readonly unknown[] = [1, 132]

/** What the library says of messages that it has not delivered because the connection ended. */
const ENDED = ['Connection closed', 'client disconnecting']

export const unreachable = (): ActionFailure => new ActionFailure('unreachable', 'not connected')

/** Codes of OpenSSL and Node for certificates that one of both sides doesn't accept or can't read. */
const CERTIFICATE =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_|ERROR_IN_CERT_|ERR_TLS_CERT_|ERR_SSL_.*ALERT_(BAD_|UNSUPPORTED_|UNKNOWN_|CERTIFICATE_|NO_)?(CERTIFICATE|CA)|ERR_SSL_.*CERTIFICATE_REQUIRED|ERR_OSSL_)/

export const isWrongVersion = (cause: unknown): boolean =>
  WRONG_VERSION.includes(member(cause, 'code'))

/** Why a connection failed or ended. `undefined` means that the other side just closed it. */
export function failureOf(cause: unknown): ActionFailure {
  if (cause instanceof ActionFailure) return cause
  if (cause === undefined) return new ActionFailure('protocol')
  const code = member(cause, 'code')
  const message = cause instanceof Error ? cause.message : ''
  if (ENDED.includes(message)) return unreachable()
  if (typeof code === 'number') {
    const words = message.replace(/^(Connection refused|Publish error|Subscribe error): /, '')
    return new ActionFailure(REASONS[code] ?? 'refused', words)
  }
  const name = typeof code === 'string' ? code : ''
  if (CERTIFICATE.test(name)) return new ActionFailure('certificate', name)
  if (name === 'EPROTO' || name.startsWith('ERR_SSL_')) return new ActionFailure('protocol', name)
  if (name === 'ETIMEDOUT') return new ActionFailure('timeout')
  if (message === 'Keepalive timeout') return new ActionFailure('timeout', message)
  // What a broker breaks of the protocol has no code.
  return name === ''
    ? new ActionFailure('protocol', message)
    : new ActionFailure('unreachable', name)
}
