import { atMost, firstOf, printable, required } from './problem.ts'
import type { Rule } from './problem.ts'

/** Most schedules of a device, recurrences included. Own design. */
export const SCHEDULES_MAX = 100
/** Longest name of a schedule. Own design. */
export const SCHEDULE_NAME_MAX = 64
/** Most events of its calendar, such as public holidays. Own design. */
export const SCHEDULE_EVENTS_MAX = 50

export const scheduleName: Rule = firstOf(required, atMost(SCHEDULE_NAME_MAX), printable)

/**
 * Whether a calendar is active for some time: its events have ends, or last whole days, which end by
 * themselves (RFC 5545 §3.6.1). Without reading it: clients of other makers may write more than we do.
 */
export const hasEnd = (calendar: string): boolean =>
  /(?:^|\s)(?:DTEND[;:]|DTSTART(?:;[^:\s]*)?:[\d-]+(?:\s|$))/i.test(calendar)
