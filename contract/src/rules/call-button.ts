/** Whom an account can call, and whom the call button rings, for the form and the device. Own design. */
import type { SipAccountRecord } from '../calls/sip-accounts.ts'
import { isAddressWithPort, isIPv6 } from './address.ts'
import { atMost, firstOf, found, problem, required } from './problem.ts'
import type { Errors, Rule } from './problem.ts'
import { isLocal, withoutScheme } from './sip.ts'
import type { Servers } from './sip.ts'

/** The longest address that can be called. */
export const CALL_ADDRESS_MAX = 512

/** A user in a SIP URI (RFC 3261 §25.1), without a password; parameters, such as `;transport=tcp`. */
const URI_USER = /^(?:[\w\-.!~*'()&=+$,;?/]|%[\da-f]{2})+$/i
const URI_PARAMETERS = /^(?:;[\w\-.!~*'()%:+$&]+(?:=[\w\-.!~*'()%:+$&[\]]+)?)*$/

/** A user without a host; the device escapes it. */
const EXTENSION = /^[^\s\p{Cc}\p{Cs}<>"@:]+$/u

function isUri(address: string): boolean {
  const [, user, host = '', parameters = ''] =
    /^(?:([^@]*)@)?([^@;]*)(;[^@]*)?$/.exec(withoutScheme(address)) ?? []
  return (
    (user === undefined || URI_USER.test(user)) &&
    // IPv6 addresses are in brackets there.
    isAddressWithPort(host) &&
    !isIPv6(host) &&
    URI_PARAMETERS.test(parameters)
  )
}

/** With a scheme, a user at a host, or an IP address. */
const namesHost = (address: string): boolean =>
  /^sips?:|@|^(?:\d+\.){3}\d+(?::\d+)?$|^\[/i.test(address)

/**
 * Whom an account can call: a SIP URI, a user at a host, an IP address, with a registered account an
 * extension of its server, with another one a host.
 */
export const callAddress = (account: Servers): Rule =>
  firstOf(required, atMost(CALL_ADDRESS_MAX), (value) => {
    const registered = !isLocal(account)
    const right = registered && !namesHost(value) ? EXTENSION.test(value) : isUri(value)
    if (right) return undefined
    const lacksHost = !namesHost(value) && EXTENSION.test(value)
    return problem(lacksHost ? 'sip.callAddressHost' : 'sip.callAddress')
  })

/** Which address the call button calls, and with which account; empty: none, the default one. */
export interface RingAddress {
  address: string
  account: string
}

/** An account with which the call button may call. */
export type RingAccount = Servers & Pick<SipAccountRecord, 'Id' | 'IsDefault' | 'Enabled'>

/** The account with which the call button calls; undefined if it is gone, or if none is enabled. */
export const ringAccount = <A extends RingAccount>(
  { account }: RingAddress,
  accounts: readonly A[],
): A | undefined =>
  accounts.find(({ Id, IsDefault }) => (account === '' ? IsDefault : Id === account))

/** The problems of whom the call button rings; without an address it rings nobody. */
export function checkRing(
  ring: RingAddress,
  accounts: readonly RingAccount[],
): Errors<RingAddress> {
  const account = ringAccount(ring, accounts)
  return found<RingAddress>({
    address: ring.address === '' || !account ? undefined : callAddress(account)(ring.address),
    account: ring.account !== '' && !account ? problem('sip.noSuchAccount') : undefined,
  })
}
