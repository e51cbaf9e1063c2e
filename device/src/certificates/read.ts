import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { FILE_BYTES_MAX } from '@lintel/contract/calls/certificates'
import { Refusal } from '@lintel/contract/fault'
import type { KeyKind } from '@lintel/contract/rules/ciphers'
import { fault } from './faults.ts'

/** Maximum number of certificates in one file. Own design. */
const CHAIN_MAX = 10

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
const isPem = (bytes: Buffer): boolean => bytes.includes('-----BEGIN ')

/**
 * Decodes base64 (RFC 4648 §4), ignoring whitespace.
 * @throws Refusal when it isn't base64, or too long
 */
export function bytesOf(base64: string): Buffer {
  const text = base64.replaceAll(/\s+/g, '')
  if (text.length > Math.ceil(FILE_BYTES_MAX / 3) * 4) {
    throw new Refusal('tooLarge', `The file is larger than ${FILE_BYTES_MAX / 1024} kB.`)
  }
  if (text === '') throw fault('CertificateFormat', 'The file is empty.')
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) {
    throw fault('CertificateFormat', 'The data is not base64.')
  }
  return Buffer.from(text, 'base64')
}

/**
 * Reads the certificates of a file: PEM (any number) or DER (one). Ignores keys.
 * @throws Refusal when there is no certificate
 */
export function certificatesIn(bytes: Buffer): X509Certificate[] {
  const encoded = isPem(bytes) ? (bytes.toString('latin1').match(PEM_CERTIFICATE) ?? []) : [bytes]
  if (encoded.length === 0) throw fault('CertificateFormat', 'The file contains no certificate.')
  if (encoded.length > CHAIN_MAX) {
    throw fault('CertificateFormat', `The file contains more than ${CHAIN_MAX} certificates.`)
  }
  return encoded.map((one) => {
    try {
      return new X509Certificate(one)
    } catch {
      throw fault('CertificateFormat', 'The certificate is not valid X.509.')
    }
  })
}

/**
 * Reads the private key of a file, PEM or DER (PKCS#8, PKCS#1, SEC 1).
 * @throws Refusal when there is no key, it is encrypted, or its type is unsupported for TLS
 */
export function privateKeyIn(bytes: Buffer): KeyObject {
  const key = readKey(bytes)
  if (!key) throw fault('CertificateFormat', 'The file contains no private key.')
  if (!kindOf(key)) {
    throw fault(
      'UnsupportedPrivateKey',
      'The key must be RSA with 2048 to 8192 bits, or EC P-256, P-384 or P-521.',
    )
  }
  return key
}

function readKey(bytes: Buffer): KeyObject | undefined {
  const text = bytes.toString('latin1')
  const pem = /-----BEGIN ([A-Z ]*PRIVATE KEY)-----[^]+?-----END \1-----/.exec(text)?.[0]
  const encrypted =
    pem === undefined
      ? tryParse(() => createPrivateKey({ key: bytes, ...PKCS8 })) === 'encrypted'
      : /ENCRYPTED/.test(pem)
  if (encrypted) {
    throw fault(
      'UnsupportedPrivateKey',
      'The private key is encrypted. Remove its passphrase, or upload key and certificate as PKCS#12.',
    )
  }
  const parsers =
    pem === undefined
      ? [PKCS8, { format: 'der', type: 'sec1' } as const, { format: 'der', type: 'pkcs1' } as const]
          // One parser per DER format; DER doesn't say which format it is.
          .map((form) => () => createPrivateKey({ key: bytes, ...form }))
      : [() => createPrivateKey(pem)]
  for (const parse of parsers) {
    const key = tryParse(parse)
    if (typeof key === 'object') return key
  }
  return undefined
}

const PKCS8 = { format: 'der', type: 'pkcs8' } as const

function tryParse(parse: () => KeyObject): KeyObject | 'encrypted' | undefined {
  try {
    return parse()
  } catch (cause) {
    const { code } = cause as { code?: string }
    return code === 'ERR_MISSING_PASSPHRASE' ? 'encrypted' : undefined
  }
}

/** Supported curves, by their OpenSSL names. */
export const CURVES: Readonly<Record<string, string>> = {
  prime256v1: 'P-256',
  secp384r1: 'P-384',
  secp521r1: 'P-521',
}

/** The cipher suites a key can sign for; undefined for keys the web server can't use. */
export function kindOf({
  asymmetricKeyType,
  asymmetricKeyDetails,
}: KeyObject): KeyKind | undefined {
  const { modulusLength = 0, namedCurve = '' } = asymmetricKeyDetails ?? {}
  if (asymmetricKeyType === 'rsa') {
    return modulusLength >= 2048 && modulusLength <= 8192 ? 'rsa' : undefined
  }
  return asymmetricKeyType === 'ec' && namedCurve in CURVES ? 'ec' : undefined
}

/** A key in short form: `EC P-256`, `RSA 2048`. */
export function keyName({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string {
  const { modulusLength, namedCurve = '' } = asymmetricKeyDetails ?? {}
  const kind = asymmetricKeyType?.toUpperCase() ?? ''
  return [kind, modulusLength ?? CURVES[namedCurve] ?? namedCurve].join(' ').trim()
}

/**
 * The certificate that belongs to a key, followed by its chain of issuers.
 * @throws Refusal when no certificate belongs to the key
 */
export function chainFor(
  key: KeyObject,
  candidates: readonly X509Certificate[],
): X509Certificate[] {
  const first = candidates.find((one) => one.checkPrivateKey(key))
  if (!first) {
    throw fault('KeysNotMatching', 'The private key does not belong to the certificate.')
  }
  const chain = [first]
  for (let last = first; ;) {
    const issuer = candidates.find((one) => !chain.includes(one) && last.checkIssued(one))
    if (!issuer) return chain
    chain.push(issuer)
    last = issuer
  }
}

/** OpenSSL's own check accepts only CA certificates, because it examines the key usage. */
export const isSelfSigned = (certificate: X509Certificate): boolean =>
  certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey)

/** Concatenates certificates as PEM. */
export const pemOf = (chain: readonly X509Certificate[]): string =>
  chain.map((one) => one.toString()).join('')
