/** Schedules as the device's own pages show and change them. */
import * as v from 'valibot'
import { restCall } from '../call.ts'

/** An event of a calendar. Times are milliseconds, counted as if local time were UTC. */
const event = v.object({
  start: v.number(),
  /** 0 for a moment. */
  length: v.number(),
  /** The value of RRULE, with UNTIL in UTC; absent for an event that takes place once. */
  rule: v.exactOptional(v.string()),
  /** Beginnings that don't take place. */
  excluded: v.array(v.number()),
})
export type ScheduleEvent = v.InferOutput<typeof event>

const row = v.object({
  /** Its EventID: `com.axis.schedules.office_hours`. */
  eventId: v.string(),
  version: v.string(),
  name: v.string(),
  /** A pulse happens at moments, an interval is active for some time. */
  type: v.picklist(['Interval', 'Pulse']),
  /** DTSTART, DTEND, RRULE and EXDATE (RFC 5545), one in each line. */
  calendar: v.string(),
  /** What the calendar says. */
  events: v.array(event),
  /** Whether it is active now; a pulse never is. */
  active: v.boolean(),
  /**
   * When that changes, or when its next pulse is: local time, `2026-11-20T18:00:00`. Empty for never,
   * and if it can't be told quickly.
   */
  next: v.string(),
})
export type ScheduleRow = v.InferOutput<typeof row>

const own = {
  source: 'own design',
  proof: 'own design',
  access: 'admin',
  path: '/lintel/schedules',
  own: true,
} as const

export const listSchedules = restCall({
  ...own,
  id: 'schedules.list',
  methods: ['GET'],
  effect: 'read',
  summary:
    'Returns the schedules with what they are doing now, and the time by which they go: that of the device.',
  request: v.object({}),
  data: v.object({
    schedules: v.array(row),
    /** IANA name, or a POSIX rule. */
    timeZone: v.string(),
    /** Local time: `2026-11-20T14:07:32`. */
    now: v.string(),
  }),
})

export const scheduleUses = restCall({
  ...own,
  id: 'schedules.uses',
  path: '/lintel/schedules/uses',
  methods: ['GET'],
  effect: 'read',
  summary: 'Returns what uses a schedule, and would be without it once it is removed.',
  request: v.object({ eventId: v.string() }),
  data: v.object({
    /** How many entries of the phonebook are available by it. */
    contacts: v.number(),
    /** Names of the action rules that it starts, or of which it is a condition. */
    rules: v.array(v.string()),
  }),
})

export const updateSchedule = restCall({
  ...own,
  id: 'schedules.update',
  path: '/lintel/schedules/update',
  methods: ['POST'],
  effect: 'write',
  summary:
    'Replaces the name and the calendar of a schedule at once, unless it has another version by now.',
  request: v.object({
    eventId: v.string(),
    version: v.string(),
    name: v.string(),
    calendar: v.string(),
  }),
  data: row,
})
