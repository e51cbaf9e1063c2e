import { BANDS, edgesOf } from './bands.ts'
import { at, product, spectrumOf, transform, zeros } from './fourier.ts'
import type { Complex } from './fourier.ts'
import { ANALYSED, TEST_RATE } from './sweep.ts'

/** Levels in dB of a loudspeaker's response, one for each of `BANDS`. */
export type Levels = readonly number[]

/** The response that counts begins before the sound can arrive, and ends when the room is silent. */
const RESPONSE_END = 0.4 * TEST_RATE
/** Where there is nothing but noise in it. */
const NOISE_FROM = 0.5 * TEST_RATE
const NOISE_TO = 1.5 * TEST_RATE

/**
 * How many times the noise the first sound has to stand out to count as heard: 20 dB. The highest
 * peak of noise alone is 4 to 5 times its mean.
 */
const HEARD = 10

/**
 * How far a test may be from the calibration: on average over all bands, in a single band, and in how
 * many bands it may be further off. People and rain in front of a device change single bands; a
 * blanket, a broken cone or another loudspeaker change most of them.
 */
const TOLERANCE = { mean: 3, band: 6, bands: 2 } as const

/**
 * The response of the loudspeaker in a recording of the sweep: both are correlated, at all delays at
 * once. Undefined if nothing of the sweep can be heard.
 */
export function measure(recorded: Float64Array, played: Float64Array): Levels | undefined {
  const sent = spectrumOf(played, ANALYSED)
  const response = product(spectrumOf(recorded, ANALYSED), inverseOf(sent))
  transform(response, true)
  const peak = greatest(response.real.subarray(0, RESPONSE_END))
  if (!(peak > HEARD * meanOf(response.real.subarray(NOISE_FROM, NOISE_TO)))) return undefined
  const early = spectrumOf(response.real.subarray(0, RESPONSE_END), ANALYSED)
  return BANDS.map((hertz) => {
    const [from, to] = edgesOf(hertz).map((edge) => Math.round((edge * ANALYSED) / TEST_RATE))
    let energy = 0
    for (let bin = from ?? 0; bin < (to ?? 0); bin += 1) {
      energy += at(early.real, bin) ** 2 + at(early.imaginary, bin) ** 2
    }
    return 10 * Math.log10(energy / ((to ?? 0) - (from ?? 0)))
  })
}

/** Whether a loudspeaker sounds as it did when it was calibrated (`TOLERANCE`). */
export function soundsLike(calibrated: Levels, now: Levels): boolean {
  const off = calibrated.map((level, band) => Math.abs(level - (now[band] ?? -Infinity)))
  const mean = off.reduce((sum, one) => sum + one, 0) / off.length
  return (
    mean <= TOLERANCE.mean && off.filter((one) => one > TOLERANCE.band).length <= TOLERANCE.bands
  )
}

/** A spectrum whose product with the given one is 1 where that has energy, and less elsewhere. */
function inverseOf({ real, imaginary }: Complex): Complex {
  const inverse = zeros(real.length)
  const powers = real.map((re, bin) => re ** 2 + at(imaginary, bin) ** 2)
  const least = 1e-4 * greatest(powers)
  for (let bin = 0; bin < real.length; bin += 1) {
    inverse.real[bin] = at(real, bin) / (at(powers, bin) + least)
    inverse.imaginary[bin] = -at(imaginary, bin) / (at(powers, bin) + least)
  }
  return inverse
}

const greatest = (values: Float64Array): number =>
  values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)

/** The root of the mean square. */
const meanOf = (values: Float64Array): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value ** 2, 0) / values.length)
