/** What the settings of SIP may be, for the forms and the device. Source: specification B §5. */
import type { SipAccountRecord } from '../calls/sip-accounts.ts'
import type { SipConfiguration } from '../calls/sip.ts'
import { isAddressWithPort, isIPv4, isIPv6 } from './address.ts'
import { atMost, firstOf, found, problem, required, wholeFrom } from './problem.ts'
import type { Errors, Rule } from './problem.ts'

/** The most accounts of a product, and the most proxies of an account. */
export const accountsMax = (doorStation: boolean): number => (doorStation ? 7 : 8)
export const PROXIES_MAX = 7

/** Texts of at most so many characters. */
export const ACCOUNT_NAME_MAX = 58
export const SIP_TEXT_MAX = 128
export const DOMAIN_MAX = 256

const unlessWrong = (right: boolean) => (right ? undefined : problem('validation.errorInvalid'))

export const timeoutSeconds = wholeFrom(1, 600)
export const sipPort = wholeFrom(1024, 65_535)
export const maxCallDuration = wholeFrom(1, 86_400)
export const registrationInterval = wholeFrom(1, 36_000)
export const dtmfPayloadType = wholeFrom(96, 127)

const unlessOneOf = (port: number, others: readonly number[]) =>
  others.includes(port) ? problem('sip.portsDiffer') : undefined

/** The problems of ports that are equal; the later of two has the problem. */
export function checkPorts(
  ports: Pick<SipConfiguration, 'SIPPort' | 'SIPTLSPort' | 'RTPStartPort'>,
): Errors<typeof ports> {
  const { SIPPort, SIPTLSPort, RTPStartPort } = ports
  return found<typeof ports>({
    SIPTLSPort: unlessOneOf(SIPTLSPort, [SIPPort]),
    RTPStartPort: unlessOneOf(RTPStartPort, [SIPPort, SIPTLSPort]),
  })
}

/** A STUN or TURN server: a host name or address, with or without a port. */
export const natServer: Rule = firstOf(required, (value) =>
  isAddressWithPort(value) ? undefined : problem('validation.invalidIPAddressOrHostName'),
)

/** Without `sip:` or `sips:` before it, which people copy along. */
export const withoutScheme = (address: string): string => address.replace(/^sips?:/i, '')

/** A user as it stands in a SIP URI; `+` and others stay as they are (RFC 3261 §25.1, `user`). */
export const userInUri = (user: string): string =>
  encodeURIComponent(user).replace(/%(?:26|3D|2B|24|2C|3B|3F|2F)/g, decodeURIComponent)

/**
 * The SIP URI for what a person has typed: complete, `user@host`, an address, or a number or user of
 * the account's own domain.
 * @param domain of the account that calls; empty for peer-to-peer calls, where a name is a host
 */
