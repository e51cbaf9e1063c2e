/** Samples a second of the device's own clips. */
export const SAMPLE_RATE = 16_000

/** A tone of a clip. */
export interface Note {
  /** Seconds from the start of the clip. */
  at: number
  seconds: number
  hertz: number
  /** How it ends: it dies away like a bell, or breaks off. */
  end: 'bell' | 'sharp'
}

/** Seconds over which a tone comes and goes, so that it doesn't click. */
const EDGE = 0.008
/** Half of full scale leaves room for tones that overlap. */
const LOUDNESS = 0.45

/** How loud a tone is after so many seconds, 0 to 1. */
function envelope({ seconds, end }: Note, time: number): number {
  const edge = Math.min(time / EDGE, (seconds - time) / EDGE, 1)
  return end === 'bell' ? edge * Math.exp((-4 * time) / seconds) : edge
}

/** The tones together, as samples from -1 to 1. */
export function synthesise(notes: readonly Note[], seconds: number): Float32Array {
  const samples = new Float32Array(Math.round(seconds * SAMPLE_RATE))
  for (const note of notes) {
    const first = Math.round(note.at * SAMPLE_RATE)
    const count = Math.min(Math.round(note.seconds * SAMPLE_RATE), samples.length - first)
    for (let index = 0; index < count; index += 1) {
      const time = index / SAMPLE_RATE
      const turn = 2 * Math.PI * note.hertz * time
      // An octave above gives the tone some body.
      const tone = Math.sin(turn) + 0.25 * Math.sin(2 * turn)
      samples[first + index] =
        (samples[first + index] ?? 0) + LOUDNESS * envelope(note, time) * tone
    }
  }
  return samples
}

/** Samples as a file of 16-bit mono PCM (RIFF WAVE). */
export function waveFile(samples: Float32Array): Uint8Array {
  const file = Buffer.alloc(44 + 2 * samples.length)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(SAMPLE_RATE, 24)
  file.writeUInt32LE(2 * SAMPLE_RATE, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(2 * samples.length, 40)
  samples.forEach((sample, index) => {
    const kept = Math.max(-1, Math.min(1, sample))
    file.writeInt16LE(Math.round(kept * 32_767), 44 + 2 * index)
  })
  return file
}
