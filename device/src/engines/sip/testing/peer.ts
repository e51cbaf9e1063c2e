import { method, isRequest } from './message.ts'
import { openPeerSocket } from './peer-socket.ts'
import type { PeerSocket } from './peer-socket.ts'
import { openPhone } from './phone.ts'
import type { Phone } from './phone.ts'
import { openRegistrar } from './registrar.ts'
import type { Registrar } from './registrar.ts'

/** A registrar and a phone at one address: calls to its domain ring at the phone. */
export interface SipPeer {
  readonly socket: PeerSocket
  readonly registrar: Registrar
  readonly phone: Phone
  /** `127.0.0.1:port`. */
  readonly address: string
  close(): Promise<void>
}

/** @param options.users passwords by user */
export async function openSipPeer(
  options: Parameters<typeof openPeerSocket>[0] & { users?: Record<string, string> } = {},
): Promise<SipPeer> {
  const socket = await openPeerSocket(options)
  const registrar = openRegistrar(options.users ?? {})
  const phone = openPhone(socket)
  socket.onMessage = (message, from) => {
    if (isRequest(message) && method(message) === 'REGISTER') registrar.handle(message, from)
    else phone.handle(message, from)
  }
  const host = socket.address.includes(':') ? `[${socket.address}]` : socket.address
  return {
    socket,
    registrar,
    phone,
    address: `${host}:${socket.port}`,
    async close() {
      phone.close()
      await socket.close()
    },
  }
}
