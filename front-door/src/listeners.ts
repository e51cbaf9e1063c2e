import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https'
import { createServer as createProbe, isIPv6, type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** A certificate and its private key, PEM. The certificate may be followed by its chain. */
export interface Certificate {
  cert: string
  key: string
}

export interface ListenAt {
  address: string
  /** 0: a free port. */
  http: number
  /** 0: a free port; absent: never https. Opens as soon as there is a certificate. */
  https?: number
}

/** The addresses as URLs without a path. */
export interface Urls {
  http: string
  https?: string
}

/** Both servers, and the cable that they hang on. */
export interface Listeners {
  /** The first http server; after a move another one listens. */
  readonly http: Server
  /** Rejects when a port is taken; then nothing listens, and another address may be tried. */
  readonly listen: (at: ListenAt) => Promise<Urls>
  /** Where it listens. */
  readonly urls: () => Urls
  /**
   * Goes to another address, on the same ports: listens there first, and only then stops listening
   * here. Answers on their way go out; what is still open a second later is cut.
   * Rejects when it can't listen there; then nothing has changed.
   * @param certificate shown there, in place of the one shown here
   */
  readonly move: (address: string, certificate?: Certificate) => Promise<Urls>
  /** Whether nobody else listens on our ports at an address of this host. */
  readonly isFree: (address: string) => Promise<boolean>
  /** Takes a new certificate for every connection from now on; the URL once https listens. */
  readonly setCertificate: (certificate: Certificate) => Promise<string | undefined>
  readonly plug: (cableIn: boolean) => void
  readonly close: () => Promise<void>
}

/** A client that sends its request slower than this is cut off (slow-loris). */
const LIMITS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 30_000,
  maxHeaderSize: 16 * 1024,
  noDelay: true,
}
const HANDSHAKE_MS = 10_000
const MOST_CONNECTIONS = 1_000

export interface Handlers {
  request: RequestListener
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** For what could not be read as a request. */
  malformed: (error: Error, socket: Duplex) => void
}

/** Milliseconds that answers on their way have when the device goes to another address. */
const DRAIN_MS = 1_000

/** What listens at one address. */
interface Pair {
  http: Server
  https: SecureServer | undefined
  sockets: Set<Socket>
  /** Nothing is accepted here any more, and what is open ends with its answer. */
  leaving: boolean
}

/** One pair of handlers behind two servers. */
export function openListeners({ request, upgrade, malformed }: Handlers): Listeners {
  const all = new Set<Pair>()
  let certificate: Certificate | undefined
  let at: ListenAt | undefined
  let pluggedIn = true
  let pair = makePair()
  const first = pair.http

  function makePair(): Pair {
    const http = createServer(LIMITS)
    const made: Pair = { http, https: undefined, sockets: new Set(), leaving: false }
    prepare(made, http)
    if (certificate) made.https = makeSecure(made, certificate)
    all.add(made)
    return made
  }

  function makeSecure(to: Pair, shown: Certificate): SecureServer {
    const made = createSecureServer({
      ...LIMITS,
      ...shown,
      handshakeTimeout: HANDSHAKE_MS,
      minVersion: 'TLSv1.2',
    })
    prepare(to, made)
    return made
  }

  function prepare(of: Pair, server: Server | SecureServer): void {
    server.maxConnections = MOST_CONNECTIONS
    server.on('request', (asked: IncomingMessage, response: ServerResponse) => {
      if (of.leaving) response.setHeader('connection', 'close')
      request(asked, response)
    })
    server.on('upgrade', upgrade)
    server.on('clientError', malformed)
    server.on('connection', (socket: Socket) => {
      if (!pluggedIn) {
        socket.destroy()
        return
      }
      of.sockets.add(socket)
      socket.once('close', () => of.sockets.delete(socket))
    })
  }

  function cut({ sockets }: Pair): void {
    for (const socket of sockets) socket.destroy()
  }

  async function open(which: Pair, where: ListenAt): Promise<Urls> {
    const urls: Urls = { http: await bind('http', which.http, where.http, where.address) }
    if (which.https && where.https !== undefined) {
      urls.https = await bind('https', which.https, where.https, where.address)
    }
    return urls
  }

  const closing = (which: Pair) =>
    Promise.all([which.http, which.https].map((server) => closed(server)))

  async function shut(which: Pair): Promise<void> {
    const over = closing(which)
    cut(which)
    await over
    all.delete(which)
  }

  async function leave(which: Pair): Promise<void> {
    which.leaving = true
    const late = setTimeout(() => cut(which), DRAIN_MS)
    late.unref()
    await closing(which)
    clearTimeout(late)
    all.delete(which)
  }

  /** Our ports at this address: one that was left open is known by now. */
  function portsAt(address: string): ListenAt {
    if (!at) throw new TypeError('nothing listens yet')
    const https = portOf(pair.https) ?? at.https
    return {
      address,
      http: portOf(pair.http) ?? at.http,
      ...(https === undefined ? {} : { https }),
    }
  }

  return {
    http: first,
    async listen(where) {
      at = where
      try {
        return await open(pair, where)
      } catch (error) {
        // One of the two may be open; another address can be tried then.
        await closing(pair)
        throw error
      }
    },
    urls: () => ({
      http: urlOf('http', pair.http) ?? '',
      ...(pair.https?.listening ? { https: urlOf('https', pair.https) ?? '' } : {}),
    }),
    async move(address, shown) {
      const where = portsAt(address)
      const before = certificate
      certificate = shown ?? certificate
      const next = makePair()
      try {
        const urls = await open(next, where)
        const old = pair
        pair = next
        at = where
        void leave(old)
        return urls
      } catch (error) {
        certificate = before
        await shut(next)
        throw error
      }
    },
    async isFree(address) {
      const { http, https } = portsAt(address)
      const free = await Promise.all([http, https ?? 0].map((port) => canBind(port, address)))
      return free.every(Boolean)
    },
    async setCertificate(given) {
      if (pair.https) {
        pair.https.setSecureContext(given)
        certificate = given
        return urlOf('https', pair.https)
      }
      const made = makeSecure(pair, given)
      certificate = given
      pair.https = made
      return at?.https === undefined ? undefined : bind('https', made, at.https, at.address)
    },
    plug(cableIn) {
      pluggedIn = cableIn
      if (!cableIn) all.forEach(cut)
    },
    async close() {
      await Promise.all(Array.from(all, shut))
    },
  }
}

const portOf = (server: Server | SecureServer | undefined): number | undefined =>
  (server?.address() as AddressInfo | null | undefined)?.port

/** Whether nobody else listens there. */
function canBind(port: number, address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createProbe()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host: address, exclusive: true }, () => {
      probe.close(() => resolve(true))
    })
  })
}

function bind(
  scheme: keyof Urls,
  server: Server | SecureServer,
  port: number,
  address: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, address, () => {
      server.off('error', reject)
      resolve(urlOf(scheme, server) ?? '')
    })
  })
}

function urlOf(scheme: keyof Urls, server: Server | SecureServer): string | undefined {
  const bound = server.address() as AddressInfo | null
  if (!bound) return undefined
  const host = isIPv6(bound.address) ? `[${bound.address}]` : bound.address
  return `${scheme}://${host}:${bound.port}`
}

function closed(server: Server | SecureServer | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (server?.listening) server.close(() => resolve())
    else resolve()
  })
}
