/** Which entries of the phonebook belong together. Source: specification B §3. */
import { Refusal } from '@lintel/contract/fault'
import type { EntryType } from '@lintel/contract/rules/phonebook'

/** The types that the children of an entry can have. */
export const CHILD_TYPES: Readonly<Record<EntryType, readonly EntryType[]>> = {
  Organization: ['Person', 'Group', 'Rule'],
  Group: ['Person'],
  Person: ['Fallback'],
  Rule: ['Person', 'CallInfo', 'Fallback'],
  Fallback: ['Person'],
  CallInfo: [],
}

/** Entries that belong to one other and go with it. */
export const OWNED: ReadonlySet<EntryType> = new Set(['CallInfo', 'Fallback'])

/** Whether the children of an entry are what is in it; otherwise they are links. */
export const isContainer = (type: EntryType): boolean => type === 'Organization' || type === 'Group'

export const wrong = (message: string): Refusal => new Refusal('invalid', message)
