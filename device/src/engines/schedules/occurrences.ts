import { LATEST_YEAR } from '@lintel/contract/clock-years'
import { Refusal } from '@lintel/contract/fault'
import { RRuleTemporal } from 'rrule-temporal'
import type { CalendarEvent } from '@lintel/contract/calendar/calendar'
import { utcStamp } from '@lintel/contract/calendar/local-time'
import type { Moments } from './pulse-watch.ts'

/** The last moment that the device's clock can show. */
const END_OF_TIME = Date.UTC(LATEST_YEAR + 1, 0, 1)

/** The beginnings of an event. All times are milliseconds, counted as if local time were UTC. */
type Beginnings = Moments

/**
 * A rule with UNTIL in place of COUNT, for which every look would count from the first beginning.
 * Counting once takes up to a second.
 */
function withoutCount(event: CalendarEvent): CalendarEvent {
  if (event.rule?.includes('COUNT=') !== true) return event
  const last = beginningsOf(event).until(END_OF_TIME) ?? event.start
  return { ...event, rule: event.rule.replace(/COUNT=\d+/, `UNTIL=${utcStamp(last)}`) }
}

/** @param maxIterations periods of the rule to search at most; beyond, the library throws an error */
function beginningsOf(
  { start, rule, excluded }: CalendarEvent,
  maxIterations = 10_000,
): Beginnings {
  if (rule === undefined) {
    const takesPlace = !excluded.includes(start)
    return {
      until: (at) => (takesPlace && start <= at ? start : undefined),
      after: (at) => (takesPlace && start > at ? start : undefined),
    }
  }
  const exdate = excluded.length === 0 ? '' : `\nEXDATE:${excluded.map(utcStamp).join(',')}`
  const recurrence = new RRuleTemporal({
    rruleString: `DTSTART:${utcStamp(start)}\nRRULE:${rule}${exdate}`,
    maxIterations,
  })
  return {
    until: (at) => recurrence.previous(new Date(at), true)?.epochMilliseconds,
    after: (at) => recurrence.next(new Date(at), false)?.epochMilliseconds,
  }
}

/**
 * Checks that an event takes place at all, and that this can be found out quickly.
 * @throws Refusal `invalid`
 */
export function checkTakesPlace(event: CalendarEvent): void {
  if (takesPlace(event)) return
  throw new Refusal('invalid', `An event of the schedule never takes place until ${LATEST_YEAR}.`)
}

/** A rule begins within so many days, months or years of DTSTART, or never: 30 February. */
const FIRST_WITHIN = 1000

function takesPlace(event: CalendarEvent): boolean {
  try {
    const first = beginningsOf(event, FIRST_WITHIN).after(event.start - 1)
    return first !== undefined && beginningsOf(event).until(END_OF_TIME) !== undefined
  } catch {
    return false
  }
}

/** When an event is going on. All times are local. */
export interface Activity {
  isGoingOn(at: number): boolean
  /** The first time after another at which that may change; Infinity if there is none. */
  mayChange(at: number): number
}

const NEVER: Activity = { isGoingOn: () => false, mayChange: () => Infinity }

/** The activity of an event. From one beginning to the next, it is computed once. */
export function activityOf(event: CalendarEvent): Activity {
  if (event.length === 0) return NEVER
  let counted: Beginnings | undefined
  let known = { from: Infinity, to: -Infinity, end: 0 }

  function around(at: number): typeof known {
    if (at >= known.from && at < known.to) return known
    counted ??= beginningsOf(withoutCount(event))
    const began = counted.until(at)
    known = {
      from: began ?? -Infinity,
      to: counted.after(at) ?? Infinity,
      end: began === undefined ? -Infinity : began + event.length,
    }
    return known
  }

  return {
    isGoingOn: (at) => at < around(at).end,
    mayChange(at) {
      const { end, to } = around(at)
      return at < end ? Math.min(end, to) : to
    },
  }
}

/** The moments of an event without a length. */
export interface Pulse extends Moments {
  /** In milliseconds, of hours, minutes and seconds; undefined for longer ones, which vary. */
  period: number | undefined
}

const PERIODS: Readonly<Record<string, number>> = {
  HOURLY: 3_600_000,
  MINUTELY: 60_000,
  SECONDLY: 1000,
}

export function pulseOf(event: CalendarEvent): Pulse {
  let counted: Beginnings | undefined
  const beginnings = () => (counted ??= beginningsOf(withoutCount(event)))
  const { frequency = '' } = /FREQ=(?<frequency>\w+)/.exec(event.rule ?? '')?.groups ?? {}
  const interval = Number(/INTERVAL=(\d+)/.exec(event.rule ?? '')?.[1] ?? 1)
  const unit = PERIODS[frequency]
  return {
    period: unit === undefined ? undefined : unit * interval,
    until: (at) => beginnings().until(at),
    after: (at) => beginnings().after(at),
  }
}
