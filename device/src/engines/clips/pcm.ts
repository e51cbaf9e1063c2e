import { decoder } from '@audio/decode-wav'
import { waveHead } from '@lintel/contract/wave'
import { Unplayable } from './unplayable.ts'

/** How samples are written. `s8` and `be` are of au files. */
export type Encoding = 'u8' | 's8' | 's16' | 's24' | 's32' | 'f32' | 'f64' | 'alaw' | 'ulaw'

/** The samples of a file as they are stored, frame after frame. */
export interface StoredSamples {
  encoding: Encoding
  bigEndian: boolean
  channels: number
  /** Frames a second. */
  rate: number
  bytes: Uint8Array
}

/** One channel of sound. */
export interface Mono {
  /** Of 16 bits, which takes half the memory of floats. */
  samples: Int16Array<ArrayBuffer>
  /** Samples a second. */
  rate: number
  /** How many channels were mixed. */
  channels: number
}

export const RATE_MIN = 4000
export const RATE_MAX = 192_000
export const CHANNELS_MAX = 8
const SECONDS_MAX = 10 * 60
/** Ten minutes at 48 kHz: 58 MB while it plays. */
export const SAMPLES_MAX = SECONDS_MAX * 48_000
/** Full scale of the samples. */
export const FULL_SCALE = 32_768

/** Bytes of one sample, and the format of a wav file that has such samples (RFC 2361). */
const FORMATS: Readonly<Record<Encoding, { width: number; tag: 1 | 3 | 6 | 7 }>> = {
  u8: { width: 1, tag: 1 },
  s8: { width: 1, tag: 1 },
  s16: { width: 2, tag: 1 },
  s24: { width: 3, tag: 1 },
  s32: { width: 4, tag: 1 },
  f32: { width: 4, tag: 3 },
  f64: { width: 8, tag: 3 },
  alaw: { width: 1, tag: 6 },
  ulaw: { width: 1, tag: 7 },
}

export const widthOf = (encoding: Encoding): number => FORMATS[encoding].width

/** Frames that are decoded at once, which bounds the memory. */
const FRAMES_AT_ONCE = 65_536

/**
 * Checks what the head of a file says of its samples.
 * @throws Unplayable
 */
export function checkHead(head: { channels: number; rate: number }): void {
  if (head.rate < RATE_MIN || head.rate > RATE_MAX) throw new Unplayable('sampleRate')
  if (head.channels < 1 || head.channels > CHANNELS_MAX) throw new Unplayable('channels')
}

/**
 * Checks how long the sound is, before it is decoded.
 * @throws Unplayable
 */
export function checkLength(rate: number, samples: number): void {
  if (samples > Math.min(SAMPLES_MAX, SECONDS_MAX * rate)) throw new Unplayable('tooLong')
}

/**
 * Decodes samples and mixes their channels.
 * @throws Unplayable `empty`, `cutOff` or `tooLong`
 */
export function decodePcm({ encoding, bigEndian, channels, rate, bytes }: StoredSamples): Mono {
  const frame = widthOf(encoding) * channels
  const count = Math.floor(bytes.length / frame)
  if (count === 0) throw new Unplayable('empty')
  checkLength(rate, count)
  const samples = new Int16Array(count)
  // The library gets a head of our own and whole frames, never the chunks of the file itself.
  const wav = decoder()
  wav.decode(waveHead(count * frame, rate, { channels, ...FORMATS[encoding] }))
  for (let first = 0; first < count; first += FRAMES_AT_ONCE) {
    const end = Math.min(first + FRAMES_AT_ONCE, count)
    const part = littleEndian(bytes.subarray(first * frame, end * frame), encoding, bigEndian)
    mix(wav.decode(part).channelData, samples, first)
  }
  wav.free()
  return { samples, rate, channels }
}

/** Writes the mean of the channels into `into`. What is no number is silence. */
export function mix(channels: readonly Float32Array[], into: Int16Array, at: number): void {
  const [first = new Float32Array()] = channels
  const count = Math.min(first.length, into.length - at)
  for (let index = 0; index < count; index += 1) {
    let sum = 0
    for (const channel of channels) sum += channel[index] ?? 0
    const mean = Math.round((sum / channels.length) * FULL_SCALE)
    into[at + index] = Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, mean))
  }
}

/** A copy of the bytes as wav files have them; the library takes views of it, so it is no Buffer. */
function littleEndian(bytes: Uint8Array, encoding: Encoding, bigEndian: boolean): Uint8Array {
  const width = widthOf(encoding)
  const copy = new Uint8Array(bytes)
  if (encoding === 's8') {
    for (const [at, byte] of bytes.entries()) copy[at] = byte ^ 0x80
  } else if (bigEndian) {
    for (let at = 0; at < bytes.length; at += width) copy.subarray(at, at + width).reverse()
  }
  return copy
}
