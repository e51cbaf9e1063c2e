/** Samples per second of a speaker test: the bands end at half of it. */
export const TEST_RATE = 16_000

/** Seconds of the sweep, and of what is recorded: the room fades away after the sweep. */
const SWEEP_SECONDS = 1.5
const RECORDED_SECONDS = 2

/** The length of a recording in samples, and the next power of two, in which it is analysed. */
export const RECORDED = RECORDED_SECONDS * TEST_RATE
export const ANALYSED = 2 ** Math.ceil(Math.log2(RECORDED))

const LOWEST_HERTZ = 180
const HIGHEST_HERTZ = 7_200
/** A quarter of full scale, so that no gain makes it clip in the microphone. */
export const AMPLITUDE = 0.25
/** Seconds of fade-in and fade-out. */
const EDGE = 0.02

/**
 * What a speaker test plays: a sine whose frequency rises exponentially. A loudspeaker's response can
 * be computed from its recording even in noise, because its energy is spread over time (A. Farina,
 * "Simultaneous measurement of impulse response and distortion with a swept-sine technique", 2000).
 */
export function sweep(): Float64Array {
  const samples = new Float64Array(RECORDED)
  const octaves = Math.log(HIGHEST_HERTZ / LOWEST_HERTZ)
  const scale = (2 * Math.PI * LOWEST_HERTZ * SWEEP_SECONDS) / octaves
  for (let index = 0; index < SWEEP_SECONDS * TEST_RATE; index += 1) {
    const time = index / TEST_RATE
    const edge = Math.min(time / EDGE, (SWEEP_SECONDS - time) / EDGE, 1)
    const phase = scale * (Math.exp((time * octaves) / SWEEP_SECONDS) - 1)
    samples[index] = AMPLITUDE * edge * Math.sin(phase)
  }
  return samples
}