export function callUri(
  typed: string,
  { sips, domain }: { sips: boolean; domain: string },
): string {
  const address = typed.trim()
  if (/^sips?:/i.test(address)) return address
  const scheme = sips ? 'sips' : 'sip'
  const isUser = domain !== '' && !/[@:[]/.test(address) && !isIPv4(address)
  return isUser ? `${scheme}:${userInUri(address)}@${domain}` : `${scheme}:${address}`
}

/** A host name or an address, with or without a port, or empty. */
export const sipHostOrEmpty: Rule = firstOf(atMost(DOMAIN_MAX), (value) =>
  value === '' || isAddressWithPort(value)
    ? undefined
    : problem('validation.invalidIPAddressOrHostName'),
)

/** A SIP proxy: the same, after an optional scheme, and not empty. */
export const proxyServer: Rule = (value) => firstOf(required, sipHostOrEmpty)(withoutScheme(value))

const SPECIAL = /[~|{}[\]<>`#^&]/
const CONTROL = /\p{Cc}/u
const withoutSpecial: Rule = (value) => unlessWrong(!SPECIAL.test(value) && !CONTROL.test(value))

export const accountName: Rule = firstOf(
  (value) => required(value.trim()),
  atMost(ACCOUNT_NAME_MAX),
  (value) => unlessWrong(!CONTROL.test(value)),
)

/** The user of an account for peer-to-peer calls; others have the rule of registered ones. */
export const localUserId: Rule = firstOf(
  required,
  atMost(SIP_TEXT_MAX),
  (value) => (/\s/.test(value) ? problem('sip.noSpaces') : undefined),
  (value) => unlessWrong(!CONTROL.test(value) && !/[<>"]/.test(value)),
)
export const registeredUserId: Rule = firstOf(localUserId, withoutSpecial)

export const authenticationId: Rule = firstOf(atMost(SIP_TEXT_MAX), withoutSpecial)
export const callerId: Rule = firstOf(atMost(SIP_TEXT_MAX), withoutSpecial, (value) =>
  unlessWrong(!value.includes(':')),
)
export const sipPassword: Rule = firstOf(atMost(SIP_TEXT_MAX), (value) =>
  unlessWrong(!CONTROL.test(value)),
)

/** The address without its port and brackets. */
const hostIn = (address: string): string =>
  /^\[([^\]]*)\]/.exec(address)?.[1] ?? (isIPv6(address) ? address : address.split(':')[0]) ?? ''

/** Registrar and domain must not be addresses of different versions of IP. */
export const sameVersionAs =
  (other: string): Rule =>
  (value) => {
    const [one, two] = [hostIn(value), hostIn(other)]
    const mixed = (isIPv4(one) && isIPv6(two)) || (isIPv6(one) && isIPv4(two))
    return mixed ? problem('sip.mixedVersions') : undefined
  }

/** What decides whether an account is for peer-to-peer calls. */
export type Servers = { Registrar: string | null; PublicDomain: string | null }

/** Whether the account is for peer-to-peer calls: it has neither registrar nor domain. */
export const isLocal = ({ Registrar, PublicDomain }: Servers): boolean =>
  !Registrar && !PublicDomain

/** An account that exists besides the one that is checked. */
export type OtherAccount = Servers & Pick<SipAccountRecord, 'Id' | 'UserId'>

/**
 * The problems of an account. Proxies are checked one by one (`proxyServer`, `proxyUser`).
 * @param others the accounts on the device; the one with the same id doesn't count
 * @param local whether it is meant for peer-to-peer calls; otherwise it needs a registrar or domain
 */
export function checkSipAccount(
  account: SipAccountRecord,
  others: readonly OtherAccount[],
  local = isLocal(account),
): Errors<SipAccountRecord> {
  const taken =
    local &&
    others.some(
      (other) =>
        isLocal(other) &&
        other.UserId === account.UserId &&
        (account.Id === '' || other.Id !== account.Id),
    )
  return found<SipAccountRecord>({
    Name: accountName(account.Name),
    UserId:
      (local ? localUserId : registeredUserId)(account.UserId) ??
      (taken ? problem('sip.accountExists') : undefined),
    Password: sipPassword(account.Password ?? ''),
    AuthenticationId: authenticationId(account.AuthenticationId),
    CallerId: callerId(account.CallerId),
    PublicDomain:
      !local && isLocal(account)
        ? problem('validation.errorRequired')
        : sipHostOrEmpty(account.PublicDomain),
    Registrar: firstOf(sipHostOrEmpty, sameVersionAs(account.PublicDomain))(account.Registrar),
    SecondaryPublicDomain: sipHostOrEmpty(account.SecondaryPublicDomain),
    SecondaryRegistrar: firstOf(
      sipHostOrEmpty,
      sameVersionAs(account.SecondaryPublicDomain),
    )(account.SecondaryRegistrar),
    Certificate:
      account.Transport === 'tls' && ['', 'None'].includes(account.Certificate)
        ? problem('validation.errorRequired')
        : undefined,
    MediaEncryption:
      account.Transport !== 'tls' && account.MediaEncryption !== 'None'
        ? problem('validation.errorInvalid')
        : undefined,
  })
}

/** A password at a proxy needs a user name. */
export const proxyUser =
  (password: string): Rule =>
  (value) =>
    password !== '' && value === '' ? problem('validation.errorRequired') : sipPassword(value)
