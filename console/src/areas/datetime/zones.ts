import { formatOffset, offsetIn } from '../../app/clock/device-clock.ts'

/** A time zone in the list. */
export interface ZoneRow {
  name: string
  /** The current `UTC+01:00`; empty if the browser does not know the zone. */
  offset: string
  /** Whether it has daylight saving time. */
  changes: boolean
  /** Other ways to type it: its distance to UTC (`UTC+5:30`, `UTC-8`), and abbreviations (`CET`). */
  words: string
}

const MONTH = 30.5 * 86_400_000

/**
 * @param utc the device's time, UTC milliseconds
 */
export function zoneRows(names: readonly string[], utc: number): ZoneRow[] {
  // In the middle of each month: the shortest known change, for Ramadan, lasts one.
  const months = Array.from({ length: 12 }, (_, month) => utc + month * MONTH)
  return names.map((name) => {
    try {
      const now = offsetIn(name, utc)
      const changed = months.find((moment) => offsetIn(name, moment) !== now)
      const moments = changed === undefined ? [utc] : [utc, changed]
      const words = [typedOffset(now), ...moments.map((moment) => abbreviation(name, moment))]
      const changes = changed !== undefined
      return { name, offset: formatOffset(now), changes, words: words.join(' ') }
    } catch {
      return { name, offset: '', changes: false, words: '' }
    }
  })
}

/** `UTC+5:30`, as people type it: without zeros that say nothing. */
const typedOffset = (minutes: number): string =>
  formatOffset(minutes)
    .replace(/([+-])0/, '$1')
    .replace(/:00$/, '')

/** `CET`. */
function abbreviation(zone: string, utc: number): string {
  const format = new Intl.DateTimeFormat(regionOf(zone), { timeZone: zone, timeZoneName: 'short' })
  return format.formatToParts(utc).find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** Where English has abbreviations for a zone: each region knows its own. */
function regionOf(zone: string): string {
  if (/^America|^Pacific|^US/.test(zone)) return 'en-US'
  if (zone.startsWith('Australia')) return 'en-AU'
  return /(?:Calcutta|Kolkata)$/.test(zone) ? 'en-IN' : 'en-GB'
}

/** Newer names of places that lists may have under their older ones. */
export const NEWER: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Asmara',
  'America/Buenos_Aires': 'Argentina',
  'America/Coral_Harbour': 'Atikokan',
  'America/Godthab': 'Nuuk',
  'Asia/Calcutta': 'Kolkata',
  'Asia/Katmandu': 'Kathmandu',
  'Asia/Rangoon': 'Yangon',
  'Asia/Saigon': 'Ho Chi Minh',
  'Atlantic/Faeroe': 'Faroe',
  'Europe/Kiev': 'Kyiv',
  'Pacific/Enderbury': 'Kanton',
  'Pacific/Ponape': 'Pohnpei',
  'Pacific/Truk': 'Chuuk',
}
