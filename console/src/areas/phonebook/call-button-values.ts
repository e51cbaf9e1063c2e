/** The call button as its form holds it, and as it is stored. Source: specification B §2, §3, §5. */
import type { IdleBehaviour } from '@lintel/contract/calls/intercom'
import type { PhonebookEntry } from '@lintel/contract/phonebook-entries'
import { CALL_BUTTON_RULE, RECIPIENTS_MAX } from '@lintel/contract/rules/phonebook'
import { found, problem } from '@lintel/contract/rules/problem'
import type { Errors } from '@lintel/contract/rules/problem'
import type { EntryInput } from './parts/entries.ts'
import { checkFallback, fallbackEntry, fallbackKey, fallbackValues } from './parts/fallback.ts'
import type { FallbackValues } from './parts/fallback.ts'
import { listIn, listValue } from './parts/list-value.ts'
import {
  recipientEntries,
  recipientMembers,
  recipientsOf,
  VMS_RECIPIENT,
} from './parts/recipients.ts'
import type { Recipient } from './parts/recipients.ts'
import type { CallingAccount } from './parts/target.ts'

export type CallButtonValues = FallbackValues & {
  /** Whether the button calls (OPEN-64). */
  displayButton: boolean
  /** How it is lit while nobody calls; empty: the device doesn't say. */
  idle: IdleBehaviour | ''
  /** A list of `Recipient` (`list-value.ts`), without the video management software. */
  recipients: string
  /** Whether the video management software is called too. */
  vms: boolean
}

/** What the device has of the call button. */
export interface CallButtonState {
  /** Undefined before the device has stored one. */
  rule: PhonebookEntry | undefined
  /** The entries that its `childIds` name. */
  children: readonly PhonebookEntry[]
  /** How it is lit while nobody calls; undefined: the device doesn't say. */
  idle: IdleBehaviour | undefined
}

const recipientsIn = (values: CallButtonValues) => listIn(values.recipients) as readonly Recipient[]

const fallbackIn = ({ children }: CallButtonState) =>
  children.find(({ type }) => type === 'Fallback')

/** @param account what a new address is called with */
export function callButtonValues(state: CallButtonState, account: string): CallButtonValues {
  const { rule, children, idle } = state
  const all = recipientsOf(rule ?? { childIds: [] }, children)
  return {
    displayButton: rule?.DisplayButton !== false,
    idle: idle ?? '',
    recipients: listValue(all.filter(({ type }) => type !== 'VMS')),
    vms: all.some(({ type }) => type === 'VMS'),
    ...fallbackValues(fallbackIn(state), account),
  }
}

/** The errors of the form; label and speed dial are not in it, and never stop a save (OPEN-51). */
export const checkCallButton = (
  values: CallButtonValues,
  accounts: readonly CallingAccount[],
): Errors<CallButtonValues> =>
  found<CallButtonValues>({
    recipients:
      recipientsIn(values).length > RECIPIENTS_MAX
        ? problem('phonebook.warnMaxRecipients', { max: RECIPIENTS_MAX })
        : undefined,
    ...checkFallback(values, accounts),
  })

/** What the rule stores of the values, as text, to compare it. */
const ruleKey = (values: CallButtonValues): string =>
  JSON.stringify([values.displayButton, values.vms, recipientsIn(values), fallbackKey(values)])

/** Whether the rule of the call button would be the same with both. */
export const sameRule = (one: CallButtonValues, other: CallButtonValues): boolean =>
  ruleKey(one) === ruleKey(other)

/** Whether two forms mean the same. */
export const sameCallButton = (one: CallButtonValues, other: CallButtonValues): boolean =>
  sameRule(one, other) && one.idle === other.idle

/**
 * The entries of a save: fallback, addresses, and the rule, of which label, speed dial and
 * `CallButtonOnly` stay as they are.
 * @param fallbackId of a new fallback
 */
export function callButtonEntries(
  values: CallButtonValues,
  state: CallButtonState,
  fallbackId: string,
): EntryInput[] {
  const recipients = recipientsIn(values)
  const called = values.vms ? [VMS_RECIPIENT, ...recipients] : recipients
  const stored = fallbackIn(state)
  const id = stored?.id ?? fallbackId
  const fallback = fallbackEntry(values, id, stored)
  return [
    ...(fallback ? [fallback] : []),
    ...recipientEntries(recipients, state.children),
    {
      id: CALL_BUTTON_RULE,
      type: 'Rule',
      DisplayButton: values.displayButton,
      ...recipientMembers(called, fallback && id, state.rule),
    },
  ]
}
