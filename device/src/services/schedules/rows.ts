import type { EventFilter } from '@lintel/contract/action-rules/event-filter'
import { readCalendar, tidy } from '@lintel/contract/calendar/calendar'
import { listSchedules, scheduleUses, updateSchedule } from '@lintel/contract/calls/schedule-rows'
import type { ScheduleRow } from '@lintel/contract/calls/schedule-rows'
import { RULE_TOPICS } from '@lintel/contract/events'
import { serve, serveChange } from '@lintel/front-door/serve'
import type { ServedCall } from '@lintel/front-door/serve'
import { zoneOffset } from '../../clock/zone.ts'
import type { Device } from '../../device.ts'
import type { StoredSchedule } from '../../state/schedules.ts'
import { zoneOf } from '../time/local.ts'
import { checkName, checkReadable } from './check-schedule.ts'

const OF_SCHEDULES: readonly string[] = [RULE_TOPICS.schedule, RULE_TOPICS.recurrence]

const isAbout = (eventId: string, filter: EventFilter | undefined): boolean =>
  filter !== undefined &&
  OF_SCHEDULES.includes(filter.topic) &&
  filter.items.some(({ name, value }) => name === 'id' && value === eventId)

/** `2026-11-20T14:07:32`. */
const localText = (local: number): string => new Date(local).toISOString().slice(0, 19)

/** Schedules as the device's own pages show and change them. */
export function rowCalls(device: Device): ServedCall[] {
  const { schedules, scheduleStore, parameters, clock, phonebook, actionRuleStore } = device

  function rowOf(schedule: StoredSchedule, type: ScheduleRow['type']): ScheduleRow {
    const now = clock.now()
    const next = schedules.next(schedule.eventId, now)
    return {
      ...schedule,
      type,
      events: readCalendar(schedule.calendar).map(({ rule, ...event }) => ({
        ...event,
        excluded: [...event.excluded],
        ...(rule === undefined ? {} : { rule }),
      })),
      active: schedules.isActive(schedule.eventId, now) === true,
      next: next === undefined ? '' : localText(next),
    }
  }

  return [
    serve(listSchedules, (_, context) => {
      context.version(scheduleStore.version())
      const zone = zoneOf(parameters)
      const now = clock.now()
      return {
        schedules: schedules.list().map(({ type, ...schedule }) => rowOf(schedule, type)),
        timeZone: zone.name || zone.posix,
        now: localText(now + zoneOffset(zone, now)),
      }
    }),
    serve(scheduleUses, ({ eventId }) => ({
      contacts: phonebook.inSchedule(eventId),
      rules: actionRuleStore.rules
        .all()
        .filter(({ start, conditions }) =>
          [start, ...conditions].some((filter) => isAbout(eventId, filter)),
        )
        .map(({ name }) => name),
    })),
    serveChange(updateSchedule, ({ eventId, version, ...changed }) => {
      const name = changed.name.trim()
      checkName(name)
      checkReadable(changed.calendar)
      const calendar = tidy(changed.calendar)
      const stored = scheduleStore.update({ eventId, version, name, calendar })
      const type = schedules.list().find((one) => one.eventId === eventId)?.type ?? 'Interval'
      return rowOf(stored, type)
    }),
  ]
}
