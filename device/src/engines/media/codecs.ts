import { alaw, mulaw } from 'x-law'
import type { CodecName } from '../sip/types.ts'
import { createG722Decoder, createG722Encoder } from './g722.ts'

/** Milliseconds of sound in a packet. */
export const PACKET_MS = 20
/** RTP clock ticks in a packet. The RTP clock of G.722 is 8 kHz too (RFC 3551 §4.5.2). */
export const PACKET_TICKS = 160

/** Turns samples into payloads. */
export interface Encoder {
  /** Samples per second. */
  rate: 8000 | 16_000
  encode: (samples: Int16Array) => Uint8Array
}

/** Turns payloads into samples. */
export type Decode = (payload: Uint8Array) => Int16Array

/** What a codec does with a single sample, from a table. */
function companding(law: typeof alaw): { encode: Encoder['encode']; decode: Decode } {
  // Encoders look at no more than 14 of the 16 bits.
  const codes = Uint8Array.from({ length: 65_536 }, (_, index) => law.encodeSample(index - 32_768))
  const values = Int16Array.from({ length: 256 }, (_, code) => law.decodeSample(code))
  // Loops, because `from` with a function takes ten times as long.
  return {
    encode(samples) {
      const payload = new Uint8Array(samples.length)
      for (let index = 0; index < payload.length; index += 1) {
        payload[index] = codes[(samples[index] ?? 0) + 32_768] ?? 0
      }
      return payload
    },
    decode(payload) {
      const samples = new Int16Array(payload.length)
      for (let index = 0; index < samples.length; index += 1) {
        samples[index] = values[payload[index] ?? 0] ?? 0
      }
      return samples
    },
  }
}

const PCMA = companding(alaw)
const PCMU = companding(mulaw)

/** Samples a second. */
export const rateOf = (codec: CodecName): Encoder['rate'] => (codec === 'G.722' ? 16_000 : 8000)

/** Creates an encoder for one stream; it may remember what came before. */
export function createEncoder(codec: CodecName): Encoder {
  if (codec === 'G.722') return { rate: rateOf(codec), encode: createG722Encoder() }
  return { rate: rateOf(codec), encode: (codec === 'PCMA' ? PCMA : PCMU).encode }
}

/** Creates a decoder for one stream. */
export function createDecoder(codec: CodecName): Decode {
  if (codec === 'G.722') return createG722Decoder()
  return (codec === 'PCMA' ? PCMA : PCMU).decode
}
