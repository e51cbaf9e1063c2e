import { isHostName, isIPv4, isIPv6 } from './address.ts'

/** Maximum number of alternative names of a certificate. Own design. */
export const NAMES_MAX = 32

/**
 * Whether a server certificate can be valid for this name: a host name, whose first part may be a
 * wildcard (RFC 5280 §4.2.1.6, RFC 9525 §6.3), or an address.
 */
export const isServerName = (name: string): boolean =>
  isIPv4(name) || isIPv6(name) || isHostName(name.replace(/^\*\./, ''))
