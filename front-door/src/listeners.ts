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
import { limitBody } from './body-time.ts'
import { isDeepStrictEqual } from 'node:util'
import { askItself, contextOf } from './tls.ts'
import type { Tls } from './tls.ts'
import { requestInfoOf } from './request-info.ts'

/** How the two servers answer. */
export interface WebSettings {
  /** Undefined: https is closed. */
  tls: Tls | undefined
  /** Plain http only leads to https, as long as that is open. */
  httpsOnly: boolean
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
   * @param tls used there, in place of what is used here
   */
  readonly move: (address: string, tls?: Tls) => Promise<Urls>
  /** Whether nobody else listens on our ports at an address of this host. */
  readonly isFree: (address: string) => Promise<boolean>
  /**
   * Answers so from now on, and asks itself over https whether that works. Connections from before
   * end with their next answer, idle ones at once; those of a scheme that is closed, or only leads
   * to the other, are cut after a second.
   * Rejects when it does not work; then nothing has changed.
   * @returns the https URL; undefined while https is not open
   */
  readonly configure: (settings: WebSettings) => Promise<string | undefined>
  /** The port of https while plain http only leads there. */
  readonly httpsOnly: () => number | undefined
  /** Takes a connection that came in at another address. */
  readonly adopt: (scheme: keyof Urls, socket: Socket) => void
  readonly plug: (cableIn: boolean) => void
  readonly close: () => Promise<void>
}

/** A client that sends its headers slower than this is cut off (slow-loris); bodies: `limitBody`. */
const LIMITS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 0,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 30_000,
  maxHeaderSize: 16 * 1024,
  noDelay: true,
}
/** As Node's own code for it. */
const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT'
const HANDSHAKE_MS = 10_000
const CONNECTIONS_MAX = 1_000

export interface Handlers {
  request: RequestListener
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** For what could not be read as a request. */
  malformed: (error: Error, socket: Duplex) => void
}

/** Milliseconds that answers on their way have when a gate closes. */
const DRAIN_MS = 1_000

/** A server at one address and port. */
interface Gate {
  scheme: keyof Urls
  server: Server | SecureServer
  /** What is open, and in which era of the settings it was opened. */
  sockets: Map<Socket, number>
  /** What is being answered. */
  answers: Set<ServerResponse>
  /** Nothing is accepted here any more, and what is open ends with its answer. */
  leaving: boolean
}

/** What listens at one address. */
interface Pair {
  http: Gate
  https: Gate | undefined
}

