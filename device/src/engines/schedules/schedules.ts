import { readCalendar } from '@lintel/contract/calendar/calendar'
import type { ScheduleType } from '@lintel/contract/calls/schedules'
import type { Clock } from '../../clock/clock.ts'
import { zoneOffset } from '../../clock/zone.ts'
import type { EventBus } from '../../events/bus.ts'
import { zoneIn } from '../../products/groups/time.ts'
import type { Parameters } from '../../state/parameters.ts'
import type { ScheduleStore, StoredSchedule } from '../../state/schedules.ts'
import type { Engine } from '../engine.ts'
import { evaluate } from './evaluate.ts'
import type { Evaluated } from './evaluate.ts'
import { checkTakesPlace } from './occurrences.ts'
import { openScheduleEvents } from './schedule-events.ts'

export interface Schedule extends StoredSchedule {
  type: ScheduleType
}

/**
 * The schedules, in the device's local time: 08:00 to 18:00 is what the clock on the wall shows, also
 * on days on which it is changed. While it shows an hour for the second time, a schedule is active as
 * in the first; an hour that it skips is missing. From its start on, the engine publishes the
 * activity of intervals and the moments of pulses as events (`RULE_TOPICS`).
 */
export interface Schedules extends Engine {
  start(): void
  stateRestored(): void
  /** In order of creation. */
  list(): Schedule[]
  /**
   * Whether a schedule is active; undefined if there is none with this EventID. A pulse never is.
   * @param at UTC milliseconds
   */
  isActive(eventId: string, at: number): boolean | undefined
  /**
   * When that changes, or when the next pulse is, in milliseconds, counted as if local time were UTC;
   * undefined for never, and if it can't be told quickly.
   * @param at UTC milliseconds
   */
  next(eventId: string, at: number): number | undefined
  /** Notifies of schedules that were added, changed or removed. */
  subscribe(fn: () => void): () => void
  close(): void
}

/** @throws Refusal `invalid` that says what is wrong with a calendar */
export function checkCalendar(calendar: string): void {
  for (const event of readCalendar(calendar)) checkTakesPlace(event)
}

export function openSchedules(parts: {
  scheduleStore: ScheduleStore
  parameters: Pick<Parameters, 'get' | 'subscribe'>
  clock: Clock
  events: Pick<EventBus, 'publish' | 'forget'>
}): Schedules {
  const { scheduleStore: store, parameters, clock, events } = parts
  const known = new Map<string, Evaluated>()

  function evaluated({ eventId, calendar }: StoredSchedule): Evaluated {
    const found = known.get(eventId)
    // What has not changed stays evaluated.
    if (found?.calendar === calendar) return found
    const made = evaluate(calendar)
    known.set(eventId, made)
    return made
  }

  const offsetAt = (utc: number) => zoneOffset(zoneIn(parameters.get), utc)

  const published = openScheduleEvents({
    clock,
    events,
    offsetAt,
    schedules: () => new Map(store.all().map((one) => [one.eventId, evaluated(one)])),
  })

  const subscriptions = [
    store.subscribe(() => {
      for (const eventId of known.keys()) if (!store.find(eventId)) known.delete(eventId)
      published.changed()
    }),
    parameters.subscribe('root.Time', () => published.look()),
  ]

  function of(eventId: string): Evaluated | undefined {
    const schedule = store.find(eventId)
    return schedule && evaluated(schedule)
  }

  return {
    start: () => published.start(),
    stateRestored: () => published.restart(),
    list: () => store.all().map((one) => ({ ...one, type: evaluated(one).type })),
    isActive: (eventId, at) => of(eventId)?.isActive(at + offsetAt(at)),
    next: (eventId, at) => of(eventId)?.next(at + offsetAt(at)),
    subscribe: (fn) => store.subscribe(fn),
    close() {
      for (const unsubscribe of subscriptions) unsubscribe()
      published.close()
    },
  }
}
