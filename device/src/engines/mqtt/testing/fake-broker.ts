/** Servers that only behave like brokers as far as a test needs it. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A server that does this with each connection, and only closes it if that does. */
export async function serve(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    onConnection(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** CONNACK of MQTT 5, with these properties. */
export const accepted = (...properties: number[]) =>
  Buffer.from([0x20, properties.length + 3, 0, 0, properties.length, ...properties])
