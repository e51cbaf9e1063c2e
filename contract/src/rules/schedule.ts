import { atMost, firstOf, printable, required } from './problem.ts'
import type { Rule } from './problem.ts'

/** Most schedules of a device, recurrences included. Own design. */
export const SCHEDULES_MAX = 100
/** Longest name of a schedule. Own design. */
export const SCHEDULE_NAME_MAX = 64

export const scheduleName: Rule = firstOf(required, atMost(SCHEDULE_NAME_MAX), printable)
