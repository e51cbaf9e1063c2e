import type {
  IncomingMessage,
  RequestListener,
  Server,
  ServerOptions,
  ServerResponse,
} from 'node:http'
import type { Server as SecureServer } from 'node:https'
import { isIPv6, type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { BodyBudget } from './body-budget.ts'
import { limitBody } from './body-time.ts'
import type { Connection, ConnectionShares } from './connection-shares.ts'
import { requestInfoOf } from './request-info.ts'
import type { TrafficCount } from './traffic.ts'

/**
 * Milliseconds a client has to send its headers before it is cut off (slow loris); for bodies see
 * `limitBody`.
 */
export const LIMITS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 0,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 30_000,
  maxHeaderSize: 16 * 1024,
  noDelay: true,
}
/** Node's own code for it. */
const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT'
/**
 * Time for responses in flight to finish when a listener closes or its settings change, in
 * milliseconds.
 */
export const DRAIN_MS = 1_000

export interface Handlers {
  request: RequestListener
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** The answer to what could not be read as a request. */
  malformed: (error: Error, socket: Duplex) => void
  /** A connection could not be accepted, as when the host has no memory left; the others go on. */
  notAccepted: (error: Error) => void
}

/** The current settings of all listeners. */
export interface ListenerConditions {
  /** Counts the changes of the settings: connections of an earlier era are old. */
  era: () => number
  /** While the network cable is unplugged, every connection is refused. */
  pluggedIn: () => boolean
  shares: ConnectionShares
  bodies: BodyBudget
  traffic: Pick<TrafficCount, 'follow'>
}

/** An open connection with the era in which it was opened. */
interface Opened {
  connection: Connection
  era: number
}

/** A server at one address and port, with its open connections. */
export interface Listener<S extends Server | SecureServer = Server | SecureServer> {
  readonly scheme: 'http' | 'https'
  readonly server: S
  /** Rejects when the port is taken. */
  listen(port: number, address: string): Promise<void>
  /** Undefined while it does not listen. */
  port(): number | undefined
  /** Its address as a URL without a path; undefined while it does not listen. */
  url(): string | undefined
  /** Stops listening without closing connections; it can listen again. */
  unlisten(): Promise<void>
  /** Closes connections with the response in flight, and idle ones at once. */
  endAfterResponses(): void
  /** Cuts all connections, or those of an era before this one. */
  cut(before?: number): void
  /** Stops listening and cuts all connections. */
  close(): Promise<void>
  /**
   * Stops listening. Responses in flight are completed; whatever is open after `DRAIN_MS` is cut.
   */
  drain(): Promise<void>
}

export function createListener<S extends Server | SecureServer>(
  scheme: 'http' | 'https',
  server: S,
  { request, upgrade, malformed, notAccepted }: Handlers,
  { era, pluggedIn, shares, bodies, traffic }: ListenerConditions,
): Listener<S> {
  const sockets = new Map<Socket, Opened>()
  /** The same by peer: over TLS, a request has another socket than the connection. */
  const byPeer = new Map<string, Opened>()
  const responses = new Set<ServerResponse>()
  let draining = false

  const openedOf = (socket: Socket): Opened | undefined =>
    sockets.get(socket) ?? byPeer.get(peerOf(socket))

  server.on('connection', (socket: Socket) => {
    const connection = pluggedIn() ? shares.admit(socket) : undefined
    if (!connection) {
      socket.destroy()
      return
    }
    traffic.follow(socket)
    const peer = peerOf(socket)
    const opened = { connection, era: era() }
    sockets.set(socket, opened)
    byPeer.set(peer, opened)
    socket.once('close', () => {
      sockets.delete(socket)
      byPeer.delete(peer)
    })
  })
  server.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
    const opened = openedOf(incoming.socket)
    const info = requestInfoOf(incoming)
    info.old = opened?.era !== era()
    const ended = opened && shares.begin(opened.connection, info)
    if (info.old || draining) response.setHeader('connection', 'close')
    responses.add(response)
    response.once('close', () => {
      responses.delete(response)
      ended?.()
    })
    bodies.watch(incoming, response)
    limitBody(incoming, () => {
      if (response.headersSent) incoming.socket.destroy()
      else malformed(Object.assign(new Error('too slow'), { code: TOO_SLOW }), incoming.socket)
    })
    request(incoming, response)
  })
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    const opened = openedOf(incoming.socket)
    // It is busy until it closes.
    if (opened) shares.begin(opened.connection, requestInfoOf(incoming))
    upgrade(incoming, socket, head)
  })
  server.on('clientError', malformed)
  server.on('error', (error) => {
    // One while it does not listen yet is why `listen` rejects.
    if (server.listening) notAccepted(error)
  })

  const bound = () => server.address() as AddressInfo | null

  function unlisten(): Promise<void> {
    return new Promise((resolve) => {
      if (server.listening) server.close(() => resolve())
      else resolve()
    })
  }

  function endAfterResponses(): void {
    for (const response of responses) {
      requestInfoOf(response.req).old = true
      if (!response.headersSent) response.setHeader('connection', 'close')
    }
    server.closeIdleConnections()
  }

  function cut(before = Infinity): void {
    for (const [socket, opened] of sockets) if (opened.era < before) socket.destroy()
  }

  return {
    scheme,
    server,
    listen(port, address) {
      return new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, address, () => {
          server.off('error', reject)
          resolve()
        })
      })
    },
    port: () => bound()?.port,
    url() {
      const at = bound()
      if (!at) return undefined
      return `${scheme}://${isIPv6(at.address) ? `[${at.address}]` : at.address}:${at.port}`
    },
    unlisten,
    endAfterResponses,
    cut,
    async close() {
      const closed = unlisten()
      cut()
      await closed
    },
    async drain() {
      draining = true
      const closed = unlisten()
      endAfterResponses()
      const late = setTimeout(cut, DRAIN_MS)
      late.unref()
      await closed
      clearTimeout(late)
    },
  }
}

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`
