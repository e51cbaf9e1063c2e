import { createPrivateKey } from 'node:crypto'
import { createSecureContext, getCiphers } from 'node:tls'
import type { ConnectionPolicy } from '@lintel/contract/calls/web-server'
import type { GetParameter, ParameterChanges, ParameterName } from '@lintel/contract/parameters/all'
import { cipherCalled, CIPHERS, keyKindOf, LEGACY_CIPHERS } from '@lintel/contract/rules/ciphers'
import { contextOf } from '@lintel/front-door/tls'
import type { Certificate } from '@lintel/front-door/tls'
import { leafOf } from '../../certificates/describe.ts'
import { invalid } from '../../certificates/faults.ts'
import { kindOf } from '../../certificates/read.ts'
import type { CertificateStore } from '../../state/certificate-store.ts'

/** Settings of the web server. */
export interface WebServerSettings {
  policy: ConnectionPolicy
  /** Id of the certificate; empty for none. */
  certificate: string
  /** OpenSSL names. May include suites of older firmware, which are never offered. */
  ciphers: readonly string[]
}

/** The parameters with these settings. */
export const SECURITY = [
  'root.HTTPS.Enabled',
  'root.HTTPS.Certificate',
  'root.HTTPS.Ciphers',
  'root.System.BoaGroupPolicy.admin',
] as const

const POLICIES = { http: 'Http', https: 'Https', both: 'HttpAndHttps' } as const
const POLICY_NAMES = { Http: 'http', Https: 'https', HttpAndHttps: 'both' } as const

/** Reads the settings from parameters. While HTTPS is disabled, the policy is `Http`. */
export function settingsIn(get: GetParameter): WebServerSettings {
  return {
    policy: get('root.HTTPS.Enabled') ? POLICIES[get('root.System.BoaGroupPolicy.admin')] : 'Http',
    certificate: get('root.HTTPS.Certificate'),
    ciphers: get('root.HTTPS.Ciphers'),
  }
}

/** The parameters for these settings. */
export const parametersOf = ({ policy, certificate, ciphers }: WebServerSettings) =>
  ({
    'root.System.BoaGroupPolicy.admin': POLICY_NAMES[policy],
    'root.HTTPS.Enabled': policy !== 'Http',
    'root.HTTPS.Certificate': certificate,
    'root.HTTPS.Ciphers': Array.from(new Set(ciphers.map(cipherCalled))),
  }) satisfies ParameterChanges

const available = new Set(getCiphers())
const SERVED: ReadonlySet<string> = new Set(
  [...CIPHERS, ...LEGACY_CIPHERS].filter((name) => available.has(name.toLowerCase())),
)

/** The suites that the listener can offer. */
export const servedOf = (ciphers: readonly string[]): string[] =>
  ciphers.map(cipherCalled).filter((name) => SERVED.has(name))

/**
 * Refuses settings that no client could connect with.
 * @param changed the parameters that are being set; only these are checked for leftovers of older
 * firmware
 */
export function checkSettings(
  settings: WebServerSettings,
  certificates: Pick<CertificateStore, 'find'>,
  changed: readonly ParameterName[] = [],
): void {
  const { policy, ciphers, certificate } = settings
  const strange = changed.includes('root.HTTPS.Ciphers')
    ? ciphers.find((name) => !SERVED.has(cipherCalled(name)))
    : undefined
  if (strange !== undefined) {
    throw invalid(`The cipher suite ${strange.slice(0, 64)} is not supported.`)
  }
  const served = servedOf(ciphers)
  if (served.length === 0) throw invalid('At least one cipher suite must be active.')
  const named =
    certificate !== '' && (policy !== 'Http' || changed.includes('root.HTTPS.Certificate'))
  if (policy !== 'Http' && !named) throw invalid('A certificate is required for https.')
  if (named) checkCertificate(certificateWithKey(certificate, certificates), served)
}

/** The certificate with this id and its key. */
function certificateWithKey(id: string, certificates: Pick<CertificateStore, 'find'>): Certificate {
  const stored = certificates.find(id)
  if (!stored) throw invalid(`There is no certificate ${id}.`)
  const { kind, cert, key } = stored
  if (kind === 'authority') {
    throw invalid(`The certificate ${id} is a CA certificate: the device has no key for it.`)
  }
  if (key === undefined) throw invalid(`The private key of the certificate ${id} is missing.`)
  return { cert, key }
}

/**
 * OpenSSL accepts a key that doesn't match the certificate, and suites that don't fit it, and then
 * fails every handshake.
 */
function checkCertificate({ cert, key }: Certificate, ciphers: readonly string[]): void {
  const read = leafOf({ cert })
  if (!read.checkPrivateKey(createPrivateKey(key))) {
    throw invalid('The private key does not belong to the certificate.')
  }
  const kind = kindOf(read.publicKey)
  if (!ciphers.some((name) => keyKindOf(name) === kind)) {
    const required = kind === 'ec' ? 'an ECDHE-ECDSA suite' : 'an RSA suite'
    throw invalid(`No active cipher suite works with the certificate: its key needs ${required}.`)
  }
  try {
    createSecureContext(contextOf({ cert, key, ciphers }))
  } catch {
    throw invalid('The certificate and the cipher suites cannot be used together.')
  }
}
