/** The SIP ports that the device listens on, at each of its addresses. */
import { isIPv6 } from 'node:net'
import type { SecureContextOptions } from 'node:tls'
import type { Log } from '../../log.ts'
import type { Flow, Peer, Receive } from './transport/flow.ts'
import { openStreams } from './transport/streams.ts'
import type { Streams, TlsClient } from './transport/streams.ts'
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
  /** Opens and closes what differs. What can't be opened is logged, the rest works. */
  listen(
    places: readonly Place[],
    numbers: PortNumbers,
    tls: SecureContextOptions | undefined,
  ): Promise<void>
  /** Whether there is a port to send from. */
  isOpen(): boolean
  families(): ReadonlySet<number>
  /** Our own place for a peer of this address. */
  placeFor(peer: string): Place | undefined
  /** `host:port` at which the device listens for what comes back over this flow. */
  sentBy(flow: Flow): string
  flowTo(peer: Peer, options: { name: string; tls: TlsClient }): Promise<Flow>
  close(): Promise<void>
}

interface Open {
  place: Place
  udp: UdpPort | undefined
  close: (() => Promise<void>)[]
}

const familyOf = (address: string): 4 | 6 => (isIPv6(address) ? 6 : 4)

export function openPorts(receive: Receive, log: Log): Ports {
  const streams = openStreams(receive, log)
  let numbers: PortNumbers = { port: 0, tlsPort: 0 }
  let open: Open[] = []
  let tlsListeners: { setTls(tls: SecureContextOptions): void }[] = []
  let known = ''
  let usedTls: SecureContextOptions | undefined

  async function attempt<T>(what: string, place: Place, port: number, opening: Promise<T>) {
    try {
      return await opening
    } catch (cause) {
      log.error({ err: cause, address: place.listen, port, what }, 'could not listen for SIP')
      return undefined
    }
  }

  async function openAt(place: Place, tls: SecureContextOptions | undefined): Promise<Open> {
    const { port, tlsPort } = numbers
    const address = place.listen
    const udp = await attempt('udp', place, port, openUdpPort({ address, port, receive, log }))
    const tcp = await attempt(
      'tcp',
      place,
      port,
      streams.listen({ protocol: 'tcp', address, port }),
    )
    const secure =
      tls &&
      (await attempt(
        'tls',
        place,
        tlsPort,
        streams.listen({ protocol: 'tls', address, port: tlsPort, tls }),
      ))
    if (secure) tlsListeners.push(secure)
    return {
      place,
      udp,
      close: [udp, tcp, secure].flatMap((each) => (each ? [() => each.close()] : [])),
    }
  }

  async function closeAll(): Promise<void> {
    const closing = open.flatMap(({ close }) => close.map((one) => one()))
    open = []
    tlsListeners = []
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
        if (tls && tls !== usedTls) for (const listener of tlsListeners) listener.setTls(tls)
        usedTls = tls
        return
      }
      known = key
      usedTls = tls
      await closeAll()
      numbers = wanted
      for (const place of places) open.push(await openAt(place, tls))
    },
    isOpen: () => open.some(({ udp }) => udp !== undefined),
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
