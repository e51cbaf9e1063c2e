import { firstOf, problem } from './problem.ts'
import type { Rule } from './problem.ts'

/** Whether it is an IPv4 address in dotted decimals, without leading zeros. */
export function isIPv4(value: string): boolean {
  const parts = value.split('.')
  return (
    parts.length === 4 &&
    parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)
  )
}

/** Whether it is an IPv6 address (RFC 4291 §2.2), without a zone. */
export function isIPv6(value: string): boolean {
  const halves = value.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const last = groups.at(-1)
  let count = groups.length
  if (last?.includes('.')) {
    if (!isIPv4(last)) return false
    groups.pop()
    count += 1
  }
  if (!groups.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return false
  return halves.length === 2 ? count < 8 : count === 8
}

/** Whether it is a host name (RFC 1123 §2.1): labels of letters, digits and inner hyphens. */
export function isHostName(value: string): boolean {
  return (
    value.length <= 253 &&
    !/^[\d.]+$/.test(value) &&
    value.split('.').every((label) => /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(label))
  )
}

/** Whether it is an IPv4 address, an IPv6 address or a host name. */
const isAddress = (value: string): boolean => isIPv4(value) || isIPv6(value) || isHostName(value)

/**
 * Whether it is one of these, alone or with a port of 1 to 65535; an IPv6 address with a port is in
 * brackets (RFC 3986 §3.2.2). Source: specification A §5 "Address check helper".
 */
export function isAddressWithPort(value: string): boolean {
  const [, bracketed, plain = bracketed ?? '', port] =
    /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(value) ?? []
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return false
  if (bracketed !== undefined) return isIPv6(bracketed)
  return isAddress(plain) || isIPv6(value)
}

const unlessWrong = (right: boolean) =>
  right ? undefined : problem('validation.invalidIPAddressOrHostName')

/** Empty, or one of these. */
export const addressOrEmpty: Rule = (value) => unlessWrong(value === '' || isAddress(value))

/** Empty, or addresses with or without a port, separated by commas. */
export const addressesOrEmpty: Rule = (value) =>
  unlessWrong(
    value === '' || value.split(',').every((address) => isAddressWithPort(address.trim())),
  )

/** Empty, or an IPv6 address with or without a prefix length, `fe80::1/64`. */
export const ipv6OrEmpty: Rule = (value) =>
  value === '' || isIPv6(value.replace(/\/\d{1,3}$/, ''))
    ? undefined
    : problem('validation.invalidIpAddress')

export const ipv4: Rule = (value) =>
  isIPv4(value) ? undefined : problem('validation.invalidIpAddress')

/** An IPv4 address as one number. */
export const numberOf = (address: string): number =>
  address.split('.').reduce((all, part) => all * 256 + Number(part), 0)

/** One unbroken run of ones, /8 to /30. Source: specification A §5. */
export const subnetMask: Rule = firstOf(ipv4, (value) => {
  const ones = 32 - Math.log2(2 ** 32 - numberOf(value))
  return Number.isInteger(ones) && ones >= 8 && ones <= 30
    ? undefined
    : problem('validation.invalidSubnetMask')
})

/** The first label of a host name. */
export const hostLabel: Rule = (value) =>
  isHostName(value) && !value.includes('.') ? undefined : problem('validation.invalidHostName')

/** Empty, or a host name. Source: specification A §5. */
export const domainName: Rule = (value) =>
  value === '' || isHostName(value) ? undefined : problem('validation.invalidDomainName')

/** A time server: at most 64 characters, a host name or an address. Source: specification A §5. */
export const timeServer: Rule = firstOf(
  (value) => (value.length > 64 ? problem('dateTime.exceedCharacters', { max: 64 }) : undefined),
  (value) => (isAddress(value) ? undefined : problem('validation.invalidIPAddressOrHostName')),
)

/** The same; in parameters `0.0.0.0` means none. */
export const timeServerOrNone: Rule = (value) => (isIPv4(value) ? undefined : timeServer(value))
