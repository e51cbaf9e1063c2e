/** The levels of the channels. Source: console specification B §3 "Audio level reading", B §9. */
import { levelPercent } from '@lintel/contract/audio-level'
import type { AudioLevels } from '@lintel/contract/audio-level'
import { followLevels } from '../../app/audio-level/follow-levels.ts'
import type { LevelFailure } from '../../app/audio-level/follow-levels.ts'

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

/** Sounds that are this loud on average have peaks beyond what can be represented. Own. */
const TOO_LOUD_DB = -9

export const readingsOf = ({ channels }: AudioLevels): LevelReading[] =>
  channels.map((decibels, at) => ({
    channel: at + 1,
    decibels,
    percent: Math.min(100, levelPercent(decibels)),
    threshold: levelPercent(TOO_LOUD_DB),
  }))

/**
 * Reads levels until stopped (`followLevels`).
 * @returns stops it
 */
export function watchLevels(options: {
  open: (signal: AbortSignal) => Promise<Response>
  onReadings: (readings: LevelReading[]) => void
  onFailed: (failure: LevelFailure) => void
}): () => void {
  const { open, onReadings, onFailed } = options
  return followLevels({ open, onLevels: (levels) => onReadings(readingsOf(levels)), onFailed })
}
