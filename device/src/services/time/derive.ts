import { zoneOffset } from '../../clock/zone.ts'
import { transitions } from './transitions.ts'
import type { OffsetAt, Transition } from './transitions.ts'

/** Locales whose countries use the zones' abbreviations. */
const LANGUAGES = ['en-GB', 'en-US', 'en-AU', 'en-CA']

const rules = new Map<string, string>()

/**
 * The POSIX rule of an IANA zone in a year: `CET-1CEST,M3.5.0,M10.5.0/3`. A zone that doesn't
 * change its clocks exactly twice in that year, for example because it abolishes daylight saving,
 * gets the offset at the end of the year.
 */
export function posixRuleOf(name: string, year: number): string {
  const key = `${name} ${year}`
  // Searching a year for its transitions takes tens of milliseconds, and every page asks for the time.
  const rule = rules.get(key) ?? deriveRule(name, year)
  rules.set(key, rule)
  return rule
}

function deriveRule(name: string, year: number): string {
  const offsetAt = offsetsOf(name)
  const [start, end] = [newYear(offsetAt, year), newYear(offsetAt, year + 1)]
  const [first, second, third] = transitions(offsetAt, start, end)
  if (!first || !second || third || first.before !== second.after) {
    const last = offsetAt(end - 1)
    return labels(name, [end - 1], [last]).join('') + west(last)
  }
  const [into, outOf] = first.after > first.before ? [first, second] : [second, first]
  const names = labels(name, [into.at - 1, into.at], [into.before, into.after])
  const [standard = '', summer = ''] = names
  const usual = into.after - into.before === 3_600_000 ? '' : west(into.after)
  const days = [into, outOf].map((transition) => dayRule(offsetAt, transition))
  return `${standard}${west(into.before)}${summer}${usual},${days.join(',')}`
}

/** The offsets of an IANA zone. */
export function offsetsOf(name: string): OffsetAt {
  const zone = { name, posix: '', daylightSaving: true }
  return (utc) => zoneOffset(zone, utc)
}

function newYear(offsetAt: OffsetAt, year: number): number {
  const midnight = Date.UTC(year, 0, 1)
  return midnight - offsetAt(midnight)
}

/**
 * The abbreviations at these times, all from one locale; if there are none, the offsets in angle
 * brackets.
 */
function labels(name: string, moments: number[], offsets: number[]): string[] {
  for (const language of LANGUAGES) {
    const format = new Intl.DateTimeFormat(language, { timeZone: name, timeZoneName: 'short' })
    const found = moments.map(
      (moment) =>
        format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? '',
    )
    if (found.every((label) => /^[A-Z]{3,}$/.test(label))) return found
  }
  return offsets.map((offset) => `<${offset < 0 ? '-' : '+'}${clock(Math.abs(offset), '')}>`)
}

/** An offset as POSIX writes it, positive to the west: `-5:30`. */
function west(offset: number): string {
  const [hour = '', ...rest] = clock(Math.abs(offset), ':').split(':')
  return `${offset > 0 ? '-' : ''}${[Number(hour), ...rest].join(':')}`
}

/** Hours, with minutes and seconds unless they are zero. */
function clock(milliseconds: number, between: string): string {
  const all = Math.round(milliseconds / 1000)
  const parts = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60]
  while (parts.length > 1 && parts.at(-1) === 0) parts.pop()
  return parts.map((part) => String(part).padStart(2, '0')).join(between)
}

function dayRule(offsetAt: OffsetAt, { at, before }: Transition): string {
  const local = new Date(at + before)
  const week = Math.ceil(local.getUTCDate() / 7)
  // From the 22nd on, a fourth week may also be the last one: the following years decide.
  const last = isLast(local) && (week === 5 || staysLast(offsetAt, at, local))
  const time = (at + before) % 86_400_000
  const when = time === 7_200_000 ? '' : `/${clock(time, ':').replace(/^0(?=\d)/, '')}`
  return `M${local.getUTCMonth() + 1}.${last ? 5 : week}.${local.getUTCDay()}${when}`
}

/** Whether a day is the last of its weekday in its month. */
function isLast(day: Date): boolean {
  const length = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate()
  return day.getUTCDate() + 7 > length
}

/**
 * Whether the zone also changes its clocks in the last week of that month in the following years.
 */
function staysLast(offsetAt: OffsetAt, at: number, local: Date): boolean {
  const from = at + 180 * 86_400_000
  return transitions(offsetAt, from, from + 5 * 366 * 86_400_000)
    .map((transition) => new Date(transition.at + transition.before))
    .filter(
      (day) => day.getUTCMonth() === local.getUTCMonth() && day.getUTCDay() === local.getUTCDay(),
    )
    .every(isLast)
}
