import { randomBytes } from 'node:crypto'

/** Ticks of a second, of video and of metadata. */
export const TICKS = 90_000
/** Seconds between 1900 and 1970, where NTP and Unix time begin. */
const NTP_OFFSET = 2_208_988_800

/** The packets of one stream (RFC 3550). */
export interface RtpStream {
  readonly ssrc: number
  /** The number of the next packet, and the timestamp of now, for `RTP-Info`. */
  next(): { sequence: number; timestamp: number }
  /** One packet for each payload, all of the same moment; the last has the marker. */
  packets(payloads: readonly Buffer[]): Buffer[]
  /** A sender report with the name of the source, and a BYE at the end. */
  report(bye?: boolean): Buffer
}

/**
 * @param time the host's monotonic milliseconds, and the device's UTC milliseconds
 */
export function openRtpStream(
  payloadType: number,
  time: { monotonic(): number; now(): number },
): RtpStream {
  const seed = randomBytes(10)
  const ssrc = seed.readUInt32BE(0)
  const first = seed.readUInt32BE(4)
  let sequence = seed.readUInt16BE(8)
  let packets = 0
  let octets = 0

  const timestamp = (): number => (first + Math.floor((time.monotonic() * TICKS) / 1000)) % 2 ** 32

  function packet(payload: Buffer, at: number, last: boolean): Buffer {
    const head = Buffer.alloc(12)
    head[0] = 0x80
    head[1] = payloadType + (last ? 0x80 : 0)
    head.writeUInt16BE(sequence, 2)
    head.writeUInt32BE(at, 4)
    head.writeUInt32BE(ssrc, 8)
    sequence = (sequence + 1) % 65_536
    packets = (packets + 1) % 2 ** 32
    octets = (octets + payload.length) % 2 ** 32
    return Buffer.concat([head, payload])
  }

  return {
    ssrc,
    next: () => ({ sequence, timestamp: timestamp() }),
    packets(payloads) {
      const at = timestamp()
      return payloads.map((payload, index) => packet(payload, at, index === payloads.length - 1))
    },
    report(bye = false) {
      const sender = Buffer.alloc(28)
      sender.writeUInt32BE(0x80c8_0006, 0)
      sender.writeUInt32BE(ssrc, 4)
      const unix = time.now()
      sender.writeUInt32BE((Math.floor(unix / 1000) + NTP_OFFSET) % 2 ** 32, 8)
      sender.writeUInt32BE(Math.floor(((unix % 1000) / 1000) * 2 ** 32), 12)
      sender.writeUInt32BE(timestamp(), 16)
      sender.writeUInt32BE(packets, 20)
      sender.writeUInt32BE(octets, 24)
      // The name says nothing about the device: it only keeps streams of a session together.
      const name = Buffer.from(ssrc.toString(16).padStart(8, '0'), 'latin1')
      const source = Buffer.alloc(20)
      source.writeUInt32BE(0x81ca_0004, 0)
      source.writeUInt32BE(ssrc, 4)
      source[8] = 1
      source[9] = name.length
      name.copy(source, 10)
      if (!bye) return Buffer.concat([sender, source])
      const farewell = Buffer.alloc(8)
      farewell.writeUInt32BE(0x81cb_0001, 0)
      farewell.writeUInt32BE(ssrc, 4)
      return Buffer.concat([sender, source, farewell])
    },
  }
}
