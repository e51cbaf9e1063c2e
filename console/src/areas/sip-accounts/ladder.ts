import type { AnswerOf } from '@lintel/contract/call'
import type { getSipLadder } from '@lintel/contract/calls/call-log'
import type { CallReason } from '@lintel/contract/calls/sip-calls'
import type { MessageId } from '@lintel/contract/messages'

export type LadderLine = AnswerOf<typeof getSipLadder>['lines'][number]

/**
 * The status code that ended a call, as the other side sent it; undefined if it sent none. A demand
 * for the password is none either, unless it was the last word.
 */
export function codeOf(lines: readonly LadderLine[]): number | undefined {
  const last = lines
    .filter(({ sent, method }) => !sent && method === 'INVITE')
    .map(({ line }) => Number(/^(\d{3}) /.exec(line)?.[1]))
    .findLast((code) => code >= 200)
  return last !== undefined && last >= 300 ? last : undefined
}

const REASONS = {
  NoAnswer: 'sipAccounts.why.unanswered',
  Busy: 'sipAccounts.call.486',
  Denied: 'sipAccounts.call.603',
  Terminated: 'sipAccounts.why.ended',
} as const satisfies Partial<Record<CallReason, MessageId>>

/** Why a call failed, where no code says it. */
export const reasonOf = (reason: CallReason): MessageId =>
  reason in REASONS ? REASONS[reason as keyof typeof REASONS] : 'sipAccounts.why.failed'
