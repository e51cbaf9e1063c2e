import { createHash } from 'node:crypto'
import { addressIn, bytesOf, errorIn, isAt, methods, requestOf } from '../stun.ts'
import type { Endpoint, StunMessage } from '../stun.ts'
import { PeerList } from './relay-peers.ts'
import { Transactions } from './transactions.ts'

export interface RelayParts {
  server: Endpoint
  user: string
  password: string
  /** Sends to the server. */
  send(packet: Buffer): void
  /** The relay is gone while it was in use. */
  onLost(why: string): void
}

/** UDP (RFC 8656 §18.7). */
const UDP = 17 * 2 ** 24
/** The family of the address that we ask for: IPv6 (RFC 8656 §18.6). */
const IPV6 = 2 * 2 ** 24
/** Seconds for which an address is asked. */
const LIFETIME = 600
/** Milliseconds before its end at which a lifetime is prolonged, and between attempts to do so. */
const MARGIN_MS = 60_000
const AGAIN_MS = 10_000
/** Requests in a row without an answer after which the server counts as gone. */
const SILENT = 3
/** How often a request may be repeated with other credentials: the first ones, and a new nonce. */
const CHALLENGES = 3

/**
 * An address at a TURN server (RFC 8656), from which packets go to other places and at which they
 * arrive from those permitted. It has no timers: whoever owns it lets the time pass.
 */
export class Relay {
  /** Where others reach it, once there is one. */
  address: Endpoint | undefined
  /** Where the server sees our socket. */
  mapped: Endpoint | undefined
  private readonly parts: RelayParts
  private readonly peers: PeerList
  private readonly transactions: Transactions
  private realm = ''
  private nonce: Buffer | undefined
  private expires = Infinity
  private prolong = Infinity
  private silent = 0
  private closed = false
  /** Requests that have to be answered before the socket may close. */
  private open = 0

  constructor(parts: RelayParts) {
    this.parts = parts
    this.transactions = new Transactions((packet) => parts.send(packet))
    this.peers = new PeerList({
      ask: (make, now, done) => this.ask(make, now, done),
      send: (packet) => parts.send(packet),
    })
  }

  /** @param done takes why there is no address; undefined when there is */
  allocate(now: number, done: (why: string | undefined) => void): void {
    const make = () => {
      const request = requestOf(methods.ALLOCATE)
      request.setAttribute('LIFETIME', LIFETIME).setAttribute('REQUESTED-TRANSPORT', UDP)
      if (this.parts.server.address.includes(':')) {
        request.setAttribute('REQUESTED-ADDRESS-FAMILY', IPV6)
      }
      return request
    }
    this.open += 1
    this.ask(make, now, (answer, at) => {
      this.open -= 1
      const why = whyNot(answer)
      const address = answer && addressIn(answer, 'XOR-RELAYED-ADDRESS')
      if (why !== undefined || !answer || !address) {
        done(why ?? 'an answer without an address')
        return
      }
      // What comes too late for the call has to be released as well.
      if (this.closed) {
        this.release(at)
        return
      }
      this.address = address
      this.mapped = addressIn(answer, 'XOR-MAPPED-ADDRESS')
      this.lasts(answer, at)
      done(undefined)
    })
  }

  /** Lets packets from an address in, whatever their port. */
  permit(address: string, now: number): void {
    if (this.address) this.peers.permit(address, now)
  }

  /** Whether the server refuses packets from and to an address. */
  refuses(address: string): boolean {
    return this.peers.refuses(address)
  }

  /** Makes packets to and from this place shorter from now on. */
  prefer(peer: Endpoint, now: number): void {
    if (this.address) this.peers.prefer(peer, now)
  }

  send(packet: Buffer, to: Endpoint): void {
    if (this.address) this.peers.send(packet, to)
  }

  /** Takes a packet of the server. Returns what somebody has sent to the relay, and from where. */
  receive(packet: Buffer, from: Endpoint): { packet: Buffer; from: Endpoint } | undefined {
    if (!isAt(from, this.parts.server)) return undefined
    this.transactions.receive(packet, from)
    return this.address && this.peers.unwrap(packet)
  }

  tick(now: number): void {
    this.transactions.tick(now)
    if (!this.address) return
    if (now >= this.expires) {
      this.lose('the server has not prolonged it')
      return
    }
    this.peers.tick(now)
    if (now < this.prolong) return
    this.prolong = now + AGAIN_MS
    this.ask(refresh(LIFETIME), now, (answer, at) => {
      if (answer && !errorIn(answer)) this.lasts(answer, at)
    })
  }

  close(now: number): void {
    if (this.closed) return
    this.closed = true
    if (!this.address) return
    this.address = undefined
    this.release(now)
  }

  /** Whether nothing is under way that would occupy the server after the end. */
  isSettled(): boolean {
    return this.open === 0
  }

  private release(now: number): void {
    this.open += 1
    this.ask(refresh(0), now, () => (this.open -= 1))
  }

  private lose(why: string): void {
    if (!this.address) return
    this.address = undefined
    this.parts.onLost(why)
  }

  private lasts(answer: StunMessage, now: number): void {
    const seconds = (answer.getAttributeValue('LIFETIME') as number | undefined) ?? LIFETIME
    this.expires = now + seconds * 1000
    this.prolong = now + Math.max(seconds * 1000 - MARGIN_MS, seconds * 500)
  }

  /** Sends a request, again with credentials when the server asks for them (RFC 8489 §9.2). */
  private ask(
    make: () => StunMessage,
    now: number,
    done: (answer: StunMessage | undefined, now: number) => void,
    attempt = 1,
  ): void {
    const { server, user, password } = this.parts
    const message = make()
    const began = now
    let key: Buffer | undefined
    if (this.nonce) {
      message
        .setAttribute('USERNAME', user)
        .setAttribute('REALM', this.realm)
        .setAttribute('NONCE', this.nonce)
      key = createHash('md5').update(`${user}:${this.realm}:${password}`).digest()
    }
    this.transactions.ask(message, bytesOf(message, key), {
      to: server,
      key,
      now,
      done: (answer) => {
        const code = answer && errorIn(answer)?.code
        const challenged = (code === 401 && !key) || code === 438
        if (answer && challenged && attempt < CHALLENGES && this.learn(answer)) {
          this.ask(make, began, done, attempt + 1)
          return
        }
        this.silent = answer ? 0 : this.silent + 1
        done(answer, began)
        // 437: the server doesn't know it any more, such as after a restart.
        if (code === 437) this.lose('the server has forgotten it')
        else if (this.silent >= SILENT) this.lose('the server no longer answers')
      },
    })
  }

  private learn(answer: StunMessage): boolean {
    const realm = answer.getAttributeValue('REALM') as string | undefined
    const nonce = answer.getAttributeValue('NONCE') as Buffer | undefined
    if (!nonce) return false
    this.realm = realm ?? this.realm
    this.nonce = nonce
    return true
  }
}

const refresh = (seconds: number) => () =>
  requestOf(methods.REFRESH).setAttribute('LIFETIME', seconds)

/** Why a request failed, for people who read the log; undefined if it did not. */
function whyNot(answer: StunMessage | undefined): string | undefined {
  if (!answer) return 'no answer'
  const error = errorIn(answer)
  if (!error) return undefined
  if (error.code === 401) return 'wrong user name or password'
  return `refused with ${error.code} ${error.reason}`.trim()
}
