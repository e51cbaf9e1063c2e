import type { Clock } from '../../../clock/clock.ts'
import { BoundedMap } from '../bounded-map.ts'
import { nameOf } from './flow.ts'
import type { Flow, Peer } from './flow.ts'

/** How long a call waits for TCP, in milliseconds. Own design: somebody is at the door. */
export const TCP_WAIT_MS = 2000
/** How long a peer that did not answer is not tried again, in milliseconds. Own design. */
export const WITHOUT_TCP_MS = 600_000
const PEERS_MAX = 100

/** Tries TCP for requests that are too long for UDP (RFC 3261 §18.1.1). */
export interface TcpSwitch {
  /**
   * Connects to a peer; undefined if that fails or takes too long. A firewall may drop what it does
   * not let pass, so a peer that did not answer is not waited for again soon.
   */
  flowTo: (peer: Peer, connect: (peer: Peer) => Promise<Flow>) => Promise<Flow | undefined>
}

export function openTcpSwitch(clock: Pick<Clock, 'monotonic' | 'wait'>): TcpSwitch {
  const silent = new BoundedMap<string, number>(PEERS_MAX)

  /** Resolves when a peer has not answered in time. */
  async function silence(name: string, answered: AbortSignal): Promise<undefined> {
    await clock.wait(TCP_WAIT_MS, answered)
    silent.set(name, clock.monotonic() + WITHOUT_TCP_MS)
  }

  return {
    async flowTo(peer, connect) {
      const tcp: Peer = { ...peer, protocol: 'tcp' }
      const name = nameOf(tcp)
      if ((silent.get(name) ?? 0) > clock.monotonic()) return undefined
      const answered = new AbortController()
      try {
        return await Promise.race([connect(tcp), silence(name, answered.signal)])
      } catch {
        return undefined
      } finally {
        answered.abort()
      }
    },
  }
}
