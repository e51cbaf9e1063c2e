import type { LoggedAccess } from '@lintel/contract/calls/access-log'
import type { TextOf } from '@lintel/ui/i18n'

/** Who was at the door: a name, or what was presented if nobody has it. */
export function whoIn(text: TextOf, { name, presented, cardEnd }: LoggedAccess): string {
  if (name !== '') return name
  if (presented === 'command') return text('accessLog.command')
  return presented === 'pin'
    ? text('accessLog.unknownPin')
    : text('accessLog.unknownCard', { cardEnd })
}

/** What happened, in words. */
export const resultIn = (text: TextOf, { reason }: LoggedAccess): string =>
  text(`accessLog.reason.${reason}`)
