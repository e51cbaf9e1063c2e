import { LATEST_YEAR } from '@lintel/contract/clock-years'
import { Refusal } from '@lintel/contract/fault'
import { RRuleTemporal } from 'rrule-temporal'
import type { CalendarEvent } from './calendar.ts'
import { utcStamp } from './local-time.ts'

/** The last moment that the device's clock can show. */
const END_OF_TIME = Date.UTC(LATEST_YEAR + 1, 0, 1)

/** The beginnings of an event. All times are milliseconds, counted as if local time were UTC. */
interface Beginnings {
  /** The last one until a time, that time included. */
  until(at: number): number | undefined
  /** The first one after a time. */
  after(at: number): number | undefined
}

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

/**
 * Tells whether an event is going on at a time. From one beginning to the next, the answer is
 * computed once.
 */
export function activityOf(event: CalendarEvent): (at: number) => boolean {
  if (event.length === 0) return () => false
  let counted: Beginnings | undefined
  let known = { from: Infinity, to: -Infinity, end: 0 }
  return (at) => {
    if (at < known.from || at >= known.to) {
      counted ??= beginningsOf(withoutCount(event))
      const began = counted.until(at)
      known = {
        from: began ?? -Infinity,
        to: counted.after(at) ?? Infinity,
        end: began === undefined ? -Infinity : began + event.length,
      }
    }
    return at < known.end
  }
}
