import { mix } from './room.ts'
import type { Chain, Room } from './room.ts'
import { TEST_RATE } from './sweep.ts'

/** What the sound goes through from a moment on. */
export interface Period {
  /** Milliseconds since the sweep began; may be negative. */
  since: number
  chain: Chain
}

/**
 * What the microphone records of a signal that goes through one chain after the other, its noise
 * included.
 * @param moment seeds the noise
 */
export function record(
  signal: Float64Array,
  periods: readonly Period[],
  room: Room,
  moment: number,
): Float64Array {
  const recorded = room.noise(moment)
  for (const [place, { since, chain }] of periods.entries()) {
    const until = periods[place + 1]?.since ?? Number.POSITIVE_INFINITY
    const [from, to] = [since, until].map((ms) => (ms * TEST_RATE) / 1000)
    const part = signal.map((sample, index) =>
      index >= (from ?? 0) && index < (to ?? 0) ? sample : 0,
    )
    if (part.some((sample) => sample !== 0)) mix(recorded, room.through(part, chain))
  }
  return recorded
}
