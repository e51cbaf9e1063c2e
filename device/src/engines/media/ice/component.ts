import type { Socket } from 'node:dgram'
import { addressIn, bytesOf, classes, isStun, methods, readStun, requestOf } from '../stun.ts'
import type { Endpoint } from '../stun.ts'
import { Relay } from './relay.ts'
import { Transactions } from './transactions.ts'

export interface ComponentParts {
  /** RTP or RTCP that has arrived. */
  onPacket(packet: Buffer, from: Endpoint): void
  /** A STUN request or indication of the other side. */
  onRequest(packet: Buffer, from: Endpoint): void
  onRelayLost(why: string): void
}

/** A socket of a session, for RTP or RTCP, with the relay through which it also sends and receives. */
export class Component {
  readonly transactions = new Transactions((packet, to) => this.send(packet, to))
  relay: Relay | undefined
  private readonly socket: Socket
  /**
   * The socket of the relay. It isn't that of the session, because a server may refuse a new relay to
   * a port that has just had one, and calls often follow each other at the same port.
   */
  private relaySocket: Socket | undefined
  private closed = false
  private readonly parts: ComponentParts

  constructor(socket: Socket, parts: ComponentParts) {
    this.socket = socket
    this.parts = parts
    listen(socket, (packet, from) => this.take(packet, from))
  }

  /** `IPv4` or `IPv6`. */
  get family(): string {
    return this.socket.address().family
  }

  send(packet: Buffer, to: Endpoint): void {
    if (this.closed) return
    if (to.relayed) this.relay?.send(packet, to)
    else sendFrom(this.socket, packet, to)
  }

  /** Where a STUN server sees the socket; undefined without an answer. */
  discover(server: Endpoint, now: number): Promise<Endpoint | undefined> {
    const request = requestOf(methods.BINDING)
    return new Promise((resolve) => {
      this.transactions.ask(request, bytesOf(request), {
        to: server,
        key: undefined,
        now,
        done: (answer) => resolve(answer && addressIn(answer, 'XOR-MAPPED-ADDRESS')),
      })
    })
  }

  /**
   * Opens a relay.
   * @param socket for it alone
   * @returns why there is none; undefined when there is
   */
  allocate(
    socket: Socket,
    account: { server: Endpoint; user: string; password: string },
    now: number,
  ): Promise<string | undefined> {
    const relay = new Relay({
      ...account,
      send: (packet) => sendFrom(socket, packet, account.server),
      onLost: (why) => this.parts.onRelayLost(why),
    })
    this.relay = relay
    this.relaySocket = socket
    listen(socket, (packet, from) => {
      const inner = relay.receive(packet, from)
      if (inner) this.take(inner.packet, inner.from)
    })
    return new Promise((resolve) => {
      relay.allocate(now, resolve)
    })
  }

  tick(now: number): void {
    if (!this.closed) this.transactions.tick(now)
    this.relay?.tick(now)
  }

  /** Closes the socket, and the relay, whose own socket stays until `leave`. */
  close(now: number): void {
    this.closed = true
    this.relay?.close(now)
    this.socket.close()
  }

  leave(): void {
    this.relaySocket?.close()
  }

  private take(packet: Buffer, from: Endpoint): void {
    if (this.closed) return
    if (!isStun(packet)) {
      this.parts.onPacket(packet, from)
      return
    }
    const kind = readStun(packet)?.messageClass
    if (kind === classes.RESPONSE || kind === classes.ERROR) this.transactions.receive(packet, from)
    else if (kind !== undefined) this.parts.onRequest(packet, from)
  }
}

function listen(socket: Socket, take: (packet: Buffer, from: Endpoint) => void): void {
  socket.on('message', (packet, { address, port }) => take(packet, { address, port }))
  // An error of a socket, such as an unreachable port, concerns packets that are lost anyway.
  socket.on('error', () => {})
}

function sendFrom(socket: Socket, packet: Buffer, to: Endpoint): void {
  // What can't be sent is lost, as anything else on the way may be.
  if (isPlace(to)) socket.send(packet, to.port, to.address, () => {})
}

/** Whether something can be sent there: a call on hold may have neither address nor port (RFC 3264 §8.4). */
const isPlace = ({ address, port }: Endpoint): boolean =>
  port > 0 && port < 65_536 && address !== '0.0.0.0' && address !== '::'
