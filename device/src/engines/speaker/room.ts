import type { SpeakerCondition } from '@lintel/contract/handling'
import { BANDS, bandOf } from './bands.ts'
import { chance, normal } from './chance.ts'
import { at, product, spectrumOf, transform, zeros } from './fourier.ts'
import type { Complex } from './fourier.ts'
import { ANALYSED, RECORDED, TEST_RATE } from './sweep.ts'

/** The place where a device hangs: its loudspeaker, the walls around it, and its microphone. */
export interface Room {
  /** What the microphone hears of what the loudspeaker plays (`RECORDED` samples). */
  through(played: Float64Array, speaker: SpeakerCondition): Float64Array
  /** What it hears in any case, always something else. */
  noise(moment: number): Float64Array
}

/** How much arrives straight from the loudspeaker: the microphone is beside it, behind a seal. */
const DIRECT = 0.03
/** Samples until then. */
const DELAY = 24
/** The sound that comes back from the walls, and in how many seconds it falls by 60 dB. */
const ECHO = 0.004
const REVERBERATION = 0.35
/** The level of the microphone's own noise, -80 dBFS. */
const NOISE = 1e-4

/** The room of the device with this serial number; always the same one. */
export function roomOf(serial: string): Room {
  const walls = spectrumOf(impulse(serial), ANALYSED)
  const filters = new Map<SpeakerCondition, Complex>()

  function filter(condition: SpeakerCondition): Complex {
    const known = filters.get(condition)
    if (known) return known
    const made = product(walls, loudspeaker(serial, condition))
    filters.set(condition, made)
    return made
  }

  return {
    through(played, speaker) {
      if (speaker === 'unplugged') return new Float64Array(RECORDED)
      const heard = product(spectrumOf(played, ANALYSED), filter(speaker))
      transform(heard, true)
      return heard.real.subarray(0, RECORDED)
    },
    noise(moment) {
      const random = chance(`noise ${serial} ${moment}`)
      return Float64Array.from({ length: RECORDED }, () => NOISE * normal(random))
    },
  }
}

/** The impulse response of the room. */
function impulse(serial: string): Float64Array {
  const random = chance(`room ${serial}`)
  const samples = new Float64Array(REVERBERATION * TEST_RATE)
  for (let index = DELAY; index < samples.length; index += 1) {
    const fading = 10 ** ((-3 * (index - DELAY)) / (REVERBERATION * TEST_RATE))
    samples[index] = ECHO * fading * normal(random)
  }
  samples[DELAY] = DIRECT
  return samples
}

/** The response of a loudspeaker: a gain for each band. */
function loudspeaker(serial: string, condition: SpeakerCondition): Complex {
  const own = chance(`speaker ${serial}`)
  const other = chance(`other speaker ${serial}`)
  const gains = BANDS.map((hertz) => {
    const decibels = 6 * own() - 3
    // A blanket takes the more the higher the sound.
    if (condition === 'muffled') return decibels - 8 - 14 * Math.log10(hertz / BANDS[0])
    // A speaker of another type: louder in some bands, softer in others.
    if (condition === 'swapped') return decibels + (other() < 0.5 ? -1 : 1) * (5 + 4 * other())
    return decibels
  })
  const response = zeros(ANALYSED)
  for (let bin = 0; bin < ANALYSED; bin += 1) {
    const hertz = (Math.min(bin, ANALYSED - bin) * TEST_RATE) / ANALYSED
    response.real[bin] = 10 ** ((gains[bandOf(Math.max(hertz, 1))] ?? 0) / 20)
  }
  return response
}

/** Adds a signal to another one. */
export function mix(to: Float64Array, signal: Float64Array): void {
  for (let index = 0; index < to.length; index += 1) to[index] = at(to, index) + at(signal, index)
}
