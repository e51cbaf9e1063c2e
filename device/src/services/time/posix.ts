/**
 * Zones by POSIX rules, `CET-1CEST,M3.5.0,M10.5.0/3`.
 * Source: POSIX.1-2024 §8.3 (TZ); hours beyond 24 as RFC 8536 §3.3.1 has them.
 */
import type { Zone } from './zone.ts'

/** A day of the year on which clocks change, and when on it. */
export interface DayRule {
  /**
   * `M`: the `week`th (5: last) `day` (0: Sunday) of `month`; `J`: day 1 to 365 without 29 February;
   * `n`: day 0 to 365 with it.
   */
  day: { kind: 'M'; month: number; week: number; day: number } | { kind: 'J' | 'n'; number: number }
  /** Seconds after local midnight. */
  time: number
}

export interface PosixRule {
  name: string
  /** Seconds east of Greenwich. */
  offset: number
  dst: { name: string; offset: number; start: DayRule; end: DayRule } | undefined
}

const NAME = String.raw`(<[A-Za-z0-9+-]{3,}>|[A-Za-z]{3,})`
const OFFSET = String.raw`([+-]?\d{1,2}(?::\d{1,2}){0,2})`
const RULE = String.raw`,([JM]?[\d.]+)(?:/([+-]?\d{1,3}(?::\d{1,2}){0,2}))?`
const WHOLE = new RegExp(`^${NAME}${OFFSET}(?:${NAME}${OFFSET}?(?:${RULE}${RULE})?)?$`)

const HOUR = 3600
/** What holds when a rule names daylight saving and not its days: as the C libraries have it. */
const USUAL_START: DayRule = { day: { kind: 'M', month: 3, week: 2, day: 0 }, time: 2 * HOUR }
const USUAL_END: DayRule = { day: { kind: 'M', month: 11, week: 1, day: 0 }, time: 2 * HOUR }

/** Reads a rule of at most 128 characters; undefined when it is none. */
export function parsePosix(text: string): PosixRule | undefined {
  const parts = text.length <= 128 ? WHOLE.exec(text) : null
  if (!parts) return undefined
  const [, name = '', west = '', dstName, dstWest, startDay, startTime, endDay, endTime] = parts
  const offset = seconds(west, 24)
  if (offset === undefined) return undefined
  if (dstName === undefined) return { name, offset: 0 - offset, dst: undefined }
  const dst = dstWest === undefined ? offset - HOUR : seconds(dstWest, 24)
  const start = startDay === undefined ? USUAL_START : dayRule(startDay, startTime)
  const end = endDay === undefined ? USUAL_END : dayRule(endDay, endTime)
  if (dst === undefined || !start || !end) return undefined
  return { name, offset: 0 - offset, dst: { name: dstName, offset: 0 - dst, start, end } }
}

/** `[+-]h[:m[:s]]` in seconds; undefined when out of range. */
function seconds(text: string, hours: number): number | undefined {
  const [hour = 0, minute = 0, second = 0] = text.replace(/^[+-]/, '').split(':').map(Number)
  if (hour > hours || minute > 59 || second > 59) return undefined
  return (text.startsWith('-') ? -1 : 1) * (hour * HOUR + minute * 60 + second)
}

function dayRule(text: string, at: string | undefined): DayRule | undefined {
  const time = at === undefined ? 2 * HOUR : seconds(at, 167)
  if (time === undefined) return undefined
  const monthly = /^M(\d{1,2})\.([1-5])\.([0-6])$/.exec(text)
  if (monthly) {
    const [month, week, day] = [Number(monthly[1]), Number(monthly[2]), Number(monthly[3])]
    return month >= 1 && month <= 12 ? { day: { kind: 'M', month, week, day }, time } : undefined
  }
  const numbered = /^(J?)(\d{1,3})$/.exec(text)
  if (!numbered) return undefined
  const kind = numbered[1] === 'J' ? 'J' : 'n'
  const number = Number(numbered[2])
  if (number > 365 || (kind === 'J' && number < 1)) return undefined
  return { day: { kind, number }, time }
}

/** Midnight that the day begins with, local clocks read as UTC. */
function midnight(day: DayRule['day'], year: number): number {
  if (day.kind === 'n') return Date.UTC(year, 0, 1 + day.number)
  if (day.kind === 'J') {
    const leap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1
    return Date.UTC(year, 0, day.number + (leap && day.number > 59 ? 1 : 0))
  }
  const first = new Date(Date.UTC(year, day.month - 1, 1)).getUTCDay()
  const length = new Date(Date.UTC(year, day.month, 0)).getUTCDate()
  let date = 1 + ((day.day - first + 7) % 7) + (day.week - 1) * 7
  if (date > length) date -= 7
  return Date.UTC(year, day.month - 1, date)
}

/** The zone of a rule; with `dst` false daylight saving is left out. */
export function posixZone({ offset, dst: saving }: PosixRule, dst = true): Zone {
  const standard = offset * 1000
  if (!saving || !dst) return { offsetAt: () => standard }
  const summer = saving.offset * 1000
  return {
    offsetAt(utc) {
      const year = new Date(utc + standard).getUTCFullYear()
      const start = midnight(saving.start.day, year) + saving.start.time * 1000 - standard
      const end = midnight(saving.end.day, year) + saving.end.time * 1000 - summer
      const within = start < end ? utc >= start && utc < end : utc >= start || utc < end
      return within ? summer : standard
    },
  }
}
