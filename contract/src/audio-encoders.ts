/** How the device can encode sound for its clients. */

/** What one encoder takes: at this many samples a second, these bits a second. */
export interface EncoderRates {
  sample_rate: number
  bit_rates: readonly number[]
}

/** By their names in `root.AudioSource.A0.AudioEncoding`, in the order of its definition. */
export const ENCODERS = {
  g711: [{ sample_rate: 8000, bit_rates: [64_000] }],
  g726: [{ sample_rate: 8000, bit_rates: [24_000, 32_000] }],
  aac: [
    { sample_rate: 8000, bit_rates: [8000, 16_000, 32_000] },
    { sample_rate: 16_000, bit_rates: [16_000, 32_000, 64_000] },
    { sample_rate: 32_000, bit_rates: [32_000, 64_000, 96_000] },
    { sample_rate: 48_000, bit_rates: [64_000, 96_000, 128_000] },
  ],
  opus: [{ sample_rate: 48_000, bit_rates: [16_000, 32_000, 64_000, 96_000, 128_000] }],
  lpcm: [{ sample_rate: 48_000, bit_rates: [768_000] }],
} as const satisfies Record<string, readonly EncoderRates[]>

export type EncoderName = keyof typeof ENCODERS

export const ENCODER_NAMES = Object.keys(ENCODERS) as EncoderName[]
