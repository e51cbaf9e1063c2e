import { createSocket } from 'node:dgram'
import { connect, createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { connect as connectTls, createServer as createTlsServer } from 'node:tls'
import type { ConnectionOptions, TlsOptions } from 'node:tls'
import { compose, parse } from './message.ts'
import type { Message } from './message.ts'

export type Protocol = 'udp' | 'tcp' | 'tls'

/** Where a message came from; what is sent there goes the same way. */
export interface Remote {
  address: string
  port: number
  send(message: Message): void
}

export interface PeerSocket {
  readonly protocol: Protocol
  readonly address: string
  readonly port: number
  /** Loses a message, in both directions, when this says so. */
  loses: (message: Message, direction: 'in' | 'out') => boolean
  onMessage: (message: Message, from: Remote) => void
  /** What arrived between messages, as it is. */
  readonly keepAlives: string[]
  /** Whether it answers keep-alives (RFC 5626 §3.5.1). */
  pongs: boolean
  to(address: string, port: number): Remote
  /** Sends bytes as they are. */
  sendRaw(bytes: Buffer | string, address: string, port: number): void
  /** Ends the connections of streams. */
  disconnect(): void
  close(): Promise<void>
}

/** Opens a socket of a test's peer at a free port, or at the given one. */
export async function openPeerSocket(options: {
  protocol?: Protocol
  address?: string
  port?: number
  tls?: TlsOptions
  /** For connections that the peer opens. */
  client?: ConnectionOptions
}): Promise<PeerSocket> {
  const { protocol = 'udp', address = '127.0.0.1', port = 0 } = options
  const socket =
    protocol === 'udp' ? await openUdp(address, port) : await openStream(protocol, options)
  return socket
}

async function openUdp(address: string, wanted: number): Promise<PeerSocket> {
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4')
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(wanted, address, () => resolve())
  })
  let open = true
  const peer: PeerSocket = {
    protocol: 'udp',
    address,
    port: socket.address().port,
    loses: () => false,
    onMessage: () => {},
    keepAlives: [],
    pongs: false,
    to: (to, port) => ({
      address: to,
      port,
      send(message) {
        if (open && !peer.loses(message, 'out')) socket.send(compose(message), port, to)
      },
    }),
    sendRaw(bytes, to, port) {
      if (open) socket.send(bytes, port, to)
    },
    disconnect() {},
    close: () =>
      new Promise((resolve) => {
        if (!open) {
          resolve()
          return
        }
        open = false
        socket.close(() => resolve())
      }),
  }
  socket.on('error', () => {})
  socket.on('message', (bytes, from) => {
    const text = bytes.toString()
    if (text.trim() === '') {
      peer.keepAlives.push(text)
      return
    }
    const message = parse(text)
    if (!peer.loses(message, 'in')) peer.onMessage(message, peer.to(from.address, from.port))
  })
  return peer
}

async function openStream(
  protocol: 'tcp' | 'tls',
  { address = '127.0.0.1', port = 0, tls = {}, client = {} }: Parameters<typeof openPeerSocket>[0],
): Promise<PeerSocket> {
  const sockets = new Map<string, Socket>()
  const server: Server = protocol === 'tls' ? createTlsServer(tls, welcome) : createServer(welcome)
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, address, () => resolve())
  })
  const at = server.address()

  function welcome(socket: Socket): void {
    adopt(socket, `${socket.remoteAddress ?? ''} ${socket.remotePort ?? 0}`)
  }

  function adopt(socket: Socket, key: string): void {
    sockets.set(key, socket)
    let waiting = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(key))
    socket.on('data', (bytes: Buffer) => {
      waiting = Buffer.concat([waiting, bytes])
      for (;;) {
        const blank = /^(?:\r\n)*/.exec(waiting.toString('latin1'))?.[0] ?? ''
        if (blank !== '') {
          peer.keepAlives.push(blank)
          if (peer.pongs) socket.write('\r\n')
        }
        waiting = waiting.subarray(blank.length)
        const end = waiting.indexOf('\r\n\r\n')
        if (end < 0) return
        const length = Number(
          /content-length:\s*(\d+)/i.exec(waiting.toString('utf8', 0, end))?.[1] ?? 0,
        )
        if (waiting.length < end + 4 + length) return
        const message = parse(waiting.toString('utf8', 0, end + 4 + length))
        waiting = waiting.subarray(end + 4 + length)
        const remote = peer.to(socket.remoteAddress ?? '', socket.remotePort ?? 0)
        if (!peer.loses(message, 'in')) peer.onMessage(message, remote)
      }
    })
  }

  function reach(to: string, port: number): Socket {
    const key = `${to} ${port}`
    const known = sockets.get(key)
    if (known && !known.destroyed) return known
    const socket =
      protocol === 'tls' ? connectTls({ host: to, port, ...client }) : connect(port, to)
    adopt(socket, key)
    return socket
  }

  const peer: PeerSocket = {
    protocol,
    address,
    port: typeof at === 'object' && at ? at.port : 0,
    loses: () => false,
    onMessage: () => {},
    keepAlives: [],
    pongs: false,
    to: (to, port) => ({
      address: to,
      port,
      send(message) {
        if (!peer.loses(message, 'out')) reach(to, port).write(compose(message))
      },
    }),
    sendRaw: (bytes, to, port) => void reach(to, port).write(bytes),
    disconnect() {
      for (const socket of sockets.values()) socket.destroy()
    },
    async close() {
      peer.disconnect()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
  return peer
}
