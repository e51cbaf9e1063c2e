import type { CallReason } from '@lintel/contract/calls/sip-calls'
import type { CallStatus } from '../sip/types.ts'

const BUSY = new Set([486, 600])
/** No answer in time, nobody there, and cancelled by the caller (RFC 3261 §21.4). */
const NO_ANSWER = new Set([408, 480, 487])

/** Why a call is in its state, in the words of the call service. Source: device-api.md §8. */
export function reasonOf(call: CallStatus): CallReason {
  const incoming = call.direction === 'incoming'
  if (call.state !== 'terminating' && call.state !== 'terminated') {
    if (call.state !== 'active') return 'Initiated'
    return incoming ? 'AcceptedByDevice' : 'AcceptedByRemote'
  }
  if (call.answered !== undefined || call.code === undefined) return 'Terminated'
  if (BUSY.has(call.code)) return 'Busy'
  if (NO_ANSWER.has(call.code)) return 'NoAnswer'
  return incoming ? 'Denied' : 'Failed'
}

/** Whether it has neither ended nor is about to. */
export const isOngoing = ({ state }: Pick<CallStatus, 'state'>): boolean =>
  state !== 'terminating' && state !== 'terminated'
