/** What makes sound: functions of the time, so that nothing runs while nobody asks. */
import { RATE } from './levels.ts'

/** Adds its samples to `into`, whose first one is number `from` since the start of the device. */
export type Source = (into: Float32Array, from: number) => void

/** @param level RMS in dBFS */
export function tone(hertz: number, level: number): Source {
  const peak = Math.SQRT2 * 10 ** (level / 20)
  return (into, from) => {
    for (let index = 0; index < into.length; index += 1) {
      const turns = ((from + index) * hertz) / RATE
      into[index] = (into[index] ?? 0) + peak * Math.sin(2 * Math.PI * (turns % 1))
    }
  }
}

/** A recording that begins at a sample and is played so many times; Infinity for ever. */
export interface Playback {
  /** From -1 to 1, or of 16 bits. */
  samples: Float32Array | Int16Array
  /** Samples a second. */
  rate: number
  began: number
  plays: number
  /** Changes while it plays. */
  factor: number
  /** The sample at which it was stopped. */
  until: number
}

/** Samples in between are interpolated along a line. */
export function playback(recording: Playback): Source {
  const { samples, rate, began, plays } = recording
  const { length } = samples
  const step = rate / RATE
  const total = plays * length
  const scale = samples instanceof Int16Array ? 1 / 32_768 : 1
  return (into, from) => {
    if (length === 0) return
    const { until } = recording
    const factor = scale * recording.factor
    const first = Math.max(0, began - from)
    const end = Math.min(into.length, until - from)
    for (let index = first; index < end; index += 1) {
      const place = (from + index - began) * step
      if (place >= total) return
      const whole = Math.floor(place)
      const before = samples[whole % length] ?? 0
      const isLast = whole + 1 >= total
      const after = isLast ? before : (samples[(whole + 1) % length] ?? 0)
      into[index] = (into[index] ?? 0) + factor * (before + (after - before) * (place - whole))
    }
  }
}

/** How long live samples wait, so that small delays of their packets are not heard. */
const PATIENCE = 0.06 * RATE
/** What is further ahead than that is dropped: the sender's clock runs faster than ours. */
const AHEAD_MAX = 0.5 * RATE
/** How long they are kept for those who ask later: meters look back 1.5 s. */
const MEMORY = 2.5 * RATE

/** Samples that arrive while they are heard: of a call, or of a live microphone. */
export class LiveSource {
  /** Empty until something arrives. */
  private ring = new Float32Array(0)
  /** Number of the sample after the last. */
  private end = 0

  /** @param now number of the present sample since the start of the device */
  add(samples: ArrayLike<number>, rate: number, scale: number, now: number): void {
    if (this.ring.length === 0) this.ring = new Float32Array(MEMORY)
    if (this.end < now) this.skipTo(now + PATIENCE)
    const count = Math.round((samples.length * RATE) / rate)
    if (this.end + count > now + AHEAD_MAX) return
    const step = rate / RATE
    for (let index = 0; index < count; index += 1) {
      const place = index * step
      const whole = Math.floor(place)
      const before = samples[whole] ?? 0
      const after = samples[whole + 1] ?? before
      this.ring[(this.end + index) % MEMORY] = scale * (before + (after - before) * (place - whole))
    }
    this.end += count
  }

  /** Whether nothing of it can be heard any more, in the recent past neither. */
  isOver(now: number): boolean {
    return this.end + MEMORY < now
  }

  readonly source: Source = (into, from) => {
    const oldest = this.end - MEMORY
    for (let index = 0; index < into.length; index += 1) {
      const at = from + index
      if (at >= this.end) return
      if (at >= oldest && at >= 0) into[index] = (into[index] ?? 0) + (this.ring[at % MEMORY] ?? 0)
    }
  }

  private skipTo(end: number): void {
    const gap = Math.min(end - this.end, MEMORY)
    for (let index = 0; index < gap; index += 1) this.ring[(end - 1 - index) % MEMORY] = 0
    this.end = end
  }
}
