import { readCalendar } from '@lintel/contract/calendar/calendar'
import type { ScheduleType } from '@lintel/contract/calls/schedules'
import { activityOf, pulseOf } from './occurrences.ts'
import type { Activity, Pulse } from './occurrences.ts'

/** A schedule that is ready to be evaluated. All times are local. */
export interface Evaluated {
  calendar: string
  type: ScheduleType
  /** The events of an interval; none of a pulse. */
  activities: readonly Activity[]
  /** The events of a pulse; none of an interval. */
  pulses: readonly Pulse[]
  isActive(at: number): boolean
  /** The first time after another at which that may change; Infinity if there is none. */
  mayChange(at: number): number
  /** When that changes, or when the next pulse is; undefined for never, and if it is hard to tell. */
  next(at: number): number | undefined
}

/** How many changes of single events to follow until the schedule as a whole changes. */
const STEPS_MAX = 20

/** @throws Refusal `invalid` for a calendar that can't be read */
export function evaluate(calendar: string): Evaluated {
  const events = readCalendar(calendar)
  const isInterval = events.some(({ length }) => length > 0)
  const activities = isInterval ? events.map(activityOf) : []
  const pulses = isInterval ? [] : events.map(pulseOf)
  let ahead: { from: number; to: number | undefined } | undefined

  const isActive = (at: number) => activities.some((one) => one.isGoingOn(at))
  const mayChange = (at: number) =>
    Math.min(Infinity, ...activities.map((one) => one.mayChange(at)))

  function change(at: number): number | undefined {
    const before = isActive(at)
    let time = at
    for (let left = STEPS_MAX; left > 0 && time < Infinity; left -= 1) {
      time = mayChange(time)
      if (time < Infinity && isActive(time) !== before) return time
    }
    return undefined
  }

  function firstPulse(at: number): number | undefined {
    const first = Math.min(Infinity, ...pulses.map((one) => one.after(at) ?? Infinity))
    return first === Infinity ? undefined : first
  }

  return {
    calendar,
    type: isInterval ? 'Interval' : 'Pulse',
    activities,
    pulses,
    isActive,
    mayChange,
    next(at) {
      if (!ahead || at < ahead.from || at >= (ahead.to ?? ahead.from + 1)) {
        ahead = { from: at, to: isInterval ? change(at) : firstPulse(at) }
      }
      return ahead.to
    },
  }
}
