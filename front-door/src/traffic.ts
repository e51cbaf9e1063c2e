import type { Socket } from 'node:net'

/** The web server's open connections, and its traffic since it started. */
export interface Traffic {
  connections: number
  /** Bytes from clients, TLS and headers included. */
  received: number
  /** Bytes to clients. */
  sent: number
}

/** Counts the traffic of connections. */
export interface TrafficCount {
  follow(socket: Socket): void
  read(): Traffic
}

export function countTraffic(): TrafficCount {
  const open = new Set<Socket>()
  let received = 0
  let sent = 0

  return {
    follow(socket) {
      open.add(socket)
      socket.once('close', () => {
        open.delete(socket)
        received += socket.bytesRead
        sent += socket.bytesWritten
      })
    },
    read: () => ({
      connections: open.size,
      received: Array.from(open).reduce((sum, { bytesRead }) => sum + bytesRead, received),
      sent: Array.from(open).reduce((sum, { bytesWritten }) => sum + bytesWritten, sent),
    }),
  }
}
