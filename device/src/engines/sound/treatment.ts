/** What happens to the microphone's sound before it leaves the device, in calls and in meters. */
import { amplify, measure } from './levels.ts'

/**
 * `full`: both ways at once. `half`: one at a time, the loudspeaker first. `get`: from the
 * microphone alone. `post`: to the loudspeaker alone.
 */
export type DuplexMode = 'full' | 'half' | 'get' | 'post'

/** How loud the loudspeaker is at the microphone: -30 dB, as in a small housing. Own design. */
const ECHO = 10 ** (-30 / 20)
/** Softer than this is noise: -50 dBFS. Noise cancellation turns it down by 20 dB. Own design. */
const NOISE = 10 ** (-50 / 20)
const NOISE_FACTOR = 0.1
/** In half duplex, louder sound from the loudspeaker closes the microphone: -50 dBFS. */
const SPEAKING = 10 ** (-50 / 20)
/** For how long after it, in milliseconds. */
export const HALF_DUPLEX_MS = 200

/** How the microphone is treated. */
export interface InputTreatment {
  /** Factor of its gain; 0: mute. */
  inputFactor: number
  duplex: DuplexMode
  noiseCancellation: boolean
  echoCancellation: boolean
}

/** What the loudspeaker plays at the same time. */
export interface AtSpeaker {
  /** What arrives at the microphone now; undefined for silence. */
  echo: Float32Array | undefined
  /** Whether it has played something within `HALF_DUPLEX_MS`. */
  isSpeaking: boolean
}

/** Whether somebody in front of the device would take this for silence. */
export const isSpeech = (samples: Float32Array): boolean =>
  measure(samples).square >= SPEAKING * SPEAKING

/**
 * Treats 20 ms of the microphone's sound, in place. The loudspeaker's sound in it is known exactly,
 * so echo cancellation leaves nothing of it.
 */
export function treatInput(
  samples: Float32Array,
  treatment: InputTreatment,
  { echo, isSpeaking }: AtSpeaker,
): Float32Array {
  const { inputFactor, duplex, noiseCancellation, echoCancellation } = treatment
  if (duplex === 'half' && isSpeaking) return samples.fill(0)
  if (echo && !echoCancellation) {
    for (let index = 0; index < samples.length; index += 1) {
      samples[index] = (samples[index] ?? 0) + ECHO * (echo[index] ?? 0)
    }
  }
  const isNoise = noiseCancellation && measure(samples).square < NOISE * NOISE
  return amplify(samples, inputFactor * (isNoise ? NOISE_FACTOR : 1))
}
