/** Whom an account can call, for forms and the device. Own design. */
import { isAddressWithPort, isIPv6 } from './address.ts'
import { atMost, firstOf, problem, required } from './problem.ts'
import type { Rule } from './problem.ts'
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
