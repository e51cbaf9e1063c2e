import { lookup, resolveSrv } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Transport } from '../types.ts'
import { readUri } from '../wire.ts'
import type { Peer } from './flow.ts'

/** The next stop of a request. */
export interface Hop {
  protocol: Transport
  host: string
  /** undefined: found out, or the protocol's own. */
  port: number | undefined
}

/** What asks the DNS; tests pass their own. */
export interface Names {
  /** Servers of a service, best first; empty if there is no such record. */
  servers(service: string): Promise<readonly { name: string; port: number }[]>
  addresses(host: string): Promise<readonly string[]>
}

export const DNS: Names = {
  async servers(service) {
    try {
      const found = await resolveSrv(service)
      return found.toSorted(
        (one, other) => one.priority - other.priority || other.weight - one.weight,
      )
    } catch {
      return []
    }
  },
  async addresses(host) {
    const found = await lookup(host, { all: true })
    return found.map(({ address }) => address)
  },
}

const PORTS: Readonly<Record<Transport, number>> = { udp: 5060, tcp: 5060, tls: 5061 }
const SERVICES: Readonly<Record<Transport, string>> = {
  udp: '_sip._udp',
  tcp: '_sip._tcp',
  tls: '_sips._tcp',
}

/** The next stop that a URI names; the scheme or a parameter can override the protocol. */
export function hopOf(uri: string, protocol: Transport): Hop | undefined {
  const parts = readUri(uri)
  if (!parts) return undefined
  const named = parts.parameters.get('transport')?.toLowerCase()
  const secure = parts.scheme === 'sips' || named === 'tls'
  return {
    protocol: secure ? 'tls' : named === 'tcp' || named === 'udp' ? named : protocol,
    host: parts.parameters.get('maddr') ?? parts.host,
    port: parts.port,
  }
}

/**
 * Addresses of the next stop in the order to try (RFC 3263 without NAPTR: the transport is
 * configured), of the families that we have.
 * @throws when there are none
 */
export async function resolve(
  { protocol, host, port }: Hop,
  options: { preferIPv6: boolean; families: ReadonlySet<number>; names: Names },
): Promise<Peer[]> {
  const { preferIPv6, families, names } = options
  const peer = (address: string, at: number | undefined): Peer => ({
    protocol,
    address,
    port: at ?? PORTS[protocol],
  })
  if (isIP(host) !== 0) return [peer(host, port)]
  const servers =
    port === undefined && host.includes('.')
      ? await names.servers(`${SERVICES[protocol]}.${host}`)
      : []
  const targets = servers.length > 0 ? servers : [{ name: host, port }]
  const found: Peer[] = []
  let failure: unknown
  for (const target of targets) {
    try {
      const addresses = await names.addresses(target.name)
      const usable = addresses.filter((address) => families.has(isIP(address)))
      const rank = (address: string) => (isIP(address) === (preferIPv6 ? 6 : 4) ? 0 : 1)
      usable.sort((one, other) => rank(one) - rank(other))
      found.push(...usable.map((address) => peer(address, target.port)))
    } catch (cause) {
      failure = cause
    }
  }
  if (found.length === 0) {
    throw new Error(`The server ${host} was not found.`, { cause: failure })
  }
  return found
}
