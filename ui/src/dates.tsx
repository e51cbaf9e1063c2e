/**
 * How dates, times and durations are written, in the language of the page. The specification gives
 * the form of the fields (DD/MM/YYYY, HH:mm) and of a clock (HH:mm:ss, console specification A §9);
 * everything else is formatted here.
 */
import type { LanguageCode } from '@lintel/contract/languages'
import { measureText } from './measure-text.tsx'
import type { UnitSymbol } from './measure-text.tsx'

/** British dates: the day first, as in the fields. */
const tagOf = (language: LanguageCode): string => (language === 'en' ? 'en-GB' : language)

const DAY = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
const MINUTE = { ...DAY, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const SECOND = { ...MINUTE, second: '2-digit' } as const

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(language: LanguageCode, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${Object.keys(parts).length}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(tagOf(language), parts)
  formats.set(key, format)
  return format
}

/**
 * `22 Nov 2026`.
 * @param local a date, or its milliseconds, whose UTC fields are those to show
 */
export const formatDay = (language: LanguageCode, local: Date | number): string =>
  formatOf(language, DAY).format(local)

/**
 * `22 Nov 2026, 14:07`, with seconds on request.
 * @param local a date, or its milliseconds, whose UTC fields are those to show
 */
export const formatInstant = (
  language: LanguageCode,
  local: Date | number,
  precision: 'minute' | 'second' = 'minute',
): string => formatOf(language, precision === 'second' ? SECOND : MINUTE).format(local)

const WEEKDAY = { weekday: 'short', timeZone: 'UTC' } as const
const DAY_OF_YEAR = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const

/**
 * `Mon`.
 * @param local its milliseconds, whose UTC fields are those to show
 */
export const formatWeekday = (language: LanguageCode, local: number): string =>
  formatOf(language, WEEKDAY).format(local)

/**
 * `24–26 Dec 2026`, or one day; of every year without the year.
 * @param first milliseconds, whose UTC fields are those to show
 */
export const formatDayRange = (
  language: LanguageCode,
  first: number,
  last: number,
  yearly = false,
): string => formatOf(language, yearly ? DAY_OF_YEAR : DAY).formatRange(first, last)

/**
 * A text of the device that begins with `2026-11-20 14:07:32` or the same in ISO 8601, as an
 * instant in the time zone of that text; any other text as it is.
 */
export function formatReported(language: LanguageCode, text: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/.exec(text) ?? []
  const local = Date.parse(`${day}T${time}Z`)
  return Number.isNaN(local) ? text : formatInstant(language, local, 'second')
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** `3 minutes ago`; less than a minute is `now`. */
export function formatAgo(language: LanguageCode, seconds: number): string {
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? ['second', Infinity]
  const format = new Intl.RelativeTimeFormat(tagOf(language), { numeric: 'auto' })
  return format.format(0 - Math.floor(seconds / size), unit)
}

/** The size of a unit in seconds and how it is written, with the unit that may follow it. */
const LENGTHS: readonly (readonly [number, 'day' | UnitSymbol, number, UnitSymbol])[] = [
  [86_400, 'day', 3600, 'h'],
  [3600, 'h', 60, 'min'],
  [60, 'min', 1, 's'],
]

/** A length of whole seconds in its largest unit, and the rest in the next one, if there is one. */
function lengthParts(language: LanguageCode, seconds: number) {
  const step = LENGTHS.find(([size]) => seconds >= size)
  if (!step) return { large: measureText(language, seconds, 's') }
  const [size, unit, smallSize, smallUnit] = step
  const count = Math.floor(seconds / size)
  const rest = Math.floor((seconds % size) / smallSize)
  const days = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const
  return {
    large:
      unit === 'day'
        ? new Intl.NumberFormat(language, days).format(count)
        : measureText(language, count, unit),
    // Of two digits below a day, so that the width of what counts seldom changes.
    small: measureText(language, rest, smallUnit, { minimumIntegerDigits: unit === 'day' ? 1 : 2 }),
    rest,
  }
}

/** `29 s`, `2 min 05 s`, `9 h 24 min`, `3 days 4 h`; without the second unit if that is zero: `2 min`. */
export function formatDuration(language: LanguageCode, seconds: number): string {
  const { large, small, rest } = lengthParts(language, Math.round(seconds))
  return rest ? `${large} ${small}` : large
}

/** `29 s`, `2 min 00 s`: for what counts, with both units from the first minute on. */
export function formatElapsed(language: LanguageCode, seconds: number): string {
  const { large, small } = lengthParts(language, Math.floor(seconds))
  return small === undefined ? large : `${large} ${small}`
}
