import { createSocket } from 'node:dgram'
import type { RemoteInfo, Socket } from 'node:dgram'
import type { Log } from '../../log.ts'

export interface Group {
  /** The address and port of the group. */
  group: string
  port: number
  /** Maximum number of router hops. */
  ttl: number
}

/** A member of a multicast group on one network. */
export interface Member {
  /** Resolves when it was sent, or can't be sent. */
  send(bytes: Buffer, to?: { address: string; port: number }): Promise<void>
  close(): void
}

/**
 * Joins a group on the network of this address; other programs on the host may have joined it, too.
 * Rejects where that network has no multicast.
 * @param receive called with every packet from the same network
 */
export async function joinGroup(
  { group, port, ttl }: Group,
  place: { address: string; subnetMask: string },
  receive: (bytes: Buffer, from: RemoteInfo) => void,
  log: Log,
): Promise<Member> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true })
  try {
    await bound(socket, port)
    socket.setMulticastInterface(place.address)
    socket.addMembership(group, place.address)
    socket.setMulticastTTL(ttl)
  } catch (cause) {
    socket.close()
    throw cause
  }
  let open = true
  socket.on('error', (cause) => log.warn({ err: cause, group }, 'multicast failed'))
  socket.on('message', (bytes, from) => {
    // The socket also receives what other programs have joined on other networks.
    if (open && isNear(from.address, place)) receive(bytes, from)
  })
  return {
    send: (bytes, to) =>
      new Promise((resolve) => {
        // Datagrams may come from port 0 (RFC 768), to which the system can't send.
        if (!open || to?.port === 0) {
          resolve()
          return
        }
        socket.send(bytes, to?.port ?? port, to?.address ?? group, (cause) => {
          if (cause) log.debug({ err: cause, group }, 'multicast packet not sent')
          resolve()
        })
      }),
    close() {
      if (!open) return
      open = false
      socket.close()
    },
  }
}

function bound(socket: Socket, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(port, () => {
      socket.off('error', reject)
      resolve()
    })
  })
}

function isNear(address: string, place: { address: string; subnetMask: string }): boolean {
  const [theirs, ours, mask] = [address, place.address, place.subnetMask].map((text) =>
    text.split('.').map(Number),
  )
  return (mask ?? []).every(
    (bits, at) => ((theirs?.[at] ?? 0) & bits) === ((ours?.[at] ?? 0) & bits),
  )
}
