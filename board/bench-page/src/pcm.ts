import { SOUND_RATE } from '@lintel/contract/bench-sound'

/** Turns parts of a PCM stream (16 bit, little-endian) into samples; a part may end within one. */
export function createPcmReader(): (part: Uint8Array) => Float32Array<ArrayBuffer> {
  let left: number | undefined
  return (part) => {
    const bytes = left === undefined ? part : Uint8Array.of(left, ...part)
    left = bytes.length % 2 === 1 ? bytes.at(-1) : undefined
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return Float32Array.from(
      { length: Math.floor(bytes.length / 2) },
      (_, index) => view.getInt16(2 * index, true) / 32_768,
    )
  }
}

/** Seconds of sound that wait, so that short delays are not heard, and how many at most. */
const AHEAD = { least: 0.15, most: 1 }

/** Plays samples of `SOUND_RATE` one after the other. */
export function createPcmPlayer(
  context: AudioContext,
): (samples: Float32Array<ArrayBuffer>) => void {
  let due = 0
  return (samples) => {
    const now = context.currentTime
    if (due < now) due = now + AHEAD.least
    // The device's clock runs faster than the browser's.
    if (samples.length === 0 || due > now + AHEAD.most) return
    const buffer = context.createBuffer(1, samples.length, SOUND_RATE)
    buffer.copyToChannel(samples, 0)
    const source = context.createBufferSource()
    source.buffer = buffer
    source.connect(context.destination)
    source.start(due)
    due += samples.length / SOUND_RATE
  }
}
