/** A new recipient, as its dialog holds it. Source: specification B §3, B §5. */
import { found, problem, required } from '@lintel/contract/rules/problem'
import type { Errors } from '@lintel/contract/rules/problem'
import { VMS_RECIPIENT } from './recipients.ts'
import type { Recipient } from './recipients.ts'
import { checkTarget } from './target.ts'
import type { CallingAccount, Target } from './target.ts'

export const RECIPIENT_TYPES = ['NONE', 'CONTACT', 'SIP', 'VMS'] as const

export type RecipientValues = Target & {
  type: (typeof RECIPIENT_TYPES)[number]
  /** The id of a contact; empty: none is chosen. */
  contact: string
}

/** @param account what a new address is called with */
export const newRecipient = (account: string): RecipientValues => ({
  type: 'NONE',
  contact: '',
  address: '',
  account,
})

/**
 * The problems of a new recipient.
 * @param around `vms`: whether the video management software can be called; `recipients`: those that
 *   there are
 */
export function checkRecipient(
  values: RecipientValues,
  around: {
    accounts: readonly CallingAccount[]
    sipOff: boolean
    vms: boolean
    recipients: readonly Recipient[]
  },
): Errors<RecipientValues> {
  const { accounts, sipOff, vms, recipients } = around
  const { type, contact } = values
  const has = (id: string) => recipients.some((one) => one.id === id)
  const twice = problem('phonebook.recipient.twice')
  if (type === 'CONTACT') {
    return found<RecipientValues>({ contact: has(contact) ? twice : required(contact) })
  }
  if (type === 'SIP') {
    return sipOff ? { type: problem('validation.errorInvalid') } : checkTarget(values, accounts)
  }
  if (type === 'NONE') return { type: problem('validation.errorRequired') }
  if (!vms) return { type: problem('validation.errorInvalid') }
  return has(VMS_RECIPIENT.id) ? { type: twice } : {}
}

/** @param id of the entry of an address */
export function recipientIn(
  { type, contact, address, account }: RecipientValues,
  id: string,
): Recipient {
  if (type === 'CONTACT') return { type, id: contact }
  return type === 'SIP' ? { type, id, address, account } : VMS_RECIPIENT
}
