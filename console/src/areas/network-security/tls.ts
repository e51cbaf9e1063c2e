/**
 * The web server's security settings as the form holds them. Source: console specification A §3, A
 * §5, A §9.
 */
import type { AnswerOf, InputOf } from '@lintel/contract/call'
import type { firmwareStatus } from '@lintel/contract/calls/firmware'
import type {
  ConnectionPolicy,
  getWebServerTls,
  setWebServerTls,
} from '@lintel/contract/calls/web-server'
import {
  cipherCalled,
  CIPHERS,
  DEPRECATED_CIPHERS,
  keyKindOf,
  LEGACY_CIPHERS,
} from '@lintel/contract/rules/ciphers'
import { problem } from '@lintel/contract/rules/problem'
import type { Checked } from '@lintel/ui/form'
import type { OwnCertificate } from '../../app/own-certificates.ts'

/** The field of a cipher by its name. */
export type CipherField = `cipher-${string}`

export const fieldOf = (cipher: string): CipherField =>
  `cipher-${cipher.replaceAll(/[^\w-]/g, '_')}`

export interface TlsValues {
  /** Its id; empty for none. */
  certificate: string
  policy: ConnectionPolicy
  /** Whether the cipher is active. */
  [cipher: CipherField]: boolean
  /** Not a value: the field name for an error of the list as a whole. */
  ciphers?: never
}

/** The web server's settings as the device reports them. A §3. */
export interface TlsState {
  currentCertificate: string
  connectionPolicy: ConnectionPolicy
  /** The active ones, by the device's names. */
  ciphers: string[]
  certificates: OwnCertificate[]
  /** Undefined if the device doesn't report it. */
  firmwareStatus: AnswerOf<typeof firmwareStatus> | undefined
  /** What a form starts from. */
  values: TlsValues
  /** Who has other settings on trial at the moment. */
  triedBy?: string
}

type Configuration = AnswerOf<typeof getWebServerTls>['Configuration']

/** The device's report, for the page. */
export function tlsState(
  { ConnectionPolicies, Ciphers, CertificateSet }: Configuration,
  certificates: readonly OwnCertificate[],
  status: TlsState['firmwareStatus'],
): TlsState {
  const [currentCertificate = ''] = CertificateSet.Certificates.Id
  const ciphers = Ciphers.Cipher
  const isThere = certificates.some(({ id }) => id === currentCertificate)
  const active = new Set(ciphers.map(cipherCalled))
  return {
    currentCertificate,
    connectionPolicy: ConnectionPolicies.Admin,
    ciphers,
    certificates:
      isThere || currentCertificate === ''
        ? [...certificates]
        : [...certificates, { id: currentCertificate }],
    firmwareStatus: status,
    values: {
      certificate: currentCertificate,
      policy: ConnectionPolicies.Admin,
      ...Object.fromEntries(listed(ciphers).map((name) => [fieldOf(name), active.has(name)])),
    },
  }
}

/**
 * The ciphers of the list: those that are always offered, older ones if the device reports them,
 * and anything else that it reports, so that a save removes no cipher that the list does not show.
 */
export function listed(reported: readonly string[]): string[] {
  const names = new Set(reported.map(cipherCalled))
  const known: readonly string[] = [...CIPHERS, ...LEGACY_CIPHERS]
  return [
    ...CIPHERS,
    ...LEGACY_CIPHERS.filter((name) => names.has(name)),
    ...[...names].filter((name) => !known.includes(name)),
  ]
}

export const isDeprecated = (cipher: string): boolean => DEPRECATED_CIPHERS.includes(cipher)

/** The active ciphers of the list, by their full names. */
export const activeIn = (values: TlsValues, reported: readonly string[]): string[] =>
  listed(reported).filter((name) => values[fieldOf(name)] === true)

/** The same by the device's own names (OPEN-38). */
export const toSend = (values: TlsValues, reported: readonly string[]): string[] =>
  activeIn(values, reported).map(
    (name) => reported.find((own) => cipherCalled(own) === name) ?? name,
  )

export const sameTls = (one: TlsValues, other: TlsValues): boolean =>
  one.certificate === other.certificate &&
  one.policy === other.policy &&
  activeFields(one).join(' ') === activeFields(other).join(' ')

const activeFields = (values: TlsValues): string[] =>
  Object.entries<unknown>({ ...values })
    .filter(([, value]) => value === true)
    .map(([field]) => field)
    .toSorted()

/**
 * Whether it may be saved, and what browsers will say about it. A §5.
 * @param now by the clock of this computer, whose browser judges first
 */
export function checkTls(
  values: TlsValues,
  { ciphers: reported, certificates }: Pick<TlsState, 'ciphers' | 'certificates'>,
  now = Date.now(),
): Checked<TlsValues> {
  const { validTo } = certificates.find(({ id }) => id === values.certificate) ?? {}
  const expired = values.policy !== 'Http' && validTo !== undefined && Date.parse(validTo) < now
  const active = activeIn(values, reported)
  const needed = values.policy !== 'Http' && values.certificate === ''
  const flagged = Object.fromEntries(
    listed(reported)
      .filter(isDeprecated)
      .map((name) => [fieldOf(name), problem('networkSecurity.deprecatedCipher')]),
  )
  return {
    errors: {
      ...(needed ? { certificate: problem('tls.certificateRequiredError') } : {}),
      ...(active.length === 0 ? { ciphers: problem('tls.cipherError') } : {}),
      ...Object.fromEntries(
        active.filter(isDeprecated).map((name) => [fieldOf(name), flagged[fieldOf(name)]]),
      ),
    },
    warnings: {
      ...flagged,
      ...(expired ? { certificate: problem('networkSecurity.expired') } : {}),
    },
  }
}

/** Whether a cipher needs another key type than the certificate's; false if that is unknown. */
export const isMismatch = (cipher: string, chosen: OwnCertificate | undefined): boolean =>
  (chosen?.keyKind === 'ec' || chosen?.keyKind === 'rsa') && keyKindOf(cipher) !== chosen.keyKind

/** The configuration for a save without a trial: one policy for all three roles. A §6. */
export function configurationOf(
  values: TlsValues,
  reported: readonly string[],
): InputOf<typeof setWebServerTls>['Configuration'] {
  const { certificate, policy } = values
  return {
    name: 'WebServer',
    Tls: policy !== 'Http',
    ConnectionPolicies: { Admin: policy, Operator: policy, Viewer: policy },
    Ciphers: { Cipher: toSend(values, reported) },
    CertificateSet: { Certificates: { Id: certificate === '' ? [] : [certificate] } },
  }
}

/**
 * Where this page opens once a policy applies: over https or http if that is the only one, else as
 * now (OPEN-41).
 * @param there the device's URL for the other protocol; the host stays this page's
 */
export function placeFor(
  policy: ConnectionPolicy,
  here: URL,
  there: { http: string; https?: string | undefined },
): string {
  const wanted = { Http: 'http:', Https: 'https:', HttpAndHttps: here.protocol }[policy]
  if (wanted === here.protocol) return here.origin
  const { http, https = `https://${here.hostname}` } = there
  const url = new URL(wanted === 'https:' ? https : http)
  url.hostname = here.hostname
  return url.origin
}
