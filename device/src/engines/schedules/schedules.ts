import type { ScheduleType } from '@lintel/contract/calls/schedules'
import { zoneOffset } from '../../clock/zone.ts'
import { zoneIn } from '../../products/groups/time.ts'
import type { Parameters } from '../../state/parameters.ts'
import type { ScheduleStore, StoredSchedule } from '../../state/schedules.ts'
import type { Engine } from '../engine.ts'
import { readCalendar } from './calendar.ts'
import { activityOf, checkTakesPlace } from './occurrences.ts'

export interface Schedule extends StoredSchedule {
  type: ScheduleType
}

/**
 * The schedules, in the device's local time: 08:00 to 18:00 is what the clock on the wall shows, also
 * on days on which it is changed. While it shows an hour for the second time, a schedule is active as
 * in the first; an hour that it skips is missing.
 */
export interface Schedules extends Engine {
  /** In order of creation. */
  list(): Schedule[]
  /**
   * Whether a schedule is active; undefined if there is none with this EventID. A pulse never is.
   * @param at UTC milliseconds
   */
  isActive(eventId: string, at: number): boolean | undefined
  /** Notifies of schedules that were added or removed. */
  subscribe(fn: () => void): () => void
  close(): void
}

/** @throws Refusal `invalid` that says what is wrong with a calendar */
export function checkCalendar(calendar: string): void {
  for (const event of readCalendar(calendar)) checkTakesPlace(event)
}

/** A schedule that is ready to be evaluated. */
interface Evaluated {
  calendar: string
  type: ScheduleType
  /** For each event, whether it is going on at a local time. */
  events: ((local: number) => boolean)[]
}

export function openSchedules(parts: {
  scheduleStore: ScheduleStore
  parameters: Pick<Parameters, 'get'>
}): Schedules {
  const { scheduleStore: store, parameters } = parts
  const known = new Map<string, Evaluated>()
  // What has not changed stays evaluated.
  const unsubscribe = store.subscribe(() => {
    for (const eventId of known.keys()) if (!store.find(eventId)) known.delete(eventId)
  })

  function evaluated({ eventId, calendar }: StoredSchedule): Evaluated {
    const found = known.get(eventId)
    if (found?.calendar === calendar) return found
    const events = readCalendar(calendar)
    const made: Evaluated = {
      calendar,
      type: events.some(({ length }) => length > 0) ? 'Interval' : 'Pulse',
      events: events.map(activityOf),
    }
    known.set(eventId, made)
    return made
  }

  return {
    list: () => store.all().map((one) => ({ ...one, type: evaluated(one).type })),
    isActive(eventId, at) {
      const schedule = store.find(eventId)
      if (!schedule) return undefined
      const local = at + zoneOffset(zoneIn(parameters.get), at)
      return evaluated(schedule).events.some((isGoingOn) => isGoingOn(local))
    },
    subscribe: (fn) => store.subscribe(fn),
    close: unsubscribe,
  }
}
