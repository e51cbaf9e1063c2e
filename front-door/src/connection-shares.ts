import type { Socket } from 'node:net'
import { networkOf } from './network-of.ts'
import { addressOf } from './request-info.ts'
import type { RequestInfo } from './request-info.ts'

/** Open connections of all servers, and how many of them one network may have: a quarter. */
export const CONNECTIONS_MAX = 1_000
export const CONNECTIONS_PER_NETWORK = CONNECTIONS_MAX / 4

/** An open connection. */
export interface Connection {
  readonly socket: Socket
  readonly network: string
  /** Requests under way; an upgraded connection always has one. */
  busy: number
  /** Its latest request. */
  latest: RequestInfo | undefined
  /** Whether somebody was signed in on it before the latest request. */
  trusted: boolean
  /** Counts up with every use of any connection. */
  used: number
}

/**
 * Shares the connections among the networks of their clients, so that nobody can keep the others
 * out. A newcomer for whom there is no room takes the place of the oldest connection of his own
 * network, or of one that has more connections than his: first of those on which nobody has signed
 * in, idle ones before busy ones, then of idle ones of people who are signed in.
 */
export interface ConnectionShares {
  /** Undefined if there is no room, as all connections are busy for people who are signed in. */
  admit(socket: Socket): Connection | undefined
  /** Notes a request, or an upgrade; returns a function that notes its end. */
  begin(connection: Connection, info: RequestInfo): () => void
}

export function openConnectionShares(): ConnectionShares {
  const all = new Set<Connection>()
  let uses = 0

  function counts(): Map<string, number> {
    const perNetwork = new Map<string, number>()
    for (const { network } of all) perNetwork.set(network, (perNetwork.get(network) ?? 0) + 1)
    return perNetwork
  }

  /** Closes the one that matters least of these; returns whether there was one. */
  function makeRoom(of: Iterable<Connection>, perNetwork: ReadonlyMap<string, number>): boolean {
    const sizeOf = ({ network }: Connection): number => perNetwork.get(network) ?? 0
    const [least] = Array.from(of)
      .filter((one) => weightOf(one) < NEVER)
      .toSorted(
        (one, other) =>
          weightOf(one) - weightOf(other) || sizeOf(other) - sizeOf(one) || one.used - other.used,
      )
    if (!least) return false
    all.delete(least)
    least.socket.destroy()
    return true
  }

  function hasRoom(network: string): boolean {
    if (all.size < CONNECTIONS_PER_NETWORK) return true
    const perNetwork = counts()
    const own = perNetwork.get(network) ?? 0
    const isOwn = (one: Connection): boolean => one.network === network
    if (own >= CONNECTIONS_PER_NETWORK) return makeRoom(Array.from(all).filter(isOwn), perNetwork)
    if (all.size < CONNECTIONS_MAX) return true
    const hasMore = (one: Connection): boolean => (perNetwork.get(one.network) ?? 0) > own
    return makeRoom(
      Array.from(all).filter((one) => isOwn(one) || hasMore(one)),
      perNetwork,
    )
  }

  return {
    admit(socket) {
      const network = networkOf(addressOf(socket))
      if (!hasRoom(network)) return undefined
      uses += 1
      const connection: Connection = {
        socket,
        network,
        busy: 0,
        latest: undefined,
        trusted: false,
        used: uses,
      }
      all.add(connection)
      socket.once('close', () => all.delete(connection))
      return connection
    },
    begin(connection, info) {
      connection.trusted = isTrusted(connection)
      connection.latest = info
      connection.busy += 1
      return () => {
        uses += 1
        connection.used = uses
        connection.busy -= 1
      }
    },
  }
}

const isTrusted = ({ trusted, latest }: Connection): boolean =>
  trusted || latest?.user !== undefined

/** The weight of connections that are never closed for a newcomer. */
const NEVER = 3

const weightOf = (connection: Connection): number =>
  (isTrusted(connection) ? 2 : 0) + (connection.busy > 0 ? 1 : 0)
