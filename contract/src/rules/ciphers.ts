/**
 * The TLS 1.2 cipher suites by their OpenSSL names. The choice does not affect TLS 1.3, whose
 * suites (RFC 8446 §B.4) are always offered.
 */

/** The key types that a suite can sign with. */
export type KeyKind = 'ec' | 'rsa'

/** The suites that the list always offers. Source: A §9. */
export const CIPHERS = [
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'DHE-RSA-AES128-GCM-SHA256',
  'DHE-RSA-AES256-GCM-SHA384',
] as const

/** The factory suites: those for certificates of both kinds that need no parameters. */
export const DEFAULT_CIPHERS: readonly string[] = CIPHERS.filter((name) => name.startsWith('ECDHE'))

/** Older ones, shown only if the device reports them. Source: A §9. */
export const LEGACY_CIPHERS = [
  'DHE-RSA-AES128-SHA',
  'DHE-RSA-AES256-SHA',
  'AES128-SHA',
  'AES256-SHA',
  'DES-CBC3-SHA',
  'RC4-SHA',
  'RC4-MD5',
  'DES-CBC-SHA',
] as const

/** Those of them that are broken (RFC 7465, RFC 7525 §4.1); they can't be saved. Source: A §5. */
export const DEPRECATED_CIPHERS: readonly string[] = [
  'DES-CBC3-SHA',
  'RC4-SHA',
  'RC4-MD5',
  'DES-CBC-SHA',
]

/**
 * The suite that a name means: some devices, and the specification, omit the digest at the end
 * (`DHE-RSA-AES128-GCM`). Unknown names are returned unchanged.
 */
export const cipherCalled = (name: string): string =>
  CIPHERS.find((full) => full === name || full.startsWith(`${name}-SHA`)) ?? name

/** The key that a certificate needs for a suite. */
export const keyKindOf = (cipher: string): KeyKind => (cipher.includes('ECDSA') ? 'ec' : 'rsa')
