import { createServer, type Server } from 'node:http'
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https'
import { createServer as createProbe, type Socket } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { openBodyBudget } from './body-budget.ts'
import { openConnectionShares } from './connection-shares.ts'
import { createListener, DRAIN_MS, LIMITS } from './listener.ts'
import type { Handlers, Listener } from './listener.ts'
import { askItself, contextOf } from './tls.ts'
import type { Tls } from './tls.ts'
import { countTraffic } from './traffic.ts'
import type { Traffic } from './traffic.ts'

/** The settings of both servers. */
export interface WebSettings {
  /** Undefined: https is closed. */
  tls: Tls | undefined
  /** Plain http only redirects to https, as long as that is open. */
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

/** The http and the https listener, and the network cable between them and their clients. */
export interface Listeners {
  /** The first http server; another one listens after a move. */
  readonly http: Server
  /** Rejects when a port is taken; then nothing listens, and another address may be tried. */
  readonly listen: (at: ListenAt) => Promise<Urls>
  /** Where it listens. */
  readonly urls: () => Urls
  /**
   * Moves to another address, on the same ports: starts listening there, and only then stops
   * listening here. Responses in flight are completed; whatever is still open a second later is
   * cut. Rejects when it can't listen there; then nothing has changed.
   * @param tls used there, in place of the current settings
   */
  readonly move: (address: string, tls?: Tls) => Promise<Urls>
  /** Whether our ports are free at an address of this host. */
  readonly isFree: (address: string) => Promise<boolean>
  /**
   * Applies settings, and tests https with a handshake. Older connections close with their next
   * response, idle ones at once; those of a scheme that is closed, or only redirects to the other,
   * are cut after a second. Rejects when the test fails; then nothing has changed.
   * @returns the https URL; undefined while https is not open
   */
  readonly configure: (settings: WebSettings) => Promise<string | undefined>
  /** The port of https while plain http only redirects there. */
  readonly httpsOnly: () => number | undefined
  /** Accepts a connection that came in at another address. */
  readonly adopt: (scheme: keyof Urls, socket: Socket) => void
  readonly plug: (cableIn: boolean) => void
  /** The traffic of both schemes. */
  readonly traffic: () => Traffic
  readonly close: () => Promise<void>
}

const HANDSHAKE_MS = 10_000

/** The listeners at one address. */
interface Pair {
  http: Listener<Server>
  https: Listener<SecureServer> | undefined
}

/** The current state. */
interface State {
  pair: Pair
  settings: WebSettings
  /** Counts the changes of the settings. */
  era: number
  /** Undefined before the first `listen`. */
  at: ListenAt | undefined
  pluggedIn: boolean
}

/** Creates listeners, and tracks those that are not closed yet. */
interface Maker {
  http(): Listener<Server>
  https(tls: Tls): Listener<SecureServer>
  readonly open: ReadonlySet<Listener>
  /** Waits until one is closed, by `close` or `drain`. */
  readonly forget: (listener: Listener, closed: Promise<void>) => Promise<void>
}

/** Two servers with the same handlers. */
export function openListeners(handlers: Handlers): Listeners {
  const traffic = countTraffic()
  const maker = createMaker(handlers, {
    era: () => state.era,
    pluggedIn: () => state.pluggedIn,
    shares: openConnectionShares(),
    bodies: openBodyBudget(),
    traffic,
  })
  const first = maker.http()
  const state: State = {
    pair: { http: first, https: undefined },
    settings: { tls: undefined, httpsOnly: false },
    era: 0,
    at: undefined,
    pluggedIn: true,
  }
  const inTurn = createQueue()

  return {
    http: first.server,
    listen: (at) => listen(state, at),
    urls: () => urlsOf(state.pair),
    move: (address, tls) => inTurn(() => move(state, maker, address, tls ?? state.settings.tls)),
    async isFree(address) {
      const { http, https = 0 } = portsAt(state, address)
      const free = await Promise.all([http, https].map((port) => canBind(port, address)))
      return free.every(Boolean)
    },
    configure: (settings) => inTurn(() => configure(state, maker, settings)),
    adopt(scheme, socket) {
      const server = state.pair[scheme]?.server
      if (server?.listening) server.emit('connection', socket)
      else socket.destroy()
    },
    httpsOnly: () => (state.settings.httpsOnly ? state.pair.https?.port() : undefined),
    plug(cableIn) {
      state.pluggedIn = cableIn
      if (!cableIn) for (const listener of maker.open) listener.cut()
    },
    traffic: () => traffic.read(),
    async close() {
      await closeAll(maker)
      // A change that was under way may have opened others.
      await inTurn(() => closeAll(maker))
    },
  }
}

function createMaker(handlers: Handlers, conditions: Parameters<typeof createListener>[3]): Maker {
  const open = new Set<Listener>()

  function known<L extends Listener>(listener: L): L {
    open.add(listener)
    return listener
  }

  return {
    http: () => known(createListener('http', createServer(LIMITS), handlers, conditions)),
    https(tls) {
      const options = { ...LIMITS, ...contextOf(tls), handshakeTimeout: HANDSHAKE_MS }
      return known(createListener('https', createSecureServer(options), handlers, conditions))
    },
    open,
    async forget(listener, closed) {
      await closed
      open.delete(listener)
    },
  }
}

async function closeAll({ open, forget }: Maker): Promise<void> {
  await Promise.all(Array.from(open, (one) => forget(one, one.close())))
}

/** Runs pieces of work one after another. */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work, work)
    last = turn.catch(() => {})
    return turn
  }
}

