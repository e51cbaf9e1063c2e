/** Which codes of DTMF triggers can be entered, for the page and the device. Own design. */
import type { DtmfTrigger } from '../calls/dtmf-triggers.ts'
import type { DtmfConfiguration } from '../calls/sip-dtmf.ts'

/** The `account` of a trigger that works in the calls of all accounts. */
export const EVERY_ACCOUNT = '*'

/**
 * Whether a trigger works in the calls of an account.
 * @param named the triggers that the account's DTMF configuration names
 */
export const worksIn = (
  { id, account }: Pick<DtmfTrigger, 'id' | 'account'>,
  accountId: string,
  named: readonly string[],
): boolean => account === accountId || account === EVERY_ACCOUNT || named.includes(id)

/** What decides in whose calls a code works. */
export interface DtmfScopes {
  triggers: readonly Pick<DtmfTrigger, 'id' | 'code' | 'account'>[]
  configurations: readonly Pick<DtmfConfiguration, 'Id' | 'DTMFTriggerId'>[]
  accounts: readonly { Id: string; DTMFConfigurationId: string }[]
}

/** Ids of two triggers that work in the same calls: the code of `by` acts before that of `hidden` is complete. */
export interface HiddenCode {
  hidden: string
  by: string
}

/**
 * Whether a code acts while another one is being entered: the other one contains it. At its end it
 * does no harm, because of two codes that are complete the longer one acts.
 */
const hides = (code: string, other: string): boolean => other.slice(0, -1).includes(code)

/** The codes that can't be entered. */
export function hiddenCodes({ triggers, configurations, accounts }: DtmfScopes): HiddenCode[] {
  const named = new Map(configurations.map(({ Id, DTMFTriggerId }) => [Id, DTMFTriggerId]))
  // The triggers of a configuration work together in the calls of each account that has it.
  const scopes = [
    ...named.values(),
    ...accounts.map(({ Id, DTMFConfigurationId }) =>
      triggers
        .filter((one) => worksIn(one, Id, named.get(DTMFConfigurationId) ?? []))
        .map(({ id }) => id),
    ),
  ].map((ids) => new Set(ids))
  return triggers.flatMap((hidden) =>
    triggers
      .filter(
        (by) =>
          hides(by.code, hidden.code) && scopes.some((ids) => ids.has(hidden.id) && ids.has(by.id)),
      )
      .map((by) => ({ hidden: hidden.id, by: by.id })),
  )
}

/** The codes that a change makes impossible to enter; those that were before don't count. */
export function newlyHidden(before: DtmfScopes, after: DtmfScopes): HiddenCode[] {
  const known = new Set(hiddenCodes(before).map(({ hidden, by }) => `${hidden} ${by}`))
  return hiddenCodes(after).filter(({ hidden, by }) => !known.has(`${hidden} ${by}`))
}
