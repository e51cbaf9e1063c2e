import { parsePosixZone } from './posix-zone.ts'

/** The current time zone: an IANA name, or a POSIX rule when the name is empty. */
export interface Zone {
  /** `Europe/Stockholm`; empty while a POSIX rule is in use. */
  name: string
  /** `CET-1CEST,M3.5.0,M10.5.0/3`. */
  posix: string
  /** Whether the POSIX rule's daylight saving time applies. */
  daylightSaving: boolean
}

/** Local date and time. */
export interface LocalTime {
  year: number
  /** 1 to 12. */
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

const DAY = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()
/** The last answer of `zoneOffset` for each zone, because calls ask for the same second. */
const latest = new Map<string, { second: number; offset: number }>()

function formatFor(name: string): Intl.DateTimeFormat {
  const cached = formats.get(name)
  if (cached) return cached
  const created = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(name, created)
  return created
}

/** Whether this host knows the IANA zone. */
export function isZoneName(name: string): boolean {
  try {
    formatFor(name)
    return true
  } catch {
    return false
  }
}

/** Milliseconds that the zone is ahead of UTC at that moment (UTC milliseconds). */
export function zoneOffset(zone: Zone, utc: number): number {
  if (zone.name === '') {
    const rule = parsePosixZone(zone.posix)
    return rule ? rule.offsetAt(utc, zone.daylightSaving) : 0
  }
  const at = Math.floor(utc / 1000)
  const known = latest.get(zone.name)
  if (known?.second === at) return known.offset
  const parts: Record<string, number> = {}
  for (const { type, value } of formatFor(zone.name).formatToParts(utc)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const local = Date.UTC(year, month - 1, day, hour, minute, second)
  const offset = local - at * 1000
  latest.set(zone.name, { second: at, offset })
  return offset
}

/** Local date and time in the zone at that moment (UTC milliseconds). */
export function localTime(zone: Zone, utc: number): LocalTime {
  const shown = new Date(utc + zoneOffset(zone, utc))
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    hour: shown.getUTCHours(),
    minute: shown.getUTCMinutes(),
    second: shown.getUTCSeconds(),
  }
}

/**
 * Converts a local time in the zone to UTC milliseconds. An ambiguous time means its first
 * occurrence; a skipped time is moved forward by the length of the gap (RFC 5545 §3.3.5).
 */
export function utcOf(zone: Zone, local: LocalTime): number {
  const { year, month, day, hour, minute, second } = local
  const shown = Date.UTC(year, month - 1, day, hour, minute, second)
  const before = zoneOffset(zone, shown - DAY)
  const matches = [before, zoneOffset(zone, shown), zoneOffset(zone, shown + DAY)]
    .map((offset) => shown - offset)
    .filter((utc) => utc + zoneOffset(zone, utc) === shown)
  return matches.length > 0 ? Math.min(...matches) : shown - before
}

const two = (value: number) => String(value).padStart(2, '0')

/** `2026-11-20`. */
export const dateText = ({ year, month, day }: LocalTime) =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`

/** `14:07:32`. */
export const timeText = ({ hour, minute, second }: LocalTime) =>
  `${two(hour)}:${two(minute)}:${two(second)}`
