/**
 * POSIX time zones: `CET-1CEST,M3.5.0,M10.5.0/3`. Source: POSIX.1-2017 XBD §8.3 (TZ), with the
 * hours of -167 to 167 of RFC 8536 §3.3.1.
 */
export interface PosixZone {
  /** Whether the rule has daylight saving time. */
  hasDaylightSaving: boolean
  /**
   * Milliseconds ahead of UTC at that moment; with `daylightSaving` false, standard time applies
   * all year.
   */
  offsetAt(utc: number, daylightSaving: boolean): number
}

const SECOND = 1000
const HOUR = 3600 * SECOND

const NAME = '[A-Za-z]{3,}|<[A-Za-z0-9+-]{3,}>'
const OFFSET = String.raw`[+-]?\d{1,2}(?::[0-5]?\d){0,2}`
const TIME = String.raw`[+-]?\d{1,3}(?::[0-5]?\d){0,2}`
const DATE = String.raw`(?:M\d{1,2}\.[1-5]\.[0-6]|J\d{1,3}|\d{1,3})(?:/${TIME})?`
const FORM = new RegExp(
  `^(?:${NAME})(?<std>${OFFSET})` +
    `(?:(?<dst>${NAME})(?<shift>${OFFSET})?(?:,(?<start>${DATE}),(?<end>${DATE}))?)?$`,
)
/** Default for a zone that has daylight saving time but no dates, as in the C libraries. */
const USUAL = { start: 'M3.2.0', end: 'M11.1.0' }

const REMEMBERED = 20
const parsed = new Map<string, PosixZone | undefined>()

/** Parses a POSIX zone; undefined when it is invalid. */
export function parsePosixZone(text: string): PosixZone | undefined {
  if (!parsed.has(text)) {
    if (parsed.size >= REMEMBERED) parsed.clear()
    parsed.set(text, read(text))
  }
  return parsed.get(text)
}

function read(text: string): PosixZone | undefined {
  const parts = text.length <= 128 ? FORM.exec(text)?.groups : undefined
  if (!parts) return undefined
  const { dst, shift } = parts
  const standard = 0 - milliseconds(parts['std'] ?? '')
  const summer = shift === undefined ? standard + HOUR : 0 - milliseconds(shift)
  if (Math.abs(standard) >= 25 * HOUR || Math.abs(summer) >= 26 * HOUR) return undefined
  if (dst === undefined) return { hasDaylightSaving: false, offsetAt: () => standard }
  const start = turningDay(parts['start'] ?? USUAL.start)
  const end = turningDay(parts['end'] ?? USUAL.end)
  if (!start || !end) return undefined
  return {
    hasDaylightSaving: true,
    offsetAt(utc, daylightSaving) {
      if (!daylightSaving) return standard
      const year = new Date(utc + standard).getUTCFullYear()
      const begins = start(year) - standard
      const ends = end(year) - summer
      const within = begins < ends ? utc >= begins && utc < ends : utc >= begins || utc < ends
      return within ? summer : standard
    },
  }
}

/** `[+-]h[:m[:s]]`. */
function milliseconds(time: string): number {
  const sign = time.startsWith('-') ? -1 : 1
  const [hours = 0, minutes = 0, seconds = 0] = time.replace(/^[+-]/, '').split(':').map(Number)
  return sign * (hours * 3600 + minutes * 60 + seconds) * SECOND
}

/** Maps a year to the local time of the change, as if that local time were UTC. */
function turningDay(rule: string): ((year: number) => number) | undefined {
  const [date = '', time = '2'] = rule.split('/')
  const after = milliseconds(time)
  if (Math.abs(after) >= 168 * HOUR) return undefined
  if (date.startsWith('M')) {
    const [month = 0, week = 0, weekday = 0] = date.slice(1).split('.').map(Number)
    if (month < 1 || month > 12) return undefined
    return (year) => weekdayOf(year, month, week, weekday) + after
  }
  const number = Number(date.replace('J', ''))
  if (number > 365 || (date.startsWith('J') && number < 1)) return undefined
  // `Jn` counts from 1 and never counts 29 February; `n` counts from 0 and does.
  return date.startsWith('J')
    ? (year) => Date.UTC(year, 0, number + (number > 59 && isLeap(year) ? 1 : 0)) + after
    : (year) => Date.UTC(year, 0, number + 1) + after
}

const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1

/** Midnight of the given weekday (0: Sunday) in the given week (5: last) of the month. */
function weekdayOf(year: number, month: number, week: number, weekday: number): number {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  let day = 1 + ((weekday - first + 7) % 7) + (week - 1) * 7
  if (day > days) day -= 7
  return Date.UTC(year, month - 1, day)
}
