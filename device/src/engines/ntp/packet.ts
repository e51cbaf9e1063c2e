/**
 * Client packets of the Network Time Protocol. Source: RFC 4330 §4, §5 and §8; RFC 5905 §7.3 and
 * §7.4.
 */

/**
 * A parsed response, or the reason why it can't be used. Times are UTC milliseconds with their
 * fraction.
 */
export type Answer =
  | { kind: 'time'; received: number; sent: number; stratum: number }
  /** A kiss-o'-death: the server wants fewer requests (`RATE`) or none (`DENY`, `RSTR`). */
  | { kind: 'kiss'; code: string }
  /** The server responds, but isn't synchronised itself. */
  | { kind: 'unsynchronised' }
  /** A response that violates the protocol. */
  | { kind: 'invalid' }
  /** Doesn't belong to this request; anybody may have sent it. */
  | { kind: 'stray' }

const BYTES = 48
const VERSION = 4
const CLIENT = 3
const SERVER = 4
const ALARM = 3
/** From this stratum on, a server counts as unsynchronised. */
const STRATUM_MAX = 16
/** Maximum dispersion in seconds of a server's time (MAXDISP). */
const DISTANCE_MAX = 16

/** Seconds from 1900, the start of the first era, to 1970. */
const TO_UNIX = 2_208_988_800
const ERA = 2 ** 32

/**
 * Builds a request. Its transmit timestamp is a random number that the server echoes: nobody who
 * hasn't seen the request can forge a response, and it doesn't reveal the device's time.
 */
export function requestWith(nonce: bigint): Buffer {
  const packet = Buffer.alloc(BYTES)
  packet[0] = (VERSION << 3) | CLIENT
  packet.writeBigUInt64BE(nonce, 40)
  return packet
}

/** Parses the response to a request with this number. */
export function answerIn(packet: Buffer, nonce: bigint): Answer {
  if (packet.length < BYTES || packet.readBigUInt64BE(24) !== nonce) return { kind: 'stray' }
  const [first, stratum] = [packet.readUInt8(0), packet.readUInt8(1)]
  const version = (first >> 3) & 7
  if ((first & 7) !== SERVER || version === 0 || version > VERSION) return { kind: 'invalid' }
  if (stratum === 0) return { kind: 'kiss', code: packet.toString('latin1', 12, 16) }
  if (first >> 6 === ALARM || stratum >= STRATUM_MAX) return { kind: 'unsynchronised' }
  const distance = shortSeconds(packet, 4) / 2 + shortSeconds(packet, 8)
  if (distance >= DISTANCE_MAX) return { kind: 'unsynchronised' }
  const [received, sent] = [timestamp(packet, 32), timestamp(packet, 40)]
  if (received === undefined || sent === undefined || sent < received) return { kind: 'invalid' }
  return { kind: 'time', received, sent, stratum }
}

/** Reads 16 bits of seconds and 16 bits of fraction. */
const shortSeconds = (packet: Buffer, at: number): number => packet.readUInt32BE(at) / 2 ** 16

/**
 * UTC milliseconds of a timestamp; undefined for zero, which means none. A timestamp whose first
 * bit is clear belongs to the era that begins in 2036 (RFC 4330 §3).
 */
function timestamp(packet: Buffer, at: number): number | undefined {
  const [seconds, fraction] = [packet.readUInt32BE(at), packet.readUInt32BE(at + 4)]
  if (seconds === 0 && fraction === 0) return undefined
  const since1900 = seconds >= ERA / 2 ? seconds : seconds + ERA
  return (since1900 - TO_UNIX + fraction / ERA) * 1000
}