/** One pair of handlers behind two servers. */
export function openListeners({ request, upgrade, malformed }: Handlers): Listeners {
  const all = new Set<Gate>()
  let settings: WebSettings = { tls: undefined, httpsOnly: false }
  /** Another one after every change of the settings. */
  let era = 0
  let at: ListenAt | undefined
  let pluggedIn = true
  let last: Promise<unknown> = Promise.resolve()
  let pair = makePair(settings.tls)
  const first = pair.http.server as Server

  function makePair(tls: Tls | undefined): Pair {
    return { http: makeGate('http', createServer(LIMITS)), https: tls && makeSecure(tls) }
  }

  const makeSecure = (tls: Tls): Gate =>
    makeGate(
      'https',
      createSecureServer({ ...LIMITS, ...contextOf(tls), handshakeTimeout: HANDSHAKE_MS }),
    )

  function makeGate(scheme: Gate['scheme'], server: Gate['server']): Gate {
    const gate: Gate = { scheme, server, sockets: new Map(), answers: new Set(), leaving: false }
    /** A request over TLS names another socket than the connection, so both go by their peer. */
    const eras = new Map<string, number>()
    server.maxConnections = CONNECTIONS_MAX
    server.on('request', (asked: IncomingMessage, response: ServerResponse) => {
      const old = eras.get(peerOf(asked.socket)) !== era
      requestInfoOf(asked).old = old
      if (old || gate.leaving) response.setHeader('connection', 'close')
      gate.answers.add(response)
      response.once('close', () => gate.answers.delete(response))
      limitBody(asked, () => cutSlow(asked, response))
      request(asked, response)
    })
    server.on('upgrade', upgrade)
    server.on('clientError', malformed)
    server.on('connection', (socket: Socket) => {
      if (!pluggedIn) {
        socket.destroy()
        return
      }
      const peer = peerOf(socket)
      gate.sockets.set(socket, era)
      eras.set(peer, era)
      socket.once('close', () => {
        gate.sockets.delete(socket)
        eras.delete(peer)
      })
    })
    all.add(gate)
    return gate
  }

  function cutSlow({ socket }: IncomingMessage, response: ServerResponse): void {
    if (response.headersSent) socket.destroy()
    else malformed(Object.assign(new Error('too slow'), { code: TOO_SLOW }), socket)
  }

  /** Ends connections with the answer that is on its way, and those that wait for a request. */
  function endWithAnswers({ server, answers }: Gate): void {
    for (const answer of answers) {
      requestInfoOf(answer.req).old = true
      if (!answer.headersSent) answer.setHeader('connection', 'close')
    }
    server.closeIdleConnections()
  }

  /** Cuts what is open, or only what was opened before an era. */
  function cut({ sockets }: Gate, before = Infinity): void {
    for (const [socket, opened] of sockets) if (opened < before) socket.destroy()
  }

  async function open({ http, https }: Pair, where: ListenAt): Promise<Urls> {
    const urls: Urls = { http: await bind(http, where.http, where.address) }
    if (https && where.https !== undefined) {
      urls.https = await bind(https, where.https, where.address)
    }
    return urls
  }

  async function shut(gate: Gate): Promise<void> {
    const over = closed(gate)
    cut(gate)
    await over
    all.delete(gate)
  }

  async function leave(gate: Gate): Promise<void> {
    gate.leaving = true
    const over = closed(gate)
    endWithAnswers(gate)
    const late = setTimeout(() => cut(gate), DRAIN_MS)
    late.unref()
    await over
    clearTimeout(late)
    all.delete(gate)
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

  /** One change after the other. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work, work)
    last = turn.catch(() => {})
    return turn
  }

  /** Opens, closes or goes on with https. */
  async function secure(tls: Tls | undefined): Promise<void> {
    const { https } = pair
    if (!tls) {
      if (at) at = portsAt(at.address)
      pair.https = undefined
      if (https) void leave(https)
    } else if (https) {
      ;(https.server as SecureServer).setSecureContext(contextOf(tls))
    } else {
      const made = makeSecure(tls)
      try {
        if (at?.https !== undefined) await bind(made, at.https, at.address)
      } catch (error) {
        all.delete(made)
        throw error
      }
      pair.https = made
    }
  }

  /** Connections from before the change may not outlast it for long. */
  function endOlder({ httpsOnly }: WebSettings): void {
    const now = era
    gatesOf(pair).forEach(endWithAnswers)
    if (!httpsOnly) return
    const { http } = pair
    setTimeout(() => cut(http, now), DRAIN_MS).unref()
  }

  async function configure(wanted: WebSettings): Promise<string | undefined> {
    if (isDeepStrictEqual(wanted, settings)) return urlOf(pair.https)
    const before = settings
    await secure(wanted.tls)
    try {
      if (pluggedIn) await askItself(pair.https?.server, wanted.tls)
    } catch (error) {
      await secure(before.tls)
      throw error
    }
    settings = wanted
    // A first certificate only opens https: what is open by http may go on.
    if (before.tls || wanted.httpsOnly) {
      era += 1
      endOlder(wanted)
    }
    return urlOf(pair.https)
  }

  async function move(address: string, tls = settings.tls): Promise<Urls> {
    const where = portsAt(address)
    const next = makePair(settings.tls && tls)
    try {
      const urls = await open(next, where)
      gatesOf(pair).forEach((gate) => void leave(gate))
      pair = next
      at = where
      settings = { ...settings, tls: settings.tls && tls }
      return urls
    } catch (error) {
      await Promise.all(gatesOf(next).map(shut))
      throw error
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
        await Promise.all(gatesOf(pair).map(closed))
        throw error
      }
    },
    urls: () => ({
      http: urlOf(pair.http) ?? '',
      ...(pair.https?.server.listening ? { https: urlOf(pair.https) ?? '' } : {}),
    }),
    move: (address, tls) => inTurn(() => move(address, tls)),
    async isFree(address) {
      const { http, https } = portsAt(address)
      const free = await Promise.all([http, https ?? 0].map((port) => canBind(port, address)))
      return free.every(Boolean)
    },
    configure: (wanted) => inTurn(() => configure(wanted)),
    adopt(scheme, socket) {
      const server = pair[scheme]?.server
      if (server?.listening) server.emit('connection', socket)
      else socket.destroy()
    },
    httpsOnly: () => (settings.httpsOnly ? portOf(pair.https) : undefined),
    plug(cableIn) {
      pluggedIn = cableIn
      if (!cableIn) all.forEach((gate) => cut(gate))
    },
    async close() {
      await Promise.all(Array.from(all, shut))
    },
  }
}

const gatesOf = ({ http, https }: Pair): Gate[] => (https ? [http, https] : [http])

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`

const portOf = (gate: Gate | undefined): number | undefined =>
  (gate?.server.address() as AddressInfo | null | undefined)?.port

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

function bind(gate: Gate, port: number, address: string): Promise<string> {
  const { server } = gate
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, address, () => {
      server.off('error', reject)
      resolve(urlOf(gate) ?? '')
    })
  })
}

function urlOf(gate: Gate | undefined): string | undefined {
  const bound = gate?.server.address() as AddressInfo | null | undefined
  if (!gate || !bound) return undefined
  const host = isIPv6(bound.address) ? `[${bound.address}]` : bound.address
  return `${gate.scheme}://${host}:${bound.port}`
}

function closed({ server }: Gate): Promise<void> {
  return new Promise((resolve) => {
    if (server.listening) server.close(() => resolve())
    else resolve()
  })
}
