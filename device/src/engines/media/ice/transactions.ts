import { classes, isAt, readStun } from '../stun.ts'
import type { Endpoint, StunMessage } from '../stun.ts'

/** When a request is repeated, in milliseconds after the first (RFC 8489 §6.2.1). */
const REPEATS = [500, 1500, 3500]
/** When a request without an answer is given up. */
const PATIENCE_MS = 6500

interface Waiting {
  bytes: Buffer
  to: Endpoint
  key: Buffer | undefined
  began: number
  repeats: readonly number[]
  done: (answer: StunMessage | undefined) => void
}

/**
 * The STUN requests of one socket that have no answer yet. It has no timers: whoever owns it lets the
 * time pass, in monotonic milliseconds.
 */
export class Transactions {
  private readonly waiting = new Map<string, Waiting>()
  private readonly send: (packet: Buffer, to: Endpoint) => void

  constructor(send: (packet: Buffer, to: Endpoint) => void) {
    this.send = send
  }

  /**
   * Sends a request.
   * @param bytes the whole message
   * @param key of which a success has to have a signature. Errors have none if the other side does
   * not accept the key; nobody else can guess the id of the request.
   * @param done takes the answer; undefined if there is none in time
   */
  ask(
    { transactionIdHex }: StunMessage,
    bytes: Buffer,
    parts: Pick<Waiting, 'to' | 'key' | 'done'> & { now: number },
  ): void {
    const { now, ...rest } = parts
    this.waiting.set(transactionIdHex, { ...rest, bytes, began: now, repeats: REPEATS })
    this.send(bytes, parts.to)
  }

  /** Takes an answer. Others are ignored, and answers that come from elsewhere. */
  receive(packet: Buffer, from: Endpoint): void {
    const message = readStun(packet)
    const id = message?.transactionIdHex ?? ''
    const waiting = this.waiting.get(id)
    if (!message || !waiting || !isAt(from, waiting.to)) return
    const succeeds = message.messageClass === classes.RESPONSE
    if (!succeeds && message.messageClass !== classes.ERROR) return
    if (succeeds && waiting.key && !readStun(packet, waiting.key)) return
    this.waiting.delete(id)
    waiting.done(message)
  }

  tick(now: number): void {
    for (const [id, waiting] of Array.from(this.waiting)) {
      const age = now - waiting.began
      const [next] = waiting.repeats
      if (age >= PATIENCE_MS) {
        this.waiting.delete(id)
        waiting.done(undefined)
      } else if (next !== undefined && age >= next) {
        waiting.repeats = waiting.repeats.slice(1)
        this.send(waiting.bytes, waiting.to)
      }
    }
  }
}
