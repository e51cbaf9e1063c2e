import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

export interface PlainServer {
  port: number
  /** What has arrived on each connection, in their order. */
  received: string[]
  /** Resolves once no connection is open any more. */
  idle(): Promise<void>
  /** Resolves once so many connections were made. */
  connected(count?: number): Promise<void>
  close(): Promise<void>
}

/**
 * A TCP server on loopback, and what it says.
 * @param talk called with each connection
 */
export async function openPlainServer(
  talk: (socket: Socket) => void = () => {},
  host = '127.0.0.1',
): Promise<PlainServer> {
  const sockets = new Set<Socket>()
  const received: string[] = []
  const server = createServer((socket) => {
    const at = received.push('') - 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (data: Buffer) => (received[at] += data.toString()))
    socket.once('close', () => {
      sockets.delete(socket)
      server.emit('lintel-closed')
    })
    talk(socket)
  })
  server.listen(0, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    received,
    async idle() {
      while (sockets.size > 0) await once(server, 'lintel-closed')
    },
    async connected(count = 1) {
      while (received.length < count) await once(server, 'connection')
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

/**
 * A server that answers each line as a table says, as mail and file servers do.
 * @param greeting its first line
 * @param replies by the beginning of a command; `*` for all others
 */
export const openLineServer = (greeting: string, replies: Readonly<Record<string, string>>) =>
  openPlainServer((socket) => {
    socket.write(`${greeting}\r\n`)
    let rest = ''
    socket.on('data', (data: Buffer) => {
      const lines = (rest + data.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const [, reply = replies['*']] =
          Object.entries(replies).find(([command]) => line.startsWith(command)) ?? []
        if (reply !== undefined) socket.write(`${reply}\r\n`)
      }
    })
  })

/** Sends a byte of this text now and then, for ever. */
export function drip(socket: Socket, text: string): void {
  let at = 0
  const timer = setInterval(() => socket.write(text[at++ % text.length] ?? ''), 5)
  socket.once('close', () => clearInterval(timer))
}
