import type { ListedSipAccount, SipAccountRecord } from '@lintel/contract/calls/sip-accounts'
import { isIPv6 } from '@lintel/contract/rules/address'
import { found, problem } from '@lintel/contract/rules/problem'
import type { Errors } from '@lintel/contract/rules/problem'
import { checkSipAccount, isLocal } from '@lintel/contract/rules/sip'
import { DEFAULT_STREAM, streamIn, withStream } from './stream.ts'
import type { Stream } from './stream.ts'

export const ACCOUNT_TYPES = ['registered', 'local'] as const
export const TRANSPORTS = ['udp', 'tcp', 'tls'] as const
export const ENCRYPTIONS = ['None', 'SRTPBestEffort', 'SRTPMandatory'] as const

/** The form of an account. Its proxies are saved on their own. B §3, B §5. */
export type AccountValues = Stream & {
  /** `local`: for peer-to-peer calls, without a registrar. */
  type: (typeof ACCOUNT_TYPES)[number]
  name: string
  enabled: boolean
  isDefault: boolean
  autoAnswer: boolean
  userId: string
  /** Empty: unchanged. */
  password: string
  /** Whether the stored password is removed. */
  removePassword: boolean
  authenticationId: string
  callerId: string
  /** Hosts and addresses; those of IPv6 alone are shown without brackets. */
  domain: string
  registrar: string
  /** Whether there are secondary servers. */
  secondary: boolean
  secondaryDomain: string
  secondaryRegistrar: string
  transport: (typeof TRANSPORTS)[number]
  encryption: (typeof ENCRYPTIONS)[number]
  /** Id; empty for none. */
  certificate: string
  verifyServer: boolean
  sips: boolean
  preferIPv6: boolean
}

/** Only accounts with TLS have these. B §4. */
const WITHOUT_TLS = {
  encryption: 'None',
  certificate: '',
  verifyServer: false,
  sips: false,
} as const satisfies Partial<AccountValues>

/** Only registered accounts have these, and secondary servers only if they are wanted. */
const NO_SECONDARY = { secondary: false, secondaryDomain: '', secondaryRegistrar: '' }
const NO_SERVERS = { domain: '', registrar: '', ...NO_SECONDARY }

/** A new account. B §3, B §4. */
export const newAccount: AccountValues = {
  type: 'registered',
  name: '',
  enabled: true,
  isDefault: false,
  autoAnswer: true,
  userId: '',
  password: '',
  removePassword: false,
  authenticationId: '',
  callerId: '',
  ...NO_SERVERS,
  transport: 'udp',
  ...WITHOUT_TLS,
  preferIPv6: false,
  ...DEFAULT_STREAM,
}

/** The form of an account as the device stores it. Passwords can't be read. */
export function valuesOf(account: ListedSipAccount): AccountValues {
  const secondaryDomain = unbracketed(account.SecondaryPublicDomain)
  const secondaryRegistrar = unbracketed(account.SecondaryRegistrar)
  return {
    type: isLocal(account) ? 'local' : 'registered',
    name: account.Name,
    enabled: account.Enabled,
    isDefault: account.IsDefault,
    autoAnswer: account.AutoAnswerEnabled,
    userId: account.UserId,
    password: account.Password ?? '',
    removePassword: false,
    authenticationId: account.AuthenticationId,
    callerId: account.CallerId,
    domain: unbracketed(account.PublicDomain ?? ''),
    registrar: unbracketed(account.Registrar ?? ''),
    secondary: secondaryDomain !== '' || secondaryRegistrar !== '',
    secondaryDomain,
    secondaryRegistrar,
    transport: account.Transport,
    encryption: account.MediaEncryption,
    certificate: account.Certificate === 'None' ? '' : account.Certificate,
    verifyServer: account.VerifyServerCertificate,
    sips: account.SIPSEnabled,
    preferIPv6: account.PrioritizeIPv6,
    ...streamIn(account.StreamParameters),
  }
}

/** `[2001:db8::1]` without its brackets; with a port they stay. */
function unbracketed(address: string): string {
  const inner = /^\[(.*)\]$/.exec(address)?.[1]
  return inner !== undefined && isIPv6(inner) ? inner : address
}

/** An IPv6 address in brackets, as SIP writes it (RFC 3261 §19.1.1); others as they are. B §4. */
export const bracketed = (address: string): string => (isIPv6(address) ? `[${address}]` : address)

