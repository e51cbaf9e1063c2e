/** The call service as outside clients use it: those of the public documentation, and others. */
import * as accounts from '@lintel/contract/calls/sip-accounts'
import * as calls from '@lintel/contract/calls/sip-calls'
import * as dtmf from '@lintel/contract/calls/sip-dtmf'
import * as sip from '@lintel/contract/calls/sip'
import type { Step } from './station.ts'

/** In the JSON of the public examples. */
const axcall = (call: Step['call'] & { operation: string }, input: object = {}) => ({
  call,
  json: { [`axcall:${call.operation}`]: input },
})

const EMPTY = /^\{\}\s*$/

/** Settings, accounts and DTMF. */
export const SIP_STEPS: readonly Step[] = [
  { ...axcall(sip.getSipConfiguration), find: /"SIPEnabled":false/ },
  // What a third-party test tool sends.
  {
    call: sip.setSipConfiguration,
    path: '/vapix/call/SetSIPConfiguration?action=SetSIPConfiguration',
    json: { SIPConfiguration: { SIPEnabled: true } },
    find: EMPTY,
  },
  {
    call: sip.getSipConfiguration,
    query: { format: 'simple', action: 'axcall:GetSIPConfiguration' },
    find: /"SIPEnabled":true/,
  },
  { ...axcall(sip.getSipCapabilities), find: /"SIP":true/ },
  { ...axcall(sip.getSupportedSipAttributes), find: /"Name":"DisableTCPSwitch","Type":"bool"/ },
  axcall(sip.getSupportedAccountAttributes),
  { ...axcall(sip.getMediaEncryptionModes), find: /"SRTPMandatory"/ },
  { ...axcall(sip.getSupportedAudioCodecs), find: /"Name":"G.722","SampleRate":16000/ },
  axcall(sip.getDefaultAudioCodecs),
  {
    ...axcall(sip.setAudioCodecs, { AudioCodec: [{ Name: 'PCMU', SampleRate: 8000 }] }),
    find: EMPTY,
  },
  {
    ...axcall(sip.getAudioCodecs),
    find: /^\{"AudioCodec":\[\{"Name":"PCMU","SampleRate":8000,"Options":""\}\]\}/,
  },
  {
    ...axcall(accounts.setSipAccount, { SIPAccount: { Id: 'desk', UserId: 'desk' } }),
    find: /^\{"SIPAccountId":"desk"\}/,
  },
  {
    ...axcall(accounts.setSipAccounts, { SIPAccount: [{ Id: 'hall', UserId: 'hall' }] }),
    find: /\["hall"\]/,
  },
  { ...axcall(accounts.getSipAccounts), find: /"UserId":"peer-to-peer"/ },
  { ...axcall(accounts.getSipAccount, { SIPAccountId: 'desk' }), find: /"UserId":"desk"/ },
  {
    call: accounts.getSipAccountStatus,
    query: { format: 'simple', action: 'axcall:GetSIPAccountStatus', SIPAccountId: 'desk' },
    find: /"StatusText":"Does not register"/,
  },
  axcall(accounts.getSipAccountStatuses),
  { ...axcall(accounts.removeSipAccount, { SIPAccountId: 'desk' }), find: EMPTY },
  { ...axcall(accounts.removeSipAccounts, { SIPAccountId: ['hall'] }), find: EMPTY },
  {
    ...axcall(dtmf.setDtmfConfiguration, { DTMFConfiguration: { Id: 'limited', Name: 'Limited' } }),
    find: /"limited"/,
  },
  {
    ...axcall(dtmf.setDtmfConfigurations, { DTMFConfiguration: [{ Id: 'full', Name: 'Full' }] }),
    find: /\["full"\]/,
  },
  { ...axcall(dtmf.getDtmfConfigurations), find: /"Name":"Peer-to-peer accounts"/ },
  axcall(dtmf.getDtmfConfiguration, { DTMFConfigurationId: 'limited' }),
  { ...axcall(dtmf.removeDtmfConfiguration, { DTMFConfigurationId: 'limited' }), find: EMPTY },
  { ...axcall(dtmf.removeDtmfConfigurations, { DTMFConfigurationId: ['full'] }), find: EMPTY },
]

/** Calls this address. */
export const callStep = (To: string): Step => ({
  ...axcall(calls.startCall, { To }),
  find: /"CallId":"Out-/,
})

/** Follows that call, and ends it. */
export const followSteps = (CallId: string): readonly Step[] => [
  { ...axcall(calls.getCallStatus, { CallId }), find: /"CallState":"Calling"/ },
  { ...axcall(calls.getCallStatuses), find: new RegExp(`"CallId":"${CallId}"`) },
  { ...axcall(calls.terminateCall, { CallId }), find: EMPTY },
]
