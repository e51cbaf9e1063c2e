/**
 * How dates, times and durations are written, in the language of the page. The specification gives
 * the form of the fields (DD/MM/YYYY, HH:mm) and of a clock (HH:mm:ss, console specification A §9);
 * everything else is formatted here.
 */
import type { LanguageCode } from '@lintel/contract/languages'
import type { TextOf } from './i18n.tsx'

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

/** `1.5 hours`: in the largest unit that fits, to one decimal; seconds are whole. */
export function formatDuration(language: LanguageCode, seconds: number): string {
  const [unit, size] = UNITS.find(([, length]) => Math.round(seconds) >= length) ?? ['second', 1]
  const digits = { maximumFractionDigits: unit === 'second' ? 0 : 1 }
  const options = { style: 'unit', unit, unitDisplay: 'long', ...digits } as const
  return new Intl.NumberFormat(tagOf(language), options).format(seconds / size)
}

/** The parts of `2 min 05 s` or `5 s`, for what counts: its width seldom changes. */
export function elapsedParts(seconds: number) {
  const minutes = Math.floor(seconds / 60)
  const rest = String(Math.floor(seconds % 60))
  return { minutes: String(minutes), seconds: minutes === 0 ? rest : rest.padStart(2, '0') }
}

/** `2 min 05 s`, or `5 s` within the first minute. */
export const elapsedText = (text: TextOf, seconds: number): string =>
  text('ui.elapsed', elapsedParts(seconds))