/** The values as they are stored: fields that are not shown don't count. B §4. */
export function settled(values: AccountValues): AccountValues {
  const servers = {
    domain: unbracketed(values.domain),
    registrar: unbracketed(values.registrar),
    secondaryDomain: unbracketed(values.secondaryDomain),
    secondaryRegistrar: unbracketed(values.secondaryRegistrar),
  }
  // A secondary server without a name is none.
  const none = values.secondaryDomain === '' && values.secondaryRegistrar === ''
  return {
    ...values,
    password: values.removePassword ? '' : values.password,
    ...servers,
    ...(values.transport === 'tls' ? {} : WITHOUT_TLS),
    ...(values.secondary && !none ? {} : NO_SECONDARY),
    ...(values.type === 'local' ? NO_SERVERS : {}),
  }
}

/** What a new account is written over. */
const BLANK = {
  Id: '',
  SIPProxies: [],
  DTMFConfigurationId: '',
  StreamParameters: '',
  Attribute: [],
}

/**
 * An account as it is sent. Members that the form does not have stay as they are (OPEN-117).
 * @param before the account on the device; undefined for a new one
 * @param video whether the device has a camera whose picture goes with a call
 */
export function recordOf(
  values: AccountValues,
  before: ListedSipAccount | undefined,
  video: boolean,
): SipAccountRecord {
  const after = settled(values)
  const stream = before?.StreamParameters ?? ''
  return {
    ...BLANK,
    ...before,
    Name: after.name,
    Enabled: after.enabled,
    IsDefault: after.isDefault,
    AutoAnswerEnabled: after.autoAnswer,
    UserId: after.userId,
    Password: after.password === '' ? null : after.password,
    ...(after.removePassword ? { RemovePassword: true } : {}),
    AuthenticationId: after.authenticationId,
    CallerId: after.callerId,
    PublicDomain: bracketed(after.domain),
    Registrar: bracketed(after.registrar),
    SecondaryPublicDomain: bracketed(after.secondaryDomain),
    SecondaryRegistrar: bracketed(after.secondaryRegistrar),
    Transport: after.transport,
    MediaEncryption: after.encryption,
    Certificate: after.certificate,
    VerifyServerCertificate: after.verifyServer,
    SIPSEnabled: after.sips,
    PrioritizeIPv6: after.preferIPv6,
    StreamParameters: video ? withStream(stream, after) : stream,
  }
}

/** The record without the certificate if it has none (OPEN-77). */
export function withoutEmpty(record: SipAccountRecord): Partial<SipAccountRecord> & {
  UserId: string
} {
  const { Certificate, ...rest } = record
  return Certificate === '' ? rest : record
}

const FIELDS = {
  Name: 'name',
  UserId: 'userId',
  Password: 'password',
  AuthenticationId: 'authenticationId',
  CallerId: 'callerId',
  PublicDomain: 'domain',
  Registrar: 'registrar',
  SecondaryPublicDomain: 'secondaryDomain',
  SecondaryRegistrar: 'secondaryRegistrar',
  Certificate: 'certificate',
} as const satisfies Partial<Record<keyof SipAccountRecord, keyof AccountValues>>

/**
 * The errors of the form. B §5.
 * @param before the account on the device; undefined for a new one
 * @param others all accounts on the device
 */
export function checkAccount(
  values: AccountValues,
  before: ListedSipAccount | undefined,
  others: readonly ListedSipAccount[],
): Errors<AccountValues> {
  const record = recordOf(values, before, false)
  const problems = checkSipAccount(record, others, values.type === 'local')
  const byField = Object.entries(FIELDS).map(([member, field]) => [
    field,
    problems[member as keyof typeof FIELDS],
  ])
  const off = values.isDefault && !values.enabled
  return found<AccountValues>({
    ...Object.fromEntries(byField),
    enabled: off ? problem('validation.errorInvalid') : undefined,
  })
}

/** Whether no account but this one is enabled: it is the default one by itself (OPEN-76). */
export const isOnlyEnabled = (accounts: readonly ListedSipAccount[], id?: string): boolean =>
  !accounts.some(({ Id, Enabled }) => Enabled && Id !== id)

/** Whether two are stored the same; passwords can't be compared. */
export function sameAccount(one: AccountValues, other: AccountValues): boolean {
  const [first, second] = [settled(one), settled(other)]
  return (Object.keys(first) as (keyof AccountValues)[]).every(
    (name) => name.endsWith('assword') || first[name] === second[name],
  )
}

/** Whether the device has what was sent; it may have made the account the default one by itself. */
export const storesAccount = (now: AccountValues, sent: AccountValues): boolean =>
  sameAccount(now, { ...sent, isDefault: sent.isDefault || now.isDefault })
