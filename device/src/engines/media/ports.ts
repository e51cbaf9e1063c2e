import { createSocket } from 'node:dgram'
import type { Socket } from 'node:dgram'

/** The RTP and RTCP sockets of a session, at an even port and the one after it (RFC 3550 §11). */
export interface PortPair {
  port: number
  rtp: Socket
  rtcp: Socket
}

const LAST = 65_534

/**
 * Binds the first free pair from a port on.
 * @throws when there is none, or the host doesn't have the address
 */
export async function bindPair(startPort: number, address: string): Promise<PortPair> {
  for (let port = startPort + (startPort % 2); port <= LAST; port += 2) {
    const rtp = await bind(port, address)
    if (!rtp) continue
    const rtcp = await bind(port + 1, address).catch((error: unknown) => {
      rtp.close()
      throw error
    })
    if (rtcp) return { port, rtp, rtcp }
    rtp.close()
  }
  throw new Error(`No free RTP port from ${startPort} on`)
}

/** Binds a port of the system's choice. */
export async function bindAny(address: string): Promise<Socket> {
  const socket = await bind(0, address)
  if (!socket) throw new Error('No free port')
  return socket
}

/** @returns undefined if the port is taken, or only for others */
async function bind(port: number, address: string): Promise<Socket | undefined> {
  const family = address.includes(':') ? 6 : 4
  const socket = createSocket({
    type: family === 6 ? 'udp6' : 'udp4',
    // Only addresses are sent to, so there is nothing to look up for each packet.
    lookup: (host, _options, callback) => callback(null, host, family),
  })
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.bind({ port, address, exclusive: true }, resolve)
    })
    socket.removeAllListeners('error')
    return socket
  } catch (error) {
    socket.close()
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE' || code === 'EACCES') return undefined
    throw error
  }
}
