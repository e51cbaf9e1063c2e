import type { CallInformation } from '@lintel/contract/phonebook-entries'
import type { SipAccountRecord } from '@lintel/contract/calls/sip-accounts'
import { callAddress } from '@lintel/contract/rules/call-button'
import { found, problem, required } from '@lintel/contract/rules/problem'
import type { Errors } from '@lintel/contract/rules/problem'
import type { Servers } from '@lintel/contract/rules/sip'
import type { EntryInput } from './entries.ts'

/** A SIP address and the id of the account that calls it; empty: the default one. */
export interface Target {
  address: string
  account: string
}

/** An account that may call. */
export type CallingAccount = Servers & Pick<SipAccountRecord, 'Id' | 'IsDefault'>

/** The account with this id, or the default one without an id; undefined if there is none. */
export const callingAccount = <A extends CallingAccount>(
  account: string,
  accounts: readonly A[],
): A | undefined =>
  accounts.find(({ Id, IsDefault }) => (account === '' ? IsDefault : Id === account))

/** The problems of a target: its address depends on its account. B §5. */
export function checkTarget(target: Target, accounts: readonly CallingAccount[]): Errors<Target> {
  const account = callingAccount(target.account, accounts)
  const rule = account ? callAddress(account) : required
  return found<Target>({
    address: rule(target.address),
    account: account ? undefined : problem('sip.noSuchAccount'),
  })
}

/** The id of the default account; empty if there is none. */
export const defaultAccount = (accounts: readonly CallingAccount[]): string =>
  callingAccount('', accounts)?.Id ?? ''

/**
 * The calls of an entry whose address is this. What no form shows of them, such as schedules, stays.
 * @param before the calls that it has
 */
export function callsTo(
  { address, account }: Target,
  before: readonly CallInformation[] = [],
): NonNullable<EntryInput['callInformation']> {
  const place = before.findIndex(({ type }) => type === 'SIP')
  const call = { ...before[place], type: 'SIP', address, accountid: account } as const
  return place === -1 ? [call] : before.map((one, at) => (at === place ? call : { ...one }))
}
