import type { MessageId } from '../messages.ts'

/**
 * What is wrong with a value: a message id of the catalogues, with the numbers for its placeholders.
 * A rule returns a problem or undefined; forms show it beside the field, the device refuses with it.
 */
export interface Problem {
  id: MessageId
  values?: Record<string, string | number>
}

export type Rule<T = string> = (value: T) => Problem | undefined

export const problem = (id: MessageId, values?: Problem['values']): Problem =>
  values ? { id, values } : { id }

/** The first problem that any of the rules finds. */
export function firstOf<T>(...rules: Rule<T>[]): Rule<T> {
  return (value) => {
    for (const rule of rules) {
      const found = rule(value)
      if (found) return found
    }
    return undefined
  }
}

/** The problem of each field of a form; fields without one have no key. */
export type Errors<T> = Partial<Record<keyof T, Problem>>

/** The fields that have a problem. */
export function found<T>(problems: { [K in keyof T]?: Problem | undefined }): Errors<T> {
  return Object.fromEntries(
    Object.entries(problems).filter(([, value]) => value !== undefined),
  ) as Errors<T>
}

export const required: Rule = (value) =>
  value === '' ? problem('validation.errorRequired') : undefined

export const atMost =
  (max: number): Rule =>
  (value) =>
    value.length > max ? problem('validation.errorMaxCharacters', { max }) : undefined

/** No line breaks, tabs or other control characters, which devices refuse in texts. */
export const printable: Rule = (value) =>
  /\p{Cc}/u.test(value) ? problem('validation.errorInvalid') : undefined

/** A whole number in a range; an empty field is another problem than one out of range. */
export const wholeFrom =
  (min: number, max: number): Rule =>
  (value) => {
    if (value.trim() === '') return problem('validation.errorRequired')
    const number = Number(value)
    if (Number.isNaN(number)) return problem('validation.errorNaN')
    const right = Number.isInteger(number) && number >= min && number <= max
    return right ? undefined : problem('validation.errorBetween', { min, max })
  }
