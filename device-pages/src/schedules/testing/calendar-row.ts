import { readCalendar } from '@lintel/contract/calendar/calendar'
import type { ScheduleEvent } from '@lintel/contract/calls/schedule-rows'
import type { Calendar } from '../plan.ts'

/** A calendar as the device answers it, read by the device's own code. */
export const calendarRow = (calendar: string): Calendar => ({
  calendar,
  events: readCalendar(calendar) as ScheduleEvent[],
})
