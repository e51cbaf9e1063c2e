import type { Transport } from '../types.ts'

/** Where a message goes to, or came from. */
export interface Peer {
  protocol: Transport
  address: string
  port: number
}

/** The way to a peer; for streams, one connection. */
export interface Flow extends Peer {
  /** Our own address and port on it. */
  readonly local: { address: string; port: number }
  /** Rejects when it can't be sent. */
  send(text: string): Promise<void>
  /** Sends what means nothing, so that routers remember the way. */
  ping(): void
  /** How many of these were answered; over UDP none are. */
  pongs(): number
  /** Ends a connection. */
  end(): void
}

/** Receives what arrives; must not throw. */
export type Receive = (text: string, flow: Flow) => void

/** `udp 192.0.2.1:5060`, for people and as a key. */
export const nameOf = ({ protocol, address, port }: Peer): string =>
  `${protocol} ${address.includes(':') ? `[${address}]` : address}:${port}`

/** IPv4 addresses that arrive on an IPv6 socket have a prefix. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** A connection has ended, while it was to be used. */
export class ConnectionEnded extends Error {
  /** @param cause why, as far as that is known */
  constructor(cause?: Error) {
    super(cause?.message ?? 'The connection has ended.', { cause })
  }
}
