/** The calls that are under way, and those that ended last. */
import type { LiveCall } from './outgoing-call.ts'
import type { CallStatus } from './types.ts'

/** Own design: a door station has few, a test of load has many. */
const CALLS_MAX = 32
export const ENDED_MAX = 50

export interface CallList {
  add(call: LiveCall): void
  find(callId: string): LiveCall | undefined
  /** Of the calls under way. */
  live(): readonly LiveCall[]
  /** Notes that a call has ended. */
  ended(status: CallStatus): void
  /** Calls that are under way, then ended ones, newest first. */
  statuses(): CallStatus[]
  /** The Call-ID field of a call. */
  sipCallId(callId: string): string | undefined
  isFull(): boolean
}

/** @param forget called with the Call-ID field of a call that nobody can ask for any more */
export function openCallList(forget: (sipCallId: string) => void): CallList {
  const live = new Map<string, LiveCall>()
  const ended: { status: CallStatus; sipCallId: string }[] = []
  /** Calls that ended before they were added. */
  const early = new Map<string, CallStatus>()

  function keep(status: CallStatus, sipCallId: string): void {
    ended.unshift({ status, sipCallId })
    const oldest = ended.length > ENDED_MAX ? ended.pop() : undefined
    if (oldest) forget(oldest.sipCallId)
  }

  return {
    add(call) {
      const { callId } = call.record
      const status = early.get(callId)
      early.delete(callId)
      if (status) keep(status, call.sipCallId)
      else live.set(callId, call)
    },
    find: (callId) => live.get(callId),
    live: () => Array.from(live.values()),
    ended(status) {
      const call = live.get(status.callId)
      live.delete(status.callId)
      if (call) keep(status, call.sipCallId)
      else early.set(status.callId, status)
    },
    statuses: () => [
      ...Array.from(live.values(), ({ record }) => record.status()).toReversed(),
      ...ended.map(({ status }) => ({ ...status })),
    ],
    sipCallId: (callId) =>
      live.get(callId)?.sipCallId ??
      ended.find(({ status }) => status.callId === callId)?.sipCallId,
    isFull: () => live.size >= CALLS_MAX,
  }
}
