import { PACKET_MS, PACKET_TICKS } from './codecs.ts'

/** Keys by event code (RFC 4733 §3.2). */
const KEYS = '0123456789*#ABCD'
/** Loudness of the tones in -dBm0, as commonly sent. */
const VOLUME = 10
/** How often the end of an event is sent (RFC 4733 §2.5.1.4). */
const ENDS = 3
/** Packets of silence or speech between two keys. */
const PAUSE = 3
/** A key lasts at least 40 ms, and at most what one event can say, 65,535 ticks. */
const SHORTEST_MS = 40
const LONGEST_MS = 8000

/** What a packet of an event says. */
export interface EventPacket {
  /** On the first packet of an event. */
  marker: boolean
  /** When the event began. */
  timestamp: number
  payload: Buffer
}

/** Sends keys, one after the other. */
export class KeySender {
  private readonly queue: { code: number; ticks: number }[] = []
  private current:
    | { code: number; ticks: number; timestamp: number; duration: number; ends: number }
    | undefined
  private pause = 0

  /** Ignores what is no key. */
  press(digit: string, milliseconds: number): void {
    const code = KEYS.indexOf(digit.toUpperCase())
    if (code < 0 || digit.length !== 1) return
    const length = Math.max(SHORTEST_MS, Math.min(LONGEST_MS, milliseconds))
    this.queue.push({ code, ticks: Math.ceil(length / PACKET_MS) * PACKET_TICKS })
  }

  /** Forgets all keys. */
  clear(): void {
    this.queue.length = 0
    this.current = undefined
  }

  /** The next packet, which takes the place of sound; undefined when there is no key to send. */
  next(timestamp: number): EventPacket | undefined {
    if (!this.current && this.pause > 0) {
      this.pause -= 1
      return undefined
    }
    const started = this.current ? undefined : this.queue.shift()
    if (started) this.current = { ...started, timestamp, duration: 0, ends: 0 }
    const key = this.current
    if (!key) return undefined
    if (key.duration < key.ticks) key.duration += PACKET_TICKS
    const ended = key.duration >= key.ticks
    const payload = Buffer.from([key.code, VOLUME + (ended ? 0x80 : 0), 0, 0])
    payload.writeUInt16BE(key.duration, 2)
    if (ended) key.ends += 1
    if (key.ends >= ENDS) {
      this.current = undefined
      this.pause = PAUSE
    }
    return { marker: started !== undefined, timestamp: key.timestamp, payload }
  }
}

/** Recognises keys: each once, whichever of its packets arrive, and however often. */
export class KeyReceiver {
  private last: { code: number; timestamp: number } | undefined

  /**
   * @returns the key if this packet is the first of it
   * @throws RangeError if the payload is too short
   */
  receive({ marker, timestamp, payload }: EventPacket): string | undefined {
    payload.readUInt32BE(0)
    const code = payload.readUInt8(0)
    const ahead = this.last ? (timestamp - this.last.timestamp) | 0 : 1
    if (ahead <= 0) return undefined
    // Events that are longer than a packet can say continue in a segment of their own (§2.5.1.3).
    const continued = !marker && ahead === 65_535 && this.last?.code === code
    this.last = { code, timestamp }
    return continued ? undefined : KEYS[code]
  }
}
