/** What the display accepts, for forms and the device. Source: specification B §5, §9. */
import { atMost, firstOf, printable, problem, wholeFrom } from './problem.ts'
import type { Rule } from './problem.ts'

/** Characters of the welcome title and subtitle. Own: the specification has no limit. */
export const DISPLAY_TEXT_MAX = 64

/** Seconds without anybody in front of it after which the display sleeps. A §9, B §9. */
export const SLEEP_DEFAULT = 60
export const SLEEP_MIN = 1
export const SLEEP_MAX = 200

/** The same while the device is too warm, whatever is set. A §9. */
export const SLEEP_WARM = 5

/** The welcome title or subtitle. */
export const welcomeText: Rule = firstOf(atMost(DISPLAY_TEXT_MAX), printable)

const sleepRange = wholeFrom(SLEEP_MIN, SLEEP_MAX)

/** The custom sleep time in seconds (OPEN-71). B §5. */
export const sleepSeconds: Rule = (value) => {
  const found = sleepRange(value)
  const tooLong = found?.id === 'validation.errorBetween' && Number(value) > SLEEP_MAX
  return tooLong ? problem('validation.errorMaxSeconds', { max: SLEEP_MAX }) : found
}
