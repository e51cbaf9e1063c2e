import {
  getCallStatus,
  getCallStatuses,
  startCall,
  terminateCall,
} from '@lintel/contract/calls/sip-calls'
import type { CallStatusRecord } from '@lintel/contract/calls/sip-calls'
import { getSipLadder } from '@lintel/contract/calls/call-log'
import { Refusal } from '@lintel/contract/fault'
import { serve } from '@lintel/front-door/serve'
import type { ServedCall } from '@lintel/front-door/serve'
import type { Device } from '../../device.ts'
import { SOURCE, VMS_CALL } from '../../engines/telephone/call-events.ts'
import { isOngoing, reasonOf } from '../../engines/telephone/reasons.ts'
import type { CallStatus } from '../../engines/sip/types.ts'

/** Calls that are going on or have just ended. */
export function callCalls(device: Device): ServedCall[] {
  const { sip, sipAccounts, telephone } = device

  function find(callId: string): CallStatus {
    const found = sip.calls().find((call) => call.callId === callId)
    if (!found) throw new Refusal('absent', 'There is no such call.')
    return found
  }

  return [
    serve(startCall, async ({ To, SIPAccountId: account }) => {
      if (To === VMS_CALL) throw new Refusal('invalid', 'VMS calls are not supported.')
      if (account !== '' && !sipAccounts.find(account)) {
        throw new Refusal('absent', 'There is no such SIP account.')
      }
      return { CallId: await telephone.call(To, account) }
    }),
    serve(getCallStatus, ({ CallId }) => ({ CallStatus: recordOf(find(CallId)) })),
    serve(getCallStatuses, ({ CallId: ids }) => ({
      CallStatus: sip
        .calls()
        .filter(({ callId }) => !ids || ids.includes(callId))
        .map(recordOf),
    })),
    serve(terminateCall, ({ CallId }) => {
      telephone.hangUp(CallId)
      return {}
    }),
    serve(getSipLadder, ({ callId, accountId }) => ({
      lines: sip
        .ladder(callId ?? accountId ?? '')
        .map(({ callId: call, accountId: account, ...line }) => ({
          ...(call === undefined ? {} : { callId: call }),
          ...(account === undefined ? {} : { accountId: account }),
          ...line,
        })),
    })),
  ]
}

const STATES = {
  idle: 'Calling',
  calling: 'Calling',
  active: 'Active',
  terminating: 'Terminating',
  terminated: 'Terminated',
} as const

const timeText = (utc: number) => new Date(utc).toISOString()

/** A call as the call service describes it; one that rings here is `Calling`, too. */
function recordOf(call: CallStatus): CallStatusRecord {
  return {
    CallId: call.callId,
    Source: SOURCE,
    CallState: STATES[call.state],
    CallStateReason: reasonOf(call),
    StartTime: timeText(call.started),
    ...(call.ended === undefined || isOngoing(call) ? {} : { StopTime: timeText(call.ended) }),
    Direction: call.direction === 'incoming' ? 'Incoming' : 'Outgoing',
    DeviceURI: call.localUri,
    RemoteURI: call.remoteUri,
    CallType: 'SIP',
    ...(call.codec === undefined ? {} : { AudioCodec: call.codec }),
    SIPAccountId: call.accountId,
  }
}
