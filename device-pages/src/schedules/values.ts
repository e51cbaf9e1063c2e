import type { ScheduleRow } from '@lintel/contract/calls/schedule-rows'
import { LATEST_YEAR } from '@lintel/contract/clock-years'
import {
  formatDate,
  manualDate,
  manualTime,
  parseDate,
  parseTime,
} from '@lintel/contract/rules/date'
import { found, problem, required, wholeFrom } from '@lintel/contract/rules/problem'
import type { Errors, Problem } from '@lintel/contract/rules/problem'
import { hasEnd, SCHEDULE_EVENTS_MAX, scheduleName } from '@lintel/contract/rules/schedule'
import { calendarOf, planOf, timeText, WEEKDAYS } from './plan.ts'
import type { DayRange, Plan, Unit, Weekday } from './plan.ts'

/** Whether a schedule is active for some time, or happens at moments. */
export type Kind = ScheduleRow['type']

/** The forms of a calendar, which are the kinds of plans. */
export const MODES = {
  Interval: ['weekly', 'dates', 'text'],
  Pulse: ['every', 'days', 'weekdays', 'monthly', 'text'],
} as const satisfies Record<Kind, readonly Plan['kind'][]>
export type Mode = Plan['kind']

/** What the form holds. Those of other modes keep what they have, and don't count. */
export type ScheduleValues = Record<Weekday, boolean> & {
  name: string
  mode: Mode
  allDay: boolean
  from: string
  to: string
  /** One day or range of days in each line. */
  dates: string
  yearly: boolean
  count: string
  unit: Unit
  dayCount: string
  firstDay: string
  time: string
  /** The day of the month; -1 for the last one. */
  monthDay: string
  calendar: string
}

/** The most that a rule counts with INTERVAL (`contract/src/calendar/rule.ts`). */
const COUNT_MAX = 99_999
const DAY = 86_400_000

const minutesIn = (text: string): number => {
  const { hour = 0, minute = 0 } = parseTime(text) ?? {}
  return hour * 60 + minute
}

const dayText = (at: number): string => {
  const date = new Date(at)
  return formatDate({
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
  })
}
function dayIn(text: string): number {
  const { year = 0, month = 1, day = 1 } = parseDate(text) ?? {}
  return Date.UTC(year, month - 1, day)
}

/** Between the two days of a range. */
const BETWEEN = /\s*[-–—]\s*/

const rangeText = ({ first, last }: DayRange): string =>
  first === last ? dayText(first) : `${dayText(first)} – ${dayText(last)}`

const linesOf = (dates: string): string[] =>
  dates
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function rangeIn(line: string): DayRange {
  const [first = '', last = first] = line.split(BETWEEN)
  return { first: dayIn(first), last: dayIn(last) }
}

/** A new schedule: working hours, or each hour. */
export function newValues(kind: Kind, now: number): ScheduleValues {
  const today = now - (now % DAY)
  const values: ScheduleValues = {
    name: '',
    mode: MODES[kind][0],
    ...ofDays(['MO', 'TU', 'WE', 'TH', 'FR']),
    allDay: false,
    from: '08:00',
    to: '18:00',
    dates: '',
    yearly: false,
    count: '1',
    unit: 'hour',
    dayCount: '1',
    firstDay: dayText(today),
    time: '08:00',
    monthDay: '1',
    calendar: '',
  }
  return { ...values, calendar: calendarOf(planIn(values)) }
}

const ofDays = (days: readonly Weekday[]) =>
  Object.fromEntries(WEEKDAYS.map((day) => [day, days.includes(day)])) as Record<Weekday, boolean>

/** The values that show this schedule. */
export function valuesOf(
  { name, type, ...row }: Pick<ScheduleRow, 'name' | 'type' | 'calendar' | 'events'>,
  now: number,
): ScheduleValues {
  const plan = planOf(row, now)
  return { ...newValues(type, now), ...shown(plan), name, mode: plan.kind, calendar: row.calendar }
}

function shown(plan: Plan): Partial<ScheduleValues> {
  switch (plan.kind) {
    case 'weekly': {
      const { days, hours } = plan
      return {
        ...ofDays(days),
        allDay: hours === undefined,
        ...(hours && { from: timeText(hours.from), to: timeText(hours.to) }),
      }
    }
    case 'dates':
      return { dates: plan.ranges.map(rangeText).join('\n'), yearly: plan.yearly }
    case 'every':
      return { count: String(plan.count), unit: plan.unit }
    case 'days':
      return {
        dayCount: String(plan.count),
        firstDay: dayText(plan.first),
        time: timeText(plan.time),
      }
    case 'weekdays':
      return { ...ofDays(plan.days), time: timeText(plan.time) }
    case 'monthly':
      return { monthDay: String(plan.day), time: timeText(plan.time) }
    case 'text':
      break
  }
  return {}
}

