/**
 * The readings that `audio/level.cgi` streams, for both ends. Source: console specification B §7
 * "Audio", B §9; device-api.md.
 */

/** What the calls report of digital silence, in dBFS. */
export const SILENCE_DB = -120

/** One reading, in dBFS. A full sine has a peak of 0 and a level of -3. */
export interface AudioLevels {
  /** The highest sample of the last 1.5 s. */
  peak: number
  /** The RMS level of each channel. */
  channels: readonly number[]
}

/** A level as people read it, in whole dB; never -0. */
export const wholeDecibels = (decibels: number): number => Math.round(decibels) + 0

/** In tenths of a dB; never -0.0. */
const written = (level: number): string =>
  (Math.round(10 * Math.max(level, SILENCE_DB)) / 10 + 0).toFixed(1)

/** A reading as a line of the stream: a script that calls the page around it. */
export const encodeLevels = ({ peak, channels }: AudioLevels): string =>
  `<script>window.parent.update(${[peak, ...channels].map(written).join(', ')});</script>\n`

const READING = /update\(([^)]*)\)/g
/** No reading is longer; what is no reading must not pile up. */
const READING_MAX = 1000

/**
 * The readings in a part of the stream. What follows the last whole one is `rest`, which belongs in
 * front of the next part. A reading with a single number is a level that is its own peak.
 */
export function decodeLevels(text: string): { readings: AudioLevels[]; rest: string } {
  const readings: AudioLevels[] = []
  let end = 0
  for (const match of text.matchAll(READING)) {
    end = match.index + match[0].length
    const numbers = (match[1] ?? '').match(/-?(?:Infinity|\d+(?:\.\d+)?)/g)?.map(Number) ?? []
    const [peak, ...channels] = numbers
    if (peak !== undefined)
      readings.push({ peak, channels: channels.length > 0 ? channels : [peak] })
  }
  return { readings, rest: text.slice(end).slice(-READING_MAX) }
}

/** A level as a percentage of the full amplitude (B §9). */
export const levelPercent = (decibels: number): number => Math.round(100 * 10 ** (decibels / 20))
