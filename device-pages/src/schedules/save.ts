import { tidy } from '@lintel/contract/calendar/calendar'
import { listSchedules, updateSchedule } from '@lintel/contract/calls/schedule-rows'
import type { ScheduleRow } from '@lintel/contract/calls/schedule-rows'
import { addScheduledEvent, removeScheduledEvent } from '@lintel/contract/calls/schedules'
import { ChangedMeanwhile, compareAndWrite } from '@lintel/contract/compare-and-write'
import { DeviceFault } from '@lintel/contract/fault'
import { createRecordClient } from '@lintel/contract/soap-client'
import { device, transport } from '../app/device.ts'

const callService = createRecordClient(transport)

const rowsNow = async (): Promise<readonly ScheduleRow[] | undefined> =>
  (await device.call(listSchedules, {}).catch(() => undefined))?.schedules

interface Written {
  name: string
  calendar: string
}

const has = (row: ScheduleRow, { name, calendar }: Written): boolean =>
  row.name === name && row.calendar === tidy(calendar)

/**
 * Adds a schedule. An attempt whose response was lost has succeeded if the device has what was typed.
 * @param before the EventIDs that the device had
 * @param eventId of one that was removed, which is then used again
 */
export async function add(
  written: Written,
  before: readonly string[],
  eventId?: string,
): Promise<void> {
  const { name: Name, calendar: ICalendar } = written
  const EventID = eventId === undefined ? {} : { EventID: eventId }
  try {
    await callService(addScheduledEvent, {
      NewScheduledEvent: { Name, ...EventID, Schedule: { ICalendar } },
    })
  } catch (fault) {
    const added = (await rowsNow())?.find(
      (row) => !before.includes(row.eventId) && has(row, written),
    )
    if (!added) throw fault
  }
}

/** Changes a schedule, as `add` does. */
export async function change(written: Written, opened: ScheduleRow): Promise<void> {
  const { eventId, version } = opened
  try {
    await device.call(updateSchedule, { eventId, version, ...written })
  } catch (fault) {
    const stored = (await rowsNow())?.find((row) => row.eventId === eventId)
    if (!stored || !has(stored, written)) throw fault
  }
}

/**
 * Removes a schedule, unless somebody else has changed it since it was opened. One that is gone
 * already is removed.
 */
export async function remove({ eventId: EventID, version }: ScheduleRow): Promise<void> {
  try {
    await compareAndWrite({
      read: async (options) =>
        (await device.call(listSchedules, {}, options)).schedules.find(
          ({ eventId }) => eventId === EventID,
        ),
      expected: (now) => now === undefined || now.version === version,
      write: async (now, options) => {
        if (now) await callService(removeScheduledEvent, { EventID }, options)
      },
    })
  } catch (fault) {
    const now = await rowsNow()
    if (now && !now.some(({ eventId }) => eventId === EventID)) return
    if (fault instanceof ChangedMeanwhile) {
      throw new DeviceFault('conflict', removeScheduledEvent.id, '')
    }
    throw fault
  }
}
