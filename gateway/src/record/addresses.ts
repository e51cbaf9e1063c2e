import { BlockList, isIP } from 'node:net'

/** What stands for public addresses and e-mail addresses. */
export interface Addresses {
  mask(text: string): string
  /** How many have been replaced. */
  readonly count: number
}

const KEPT = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, masks and broadcast.
  ['224.0.0.0', 3],
] as const) {
  KEPT.addSubnet(net, bits, 'ipv4')
}
for (const [net, bits] of [
  ['::', 127],
  // Not routed: translated, documentation, local, link-local, multicast.
  ['64:ff9b:1::', 48],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  KEPT.addSubnet(net, bits, 'ipv6')
}

const IPV4 = /(?<![\w.-])\d{1,3}(?:\.\d{1,3}){3}(?![\w-]|\.\d)/g
const IPV6 = /(?<![\w:.-])(?:[0-9a-f]{1,4})?(?::[0-9a-f]{0,4}){2,7}(?![\w:])/gi

/** The networks for documentation (RFC 5737). */
const EXAMPLES = ['192.0.2', '198.51.100', '203.0.113'] as const

/** Public addresses become addresses for documentation, each always the same one. */
export function openAddresses(): Addresses {
  const known = new Map<string, string>()
  let count = 0

  const replaced = (address: string, make: (number: number) => string): string => {
    const key = address.toLowerCase()
    const next = known.get(key) ?? make(sizeOf(known, isIP(address)) + 1)
    known.set(key, next)
    count += 1
    return next
  }

  return {
    mask: (text) =>
      text
        .replaceAll(IPV4, (address) =>
          isIP(address) !== 4 || KEPT.check(address, 'ipv4') ? address : replaced(address, ipv4At),
        )
        .replaceAll(IPV6, (address) =>
          isIP(address) !== 6 || KEPT.check(address, 'ipv6') ? address : replaced(address, ipv6At),
        ),
    get count() {
      return count
    },
  }
}

const sizeOf = (known: ReadonlyMap<string, string>, version: number): number =>
  Array.from(known.keys()).filter((address) => isIP(address) === version).length

const ipv4At = (number: number): string => {
  const net = EXAMPLES[Math.floor(number / 255) % EXAMPLES.length] ?? EXAMPLES[0]
  return `${net}.${(number % 255) + (number > 254 ? 1 : 0)}`
}

const ipv6At = (number: number): string => `2001:db8::${number.toString(16)}`
