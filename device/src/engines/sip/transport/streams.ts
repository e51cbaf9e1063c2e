/** SIP over TCP and TLS: connections that we opened, and those that others opened to us. */
import { connect as connectTcp, createServer as createTcpServer, isIP } from 'node:net'
import type { Server, Socket } from 'node:net'
import {
  checkServerIdentity,
  connect as connectTls,
  createServer as createTlsServer,
} from 'node:tls'
import type { SecureContextOptions } from 'node:tls'
import { CERTIFICATE_MISSING } from '@lintel/contract/calls/sip-accounts'
import type { Log } from '../../../log.ts'
import { ConnectionEnded, nameOf, plainAddress } from './flow.ts'
import type { Flow, Peer, Receive } from './flow.ts'
import { openFramer } from './framer.ts'

/** How a client proves who it is, and whom it trusts. */
export interface TlsClient {
  /** Connections are shared among requests of the same owner, no others. */
  owner: string
  /** Key and certificate; undefined for none, `missing` if the one that it is to use is not there. */
  identity: { key: string; cert: string } | 'missing' | undefined
  authorities: readonly string[]
  verify: boolean
}

export interface Streams {
  listen(options: {
    protocol: 'tcp' | 'tls'
    address: string
    port: number
    tls?: SecureContextOptions
  }): Promise<Listener>
  /**
   * The connection to a peer, opened if there is none yet.
   * @param options.name whose certificate is expected
   * @param options.from our own address
   */
  flowTo(peer: Peer, options: { name: string; from: string; tls?: TlsClient }): Promise<Flow>
  /** Called when a connection that we opened has ended, with the reason. */
  onEnd(listener: (flow: Flow, cause: ConnectionEnded) => void): void
  /** Ends the connections of an owner, whose credentials have changed. */
  drop(owner: string): void
  close(): Promise<void>
}

export interface Listener {
  readonly port: number
  setTls(tls: SecureContextOptions): void
  close(): Promise<void>
}

/** Own design. */
const CONNECTIONS_MAX = 100
/** Of which one address can have so many. */
export const PER_ADDRESS_MAX = 20
const CONNECT_MS = 10_000
/** A connection on which nothing is said ends. RFC 5626 clients, and we, ping within 120 s. */
const IDLE_MS = 600_000
/** Bytes that wait to be sent to somebody who doesn't read them. */
const UNREAD_MAX = 262_144
const ALIVE_MS = 60_000

interface Connection {
  socket: Socket
  flow: Flow
  /** Opened by us. */
  key: string | undefined
}

