/**
 * The cipher suites of TLS 1.2, by the names of OpenSSL. What is chosen here says nothing of TLS 1.3,
 * whose suites (RFC 8446 §B.4) are always offered.
 */

/** What keys a certificate may have that a suite signs with. */
export type KeyKind = 'ec' | 'rsa'

/** The suites that a list always offers. Source: A §9. */
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

/** The suites that a device comes with: those of certificates of both kinds that need no parameters. */
export const DEFAULT_CIPHERS: readonly string[] = CIPHERS.filter((name) => name.startsWith('ECDHE'))

/** Older ones, which are shown only where the device reports them. Source: A §9. */
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

/** Those of them that are broken (RFC 7465, RFC 7525 §4.1); nothing may be saved with one. Source: A §5. */
export const DEPRECATED_CIPHERS: readonly string[] = [
  'DES-CBC3-SHA',
  'RC4-SHA',
  'RC4-MD5',
  'DES-CBC-SHA',
]

/**
 * The suite that a name means: some devices, and the specification, leave the digest at the end out
 * (`DHE-RSA-AES128-GCM`). A name that nobody knows means itself.
 */
export const cipherCalled = (name: string): string =>
  CIPHERS.find((full) => full === name || full.startsWith(`${name}-SHA`)) ?? name

/** The key that a certificate needs for a suite. */
export const keyKindOf = (cipher: string): KeyKind => (cipher.includes('ECDSA') ? 'ec' : 'rsa')
