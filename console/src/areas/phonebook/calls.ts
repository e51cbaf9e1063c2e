/** How a contact is called, as its form holds it. Source: specification B §3, B §5. */
import { found, problem } from '@lintel/contract/rules/problem'
import type { Errors } from '@lintel/contract/rules/problem'
import type { EntryInput } from './parts/entries.ts'
import { checkTarget } from './parts/target.ts'
import type { CallingAccount, Target } from './parts/target.ts'

export const CALL_TYPES = ['SIP', 'VMS'] as const

/** One way to call a contact. */
export type ContactCall = Target & {
  /** Among the calls of the form. */
  id: string
  type: (typeof CALL_TYPES)[number]
  /** The EventIDs of the schedules in which it applies; none: always (OPEN-59). */
  scheduleIds: readonly string[]
}

/** @param account what a new address is called with */
export const newCall = (account: string): Omit<ContactCall, 'id'> => ({
  type: 'SIP',
  address: '',
  account,
  scheduleIds: [],
})

/** As devices return it, which may leave members out. */
type StoredCalls = EntryInput['callInformation']

/** The calls of a contact in the order in which they are tried. */
export const callsOf = (stored: StoredCalls = []): ContactCall[] =>
  stored.map((call, index) => ({
    id: String(index),
    type: call.type,
    address: call.type === 'SIP' ? call.address : '',
    account: call.type === 'SIP' ? (call.accountid ?? '') : '',
    scheduleIds: call.scheduleIds ?? [],
  }))

/** The calls as they are stored. */
export const callInformationOf = (calls: readonly ContactCall[]) =>
  calls.map(({ type, address, account, scheduleIds }) =>
    type === 'SIP'
      ? { type, address, accountid: account, scheduleIds: [...scheduleIds] }
      : { type, scheduleIds: [...scheduleIds] },
  )

/** The problems of a call. B §5. */
function checkCall(
  { type, address, account }: Pick<ContactCall, 'type' | 'address' | 'account'>,
  accounts: readonly CallingAccount[],
): Errors<Target> {
  return type === 'SIP' ? checkTarget({ address, account }, accounts) : {}
}

/** The problem of the list: a call of it can't be made. */
export const checkCalls = (calls: readonly ContactCall[], accounts: readonly CallingAccount[]) => {
  const wrong = calls.find((call) => Object.keys(checkCall(call, accounts)).length > 0)
  return wrong && problem('phonebook.calls.wrong', { name: wrong.address })
}

/** The fields of the dialog of a call. */
export type CallValues = Target & {
  type: ContactCall['type']
  /** EventIDs, separated by spaces. */
  schedules: string
}

export const callValues = (call: Omit<ContactCall, 'id'>): CallValues => ({
  type: call.type,
  address: call.address,
  account: call.account,
  schedules: call.scheduleIds.join(' '),
})

export const callIn = (values: CallValues, id: string): ContactCall => ({
  id,
  type: values.type,
  address: values.type === 'SIP' ? values.address : '',
  account: values.type === 'SIP' ? values.account : '',
  scheduleIds: values.schedules.split(' ').filter(Boolean),
})

/** The problems of the dialog. */
export const checkCallValues = (
  values: CallValues,
  accounts: readonly CallingAccount[],
): Errors<CallValues> => found<CallValues>(checkCall(values, accounts))
