import {
  getCallStatus,
  getCallStatuses,
  startCall,
  terminateCall,
} from '@lintel/contract/calls/sip-calls'
import type { CallStatusRecord } from '@lintel/contract/calls/sip-calls'
import { getRingAddress, getSipLadder, setRingAddress } from '@lintel/contract/calls/call-log'
import { Refusal } from '@lintel/contract/fault'
import { checkRing } from '@lintel/contract/rules/call-button'
import { serve, serveChange } from '@lintel/front-door/serve'
import type { ServedCall } from '@lintel/front-door/serve'
import type { Device } from '../../device.ts'
import { SOURCE } from '../../engines/telephone/call-events.ts'
import { isOngoing, reasonOf } from '../../engines/telephone/reasons.ts'
import type { CallStatus } from '../../engines/sip/types.ts'
import { versionOf } from '../version-of.ts'

/** Calls that are going on or have just ended, and what the call button calls. */
export function callCalls(device: Device): ServedCall[] {
  const { product, sip, sipAccounts, telephone } = device

  function find(callId: string): CallStatus {
    const found = sip.calls().find((call) => call.callId === callId)
    if (!found) throw new Refusal('absent', 'There is no such call.')
    return found
  }

  return [
    serve(startCall, async ({ To, SIPAccountId: account }) => {
      if (To === 'VMS_CALL') throw new Refusal('invalid', 'VMS calls are not supported.')
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
    ...(product.capabilities?.callButton ? ringCalls(device) : []),
  ]
}

/** Whom the call button calls. */
function ringCalls({ sipAccounts, sipSettings: settings }: Device): ServedCall[] {
  return [
    serve(getRingAddress, (_, context) => {
      context.version(versionOf(settings.ringAddress()))
      return settings.ringAddress()
    }),
    serveChange(setRingAddress, ({ address, account }, context) => {
      context.mustMatch(versionOf(settings.ringAddress()))
      const wrong = checkRing({ address, account }, sipAccounts.all())
      if (wrong.account) throw new Refusal('invalid', 'There is no such SIP account.')
      if (wrong.address) throw new Refusal('invalid', 'The account can not call this address.')
      settings.setRingAddress({ address, account })
      return {}
    }),
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
