// The library's classes carry metadata, and look for it as soon as they are loaded.
import 'reflect-metadata'
import { createPrivateKey, createPublicKey, randomBytes, webcrypto } from 'node:crypto'
import { isIPv4, isIPv6 } from '@lintel/contract/rules/address'
import type { Certificate } from '@lintel/front-door/listeners'
import {
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'

const KEY = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
/** Browsers and Apple's systems refuse server certificates that are valid for longer. */
const DAYS = 397
const DAY = 86_400_000

export interface CertificateRequest {
  hostName: string
  /** Other host names and addresses that it is valid for. */
  others: readonly string[]
  /** UTC milliseconds from which it is valid; a day earlier, as other clocks differ. */
  now: number
  /** PEM of the private key to go on with; without, a new one is made. */
  key?: string
}

/** Makes a self-signed server certificate with an ECDSA key. Source: RFC 5280, RFC 9525 §6.3. */
export async function makeCertificate(request: CertificateRequest): Promise<Certificate> {
  cryptoProvider.set(webcrypto as unknown as Parameters<typeof cryptoProvider.set>[0])
  const keys = await (request.key === undefined ? newKeys() : readKeys(request.key))
  const names = [request.hostName, ...request.others].map((value) => ({
    type: isIPv4(value) || isIPv6(value) ? ('ip' as const) : ('dns' as const),
    value,
  }))
  const certificate = await X509CertificateGenerator.createSelfSigned({
    // Positive and without a leading zero (RFC 5280 §4.1.2.2).
    serialNumber: `5${randomBytes(15).toString('hex')}0`,
    name: `CN=${request.hostName}`,
    notBefore: new Date(request.now - DAY),
    notAfter: new Date(request.now + (DAYS - 1) * DAY),
    signingAlgorithm: KEY,
    keys,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(names),
    ],
  })
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)
  const key = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' })
  return {
    cert: `${certificate.toString('pem')}\n`,
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

const newKeys = () => webcrypto.subtle.generateKey(KEY, true, ['sign', 'verify'])

async function readKeys(pem: string): Promise<webcrypto.CryptoKeyPair> {
  const privateDer = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' })
  const publicDer = createPublicKey(pem).export({ type: 'spki', format: 'der' })
  const [privateKey, publicKey] = await Promise.all([
    webcrypto.subtle.importKey('pkcs8', privateDer, KEY, true, ['sign']),
    webcrypto.subtle.importKey('spki', publicDer, KEY, true, ['verify']),
  ])
  return { privateKey, publicKey }
}
