import type { SpeakerCondition } from '@lintel/contract/handling'
import { at } from './fourier.ts'
import { mix } from './room.ts'
import type { Room } from './room.ts'
import { TEST_RATE } from './sweep.ts'

/** How the loudspeaker is from a moment on. */
export interface Period {
  /** Milliseconds since the sweep began; may be negative. */
  since: number
  speaker: SpeakerCondition
}

/** What a recording is made of. */
interface Recorded {
  /** What the loudspeaker is given: `RECORDED` samples. */
  played: Float64Array
  /** What else sounds in front of the microphone; undefined for silence. */
  around?: Float64Array | undefined
  /** How the loudspeaker was meanwhile, in order. */
  periods: readonly Period[]
  /** The factor of the microphone's gain. */
  input: number
  room: Room
  /** Seeds the noise of the microphone. */
  moment: number
}

/** What the microphone records; what exceeds the full scale is cut off. */
export function record({ played, around, periods, input, room, moment }: Recorded): Float64Array {
  const heard = around?.slice() ?? new Float64Array(played.length)
  for (const [place, { since, speaker }] of periods.entries()) {
    const until = periods[place + 1]?.since ?? Number.POSITIVE_INFINITY
    const [from, to] = [since, until].map((ms) => (ms * TEST_RATE) / 1000)
    const part = played.map((sample, index) =>
      index >= (from ?? 0) && index < (to ?? 0) ? sample : 0,
    )
    if (part.some((sample) => sample !== 0)) mix(heard, room.through(part, speaker))
  }
  const noise = room.noise(moment)
  return heard.map((sample, index) => Math.max(-1, Math.min(1, sample * input + at(noise, index))))
}
