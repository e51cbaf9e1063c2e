import { APP_CODES } from '@lintel/contract/rules/applications'
import { Refusal } from '@lintel/contract/fault'

/**
 * A refusal by a code of the public calls.
 * @param message for the log and for people, with a full stop
 */
export const appProblem = (name: keyof typeof APP_CODES, message: string): Refusal =>
  new Refusal('invalid', message, [String(APP_CODES[name])])
