/**
 * What the calendar of a schedule says, as far as the forms can show it; and back. What they can't
 * show stays as it is, as text.
 */
import type { ScheduleEvent, ScheduleRow } from '@lintel/contract/calls/schedule-rows'
import { formatTime } from '@lintel/contract/rules/date'

/** In the order of calendars of most countries. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof WEEKDAYS)[number]

export const UNITS = ['second', 'minute', 'hour'] as const
export type Unit = (typeof UNITS)[number]

/** From one day to another, both included, as milliseconds of their midnights as if in UTC. */
export interface DayRange {
  first: number
  last: number
}

/** Times are minutes since midnight. */
export type Plan =
  /** Until `to`, which is on the next day if it is not after `from`; whole days without times. */
  | { kind: 'weekly'; days: readonly Weekday[]; hours: { from: number; to: number } | undefined }
  | { kind: 'dates'; ranges: readonly DayRange[]; yearly: boolean }
  | { kind: 'every'; count: number; unit: Unit }
  /** Every so many days, counted from the first one. */
  | { kind: 'days'; count: number; first: number; time: number }
  | { kind: 'weekdays'; days: readonly Weekday[]; time: number }
  /** The day of the month; -1: the last one. */
  | { kind: 'monthly'; day: number; time: number }
  | { kind: 'text'; calendar: string }

const MINUTE = 60_000
const DAY = 86_400_000
const MILLISECONDS: Readonly<Record<Unit, number>> = {
  second: 1000,
  minute: MINUTE,
  hour: 60 * MINUTE,
}
const FREQUENCIES: Readonly<Record<string, Unit>> = {
  SECONDLY: 'second',
  MINUTELY: 'minute',
  HOURLY: 'hour',
}
/** The longest range that begins anew each year. */
const YEAR_DAYS = 365

/** A day that is long past, so that the calendar applies from the start: a Thursday. */
const LONG_AGO = 0

const weekdayOf = (at: number): Weekday =>
  // 1 January 1970 was a Thursday.
  WEEKDAYS[(((Math.floor(at / DAY) + 3) % 7) + 7) % 7] ?? 'MO'

/** `08:00`, of minutes since midnight. */
export const timeText = (minutes: number): string =>
  formatTime({ hour: Math.floor(minutes / 60), minute: minutes % 60 })

/** The parts of a rule, without those that say nothing. */
function partsOf({ rule = '' }: ScheduleEvent): Map<string, string> {
  const parts = new Map(rule.split(';').map((part) => part.split('=', 2) as [string, string]))
  parts.delete('')
  if (Number(parts.get('INTERVAL')) === 1) parts.delete('INTERVAL')
  // It matters only every other week, which is for no form.
  parts.delete('WKST')
  return parts
}

/** Whether a rule has these parts, and only them. */
const hasOnly = (parts: Map<string, string>, ...names: string[]): boolean =>
  [...parts.keys()].every((name) => names.includes(name))

/** The days of a rule that repeats by weekdays alone; undefined for another one. */
function daysOf(event: ScheduleEvent, parts: Map<string, string>): readonly Weekday[] | undefined {
  if (!hasOnly(parts, 'FREQ', 'BYDAY')) return undefined
  const named = parts.get('BYDAY')?.split(',')
  if (named) {
    const frequency = parts.get('FREQ')
    const isWeekly = frequency === 'WEEKLY' || frequency === 'DAILY'
    return isWeekly ? WEEKDAYS.filter((day) => named.includes(day)) : undefined
  }
  if (parts.get('FREQ') === 'DAILY') return WEEKDAYS
  return parts.get('FREQ') === 'WEEKLY' ? [weekdayOf(event.start)] : undefined
}

/** The minutes since midnight; undefined within a minute. */
function minutesOf(at: number): number | undefined {
  const minutes = (((at % DAY) + DAY) % DAY) / MINUTE
  return Number.isInteger(minutes) ? minutes : undefined
}

function weeklyIn(event: ScheduleEvent): Plan | undefined {
  const { start, length } = event
  const days = daysOf(event, partsOf(event))
  const from = minutesOf(start)
  if (!days || from === undefined) return undefined
  if (from === 0 && length % DAY === 0 && length <= 7 * DAY) {
    // Several days in a row are all of these days.
    const many = length / DAY
    const covered = days.flatMap((day) =>
      Array.from({ length: many }, (_, more) => WEEKDAYS[(WEEKDAYS.indexOf(day) + more) % 7]),
    )
    return {
      kind: 'weekly',
      days: WEEKDAYS.filter((day) => covered.includes(day)),
      hours: undefined,
    }
  }
  const to = minutesOf(start + length)
  return to === undefined || length > DAY
    ? undefined
    : { kind: 'weekly', days, hours: { from, to } }
}

