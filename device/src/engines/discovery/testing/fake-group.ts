import type { RemoteInfo } from 'node:dgram'
import type { joinGroup } from '../multicast.ts'

type Join = typeof joinGroup

export interface FakeNetwork {
  join: Join
  /** Every packet that was sent, oldest first. */
  sent: { bytes: Buffer; from: string; to: string }[]
  /** Sends a packet to all members from this address and port. */
  shout(bytes: Buffer, address: string, port: number): void
}

/** A network in memory: every packet reaches every member at once, including its sender. */
export function fakeNetwork(): FakeNetwork {
  const members = new Map<string, (bytes: Buffer, from: RemoteInfo) => void>()
  const sent: FakeNetwork['sent'] = []

  function shout(bytes: Buffer, address: string, port: number): void {
    const from = { address, port, family: 'IPv4', size: bytes.length } as const
    for (const receive of Array.from(members.values())) receive(bytes, from)
  }

  return {
    sent,
    shout,
    join({ group, port }, { address }, receive) {
      members.set(address, receive)
      return Promise.resolve({
        send(bytes, to) {
          if (!members.has(address)) return Promise.resolve()
          sent.push({ bytes, from: address, to: to?.address ?? group })
          if (!to) shout(bytes, address, port)
          return Promise.resolve()
        },
        close: () => void members.delete(address),
      })
    },
  }
}
