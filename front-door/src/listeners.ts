import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
} from 'node:http'
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https'
import { isIPv6, type AddressInfo, type Socket } from 'node:net'
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
  readonly http: Server
  readonly listen: (at: ListenAt) => Promise<Urls>
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

/** One pair of handlers behind two servers. */
export function openListeners({ request, upgrade, malformed }: Handlers): Listeners {
  const sockets = new Set<Socket>()
  const http = createServer(LIMITS, request)
  let https: SecureServer | undefined
  let at: ListenAt | undefined
  let pluggedIn = true

  prepare(http)

  function prepare(server: Server | SecureServer): void {
    server.maxConnections = MOST_CONNECTIONS
    server.on('upgrade', upgrade)
    server.on('clientError', malformed)
    server.on('connection', (socket: Socket) => {
      if (!pluggedIn) {
        socket.destroy()
        return
      }
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
  }

  function cutAll(): void {
    for (const socket of sockets) socket.destroy()
  }

  async function openHttps(certificate: Certificate): Promise<string | undefined> {
    if (https) {
      https.setSecureContext(certificate)
      return urlOf('https', https)
    }
    const made = createSecureServer(
      { ...LIMITS, ...certificate, handshakeTimeout: HANDSHAKE_MS, minVersion: 'TLSv1.2' },
      request,
    )
    https = made
    prepare(made)
    return at?.https === undefined ? undefined : bind('https', made, at.https, at.address)
  }

  return {
    http,
    async listen(where) {
      at = where
      const urls: Urls = { http: await bind('http', http, where.http, where.address) }
      if (https && where.https !== undefined) {
        urls.https = await bind('https', https, where.https, where.address)
      }
      return urls
    },
    setCertificate: openHttps,
    plug(cableIn) {
      pluggedIn = cableIn
      if (!cableIn) cutAll()
    },
    async close() {
      const closing = [http, https].map((server) => closed(server))
      cutAll()
      await Promise.all(closing)
    },
  }
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
