/**
 * Packets of the Network Time Protocol as a client sends and takes them.
 * Source: RFC 4330 §4, §5 and §8; RFC 5905 §7.3 and §7.4.
 */

/** What an answer holds, or what is wrong with it. Times are UTC milliseconds with their fraction. */
export type Answer =
  | { kind: 'time'; received: number; sent: number; stratum: number }
  /** A kiss-o'-death: the server wants to be asked less often (`RATE`) or not at all (`DENY`, `RSTR`). */
  | { kind: 'kiss'; code: string }
  /** The server answers and does not know the time itself. */
  | { kind: 'unsynchronised' }
  /** An answer that breaks the protocol. */
  | { kind: 'invalid' }
  /** Nothing that belongs to this request; anybody may have sent it. */
  | { kind: 'stray' }

const BYTES = 48
const VERSION = 4
const CLIENT = 3
const SERVER = 4
const ALARM = 3
/** From here on a server counts as unsynchronised. */
const STRATUM_MAX = 16
/** Seconds that a server's time may be away from its source's (MAXDISP). */
const DISTANCE_MAX = 16

/** Seconds from 1900, where an era begins, to 1970. */
const TO_UNIX = 2_208_988_800
const ERA = 2 ** 32

/**
 * A request. The transmit timestamp is a random number: the answer brings it back, so that nobody
 * who has not seen the request can answer it, and it tells nobody the device's time.
 */
export function requestWith(nonce: bigint): Buffer {
  const packet = Buffer.alloc(BYTES)
  packet[0] = (VERSION << 3) | CLIENT
  packet.writeBigUInt64BE(nonce, 40)
  return packet
}

/** What the packet says to whoever sent a request with this number. */
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

/** Seconds as 16 bits and 16 of a fraction. */
const shortSeconds = (packet: Buffer, at: number): number => packet.readUInt32BE(at) / 2 ** 16

/**
 * UTC milliseconds of a timestamp; undefined for zero, which means that there is none. Without its
 * first bit it is of the era that begins in 2036 (RFC 4330 §3).
 */
function timestamp(packet: Buffer, at: number): number | undefined {
  const [seconds, fraction] = [packet.readUInt32BE(at), packet.readUInt32BE(at + 4)]
  if (seconds === 0 && fraction === 0) return undefined
  const since1900 = seconds >= ERA / 2 ? seconds : seconds + ERA
  return (since1900 - TO_UNIX + fraction / ERA) * 1000
}
