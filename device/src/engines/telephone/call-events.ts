import { TOPICS } from '@lintel/contract/events'
import type { EventBus } from '../../events/bus.ts'
import type { AccountStatus, CallStatus } from '../sip/types.ts'
import { isOngoing, reasonOf } from './reasons.ts'

/** The device itself, as the events name it. Source: device-api.md §8. */
export const SOURCE = 'DoorStation'

/** The address of the video management software. */
export const VMS_CALL = 'VMS_CALL'

/** Publishes what happens to calls and accounts. */
export interface CallEvents {
  /** @param calls all calls that the device knows, with this one */
  call(status: CallStatus, calls: readonly CallStatus[]): void
  /**
   * Tells the video management software that somebody is at the door. It is called like an address,
   * `VMS_CALL`, but this is all that it hears of the call. Source: device-api.md §8.
   * @param now UTC milliseconds
   */
  vms(now: number): void
  accounts(statuses: readonly AccountStatus[]): void
}

export function openCallEvents(events: EventBus): CallEvents {
  let overall = ''
  const reasons = new Map<string, string>()
  const accounts = new Map<string, string>()

  function publishOverall(CallState: 'Idle' | 'Calling' | 'Active'): void {
    if (CallState === overall) return
    overall = CallState
    const source = { Source: SOURCE }
    events.publish({ topic: TOPICS.callState, source, data: { CallState } }, 'state')
  }

  publishOverall('Idle')

  return {
    call(status, calls) {
      const { callId, remoteUri, localUri } = status
      const Reason = reasonOf(status)
      // A call that comes in has begun for the others only when it is answered.
      const silent = status.state === 'idle' || status.state === 'terminating'
      if (!silent && reasons.get(callId) !== Reason) {
        if (status.state === 'terminated') reasons.delete(callId)
        else reasons.set(callId, Reason)
        const data = { Reason, CallId: callId, RemoteURI: remoteUri, DeviceURI: localUri }
        events.publish({ topic: TOPICS.callStateChange, source: { Source: SOURCE }, data })
      }
      const ongoing = calls.filter(isOngoing)
      if (ongoing.some(({ state }) => state === 'active')) publishOverall('Active')
      else publishOverall(ongoing.some(({ state }) => state === 'calling') ? 'Calling' : 'Idle')
    },
    vms(now) {
      const CallId = `Vms-${now}`
      const data = { Reason: 'Initiated', CallId, RemoteURI: VMS_CALL, DeviceURI: '' }
      events.publish({ topic: TOPICS.callStateChange, source: { Source: SOURCE }, data })
    },
    accounts(statuses) {
      for (const { accountId, status, text } of statuses) {
        const data = { Status: String(status), StatusText: text }
        const now = JSON.stringify(data)
        if (accounts.get(accountId) === now) continue
        accounts.set(accountId, now)
        const source = { SIPAccountId: accountId }
        events.publish({ topic: TOPICS.sipAccountStatus, source, data }, 'state')
      }
      const known = new Set(statuses.map(({ accountId }) => accountId))
      for (const id of Array.from(accounts.keys())) {
        if (known.has(id)) continue
        accounts.delete(id)
        events.forget(TOPICS.sipAccountStatus, { SIPAccountId: id })
      }
    },
  }
}
