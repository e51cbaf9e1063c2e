import type { ActionFailureReason } from '@lintel/contract/calls/recipients'
import { ActionFailure } from '../action-rules/types.ts'

/** Characters of an answer that are kept. */
const DETAIL_MAX = 200
/** Characters that are looked at; the beginning of an answer says what it is about. */
const READ_MAX = 8192
/** Shorter passwords are part of ordinary words and numbers. */
const SHORT_SECRET = 4

/** By code of Node. */
const REASONS: Readonly<Record<string, ActionFailureReason>> = {
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  ECONNABORTED: 'unreachable',
  EPIPE: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EACCES: 'unreachable',
  EPERM: 'unreachable',
  EINVAL: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  EAI_FAIL: 'unreachable',
  ERR_STREAM_PREMATURE_CLOSE: 'unreachable',
  ETIMEDOUT: 'timeout',
  EPROTO: 'protocol',
  HOSTNAME_MISMATCH: 'certificate',
}

/** Codes of Node and OpenSSL for a certificate that isn't accepted. */
const CERTIFICATE =
  /^(ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_|PATH_LENGTH_|ERROR_IN_CERT_)/
/** Codes of OpenSSL for a handshake that fails otherwise, and of Node's HTTP parser. */
const NONSENSE = /^(ERR_SSL_|HPE_)/

/** The reason that the code of a system error gives; undefined for other codes. */
export function reasonOfCode(code: string): ActionFailureReason | undefined {
  if (CERTIFICATE.test(code)) return 'certificate'
  return NONSENSE.test(code) ? 'protocol' : REASONS[code]
}

/** What an error of a connection means. */
export function failureOf(cause: unknown, otherwise: ActionFailureReason = 'internal') {
  if (cause instanceof ActionFailure) return cause
  // A host with several addresses, none of which answers.
  const [first = cause] = cause instanceof AggregateError ? (cause.errors as unknown[]) : []
  if (!(first instanceof Error)) return new ActionFailure(otherwise)
  const { code, reason } = first as Error & { code?: string | number; reason?: unknown }
  return new ActionFailure(
    reasonOfCode(String(code ?? '')) ?? otherwise,
    // OpenSSL's messages contain names of its source files.
    code === 'EPROTO' && typeof reason === 'string' ? reason : first.message,
  )
}

/**
 * The words of the other side for the log and for people: one line, at most 200 characters, without
 * secrets.
 */
export function said(text: string, secrets: readonly string[]): string {
  let clean = text.slice(0, READ_MAX)
  // A longer one may contain a shorter one.
  for (const secret of secrets.toSorted((one, other) => other.length - one.length)) {
    clean = without(clean, secret)
  }
  clean = clean
    .replaceAll(/:\/\/[^/\s@]*@/g, '://')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
  const letters = Array.from(clean)
  return letters.length > DETAIL_MAX ? `${letters.slice(0, DETAIL_MAX - 1).join('')}…` : clean
}

function without(text: string, secret: string): string {
  if (secret.length >= SHORT_SECRET) return text.replaceAll(secret, '***')
  const literal = secret.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
  return text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'gu'), '***')
}

const base64 = (value: string): string => Buffer.from(value).toString('base64').replace(/=+$/, '')

/** A password as it is, and in the forms in which protocols send it. */
export function formsOf(login: string, password: string): string[] {
  if (password === '') return []
  return [
    password,
    encodeURIComponent(password),
    base64(password),
    base64(`${login}:${password}`),
    base64(`\0${login}\0${password}`),
  ]
}
