import type { LoggedCall } from '@lintel/contract/calls/call-log'
import type { TextOf } from '@lintel/ui/i18n'

/** The SIP status codes that are explained. Source: RFC 3261 §21. */
const EXPLAINED = [
  401, 403, 404, 407, 408, 410, 415, 480, 482, 483, 484, 486, 487, 488, 500, 501, 502, 503, 504,
  600, 603, 604, 606,
] as const
type Code = (typeof EXPLAINED)[number]

const isExplained = (code: number): code is Code => EXPLAINED.some((one) => one === code)

/** How a call ended, in words. */
export function endOf(text: TextOf, { outcome, code }: LoggedCall): string {
  if (outcome === 'ongoing' || outcome === 'restart') return text(`sipCalls.end.${outcome}`)
  if (outcome === 'answered') return text(`sipCalls.end.${code === 0 ? 'answered' : 'broken'}`)
  if (code === 0) return text('sipCalls.end.unanswered')
  return isExplained(code) ? text(`sipCalls.code.${code}`) : text('sipCalls.end.failed')
}

/** The SIP status of the end as it was sent, `486 Busy Here`; empty if there was none. */
export const statusOf = ({ code, reason }: LoggedCall): string =>
  code === 0 ? '' : `${code} ${reason}`.trim()
