import { atMost, firstOf, printable, required } from './problem.ts'
import type { Rule } from './problem.ts'

export const PROFILE_NAME_MAX = 64

/** The name of a media profile: 1 to 64 characters (ONVIF Media, `tt:Name`). */
export const profileName: Rule = firstOf(required, atMost(PROFILE_NAME_MAX), printable)
