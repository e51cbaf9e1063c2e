import type { AnswerOf } from '@lintel/contract/call'
import { listSchedules, scheduleUses, updateSchedule } from '@lintel/contract/calls/schedule-rows'
import * as schedules from '@lintel/contract/calls/schedules'
import { expect } from 'vitest'
import { browser } from './browser.ts'
import type { Station } from './station.ts'
import { does } from './zeep.ts'
import type { ZeepMakes } from './zeep.ts'

/** A schedule that zeep adds, finds and removes. */
export async function makeScheduleCalls(zeepMakes: ZeepMakes): Promise<void> {
  const { description } = schedules.eventService
  const Schedule = {
    ICalendar: {
      _value_1: 'DTSTART:19700101T120000\nDTEND:19700101T130000\nRRULE:FREQ=DAILY',
      Dialect: 'http://www.axis.com/vapix/ws/ical1',
    },
  }
  const [EventID, listed] = await zeepMakes(description, [
    does(schedules.addScheduledEvent, { NewScheduledEvent: { Name: 'Lunch', Schedule } }),
    does(schedules.getScheduledEvents, { ScheduleFilter: { ScheduleType: 'Interval' } }),
  ])
  expect(listed).toContainEqual({ EventID, Name: 'Lunch', Schedule })
  await zeepMakes(description, [does(schedules.removeScheduledEvent, { EventID })])
}

/** A schedule of the factory that a page of the device's own changes. */
export async function changeSchedule(door: Station): Promise<void> {
  const [listed] = await door.makes(browser, [{ call: listSchedules, find: /"timeZone":"/ }])
  const { schedules: rows } = JSON.parse(listed?.text ?? '{}') as AnswerOf<typeof listSchedules>
  const { eventId = '', version, calendar } = rows[0] ?? {}
  await door.makes(browser, [
    { call: scheduleUses, query: { eventId }, find: /"rules":\[/ },
    {
      call: updateSchedule,
      json: { eventId, version, calendar, name: 'Open' },
      find: /"name":"Open"/,
    },
  ])
}
