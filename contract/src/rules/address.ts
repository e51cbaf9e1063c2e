import { firstOf, found, problem, required } from './problem.ts'
import type { Errors, Rule } from './problem.ts'

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

/** An IPv4 address, an IPv6 address or a host name. */
export const addressOrHostName: Rule = firstOf(required, (value) => unlessWrong(isAddress(value)))

/** Empty, or one of these. */
export const addressOrEmpty: Rule = (value) => unlessWrong(value === '' || isAddress(value))

/** Empty, or addresses with or without a port, separated by commas. */
export const addressesOrEmpty: Rule = (value) =>
  unlessWrong(
    value === '' || value.split(',').every((address) => isAddressWithPort(address.trim())),
  )

/**
 * Empty, or the IPv6 address of one device, with or without a prefix length of at most 128,
 * `fe80::1/64`: not the unspecified address, loopback, multicast, or an IPv4 address written as one
 * of IPv6 (RFC 4291 §2.5.2, §2.5.3, §2.5.5, §2.7).
 */
export const ipv6DeviceAddressOrEmpty: Rule = (value) => {
  if (value === '') return undefined
  const [, address = '', prefix = '0'] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(value) ?? []
  if (!isIPv6(address) || Number(prefix) > 128) return problem('validation.errorInvalid')
  const groups = groupsOf(address)
  const embedded =
    groups.slice(0, 5).every((group) => group === 0) && [0, 0xffff].includes(groups[5] ?? 0)
  return embedded || (groups[0] ?? 0) >= 0xff00 ? problem('validation.noDeviceAddress') : undefined
}

/** The eight groups of a valid IPv6 address as numbers; decimals at the end count as two. */
function groupsOf(address: string): number[] {
  const plain = address.replace(/[\d.]+\.[\d.]+$/, (decimals) => {
    const number = numberOf(decimals)
    return `${Math.floor(number / 65_536).toString(16)}:${(number % 65_536).toString(16)}`
  })
  const [before = [], after = []] = plain
    .split('::')
    .map((half) => (half === '' ? [] : half.split(':').map((group) => Number.parseInt(group, 16))))
  const missing = Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array.from({ length: missing }, () => 0), ...after]
}

export const ipv4: Rule = (value) =>
  isIPv4(value) ? undefined : problem('validation.invalidIpAddress')

/**
 * The IPv4 address of one device: not of network 0, multicast, reserved or broadcast (RFC 1122
 * §3.2.1.3, RFC 1112 §4).
 */
export const deviceAddress: Rule = firstOf(ipv4, (value) => {
  const first = Math.floor(numberOf(value) / 2 ** 24)
  return first > 0 && first < 224 ? undefined : problem('validation.noDeviceAddress')
})

/** The same; `0.0.0.0` means none. */
export const deviceAddressOrNone: Rule = (value) =>
  value === '0.0.0.0' ? undefined : deviceAddress(value)

const isLoopback = (address: string) => address.startsWith('127.')

/**
 * Not a loopback address, which only the host itself reaches (127.0.0.0/8, RFC 1122 §3.2.1.3),
 * unless the device is at one already, on the computer of its user.
 * @param inUse the device's current address
 */
export const reachableFrom =
  (inUse: string): Rule =>
  (value) =>
    isLoopback(value) && !isLoopback(inUse) ? problem('validation.loopbackAddress') : undefined

/**
 * An address that one device can have in a network with this mask: not the network's own address
 * nor its broadcast address (RFC 1122 §3.2.1.3). An invalid mask is another field's error.
 */
const hostWithMask =
  (mask: string): Rule =>
  (value) => {
    if (subnetMask(mask)) return undefined
    const size = 2 ** 32 - numberOf(mask)
    const host = numberOf(value) % size
    return host > 0 && host < size - 1 ? undefined : problem('validation.addressWithMask')
  }

/** The addresses that a device is to use. */
export interface StaticAddresses {
  ipAddress: string
  subnetMask: string
  router: string
}

/**
 * The problems of a fixed address, its mask and its router. `0.0.0.0` as router means none.
 * @param inUse the device's current address
 */
export function checkStatic(
  { ipAddress, subnetMask: mask, router }: StaticAddresses,
  inUse: string,
): Errors<StaticAddresses> {
  const usable = firstOf(deviceAddress, reachableFrom(inUse))
  const usableHere = firstOf(usable, hostWithMask(mask))
  const near = isIPv4(ipAddress) && isIPv4(router) && sameNetwork(ipAddress, router, mask)
  return found<StaticAddresses>({
    ipAddress: usableHere(ipAddress),
    subnetMask: subnetMask(mask),
    router: router === '0.0.0.0' ? undefined : (near ? usableHere : usable)(router),
  })
}

/** Whether two addresses are in one network; true if the mask is invalid. */
export function sameNetwork(one: string, other: string, mask: string): boolean {
  if (subnetMask(mask)) return true
  const size = 2 ** 32 - numberOf(mask)
  return Math.floor(numberOf(one) / size) === Math.floor(numberOf(other) / size)
}

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
  required,
  (value) => (value.length > 64 ? problem('dateTime.exceedCharacters', { max: 64 }) : undefined),
  (value) => (isAddress(value) ? undefined : problem('validation.invalidIPAddressOrHostName')),
)

/** The same; in parameters `0.0.0.0` means none. */
export const timeServerOrNone: Rule = (value) => (isIPv4(value) ? undefined : timeServer(value))
