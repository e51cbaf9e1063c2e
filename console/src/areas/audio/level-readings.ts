/** The levels of the channels. Source: console specification B §3 "Audio level reading", B §9. */
import { levelPercent } from '@lintel/contract/audio-level'
import type { AudioLevels } from '@lintel/contract/audio-level'

/** The level of one channel. */
export interface LevelReading {
  /** From 1. */
  channel: number
  /** RMS level in dBFS. */
  decibels: number
  /** Of the full amplitude. */
  percent: number
  /** The percentage from which on the loudest sounds may be cut off. */
  threshold: number
}

/**
 * The specification has a threshold and no value for it. A level is an RMS level, which is -3 dBFS for
 * the loudest sine that is not cut off. Speech and music have peaks of at least twice the amplitude
 * of a sine of their level, 6 dB more, so from here on they are cut off.
 */
const TOO_LOUD_DB = -9

export const readingsOf = ({ channels }: AudioLevels): LevelReading[] =>
  channels.map((decibels, at) => ({
    channel: at + 1,
    decibels,
    percent: Math.min(100, levelPercent(decibels)),
    threshold: levelPercent(TOO_LOUD_DB),
  }))
