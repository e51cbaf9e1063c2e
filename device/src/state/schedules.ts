import { Refusal } from '@lintel/contract/fault'
import type { Stored } from '@lintel/contract/collection'
import { openCollection } from './collection.ts'
import { textColumn } from './columns.ts'
import type { Database } from './database.ts'
import { openRecord } from './records.ts'

interface ScheduleRow {
  /** Its EventID: `com.axis.schedules.office_hours`. */
  eventId: string
  name: string
  /** DTSTART, DTEND, RRULE and EXDATE (RFC 5545), one in each line. */
  calendar: string
}

export interface StoredSchedule extends ScheduleRow {
  /** Its own, until it changes. */
  version: string
}

/** The schedules. A change is durable when its method returns. */
export interface ScheduleStore {
  /** In order of creation. */
  all(): StoredSchedule[]
  find(eventId: string): StoredSchedule | undefined
  /**
   * Adds it, with an EventID of its own if it has none, and returns that. Such an EventID is never
   * used again: what refers to a removed schedule must not get another one.
   */
  add(schedule: Omit<ScheduleRow, 'eventId'> & { eventId?: string | undefined }): string
  /** @throws Refusal `absent` if there is none, `conflict` if it has another version by now */
  update(schedule: StoredSchedule): StoredSchedule
  /** Unknown ones are ignored. */
  remove(eventId: string): void
  /** The version of the list. */
  version(): string
  subscribe(fn: () => void): () => void
}

const OWN = 'com.axis.schedules.genid.id-'

/** Source: public documentation, "Scheduled event"; calendars as devices and clients have them. */
const FACTORY: readonly ScheduleRow[] = [
  {
    eventId: 'com.axis.schedules.weekdays',
    name: 'Weekdays',
    calendar: 'DTSTART:19700105T000000\nDTEND:19700110T000000\nRRULE:FREQ=WEEKLY',
  },
  {
    eventId: 'com.axis.schedules.office_hours',
    name: 'Office Hours',
    calendar:
      'DTSTART:19700101T080000\nDTEND:19700101T180000\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  },
  {
    eventId: 'com.axis.schedules.after_hours',
    name: 'After Hours',
    calendar:
      'DTSTART:19700101T180000\nDTEND:19700102T080000\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  },
  {
    eventId: 'com.axis.schedules.weekends',
    name: 'Weekends',
    calendar: 'DTSTART:19700103T000000\nDTEND:19700105T000000\nRRULE:FREQ=WEEKLY',
  },
]

export function openScheduleStore(database: Database): ScheduleStore {
  const rows = openCollection<ScheduleRow>(database, {
    table: 'schedules',
    columns: { eventId: textColumn, name: textColumn, calendar: textColumn },
  })
  /** Stored together with the schedules of the factory: people can remove all of those. */
  const numbers = openRecord<{ next: number }>(database, 'schedules')

  function newId(): string {
    let number = numbers.get()?.next ?? 0
    while (rows.findBy('eventId', OWN + number)) number += 1
    numbers.put({ next: number + 1 })
    return OWN + number
  }

  function ensureFactory(): void {
    if (numbers.get()) return
    rows.change(() => {
      for (const schedule of FACTORY) rows.add(schedule)
      numbers.put({ next: 0 })
    })
  }

  try {
    ensureFactory()
  } catch (cause) {
    // A full disk must not keep the device from starting.
    if (!(cause instanceof Refusal && cause.reason === 'storage')) throw cause
  }
  database.onRestoring(ensureFactory)

  return {
    all: () => rows.all().map(scheduleIn),
    find(eventId) {
      const row = rows.findBy('eventId', eventId)
      return row && scheduleIn(row)
    },
    add: ({ eventId, name, calendar }) =>
      rows.change(() => {
        const row = rows.add({ eventId: eventId ?? newId(), name, calendar })
        return row.eventId
      }),
    update({ eventId, version, name, calendar }) {
      const row = rows.findBy('eventId', eventId)
      if (!row) throw new Refusal('absent', 'There is no schedule with this EventID.')
      return scheduleIn(rows.update(row.id, { name, calendar }, version))
    },
    remove(eventId) {
      const row = rows.findBy('eventId', eventId)
      if (row) rows.remove(row.id)
    },
    version: () => rows.version(),
    subscribe: (fn) => rows.subscribe(() => fn()),
  }
}

const scheduleIn = ({ eventId, version, name, calendar }: Stored<ScheduleRow>): StoredSchedule => ({
  eventId,
  version,
  name,
  calendar,
})
