/** What the board and the bench hear of the device, while somebody listens. */

/** Samples a second of what is sent: 16-bit PCM, little-endian, one channel. */
export const SOUND_RATE = 48_000

/** The same of what is spoken live into the microphone. */
export const LIVE_RATE = 16_000

/** One meter of the device, in dBFS; null for silence. */
export interface MeterLevel {
  rms: number | null
  peak: number | null
  /** The highest sample of the last 1.5 s. */
  hold: number | null
}

/** The meters that the product has. */
export interface SoundLevels {
  /** The microphone, behind its gain. */
  input?: MeterLevel
  /** The outputs, each behind its gain. */
  output?: MeterLevel
  lineOut?: MeterLevel
  telecoil?: MeterLevel
}
