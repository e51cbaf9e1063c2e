/** Who is called if nobody answers, as the forms hold it. Source: specification B §3, B §5. */
import type { PhonebookEntry } from '@lintel/contract/phonebook-entries'
import { found, required } from '@lintel/contract/rules/problem'
import type { Errors } from '@lintel/contract/rules/problem'
import type { EntryInput } from './entries.ts'
import { callsTo, checkTarget } from './target.ts'
import type { CallingAccount } from './target.ts'

export const FALLBACKS = ['NONE', 'CONTACT', 'SIP'] as const

/** The fields of the fallback; only those of its type count. */
export type FallbackValues = {
  fallback: (typeof FALLBACKS)[number]
  /** The id of a contact; empty: none is chosen. */
  fallbackContact: string
  fallbackAddress: string
  /** The id of an account; empty: the default one. */
  fallbackAccount: string
}

/** @param account what a new address is called with */
export const noFallback = (account: string): FallbackValues => ({
  fallback: 'NONE',
  fallbackContact: '',
  fallbackAddress: '',
  fallbackAccount: account,
})

/**
 * The values for an entry of type Fallback.
 * @param account what a new address is called with
 */
export function fallbackValues(
  entry: Pick<PhonebookEntry, 'childIds' | 'callInformation'> | undefined,
  account: string,
): FallbackValues {
  const none = noFallback(account)
  const call = entry?.callInformation?.find(({ type }) => type === 'SIP')
  if (call?.type === 'SIP') {
    const { address, accountid } = call
    return { ...none, fallback: 'SIP', fallbackAddress: address, fallbackAccount: accountid }
  }
  const contact = entry?.childIds[0]
  return contact === undefined ? none : { ...none, fallback: 'CONTACT', fallbackContact: contact }
}

/** The problems of the chosen fallback. B §5. */
export function checkFallback(
  values: FallbackValues,
  accounts: readonly CallingAccount[],
): Errors<FallbackValues> {
  if (values.fallback === 'CONTACT') {
    return found<FallbackValues>({ fallbackContact: required(values.fallbackContact) })
  }
  if (values.fallback === 'NONE') return {}
  const { address, account } = checkTarget(
    { address: values.fallbackAddress, account: values.fallbackAccount },
    accounts,
  )
  return found<FallbackValues>({ fallbackAddress: address, fallbackAccount: account })
}

/** What counts of the values, to compare them. */
export function fallbackKey(values: FallbackValues): string {
  const { fallback, fallbackContact, fallbackAddress, fallbackAccount } = values
  if (fallback === 'CONTACT') return JSON.stringify([fallbackContact])
  return fallback === 'SIP' ? JSON.stringify([fallbackAddress, fallbackAccount]) : ''
}

/**
 * The entry to store under this id; undefined for no fallback. What the form does not show stays:
 * further contacts, those beside an address, and calls that are none to an address.
 * @param before the one that there is
 */
export function fallbackEntry(
  values: FallbackValues,
  id: string,
  before: Pick<PhonebookEntry, 'childIds' | 'callInformation'> | undefined,
): EntryInput | undefined {
  const { fallback, fallbackContact, fallbackAddress, fallbackAccount } = values
  const shown = fallbackValues(before, '')
  const contacts = before?.childIds ?? []
  const calls = before?.callInformation ?? []
  const otherCalls = calls.filter(({ type }) => type !== 'SIP')
  const common = { id, type: 'Fallback' } as const
  if (fallback === 'NONE') {
    const isHidden = shown.fallback === 'NONE' && otherCalls.length > 0
    return isHidden ? { ...common, callInformation: otherCalls, childIds: [] } : undefined
  }
  if (fallback === 'CONTACT') {
    const childIds = contacts[0] === fallbackContact ? [...contacts] : [fallbackContact]
    return { ...common, callInformation: otherCalls, childIds }
  }
  const target = { address: fallbackAddress, account: fallbackAccount }
  const childIds = shown.fallback === 'SIP' ? [...contacts] : []
  return { ...common, callInformation: callsTo(target, calls), childIds }
}