/** What the values say, if they are right. */
export function planIn(values: ScheduleValues): Plan {
  const days = WEEKDAYS.filter((day) => values[day])
  const time = minutesIn(values.time)
  switch (values.mode) {
    case 'weekly': {
      const hours = { from: minutesIn(values.from), to: minutesIn(values.to) }
      return { kind: 'weekly', days, hours: values.allDay ? undefined : hours }
    }
    case 'dates':
      return { kind: 'dates', ranges: linesOf(values.dates).map(rangeIn), yearly: values.yearly }
    case 'every':
      return { kind: 'every', count: Number(values.count), unit: values.unit }
    case 'days':
      return {
        kind: 'days',
        count: Number(values.dayCount),
        first: dayIn(values.firstDay),
        time,
      }
    case 'weekdays':
      return { kind: 'weekdays', days, time }
    case 'monthly':
      return { kind: 'monthly', day: Number(values.monthDay), time }
    case 'text':
      break
  }
  return { kind: 'text', calendar: values.calendar }
}

/**
 * The calendar for the values.
 * @param opened what the form was opened with: its calendar stays as it is written if the values say
 * the same
 */
export function calendarFor(
  values: ScheduleValues,
  opened: { calendar: string; values: ScheduleValues } | undefined,
): string {
  const calendar = calendarOf(planIn(values))
  const isSame =
    opened?.values.mode === values.mode && calendarOf(planIn(opened.values)) === calendar
  return isSame ? opened.calendar : calendar
}

/** The first field of the weekdays, which has the error of all. */
export const DAYS_FIELD = WEEKDAYS[0]

/**
 * The rules. What only the device can tell, such as whether a calendar ever takes place, it refuses.
 * @param others the other schedules of this kind
 */
export function checkSchedule(
  values: ScheduleValues,
  kind: Kind,
  others: readonly Pick<ScheduleRow, 'name'>[],
): Errors<ScheduleValues> {
  const name = values.name.trim()
  const isTaken = others.some((other) => other.name === name)
  return found<ScheduleValues>({
    name: scheduleName(name) ?? (isTaken ? problem('schedules.nameIsTaken') : undefined),
    ...checkCalendar(values, kind),
  })
}

function checkCalendar(values: ScheduleValues, kind: Kind): Errors<ScheduleValues> {
  const noDay = WEEKDAYS.some((day) => values[day]) ? undefined : problem('schedules.noDay')
  const time = manualTime(values.time)
  switch (values.mode) {
    case 'weekly':
      return found<ScheduleValues>({
        [DAYS_FIELD]: noDay,
        from: values.allDay ? undefined : manualTime(values.from),
        to: values.allDay ? undefined : manualTime(values.to),
      })
    case 'dates':
      return found<ScheduleValues>({ dates: checkDates(values) })
    case 'every':
      return found<ScheduleValues>({ count: wholeFrom(1, COUNT_MAX)(values.count) })
    case 'days': {
      const dayCount = wholeFrom(1, COUNT_MAX)(values.dayCount)
      const counts = Number(values.dayCount) > 1
      return found<ScheduleValues>({
        dayCount,
        firstDay: counts ? checkDay(values.firstDay) : undefined,
        time,
      })
    }
    case 'weekdays':
      return found<ScheduleValues>({ [DAYS_FIELD]: noDay, time })
    case 'monthly':
      return found<ScheduleValues>({ time })
    case 'text':
      break
  }
  return found<ScheduleValues>({ calendar: checkText(values.calendar, kind) })
}

/** The first one is that of the reader (`contract/src/calendar/local-time.ts`). */
const YEARS = { min: 1900, max: LATEST_YEAR }

function checkDay(text: string): Problem | undefined {
  const wrong = manualDate(text)
  if (wrong) return wrong
  const { year = 0 } = parseDate(text) ?? {}
  return year < YEARS.min || year > YEARS.max ? problem('dateTime.yearRange', YEARS) : undefined
}

function checkDates({ dates, yearly }: ScheduleValues): Problem | undefined {
  const lines = linesOf(dates)
  if (lines.length === 0) return problem('validation.errorRequired')
  if (lines.length > SCHEDULE_EVENTS_MAX)
    return problem('schedules.tooManyDates', { max: SCHEDULE_EVENTS_MAX })
  for (const line of lines) {
    const parts = line.split(BETWEEN)
    if (parts.length > 2 || parts.some((part) => manualDate(part))) {
      return problem('schedules.dateWrong', { line })
    }
    const wrongYear = parts.map(checkDay).find((wrong) => wrong !== undefined)
    if (wrongYear) return wrongYear
    const { first, last } = rangeIn(line)
    if (last < first) return problem('schedules.datesSwapped', { line })
    if (yearly && last - first >= 365 * DAY) return problem('schedules.moreThanYear', { line })
  }
  return undefined
}

/** The rest is the device's: it says what it can't read. */
function checkText(calendar: string, kind: Kind): Problem | undefined {
  const isInterval = hasEnd(calendar)
  if (calendar.trim() === '') return required('')
  if (isInterval === (kind === 'Interval')) return undefined
  return problem(isInterval ? 'schedules.hasEnd' : 'schedules.hasNoEnd')
}
