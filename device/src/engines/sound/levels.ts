/** Levels and gains of samples from -1 to 1. */
import { pcm16 } from '@lintel/contract/wave'

/** Samples a second in the sound path. */
export const RATE = 48_000
/** Samples in a block: 20 ms. */
export const BLOCK = 960
export const BLOCK_MS = 20

/** What a block holds, kept in place of its samples. */
export interface Measure {
  /** The mean of the squares of the samples. */
  square: number
  /** The highest absolute sample. */
  peak: number
}

export function measure(samples: Float32Array): Measure {
  let sum = 0
  let peak = 0
  for (const sample of samples) {
    sum += sample * sample
    const height = Math.abs(sample)
    if (height > peak) peak = height
  }
  return { square: samples.length === 0 ? 0 : sum / samples.length, peak }
}

/** An amplitude in dBFS; -Infinity for silence. */
export const decibels = (amplitude: number): number => 20 * Math.log10(amplitude)

/** The factor of a gain parameter: dB as text, or `mute`. */
export function gainFactor(text: string): number {
  const gain = Number(text)
  return Number.isNaN(gain) ? 0 : 10 ** (gain / 20)
}

/** Multiplies the samples in place; what exceeds the full scale is clipped. */
export function amplify(samples: Float32Array, factor: number): Float32Array {
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = Math.max(-1, Math.min(1, factor * (samples[index] ?? 0)))
  }
  return samples
}

/** Samples as 16-bit PCM, little-endian. */
export const toPcm = (samples: Float32Array): Buffer => Buffer.from(pcm16(samples).buffer)

/** Samples of 16-bit PCM, little-endian; half a sample at the end is left out. */
export const fromPcm = (pcm: Buffer): Int16Array =>
  Int16Array.from({ length: Math.floor(pcm.length / 2) }, (_, index) => pcm.readInt16LE(2 * index))
