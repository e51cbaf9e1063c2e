import { atMost, firstOf, printable, problem } from './problem.ts'
import type { Rule } from './problem.ts'

/** Length limits of a port's name and of its usage. */
const NAME_MAX = 20
export const USAGE_MAX = 64

/** The longest delay and the longest pulse of an output, in milliseconds. Own design. */
export const PORT_TIME_MAX = 60_000

/** A port's name: 1 to 20 characters, not only blanks, no controls. Source: specification A §5. */
export const portName: Rule = firstOf(
  (value) => (value.trim() === '' ? problem('validation.errorRequired') : undefined),
  printable,
  atMost(NAME_MAX),
)

/** A port's usage: at most 64 characters, no controls. Own design. */
export const portUsage: Rule = firstOf(printable, atMost(USAGE_MAX))

/** Whole milliseconds of a delay or a pulse; surrounding blanks are allowed. */
export const portTime =
  (min: 0 | 1): Rule =>
  (value) => {
    if (value.trim() === '') return problem('validation.errorRequired')
    const milliseconds = Number(value)
    if (Number.isNaN(milliseconds)) return problem('validation.errorNaN')
    const whole = /^\s*\d+\s*$/.test(value)
    return !whole || milliseconds < min || milliseconds > PORT_TIME_MAX
      ? problem('validation.errorBetween', { min, max: PORT_TIME_MAX })
      : undefined
  }
