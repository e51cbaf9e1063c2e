import { firstOf, problem } from './problem.ts'
import type { Rule } from './problem.ts'

/** Most characters of a port's name, and of what it is used for. */
const NAME_MAX = 20
export const USAGE_MAX = 64

/** The longest delay and the longest pulse of an output, in milliseconds. Own design. */
export const PORT_TIME_MAX = 60_000

/** A port's name: 1 to 20 characters, not only blanks. Source: specification A §5. */
export const portName: Rule = firstOf(
  (value) => (value.trim() === '' ? problem('validation.errorRequired') : undefined),
  (value) =>
    value.length > NAME_MAX
      ? problem('validation.errorMaxCharacters', { max: NAME_MAX })
      : undefined,
)

/** Whole milliseconds of a delay or a pulse. */
export const portTime =
  (min: 0 | 1): Rule =>
  (value) => {
    if (value.trim() === '') return problem('validation.errorRequired')
    if (!/^\d+$/.test(value)) return problem('validation.errorNaN')
    const milliseconds = Number(value)
    return milliseconds < min || milliseconds > PORT_TIME_MAX
      ? problem('validation.errorBetween', { min, max: PORT_TIME_MAX })
      : undefined
  }
