// The library's decorators need this metadata polyfill at import time.
import 'reflect-metadata'
import { createPrivateKey, createPublicKey, randomBytes, webcrypto } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { KeyType } from '@lintel/contract/calls/certificates'
import { isIPv4, isIPv6 } from '@lintel/contract/rules/address'
import type { Certificate } from '@lintel/front-door/tls'
import {
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Pkcs10CertificateRequestGenerator,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { CURVES } from './read.ts'
import { SERVER_DAYS, validFor } from './validity.ts'

cryptoProvider.set(webcrypto as unknown as Parameters<typeof cryptoProvider.set>[0])

const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
}
const KEYS: Record<KeyType, typeof EC | (typeof RSA & { modulusLength: number })> = {
  'EC-P256': EC,
  'RSA-2048': { ...RSA, modulusLength: 2048 },
  'RSA-4096': { ...RSA, modulusLength: 4096 },
}

/** The subject of a certificate (RFC 5280 §4.1.2.6): short attribute names, in order. */
export type Subject = readonly { name: 'CN' | 'O' | 'OU' | 'L' | 'ST' | 'C'; value: string }[]

interface CertificateSubject {
  subject: Subject
  /** Host names and addresses. */
  names: readonly string[]
}

/** Generates a key and a self-signed server certificate for it. Source: RFC 5280, RFC 9525 §6.3. */
export async function makeSelfSigned(
  requested: CertificateSubject & { key: KeyType; from: Date; until: Date },
): Promise<Certificate> {
  return selfSigned(requested, await newKeys(KEYS[requested.key]), requested.from, requested.until)
}

/**
 * Generates the device's own certificate.
 * @param now UTC milliseconds
 * @param key PEM of the private key to reuse; by default a new EC key is generated
 */
export async function makeOwnCertificate(options: {
  hostName: string
  others: readonly string[]
  now: number
  key?: string | undefined
}): Promise<Certificate> {
  const { hostName, others, now, key } = options
  const keys = await (key === undefined ? newKeys(EC) : keysOf(key))
  const requested: CertificateSubject = {
    subject: [{ name: 'CN', value: hostName }],
    names: [hostName, ...others],
  }
  const [from, until] = validFor(SERVER_DAYS, now)
  return selfSigned(requested, keys, new Date(from), new Date(until))
}

/** A certificate signing request for a key (PEM), as DER. Source: RFC 2986. */
export async function makeSigningRequest(
  requested: CertificateSubject & { key: string },
): Promise<Uint8Array> {
  const keys = await keysOf(requested.key)
  const request = await Pkcs10CertificateRequestGenerator.create({
    name: nameOf(requested.subject),
    keys,
    signingAlgorithm: signingOf(keys),
    extensions: namesExtension(requested.names),
  })
  return new Uint8Array(request.rawData)
}

async function selfSigned(
  { subject, names }: CertificateSubject,
  keys: webcrypto.CryptoKeyPair,
  notBefore: Date,
  notAfter: Date,
): Promise<Certificate> {
  const certificate = await X509CertificateGenerator.createSelfSigned({
    // Positive, without a leading zero byte (RFC 5280 §4.1.2.2).
    serialNumber: `5${randomBytes(15).toString('hex')}0`,
    name: nameOf(subject),
    notBefore,
    notAfter,
    signingAlgorithm: signingOf(keys),
    keys,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(usagesOf(keys), true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth, ExtendedKeyUsage.clientAuth]),
      ...namesExtension(names),
    ],
  })
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)
  const key = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' })
  return {
    cert: `${certificate.toString('pem')}\n`,
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** Suites without ECDHE or DHE encrypt with the RSA key itself. */
const usagesOf = ({ privateKey }: webcrypto.CryptoKeyPair): number =>
  privateKey.algorithm.name === EC.name
    ? KeyUsageFlags.digitalSignature
    : KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment

const signingOf = ({ privateKey }: webcrypto.CryptoKeyPair) => ({
  name: privateKey.algorithm.name,
  hash: 'SHA-256',
})

const nameOf = (subject: Subject) => subject.map(({ name, value }) => ({ [name]: [value] }))

const namesExtension = (names: readonly string[]): SubjectAlternativeNameExtension[] =>
  names.length === 0
    ? []
    : [
        new SubjectAlternativeNameExtension(
          names.map((value) => ({
            type: isIPv4(value) || isIPv6(value) ? ('ip' as const) : ('dns' as const),
            value,
          })),
        ),
      ]

/** Runs in the thread pool: a long RSA key takes seconds. */
const newKeys = (algorithm: (typeof KEYS)[KeyType]): Promise<webcrypto.CryptoKeyPair> =>
  webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])

/** The key pair that belongs to a private key. */
async function keysOf(pem: string): Promise<webcrypto.CryptoKeyPair> {
  const key = createPrivateKey(pem)
  const algorithm = algorithmOf(key)
  const privateDer = key.export({ type: 'pkcs8', format: 'der' })
  const publicDer = createPublicKey(key).export({ type: 'spki', format: 'der' })
  const { subtle } = webcrypto
  const [privateKey, publicKey] = await Promise.all([
    subtle.importKey('pkcs8', privateDer, algorithm, true, ['sign']),
    subtle.importKey('spki', publicDer, algorithm, true, ['verify']),
  ])
  return { privateKey, publicKey }
}

const algorithmOf = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject) =>
  asymmetricKeyType === 'ec'
    ? { ...EC, namedCurve: CURVES[asymmetricKeyDetails?.namedCurve ?? ''] ?? '' }
    : RSA
