import { ReplayWindow, packetIndex } from './sequence.ts'

/** How long a packet waits for one before it. */
const PATIENCE_MS = 60
/** How many packets wait. */
const CAPACITY = 8
/** A larger jump of the sequence number is no loss but a new beginning (RFC 3550 §A.1). */
const DROPOUT = 3000
const DISORDER = 100
/** RTP clock ticks in a millisecond. */
const TICKS_PER_MS = 8

/** The packets of one sender: puts them in order and counts the lost ones. */
export class IncomingStream {
  readonly ssrc: number
  received = 0
  /** Interarrival jitter in ticks of the RTP clock (RFC 3550 §6.4.1). */
  jitter = 0
  private readonly window = new ReplayWindow()
  private readonly first: number
  private next: number
  private transit: number | undefined
  private readonly waiting = new Map<number, { payload: Uint8Array; since: number }>()

  /** @param sequence of its first packet, which still has to be added */
  constructor(ssrc: number, sequence: number) {
    this.ssrc = ssrc
    // One turn ahead, so that packets from just before the first have an index too.
    this.first = 65_536 + sequence
    this.next = this.first
  }

  /** The highest sequence number, with the number of its roll-overs. */
  get newest(): number {
    return Math.max(this.window.newest - 65_536, 0)
  }

  get expected(): number {
    return Math.max(this.window.newest - this.first + 1, 0)
  }

  /** Whether a sequence number can belong to it. */
  continues(sequence: number): boolean {
    const ahead = this.indexOf(sequence) - this.window.newest
    return this.window.newest < 0 || (ahead < DROPOUT && ahead > -DISORDER)
  }

  /** @returns whether it is new; repeated packets are neither counted nor heard */
  add(sequence: number, timestamp: number, payload: Uint8Array, now: number): boolean {
    const index = this.indexOf(sequence)
    if (!this.window.isNew(index)) return false
    this.window.note(index)
    if (index >= this.first) this.received += 1
    this.measure(timestamp, now)
    if (index >= this.next) this.waiting.set(index, { payload, since: now })
    return true
  }

  /** Takes what can be heard now, in order. Gives up on packets that took too long. */
  take(now: number): Uint8Array[] {
    const ready: Uint8Array[] = []
    while (this.waiting.size > 0) {
      const packet = this.waiting.get(this.next)
      if (packet) {
        ready.push(packet.payload)
        this.waiting.delete(this.next)
        this.next += 1
      } else {
        const oldest = Math.min(...this.waiting.keys())
        const since = Math.min(...Array.from(this.waiting.values(), (held) => held.since))
        if (this.waiting.size <= CAPACITY && now - since < PATIENCE_MS) break
        this.next = oldest
      }
    }
    return ready
  }

  private indexOf(sequence: number): number {
    return this.window.newest < 0 ? this.first : packetIndex(sequence, this.window.newest)
  }

  private measure(timestamp: number, now: number): void {
    const transit = (Math.round(now * TICKS_PER_MS) - timestamp) | 0
    if (this.transit !== undefined) {
      this.jitter += (Math.abs((transit - this.transit) | 0) - this.jitter) / 16
    }
    this.transit = transit
  }
}