/** Whether an event is on whole days, once or each year; undefined if it isn't. */
function yearlyIn(event: ScheduleEvent): boolean | undefined {
  const { start, length } = event
  if (start % DAY !== 0 || length % DAY !== 0) return undefined
  const parts = partsOf(event)
  if (parts.size === 0) return false
  const day = new Date(start)
  if (Number(parts.get('BYMONTH')) === day.getUTCMonth() + 1) {
    parts.delete('BYMONTH')
    if (Number(parts.get('BYMONTHDAY')) === day.getUTCDate()) parts.delete('BYMONTHDAY')
  }
  const isYearly = parts.get('FREQ') === 'YEARLY' && hasOnly(parts, 'FREQ')
  return isYearly && length <= YEAR_DAYS * DAY ? true : undefined
}

function datesIn(events: readonly ScheduleEvent[]): Plan | undefined {
  const [yearly, ...others] = events.map(yearlyIn)
  if (yearly === undefined || others.some((other) => other !== yearly)) return undefined
  const ranges = events.map(({ start, length }) => ({ first: start, last: start + length - DAY }))
  return { kind: 'dates', ranges, yearly }
}

function pulseIn(event: ScheduleEvent, isPast: boolean): Plan | undefined {
  const { start } = event
  const parts = partsOf(event)
  const frequency = parts.get('FREQ') ?? ''
  const count = Number(parts.get('INTERVAL') ?? 1)
  const unit = FREQUENCIES[frequency]
  if (unit) {
    const fits = hasOnly(parts, 'FREQ', 'INTERVAL') && start % (count * MILLISECONDS[unit]) === 0
    return fits && isPast ? { kind: 'every', count, unit } : undefined
  }
  const time = minutesOf(start)
  if (time === undefined) return undefined
  if (frequency === 'DAILY' && hasOnly(parts, 'FREQ', 'INTERVAL')) {
    const first = start - time * MINUTE
    return isPast || count > 1 ? { kind: 'days', count, first, time } : undefined
  }
  if (!isPast) return undefined
  const days = daysOf(event, parts)
  if (days) return { kind: 'weekdays', days, time }
  const day = Number(parts.get('BYMONTHDAY') ?? new Date(start).getUTCDate())
  const isMonthly = frequency === 'MONTHLY' && hasOnly(parts, 'FREQ', 'BYMONTHDAY')
  return isMonthly && day >= -1 ? { kind: 'monthly', day, time } : undefined
}

/** What is needed of a schedule to say when it is. */
export type Calendar = Pick<ScheduleRow, 'calendar' | 'events'>

/**
 * Reads a calendar.
 * @param now the device's local time as if it were UTC: what begins later is not for the forms
 */
export function planOf({ calendar, events }: Calendar, now: number): Plan {
  const [event] = events
  const text = { kind: 'text', calendar } as const
  if (!event || events.some(({ excluded }) => excluded.length > 0)) return text
  if (events.every(({ length }) => length > 0)) {
    const isWeekly = events.length === 1 && event.start <= now
    return (isWeekly ? weeklyIn(event) : undefined) ?? datesIn(events) ?? text
  }
  return (events.length === 1 ? pulseIn(event, event.start <= now) : undefined) ?? text
}

/** `19700101T080000`. */
const stamp = (at: number): string =>
  new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')

const byDay = (days: readonly Weekday[]): string =>
  days.length === WEEKDAYS.length ? 'FREQ=DAILY' : `FREQ=WEEKLY;BYDAY=${days.join(',')}`
const interval = (count: number): string => (count === 1 ? '' : `;INTERVAL=${count}`)

function event(start: number, end: number | undefined, rule: string | undefined): string {
  return [
    `DTSTART:${stamp(start)}`,
    ...(end === undefined ? [] : [`DTEND:${stamp(end)}`]),
    ...(rule === undefined ? [] : [`RRULE:${rule}`]),
  ].join('\n')
}

/** The calendar that says this, with one property in each line. */
export function calendarOf(plan: Plan): string {
  switch (plan.kind) {
    case 'weekly': {
      const { from, to } = plan.hours ?? { from: 0, to: 0 }
      const end = to + (to > from ? 0 : 24 * 60)
      return event(LONG_AGO + from * MINUTE, LONG_AGO + end * MINUTE, byDay(plan.days))
    }
    case 'dates': {
      const events = plan.ranges.map(({ first, last }) =>
        event(first, last + DAY, plan.yearly ? 'FREQ=YEARLY' : undefined),
      )
      if (events.length === 1) return events.join('')
      return events.map((one) => `BEGIN:VEVENT\n${one}\nEND:VEVENT`).join('\n')
    }
    case 'every': {
      const frequency = { second: 'SECONDLY', minute: 'MINUTELY', hour: 'HOURLY' }[plan.unit]
      return event(LONG_AGO, undefined, `FREQ=${frequency}${interval(plan.count)}`)
    }
    case 'days': {
      const first = plan.count === 1 ? LONG_AGO : plan.first
      return event(first + plan.time * MINUTE, undefined, `FREQ=DAILY${interval(plan.count)}`)
    }
    case 'weekdays':
      return event(LONG_AGO + plan.time * MINUTE, undefined, byDay(plan.days))
    case 'monthly':
      return event(LONG_AGO + plan.time * MINUTE, undefined, `FREQ=MONTHLY;BYMONTHDAY=${plan.day}`)
    case 'text':
      break
  }
  return plan.calendar
}
