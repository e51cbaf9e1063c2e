import { tidy } from '@lintel/contract/calendar/calendar'
import { changeVirtualInput, getEventInstances } from '@lintel/contract/calls/event-instances'
import {
  addScheduledEvent,
  eventService,
  eventWsdl,
  getScheduledEvents,
  removeScheduledEvent,
} from '@lintel/contract/calls/schedules'
import { Refusal } from '@lintel/contract/fault'
import { SCHEDULES_MAX } from '@lintel/contract/rules/schedule'
import { serve, serveChange } from '@lintel/front-door/serve'
import type { Service } from '../service.ts'
import { describe } from '../soap/wsdl.ts'
import { checkName, checkReadable, invalid } from './check-schedule.ts'
import { rowCalls } from './rows.ts'

/** Contacts have EventIDs of up to 128 characters. */
const EVENT_ID = /^[\w.-]{1,128}$/

/** Schedules, which are events of the event service. Source: specification B §7. */
export const scheduleService: Service = (device) => {
  const { schedules, scheduleStore: store, events } = device
  const unsubscribe = schedules.subscribe(() => events.changed('schedules'))
  return {
    calls: [
      ...rowCalls(device),
      serve(getScheduledEvents, ({ ScheduleFilter }, context) => {
        context.version(store.version())
        const wanted = ScheduleFilter?.ScheduleType
        const ScheduledEvent = schedules
          .list()
          .filter(({ type }) => wanted === undefined || type === wanted)
          .map(({ eventId, name, calendar }) => ({
            EventID: eventId,
            Name: name,
            Schedule: { ICalendar: calendar },
          }))
        return { ScheduledEvents: { ScheduledEvent } }
      }),
      serveChange(addScheduledEvent, ({ NewScheduledEvent }, context) => {
        context.mustMatch(store.version())
        const { Name, EventID, Schedule } = NewScheduledEvent
        const name = Name.trim()
        checkName(name)
        // Some clients write an empty element in place of none.
        const eventId = EventID?.trim() || undefined
        if (eventId !== undefined && !EVENT_ID.test(eventId)) {
          throw invalid('An EventID has 1 to 128 letters, digits and characters of "._-".')
        }
        if (eventId !== undefined && store.find(eventId)) {
          throw invalid(`A schedule with the EventID ${eventId} already exists.`)
        }
        checkReadable(Schedule.ICalendar)
        if (store.all().length >= SCHEDULES_MAX) {
          const message = `The device keeps at most ${SCHEDULES_MAX} schedules.`
          throw new Refusal('invalid', message, ['Receiver', 'ter:Action'])
        }
        const calendar = tidy(Schedule.ICalendar)
        return { EventID: store.add({ eventId, name, calendar }) }
      }),
      serveChange(removeScheduledEvent, ({ EventID }, context) => {
        context.mustMatch(store.version())
        const eventId = EventID.trim()
        if (!store.find(eventId)) {
          throw invalid(`There is no schedule with the EventID ${eventId.slice(0, 128)}.`)
        }
        store.remove(eventId)
        return {}
      }),
      serve(eventWsdl, (_, { origin }) =>
        describe(
          eventService,
          [
            getEventInstances,
            changeVirtualInput,
            getScheduledEvents,
            addScheduledEvent,
            removeScheduledEvent,
          ],
          origin,
        ),
      ),
    ],
    close: unsubscribe,
  }
}