export function openStreams(receive: Receive, log: Log, idleMs = IDLE_MS): Streams {
  const connections = new Set<Connection>()
  const opening = new Map<string, Promise<Flow>>()
  const listeners = new Set<Listener>()
  const ended = new Set<Parameters<Streams['onEnd']>[0]>()

  /** Reads messages from a connection until it ends. */
  function adopt(socket: Socket, protocol: 'tcp' | 'tls', key?: string): Flow {
    let pongs = 0

    function write(text: string, done?: (cause: Error | null | undefined) => void): void {
      if (socket.writableLength > UNREAD_MAX) socket.destroy(new Error('Nothing is read.'))
      if (socket.destroyed || !socket.writable) done?.(new ConnectionEnded())
      else socket.write(text, done)
    }

    const flow: Flow = {
      protocol,
      address: plainAddress(socket.remoteAddress ?? ''),
      port: socket.remotePort ?? 0,
      local: { address: plainAddress(socket.localAddress ?? ''), port: socket.localPort ?? 0 },
      send: (text) =>
        new Promise((resolve, reject) => {
          write(text, (cause) => (cause ? reject(cause) : resolve()))
        }),
      ping: () => write('\r\n\r\n'),
      pongs: () => pongs,
      end: () => void socket.destroy(),
    }
    const connection = { socket, flow, key }
    connections.add(connection)
    const framer = openFramer((text) => receive(text, flow), {
      onPing: () => write('\r\n'),
      onPong: () => (pongs += 1),
    })
    socket.setNoDelay(true)
    socket.setTimeout(idleMs, () => socket.destroy())
    // What a router or a dead peer has forgotten ends, and is opened anew.
    socket.setKeepAlive(true, ALIVE_MS)
    socket.on('data', (bytes) => {
      try {
        framer.push(bytes)
      } catch (cause) {
        log.debug({ err: cause, peer: nameOf(flow) }, 'SIP connection ended: unreadable')
        socket.destroy()
      }
    })
    let failure: Error | undefined
    socket.on('error', (cause) => {
      failure = cause
      log.debug({ err: cause, peer: nameOf(flow) }, 'SIP connection failed')
    })
    socket.once('close', () => {
      connections.delete(connection)
      if (key === undefined) return
      const cause = new ConnectionEnded(failure)
      for (const listener of ended) listener(flow, cause)
    })
    return flow
  }

  function welcome(socket: Socket, protocol: 'tcp' | 'tls'): void {
    if (connections.size >= CONNECTIONS_MAX) {
      socket.destroy()
      return
    }
    adopt(socket, protocol)
  }

  async function open(
    peer: Peer,
    key: string,
    { name, from, tls }: Parameters<Streams['flowTo']>[1],
  ): Promise<Flow> {
    const to = { host: peer.address, port: peer.port, ...localAddress(from) }
    const identity = tls?.identity
    if (peer.protocol === 'tls' && identity === 'missing') {
      throw new Error(CERTIFICATE_MISSING)
    }
    const socket =
      peer.protocol === 'tls'
        ? connectTls({
            ...to,
            ...(identity === 'missing' ? {} : identity),
            ...(isIP(name) === 0 && { servername: name }),
            // Nothing installed is nobody trusted, and not everybody the host trusts.
            ca: [...(tls?.authorities ?? [])],
            rejectUnauthorized: tls?.verify ?? true,
            checkServerIdentity: (_, certificate) => checkServerIdentity(name, certificate),
            minVersion: 'TLSv1.2',
          })
        : connectTcp(to)
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => socket.destroy(new Error('The connection timed out.'))
      socket.setTimeout(CONNECT_MS, giveUp)
      socket.once('error', reject)
      socket.once('close', () => reject(new Error('The connection was refused.')))
      socket.once(peer.protocol === 'tls' ? 'secureConnect' : 'connect', () => {
        socket.off('error', reject)
        socket.off('timeout', giveUp)
        resolve()
      })
    })
    return adopt(socket, peer.protocol === 'tls' ? 'tls' : 'tcp', key)
  }

  return {
    async listen({ protocol, address, port, tls }) {
      const server =
        protocol === 'tls'
          ? createTlsServer(
              { ...tls, minVersion: 'TLSv1.2', handshakeTimeout: CONNECT_MS },
              (socket) => welcome(socket, 'tls'),
            )
          : createTcpServer((socket) => welcome(socket, 'tcp'))
      /** With those whose handshake has not ended. */
      const accepted = new Set<Socket>()
      server.maxConnections = CONNECTIONS_MAX
      server.on('connection', (socket: Socket) => {
        const from = socket.remoteAddress
        const same = Array.from(accepted).filter(({ remoteAddress }) => remoteAddress === from)
        if (same.length >= PER_ADDRESS_MAX) {
          socket.destroy()
          return
        }
        accepted.add(socket)
        socket.once('close', () => accepted.delete(socket))
      })
      server.on('tlsClientError', (cause: Error) =>
        log.debug({ err: cause }, 'SIP: no TLS handshake'),
      )
      await bound(server, port, address)
      server.on('error', (cause: Error) =>
        log.warn({ err: cause, protocol }, 'SIP listener failed'),
      )
      const at = server.address()
      const listener: Listener = {
        port: typeof at === 'object' && at ? at.port : port,
        setTls(options) {
          if ('setSecureContext' in server) server.setSecureContext(options)
        },
        close() {
          listeners.delete(listener)
          const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
          for (const socket of accepted) socket.destroy()
          return closed
        },
      }
      listeners.add(listener)
      return listener
    },

    flowTo(peer, options) {
      const key = `${nameOf(peer)} ${options.name} ${peer.protocol === 'tls' ? (options.tls?.owner ?? '') : ''}`
      for (const { socket, flow, key: known } of connections) {
        if (known === key && socket.writable) return Promise.resolve(flow)
      }
      const under = opening.get(key)
      if (under) return under
      const promise = open(peer, key, options).finally(() => opening.delete(key))
      opening.set(key, promise)
      return promise
    },

    onEnd: (listener) => void ended.add(listener),

    drop(owner) {
      for (const { socket, key } of connections) if (key?.endsWith(` ${owner}`)) socket.destroy()
    },

    async close() {
      ended.clear()
      const closing = Array.from(listeners, (listener) => listener.close())
      for (const { socket } of connections) socket.destroy()
      await Promise.all(closing)
    },
  }
}

/** Connections come from the device's own address, unless it listens at all of the host's. */
const localAddress = (from: string): { localAddress?: string } =>
  from === '0.0.0.0' || from === '::' ? {} : { localAddress: from }

function bound(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, ipv6Only: host.includes(':') }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