/** Our ports at this address; those that the system chose are known by now. */
function portsAt({ at, pair }: State, address: string): ListenAt {
  if (!at) throw new TypeError('nothing listens yet')
  const https = pair.https?.port() ?? at.https
  return {
    address,
    http: pair.http.port() ?? at.http,
    ...(https === undefined ? {} : { https }),
  }
}

async function bind({ http, https }: Pair, at: ListenAt): Promise<Urls> {
  await http.listen(at.http, at.address)
  if (https && at.https !== undefined) await https.listen(at.https, at.address)
  return urlsOf({ http, https })
}

function urlsOf({ http, https }: Pair): Urls {
  const secure = https?.url()
  return { http: http.url() ?? '', ...(secure === undefined ? {} : { https: secure }) }
}

async function listen(state: State, at: ListenAt): Promise<Urls> {
  state.at = at
  try {
    return await bind(state.pair, at)
  } catch (error) {
    // One of the two may be open; another address can be tried then.
    await Promise.all(listenersOf(state.pair).map((one) => one.unlisten()))
    throw error
  }
}

async function move(
  state: State,
  maker: Maker,
  address: string,
  wanted: Tls | undefined,
): Promise<Urls> {
  const at = portsAt(state, address)
  const tls = state.settings.tls && wanted
  const next: Pair = { http: maker.http(), https: tls && maker.https(tls) }
  try {
    const urls = await bind(next, at)
    for (const one of listenersOf(state.pair)) void maker.forget(one, one.drain())
    state.pair = next
    state.at = at
    state.settings = { ...state.settings, tls }
    return urls
  } catch (error) {
    await Promise.all(listenersOf(next).map((one) => maker.forget(one, one.close())))
    throw error
  }
}

async function configure(
  state: State,
  maker: Maker,
  wanted: WebSettings,
): Promise<string | undefined> {
  const before = state.settings
  if (isDeepStrictEqual(wanted, before)) return state.pair.https?.url()
  await secure(state, maker, wanted.tls)
  try {
    if (state.pluggedIn) await askItself(state.pair.https?.server, wanted.tls)
  } catch (error) {
    await secure(state, maker, before.tls)
    throw error
  }
  state.settings = wanted
  // A first certificate only opens https: connections over http may continue.
  if (before.tls || wanted.httpsOnly) endOlder(state)
  return state.pair.https?.url()
}

/** Opens or closes https, or gives it another certificate. */
async function secure(state: State, maker: Maker, tls: Tls | undefined): Promise<void> {
  const { https } = state.pair
  if (!tls) {
    if (state.at) state.at = portsAt(state, state.at.address)
    state.pair.https = undefined
    if (https) void maker.forget(https, https.drain())
    return
  }
  if (https) {
    https.server.setSecureContext(contextOf(tls))
    return
  }
  const made = maker.https(tls)
  try {
    if (state.at?.https !== undefined) await made.listen(state.at.https, state.at.address)
  } catch (error) {
    await maker.forget(made, made.close())
    throw error
  }
  state.pair.https = made
}

/** Ends the connections from before a change of the settings. */
function endOlder(state: State): void {
  state.era += 1
  const { era, pair, settings } = state
  for (const one of listenersOf(pair)) one.endAfterResponses()
  if (settings.httpsOnly) setTimeout(() => pair.http.cut(era), DRAIN_MS).unref()
}

const listenersOf = ({ http, https }: Pair): Listener[] => (https ? [http, https] : [http])

/** Whether a server could listen there. */
function canBind(port: number, address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createProbe()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host: address, exclusive: true }, () => {
      probe.close(() => resolve(true))
    })
  })
}
