import {
  addScheduledEvent,
  eventService,
  eventWsdl,
  getScheduledEvents,
  removeScheduledEvent,
} from '@lintel/contract/calls/schedules'
import { Refusal } from '@lintel/contract/fault'
import { serve, serveChange } from '@lintel/front-door/serve'
import { tidy } from '../../engines/schedules/calendar.ts'
import { checkCalendar } from '../../engines/schedules/schedules.ts'
import type { Service } from '../service.ts'
import { describe } from '../soap/wsdl.ts'

/** Maximum number of schedules. Own design. */
export const SCHEDULES_MAX = 100
/** Longest name. Own design. */
const NAME_MAX = 64
/** Contacts have EventIDs of up to 128 characters. */
const EVENT_ID = /^[\w.-]{1,128}$/

/** A refusal whose message is the reason of the Fault. */
const invalid = (message: string): Refusal =>
  new Refusal('invalid', message, ['Sender', 'ter:InvalidArgVal'])

/** Schedules, which are events of the event service. Source: specification B §7. */
export const scheduleService: Service = (device) => {
  const { schedules, scheduleStore: store, events } = device
  const unsubscribe = schedules.subscribe(() => events.changed('schedules'))
  return {
    calls: [
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
          [getScheduledEvents, addScheduledEvent, removeScheduledEvent],
          origin,
        ),
      ),
    ],
    close: unsubscribe,
  }
}

function checkName(name: string): void {
  if (name === '') throw invalid('A schedule needs a name.')
  if (name.length > NAME_MAX) throw invalid(`A name has at most ${NAME_MAX} characters.`)
  if (/\p{Cc}/u.test(name)) throw invalid('A name has no line breaks or other control characters.')
}

function checkReadable(calendar: string): void {
  try {
    checkCalendar(calendar)
  } catch (cause) {
    throw cause instanceof Refusal ? invalid(cause.message) : cause
  }
}
