import { Refusal } from '@lintel/contract/fault'
import { SCHEDULE_NAME_MAX } from '@lintel/contract/rules/schedule'
import { checkCalendar } from '../../engines/schedules/schedules.ts'

/** A refusal whose message is the reason of the Fault. */
export const invalid = (message: string): Refusal =>
  new Refusal('invalid', message, ['Sender', 'ter:InvalidArgVal'])

export function checkName(name: string): void {
  if (name === '') throw invalid('A schedule needs a name.')
  if (name.length > SCHEDULE_NAME_MAX) {
    throw invalid(`A name has at most ${SCHEDULE_NAME_MAX} characters.`)
  }
  if (/\p{Cc}/u.test(name)) throw invalid('A name has no line breaks or other control characters.')
}

export function checkReadable(calendar: string): void {
  try {
    checkCalendar(calendar)
  } catch (cause) {
    throw cause instanceof Refusal ? invalid(cause.message) : cause
  }
}
