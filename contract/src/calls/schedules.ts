import { downloadCall, soapCall } from '../call.ts'
import type { SoapService } from '../soap/service.ts'
import { many, once, optional, text } from '../soap/shape.ts'
import type { ChoiceShape, LabelledTextShape, RecordShape } from '../soap/shape.ts'
import * as v from 'valibot'

/** The maker's event service: which events there are, virtual inputs, and schedules. */
export const eventService: SoapService = {
  name: 'EventService',
  namespace: 'http://www.axis.com/vapix/ws/event1',
  prefix: 'aev',
  description: '/wsdl/vapix/EventService.wsdl',
}

const { namespace } = eventService

/**
 * An interval has a beginning and an end, and is active in between. A pulse, without an end, is a
 * recurrence: it is never active.
 */
export type ScheduleType = 'Interval' | 'Pulse'

const scheduleType: ChoiceShape<ScheduleType> = {
  type: 'choice',
  name: 'ScheduleType',
  namespace,
  options: ['Interval', 'Pulse'],
}

/** DTSTART, DTEND, RRULE and EXDATE of iCalendar (RFC 5545), in the device's local time. */
const iCalendar: LabelledTextShape = {
  type: 'labelled text',
  name: 'ICalendar',
  namespace,
  attribute: { name: 'Dialect', value: 'http://www.axis.com/vapix/ws/ical1' },
}

const schedule = {
  type: 'record',
  name: 'Schedule',
  namespace,
  fields: { ICalendar: once(iCalendar) },
} satisfies RecordShape

/** Names of devices may be missing. */
const scheduledEvent = {
  type: 'record',
  name: 'ScheduledEvent',
  namespace,
  fields: { EventID: once(text), Name: optional(text), Schedule: optional(schedule) },
} satisfies RecordShape

const newScheduledEvent = {
  type: 'record',
  name: 'NewScheduledEvent',
  namespace,
  fields: { Name: once(text), EventID: optional(text), Schedule: once(schedule) },
} satisfies RecordShape

const vendor = {
  path: '/vapix/services',
  service: eventService,
  source: 'B §3, B §7; public documentation: event service',
} as const

export const getScheduledEvents = soapCall({
  ...vendor,
  id: 'schedules.getAll',
  operation: 'GetScheduledEvents',
  access: 'operator',
  effect: 'read',
  proof: 'client',
  summary: 'Lists the schedules, all or those of one type.',
  input: {
    ScheduleFilter: optional({
      type: 'record',
      name: 'ScheduleFilter',
      namespace,
      fields: { ScheduleType: optional(scheduleType) },
    } satisfies RecordShape),
  },
  output: {
    ScheduledEvents: optional({
      type: 'record',
      name: 'ScheduledEvents',
      namespace,
      fields: { ScheduledEvent: many(scheduledEvent) },
    } satisfies RecordShape),
  },
})

export const addScheduledEvent = soapCall({
  ...vendor,
  id: 'schedules.add',
  operation: 'AddScheduledEvent',
  access: 'admin',
  effect: 'write',
  proof: 'client',
  summary:
    'Adds a schedule, with a new EventID if none is given. To change one, remove it and add it with its EventID.',
  input: { NewScheduledEvent: once(newScheduledEvent) },
  output: { EventID: once(text) },
})

export const removeScheduledEvent = soapCall({
  ...vendor,
  id: 'schedules.remove',
  operation: 'RemoveScheduledEvent',
  access: 'admin',
  effect: 'write',
  proof: 'client',
  summary: 'Removes a schedule, one of the factory too.',
  input: { EventID: once(text) },
  output: {},
})

export const eventWsdl = downloadCall({
  id: 'wsdl.events',
  path: eventService.description,
  access: 'operator',
  effect: 'read',
  summary: 'Describes the operations of the event service that the device has (WSDL 1.1).',
  source: 'A §7; own design: the name of the file',
  proof: 'client',
  request: v.object({}),
  contentType: 'text/xml; charset=utf-8',
})
