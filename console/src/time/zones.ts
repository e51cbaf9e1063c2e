import { fold, wordsOf } from '@lintel/contract/fold'
import { formatOffset, offsetIn } from '../app/clock/device-clock.ts'

/** A time zone in the list. */
export interface ZoneRow {
  name: string
  /** The current `UTC+01:00`; empty if the browser does not know the zone. */
  offset: string
  /** Whether it has daylight saving time. */
  changes: boolean
  /** Other ways to type it: its offset at other times of the year, and abbreviations (`CET`). */
  words: string
}

const MONTH = 30.5 * 86_400_000

/**
 * @param utc the device's time, UTC milliseconds
 * @param language of the console, which has abbreviations of its own (`MEZ`)
 */
export function zoneRows(names: readonly string[], utc: number, language: string): ZoneRow[] {
  // A month apart: the shortest known change, for Ramadan, lasts one.
  const months = Array.from({ length: 12 }, (_, month) => utc + month * MONTH)
  return names.map((name) => {
    try {
      const now = offsetIn(name, utc)
      const changed = months.find((moment) => offsetIn(name, moment) !== now)
      const moments = changed === undefined ? [utc] : [utc, changed]
      const languages = [...new Set([regionOf(name), language])]
      const words = [
        ...moments.map((moment) => formatOffset(offsetIn(name, moment))),
        ...languages.flatMap((of) => abbreviations(name, of, moments)),
      ]
      const changes = changed !== undefined
      return { name, offset: formatOffset(now), changes, words: [...new Set(words)].join(' ') }
    } catch {
      return { name, offset: '', changes: false, words: '' }
    }
  })
}

/** `CET`, `CEST`. */
function abbreviations(zone: string, language: string, moments: readonly number[]): string[] {
  const format = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'short' })
  return moments
    .map(
      (utc) => format.formatToParts(utc).find(({ type }) => type === 'timeZoneName')?.value ?? '',
    )
    .filter((name) => /^\p{L}+$/u.test(name))
}

/** Where English has abbreviations for a zone: each region knows its own. */
function regionOf(zone: string): string {
  if (/^America|^Pacific|^US/.test(zone)) return 'en-US'
  if (zone.startsWith('Australia')) return 'en-AU'
  return /(?:Calcutta|Kolkata)$/.test(zone) ? 'en-IN' : 'en-GB'
}

/** `UTC+1`, `GMT-3:30`, `+0530`: hours and minutes, the minus as typed or typeset. */
const OFFSET = /^(?:utc|gmt)?([+\-−–])(\d{1,2})(?::?(\d{2}))?$/

/**
 * What is typed, with offsets as the list writes them: `utc+01:00` for `GMT+1`. So `UTC+1` finds
 * neither `UTC+10:00` nor `Etc/GMT+1`, whose sign is the other way round.
 */
export const withOffsets = (typed: string): string =>
  wordsOf(fold(typed).replaceAll(/\b(utc|gmt)\s*([+\-−–])\s*(?=\d)/g, '$1$2'))
    .map((word) => {
      const [, sign, hours, minutes = '00'] = OFFSET.exec(word) ?? []
      if (hours === undefined) return word
      return `utc${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`
    })
    .join(' ')
