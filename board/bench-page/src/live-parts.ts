import { LIVE_RATE } from '@lintel/contract/bench-sound'

/** Samples in a part: a tenth of a second. */
const PART = LIVE_RATE / 10

/**
 * Turns samples of any rate into parts of `LIVE_RATE`: each sample is the mean of those in its time, or
 * a repeated one. Firefox connects a microphone only to a context of its own rate.
 * @param rate of what comes in, samples a second
 * @returns what takes samples from -1 to 1
 */
export function createLiveParts(
  rate: number,
  onPart: (part: Int16Array<ArrayBuffer>) => void,
): (samples: Float32Array) => void {
  let part = new Int16Array(PART)
  let filled = 0
  let sum = 0
  let count = 0
  let phase = 0

  function put(sample: number): void {
    part[filled] = Math.round(32_767 * Math.max(-1, Math.min(1, sample)))
    filled += 1
    if (filled < PART) return
    onPart(part)
    part = new Int16Array(PART)
    filled = 0
  }

  return (samples) => {
    for (const sample of samples) {
      sum += sample
      count += 1
      phase += LIVE_RATE
      if (phase < rate) continue
      const mean = sum / count
      for (; phase >= rate; phase -= rate) put(mean)
      sum = 0
      count = 0
    }
  }
}
