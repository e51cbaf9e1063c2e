/** The SIP ports that the device listens on, at each of its addresses. */
import { isIPv6 } from 'node:net'
import type { SecureContextOptions } from 'node:tls'
import type { Log } from '../../log.ts'
import type { Flow, Peer, Receive } from './transport/flow.ts'
import { openStreams } from './transport/streams.ts'
import type { Listener, Streams, TlsClient } from './transport/streams.ts'
import { openUdpPort } from './transport/udp.ts'
import type { UdpPort } from './transport/udp.ts'
import { inUri } from './wire.ts'

/** Where to listen, which may be a wildcard, and the device's own address there. */
export interface Place {
  listen: string
  address: string
}

export interface PortNumbers {
  port: number
  tlsPort: number
}

export interface Ports extends Pick<Streams, 'onEnd' | 'drop'> {
  /**
   * Opens and closes what differs, and opens what could not be opened before. What still can't be is
   * logged, the rest works.
   * @returns whether all is open
   */
  listen(
    places: readonly Place[],
    numbers: PortNumbers,
    tls: SecureContextOptions | undefined,
  ): Promise<boolean>
  families(): ReadonlySet<number>
  /** Our own place for a peer of this address. */
  placeFor(peer: string): Place | undefined
  /** `host:port` at which the device listens for what comes back over this flow. */
  sentBy(flow: Flow): string
  flowTo(peer: Peer, options: { name: string; tls: TlsClient }): Promise<Flow>
  close(): Promise<void>
}

/** What is open at one place. */
interface Open {
  place: Place
  udp?: UdpPort | undefined
  tcp?: Listener | undefined
  tls?: Listener | undefined
}

const familyOf = (address: string): 4 | 6 => (isIPv6(address) ? 6 : 4)

export function openPorts(receive: Receive, log: Log): Ports {
  const streams = openStreams(receive, log)
  let numbers: PortNumbers = { port: 0, tlsPort: 0 }
  let open: Open[] = []
  let known = ''
  let usedTls: SecureContextOptions | undefined
  /** What could not be opened, and has been logged. */
  const failed = new Set<string>()

  async function attempt<T>(
    what: string,
    at: { address: string; port: number },
    opening: () => Promise<T>,
  ) {
    const key = `${what} ${at.address} ${at.port}`
    try {
      const opened = await opening()
      failed.delete(key)
      return opened
    } catch (cause) {
      if (!failed.has(key)) log.error({ err: cause, ...at, what }, 'could not listen for SIP')
      failed.add(key)
      return undefined
    }
  }

  /** Opens what is not open at a place. */
  async function complete(at: Open, tls: SecureContextOptions | undefined): Promise<void> {
    const plain = { address: at.place.listen, port: numbers.port }
    const secure = { address: at.place.listen, port: numbers.tlsPort }
    at.udp ??= await attempt('udp', plain, () => openUdpPort({ ...plain, receive, log }))
    at.tcp ??= await attempt('tcp', plain, () => streams.listen({ protocol: 'tcp', ...plain }))
    if (!tls) return
    at.tls ??= await attempt('tls', secure, () =>
      streams.listen({ protocol: 'tls', ...secure, tls }),
    )
  }

  async function closeAll(): Promise<void> {
    const closing = open
      .flatMap(({ udp, tcp, tls }) => [udp, tcp, tls])
      .map(async (one) => one?.close())
    open = []
    failed.clear()
    await Promise.all(closing)
  }

  const openFor = (address: string): Open | undefined =>
    open.find(({ place }) => familyOf(place.listen) === familyOf(address))

  return {
    onEnd: (listener) => streams.onEnd(listener),
    drop: (owner) => streams.drop(owner),
    async listen(places, wanted, tls) {
      const key = JSON.stringify([places, wanted, tls !== undefined])
      if (key === known) {
        if (tls && tls !== usedTls) for (const at of open) at.tls?.setTls(tls)
      } else {
        known = key
        await closeAll()
        numbers = wanted
        open = places.map((place) => ({ place }))
      }
      usedTls = tls
      for (const at of open) await complete(at, tls)
      return failed.size === 0
    },
    families: () => new Set(open.map(({ place }) => familyOf(place.listen))),
    placeFor: (peer) => openFor(peer)?.place,
    sentBy({ protocol, address }) {
      const port = protocol === 'tls' ? numbers.tlsPort : numbers.port
      return `${inUri(openFor(address)?.place.address ?? address)}:${port}`
    },
    async flowTo(peer, { name, tls }) {
      const own = openFor(peer.address)
      if (!own) throw new Error(`The device has no address to reach ${peer.address} from.`)
      if (peer.protocol !== 'udp') {
        return streams.flowTo(peer, { name, from: own.place.listen, tls })
      }
      if (!own.udp) throw new Error('The SIP port is not open.')
      return own.udp.flowTo(peer)
    },
    async close() {
      await closeAll()
      await streams.close()
    },
  }
}
