import { CERTIFICATE_MISSING } from '@lintel/contract/calls/sip-accounts'
import type { ListedSipAccount, SipAccountStatus } from '@lintel/contract/calls/sip-accounts'
import { isLocal } from '@lintel/contract/rules/sip'

/** An account with its status; undefined if the device lists none for it. */
export type AccountRow = { id: string; account: ListedSipAccount; status: StatusOf | undefined }

type StatusOf = Pick<SipAccountStatus, 'SIPURI' | 'Status' | 'StatusText'>

/**
 * Each account with its status: by its id if the device names it, else by its place (OPEN-73). B §3.
 */
export function rowsOf(
  accounts: readonly ListedSipAccount[],
  statuses: readonly (Omit<SipAccountStatus, 'SIPAccountId'> & { SIPAccountId?: string })[],
): AccountRow[] {
  return accounts.map((account, place) => {
    const own = statuses.find(({ SIPAccountId }) => SIPAccountId === account.Id)
    const here = statuses[place]
    return {
      id: account.Id,
      account,
      status: own ?? (here?.SIPAccountId === undefined ? here : undefined),
    }
  })
}

/** The groups of status codes, each with an icon. B §4, OPEN-74. */
export const STATUS_GROUPS = ['local', 'trying', 'ok', 'moved', 'refused', 'failed'] as const
export type StatusGroup = (typeof STATUS_GROUPS)[number]

/** 0 is an account that does not register, others are the codes of the last answer. */
export const groupOf = (code: number): StatusGroup =>
  STATUS_GROUPS[Math.min(Math.max(0, Math.floor(code / 100)), 5)] ?? 'failed'

/** What the row of an account says. */
export type Standing = StatusGroup | 'disabled' | 'sipOff' | 'idle' | 'certificateMissing'

/**
 * The standing of an account. Code 0 has several reasons.
 * @param sipOn whether SIP is enabled; undefined while that is unknown
 */
export function standingOf({ account, status }: AccountRow, sipOn: boolean | undefined): Standing {
  const group = groupOf(status?.Status ?? 0)
  if (status?.StatusText === CERTIFICATE_MISSING) return 'certificateMissing'
  if (group !== 'local') return group
  if (!account.Enabled) return 'disabled'
  if (sipOn === false) return 'sipOff'
  return isLocal(account) ? 'local' : 'idle'
}

/** The codes whose reason and remedy are known; others have that of their group. */
const REGISTER = [401, 403, 404, 407, 408, 423, 480, 500, 503, 603] as const
const CALL = [401, 403, 404, 407, 408, 415, 480, 484, 486, 487, 488, 500, 503, 600, 603] as const

type Same<C extends number> = C extends 407 ? 401 : C extends 415 ? 488 : C extends 600 ? 486 : C

/** Codes that mean the same to people (RFC 3261 §21). */
const SAME = new Map<number, number>([
  [407, 401],
  [415, 488],
  [600, 486],
])

/** The code that explains why an account is not registered; undefined for none of its own. */
export const registerReason = (code: number): Same<(typeof REGISTER)[number]> | undefined =>
  reasonIn(REGISTER, code)

/** The code that explains why a call failed. */
export const callReason = (code: number): Same<(typeof CALL)[number]> | undefined =>
  reasonIn(CALL, code)

function reasonIn<C extends number>(known: readonly C[], code: number): Same<C> | undefined {
  const found = known.find((one) => one === code)
  return found && ((SAME.get(found) ?? found) as Same<C>)
}
