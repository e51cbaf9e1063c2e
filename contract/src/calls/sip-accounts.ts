import * as v from 'valibot'
import { actionCall } from '../call.ts'
import { callService, idsOf, recordId } from './call-service.ts'

const text = (max: number) => v.pipe(v.nullish(v.string(), ''), v.maxLength(max))
const flag = (value = false) => v.nullish(v.boolean(), value)
const transport = v.picklist(['udp', 'tcp', 'tls'])
const encryption = v.picklist(['None', 'SRTPBestEffort', 'SRTPMandatory'])
const password = v.nullish(v.pipe(v.string(), v.maxLength(128)), null)
/**
 * Own design: answers tell whether a password is stored, and a request can remove it. A new password
 * in the same request takes its place.
 */
const ownMembers = {
  PasswordStored: v.optional(v.boolean()),
  RemovePassword: v.optional(v.boolean()),
}
const attribute = v.looseObject({ Name: v.string(), Value: v.string() })
const proxy = v.looseObject({
  Server: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
  Username: text(128),
  Password: password,
  ...ownMembers,
})

/** The members of an account; absent ones get their defaults. */
const members = {
  Id: v.nullish(recordId, ''),
  Name: text(58),
  Enabled: flag(true),
  IsDefault: flag(),
  Transport: v.nullish(transport, 'udp'),
  MediaEncryption: v.nullish(encryption, 'None'),
  Certificate: text(256),
  VerifyServerCertificate: flag(),
  PrioritizeIPv6: flag(),
  SIPProxies: v.pipe(v.nullish(v.array(proxy), []), v.maxLength(7)),
  UserId: v.pipe(v.string(), v.maxLength(128)),
  Password: password,
  ...ownMembers,
  PublicDomain: text(256),
  AuthenticationId: text(128),
  CallerId: text(128),
  Registrar: text(256),
  SecondaryPublicDomain: text(256),
  SecondaryRegistrar: text(256),
  SIPSEnabled: flag(),
  AutoAnswerEnabled: flag(true),
  DTMFConfigurationId: text(64),
  StreamParameters: text(256),
  Attribute: v.nullish(v.array(attribute), []),
}

/** What a client sends. */
const written = v.looseObject(members)

/** An account, with all members. */
export type SipAccountRecord = v.InferOutput<typeof written>

/** What the device answers. Passwords are always null; unknown members are kept. */
const account = v.looseObject({
  ...members,
  Id: v.string(),
  Registrar: v.nullable(v.string()),
  PublicDomain: v.nullable(v.string()),
})

export type ListedSipAccount = v.InferOutput<typeof account>

/** The status text of an account whose certificate the device doesn't have. Own design. */
export const CERTIFICATE_MISSING = 'The certificate of the account is missing.'

const status = v.object({
  SIPAccountId: v.string(),
  SIPURI: v.string(),
  IsDefault: v.boolean(),
  RegURI: v.string(),
  /**
   * 0: does not register; otherwise the last status code of REGISTER, or 503 with
   * `CERTIFICATE_MISSING` while the account can't call for lack of its certificate.
   */
  Status: v.number(),
  StatusText: v.string(),
})

export type SipAccountStatus = v.InferOutput<typeof status>

export const getSipAccount = actionCall({
  ...callService,
  id: 'sip.GetSIPAccount',
  operation: 'GetSIPAccount',
  effect: 'read',
  summary: 'Returns one SIP account, as the list does.',
  request: v.object({ SIPAccountId: recordId }),
  data: v.object({ SIPAccount: account }),
})

export const getSipAccounts = actionCall({
  ...callService,
  id: 'sip.GetSIPAccounts',
  operation: 'GetSIPAccounts',
  effect: 'read',
  summary:
    'Lists the SIP accounts, or those with the given ids. Passwords are null; `PasswordStored` tells whether there is one.',
  request: v.object({ SIPAccountId: v.nullish(idsOf(recordId)) }),
  data: v.object({ SIPAccount: v.array(account) }),
})

export const setSipAccount = actionCall({
  ...callService,
  id: 'sip.SetSIPAccount',
  operation: 'SetSIPAccount',
  effect: 'write',
  summary:
    'Replaces the SIP account with this id, or creates one if the id is empty or unknown. A password that is null or empty stays as long as its user does, unless `RemovePassword` is true. The last account set as the default is the default.',
  request: v.object({ SIPAccount: written }),
  data: v.object({ SIPAccountId: v.string() }),
})

export const setSipAccounts = actionCall({
  ...callService,
  id: 'sip.SetSIPAccounts',
  operation: 'SetSIPAccounts',
  effect: 'write',
  summary: 'The same for several accounts: all of them or none.',
  request: v.union([
    v.object({ SIPAccount: v.array(written) }),
    v.pipe(
      v.object({ SIPAccounts: v.object({ SIPAccount: v.array(written) }) }),
      v.transform(({ SIPAccounts }) => SIPAccounts),
    ),
  ]),
  data: v.object({ SIPAccountId: v.array(v.string()) }),
})

export const removeSipAccount = actionCall({
  ...callService,
  id: 'sip.RemoveSIPAccount',
  operation: 'RemoveSIPAccount',
  effect: 'write',
  summary:
    'Removes a SIP account and its DTMF triggers; an unknown id is ignored. With the last one gone, the device makes its peer-to-peer account anew.',
  request: v.object({ SIPAccountId: recordId }),
  data: v.object({}),
})

export const removeSipAccounts = actionCall({
  ...callService,
  id: 'sip.RemoveSIPAccounts',
  operation: 'RemoveSIPAccounts',
  effect: 'write',
  summary: 'The same for several accounts.',
  request: v.object({ SIPAccountId: idsOf(recordId) }),
  data: v.object({}),
})

export const getSipAccountStatus = actionCall({
  ...callService,
  id: 'sip.GetSIPAccountStatus',
  operation: 'GetSIPAccountStatus',
  effect: 'read',
  summary: 'Returns whether an account is registered.',
  request: v.object({ SIPAccountId: recordId }),
  data: v.object({ SIPAccountStatus: status }),
})

export const getSipAccountStatuses = actionCall({
  ...callService,
  id: 'sip.GetSIPAccountStatuses',
  operation: 'GetSIPAccountStatuses',
  effect: 'read',
  summary: 'Returns whether the accounts are registered, in the order of the accounts.',
  request: v.object({ SIPAccountId: v.nullish(idsOf(recordId)) }),
  data: v.object({ SIPAccountStatus: v.array(status) }),
})
