import * as v from 'valibot'
import { actionCall } from '../call.ts'
import { callService, idsOf } from './call-service.ts'

const service = { ...callService, access: 'operator' } as const

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
/** The states of a call, and why it is in one (`Reason` of the event `Call/StateChange`). */
export const CALL_STATES = ['Idle', 'Calling', 'Active', 'Terminating', 'Terminated'] as const
export const CALL_REASONS = [
  'Initiated',
  'NoAnswer',
  'Busy',
  'Denied',
  'Failed',
  'AcceptedByRemote',
  'AcceptedByDevice',
  'Terminated',
] as const

export type CallReason = (typeof CALL_REASONS)[number]

const status = v.object({
  CallId: v.string(),
  /** `DoorStation`. */
  Source: v.string(),
  CallState: v.picklist(CALL_STATES),
  CallStateReason: v.picklist(CALL_REASONS),
  /** UTC, ISO 8601. */
  StartTime: v.string(),
  /** Of calls that have ended. */
  StopTime: v.exactOptional(v.string()),
  Direction: v.picklist(['Outgoing', 'Incoming']),
  DeviceURI: v.string(),
  RemoteURI: v.string(),
  CallType: v.picklist(['SIP', 'VMS']),
  AudioCodec: v.exactOptional(v.string()),
  SIPAccountId: v.string(),
})

export type CallStatusRecord = v.InferOutput<typeof status>

export const startCall = actionCall({
  ...service,
  id: 'sip.Call',
  operation: 'Call',
  effect: 'write',
  summary:
    'Calls a SIP address (`sip:…`) with an account, or with the default one. Calls to `VMS_CALL` are refused.',
  request: v.object({
    To: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(512)),
    SIPAccountId: v.nullish(v.pipe(v.string(), v.maxLength(64)), ''),
  }),
  data: v.object({ CallId: v.string() }),
})

export const getCallStatus = actionCall({
  ...service,
  id: 'sip.GetCallStatus',
  operation: 'GetCallStatus',
  effect: 'read',
  summary: 'Returns the state of a call that is going on or has ended a short while ago.',
  request: v.object({ CallId: id }),
  data: v.object({ CallStatus: status }),
})

export const getCallStatuses = actionCall({
  ...service,
  id: 'sip.GetCallStatuses',
  operation: 'GetCallStatuses',
  effect: 'read',
  summary: 'Lists the states of all such calls, or of those with the given ids.',
  request: v.object({ CallId: v.nullish(idsOf(id)) }),
  data: v.object({ CallStatus: v.array(status) }),
})

export const terminateCall = actionCall({
  ...service,
  id: 'sip.TerminateCall',
  operation: 'TerminateCall',
  effect: 'write',
  summary: 'Ends a call.',
  request: v.object({ CallId: id }),
  data: v.object({}),
})
