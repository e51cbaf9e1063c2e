import { X509Certificate } from 'node:crypto'
import { ConnectionEnded } from './transport/flow.ts'

/**
 * Why nobody answered, for people. Servers that refuse a client's certificate say so by an alert, or
 * just end the connection.
 * @param certificate of the account, in PEM; undefined for none
 * @param now UTC milliseconds
 */
export function failureText(cause: Error, certificate: string | undefined, now: number): string {
  const isTls = 'code' in cause && String(cause.code).startsWith('ERR_SSL_')
  const refused = isTls || cause instanceof ConnectionEnded
  if (refused && certificate !== undefined && hasExpired(certificate, now)) {
    return 'The certificate of the account has expired.'
  }
  // OpenSSL's message has file names and numbers around it.
  const reason = isTls && 'reason' in cause ? cause.reason : undefined
  return typeof reason === 'string' && reason !== '' ? reason : cause.message
}

const hasExpired = (certificate: string, now: number): boolean =>
  Date.parse(new X509Certificate(certificate).validTo) < now
