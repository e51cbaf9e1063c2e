/** Sample rate of the device's own clips, in hertz. */
export const SAMPLE_RATE = 16_000

/** One tone of a clip. */
export interface Note {
  /** Seconds from the start of the clip. */
  at: number
  seconds: number
  hertz: number
  /** The envelope: the tone decays like a bell, or stops abruptly. */
  end: 'bell' | 'sharp'
}

/** Fade-in and fade-out in seconds, to avoid clicks. */
const EDGE = 0.008
/** Half of full scale, so that overlapping tones don't clip. */
const LOUDNESS = 0.45

/** Loudness of a tone after this many seconds, 0 to 1. */
function envelope({ seconds, end }: Note, time: number): number {
  const edge = Math.min(time / EDGE, (seconds - time) / EDGE, 1)
  return end === 'bell' ? edge * Math.exp((-4 * time) / seconds) : edge
}

/** Mixes the tones into samples from -1 to 1. */
export function synthesise(notes: readonly Note[], seconds: number): Float32Array {
  const samples = new Float32Array(Math.round(seconds * SAMPLE_RATE))
  for (const note of notes) {
    const first = Math.round(note.at * SAMPLE_RATE)
    const count = Math.min(Math.round(note.seconds * SAMPLE_RATE), samples.length - first)
    for (let index = 0; index < count; index += 1) {
      const time = index / SAMPLE_RATE
      const turn = 2 * Math.PI * note.hertz * time
      // A harmonic one octave above adds body.
      const tone = Math.sin(turn) + 0.25 * Math.sin(2 * turn)
      samples[first + index] =
        (samples[first + index] ?? 0) + LOUDNESS * envelope(note, time) * tone
    }
  }
  return samples
}
