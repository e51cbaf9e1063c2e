import type { Socket } from 'node:dgram'
import type { HostTime } from '../host-time.ts'

/** Milliseconds of a packet, and the samples in it (8,000 a second). */
const PACKET_MS = 20
const SAMPLES = 160
/** Seconds that somebody speaks, from the beginning of the call. */
const SPEAKS = 5
const PCMU = 0

/** Where the other side wants the sound: the address and port of its session description. */
export function audioOf(message: string): { address: string; port: number } | undefined {
  const port = Number(/^m=audio (\d+) /m.exec(message)?.[1] ?? 0)
  const address = /^c=IN IP[46] (\S+)/m.exec(message)?.[1]
  return port > 0 && address !== undefined ? { address, port } : undefined
}

/**
 * Speaks for some seconds, in syllables, by RTP (RFC 3550) as PCMU.
 * @returns what ends it early
 */
export function speak(
  socket: Socket,
  to: { address: string; port: number },
  time: Pick<HostTime, 'after'>,
): () => void {
  let sent = 0
  let cancel: (() => void) | undefined
  function next(): void {
    socket.send(packet(sent), to.port, to.address)
    sent += 1
    cancel = sent * PACKET_MS < SPEAKS * 1000 ? time.after(PACKET_MS, next) : undefined
  }
  next()
  return () => cancel?.()
}

function packet(number: number): Buffer {
  const header = Buffer.alloc(12)
  header.writeUInt8(0x80, 0)
  header.writeUInt8(PCMU, 1)
  header.writeUInt16BE(number, 2)
  header.writeUInt32BE(number * SAMPLES, 4)
  header.writeUInt32BE(1, 8)
  const samples = Array.from({ length: SAMPLES }, (_, index) => voice(number * SAMPLES + index))
  return Buffer.concat([header, Buffer.from(samples.map(toMuLaw))])
}

/** A voice of 140 Hz with three overtones, which rises and falls four times a second. */
function voice(sample: number): number {
  const at = sample / 8_000
  const syllable = Math.max(0, Math.sin(2 * Math.PI * 4 * at))
  const tone = [1, 2, 3, 5].reduce(
    (sum, overtone) => sum + Math.sin(2 * Math.PI * 140 * overtone * at) / overtone,
    0,
  )
  return Math.round(9_000 * syllable * tone)
}

/** A sample of 16 bits in μ-law (ITU-T G.711). */
function toMuLaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0
  const magnitude = Math.min(Math.abs(sample), 32_635) + 132
  const exponent = Math.floor(Math.log2(magnitude)) - 7
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f
  return ~(sign | (exponent << 4) | mantissa) & 0xff
}
