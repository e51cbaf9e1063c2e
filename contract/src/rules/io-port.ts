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

/** The milliseconds of a time that a person types in seconds, with a point or a comma. */
export const millisecondsIn = (typed: string): number => Math.round(secondsIn(typed) * 1000)

const secondsIn = (typed: string): number => Number(typed.replace(',', '.'))

/** A time in seconds, between limits in milliseconds; surrounding blanks are allowed. */
export const timeBetween =
  (minMilliseconds: number, maxMilliseconds: number): Rule =>
  (value) => {
    if (value.trim() === '') return problem('validation.errorRequired')
    if (Number.isNaN(secondsIn(value))) return problem('validation.errorNaN')
    const decimal = /^\s*\d+(?:[.,]\d+)?\s*$/.test(value)
    const milliseconds = millisecondsIn(value)
    return !decimal || milliseconds < minMilliseconds || milliseconds > maxMilliseconds
      ? problem('validation.numberBetween', {
          min: minMilliseconds / 1000,
          max: maxMilliseconds / 1000,
        })
      : undefined
  }

/** A delay or a pulse of an output. */
export const portTime = (minMilliseconds: 0 | 1): Rule =>
  timeBetween(minMilliseconds, PORT_TIME_MAX)
