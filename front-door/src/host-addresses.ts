import { networkInterfaces, platform } from 'node:os'
import type { NetworkInterfaceInfo } from 'node:os'

/** An IPv4 address of this host, and its network mask. */
export interface HostAddress {
  address: string
  netmask: string
  /** Reachable from this host only. */
  internal: boolean
}

/** The host functions it needs; tests pass their own. */
interface HostNetwork {
  interfaces: () => NodeJS.Dict<readonly NetworkInterfaceInfo[]>
  platform: () => NodeJS.Platform
}

/**
 * Milliseconds for which the host's interfaces are cached: listing them takes a third of a
 * millisecond.
 */
const CACHED_MS = 100
let interfaces: ReturnType<typeof networkInterfaces> = {}
let listedAt = Number.NEGATIVE_INFINITY

function interfacesNow(): ReturnType<typeof networkInterfaces> {
  if (performance.now() - listedAt > CACHED_MS) {
    interfaces = networkInterfaces()
    listedAt = performance.now()
  }
  return interfaces
}

const HOST: HostNetwork = { interfaces: interfacesNow, platform }
const LOOPBACK_MASK = '255.0.0.0'

/** The IPv4 addresses of the host's interfaces. */
export function hostAddresses(host = HOST): readonly HostAddress[] {
  const listed = host.interfaces()
  const known = ipv4In.get(listed)
  if (known) return known
  const found = Object.values(listed)
    .flatMap((entries) => entries ?? [])
    .filter(({ family }) => family === 'IPv4')
  ipv4In.set(listed, found)
  return found
}

const ipv4In = new WeakMap<ReturnType<HostNetwork['interfaces']>, readonly HostAddress[]>()

/** An IPv6 address of this host. */
export interface HostAddress6 {
  address: string
  /** Prefix length in bits. */
  prefix: number
  /** The scope of a link-local address, `%eth0`; empty for others. */
  zone: string
}

/**
 * The interface with this address, with all of its addresses. Every 127.x.y.z is on the loopback
 * interface.
 */
export function interfaceAt(
  address: string,
  host = HOST,
): { name: string; entries: readonly NetworkInterfaceInfo[] } | undefined {
  const isAt = address.startsWith('127.')
    ? ({ internal }: NetworkInterfaceInfo) => internal
    : (entry: NetworkInterfaceInfo) => entry.address === address
  const found = Object.entries(host.interfaces()).find(([, entries]) => entries?.some(isAt))
  return found && { name: found[0], entries: found[1] ?? [] }
}

/** The IPv6 addresses of the interface that has this IPv4 address. */
export function ipv6AddressesFor(address: string, host = HOST): HostAddress6[] {
  const { name, entries } = interfaceAt(address, host) ?? { name: '', entries: [] }
  return entries.flatMap(({ family, address: own, cidr }) =>
    family === 'IPv6'
      ? [
          {
            address: own,
            prefix: Number(cidr?.split('/')[1] ?? 128),
            zone: own.startsWith('fe80:') ? `%${name}` : '',
          },
        ]
      : [],
  )
}

/**
 * This address as the host has it; undefined when the host does not. Linux answers at every
 * 127.x.y.z, whether or not an interface lists it.
 */
export function hostAddress(address: string, host = HOST): HostAddress | undefined {
  const named = hostAddresses(host).find((entry) => entry.address === address)
  if (named || host.platform() !== 'linux' || !/^127(\.\d{1,3}){3}$/.test(address)) return named
  // The lowest address is the network itself, the highest its broadcast address.
  if (address === '127.0.0.0' || address === '127.255.255.255') return undefined
  return { address, netmask: LOOPBACK_MASK, internal: true }
}
