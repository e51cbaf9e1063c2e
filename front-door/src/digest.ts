import { hash as hashOf, timingSafeEqual } from 'node:crypto'
import type { DigestAlgorithm, DigestFields } from './authorization.ts'
import type { Credentials } from './device-context.ts'

/** The hexadecimal digest from which Digest authentication builds everything. */
export function hash(algorithm: DigestAlgorithm, text: string): string {
  return hashOf(algorithm === 'MD5' ? 'md5' : 'sha256', text)
}

/** Both HA1 digests of a password; nothing else of it is stored (RFC 7616 §3.4.2). */
export function ha1Of(user: string, realm: string, password: string): Credentials['ha1'] {
  const text = `${user}:${realm}:${password}`
  return { md5: hash('MD5', text), sha256: hash('SHA-256', text) }
}

/** The response that a client has to compute for `qop=auth` (RFC 7616 §3.4.1). */
export function digestResponse(
  ha1: string,
  method: string,
  {
    algorithm,
    nonce,
    nc,
    cnonce,
    uri,
  }: Omit<DigestFields, 'user' | 'realm' | 'response' | 'count'>,
): string {
  const ha2 = hash(algorithm, `${method}:${uri}`)
  return hash(algorithm, `${ha1}:${nonce}:${nc}:${cnonce}:auth:${ha2}`)
}

/** Whether the client knows the password, regardless of the nonce's state. */
export function digestMatches(
  fields: DigestFields,
  method: string,
  ha1: Credentials['ha1'],
): boolean {
  const own = fields.algorithm === 'MD5' ? ha1.md5 : ha1.sha256
  return sameText(digestResponse(own, method, fields), fields.response.toLowerCase())
}

/** Whether this is the account's password. */
export function passwordMatches(
  user: string,
  realm: string,
  password: string,
  ha1: Credentials['ha1'],
): boolean {
  return sameText(hash('SHA-256', `${user}:${realm}:${password}`), ha1.sha256)
}

/** Compares in constant time. */
function sameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
