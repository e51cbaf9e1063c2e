import { getPhonebookEntries } from '@lintel/contract/calls/phonebook'
import type { setPhonebookEntries } from '@lintel/contract/calls/phonebook'
import { listContacts } from '@lintel/contract/calls/phonebook-lists'
import type { InputOf } from '@lintel/contract/call'
import type { CallOptions } from '@lintel/contract/client'
import type { PhonebookEntry } from '@lintel/contract/phonebook-entries'
import { device } from '../../../app/device.ts'
import { deviceHas } from '../../../app/firmware.ts'

/** An entry as it is written: what it leaves out stays. */
export type EntryInput = InputOf<typeof setPhonebookEntries>['phonebookEntries'][number]

type Filter = Exclude<InputOf<typeof getPhonebookEntries>['filter'], string | undefined>

/** The entries that match the whole filter. */
export const readEntries = async (
  filter: Filter,
  options: CallOptions,
): Promise<PhonebookEntry[]> =>
  (await device.call(getPhonebookEntries, { filter }, options)).phonebookEntries

/** The entries with these ids; none without a request if there are none. */
export async function entriesWith(
  ids: readonly string[],
  options: CallOptions,
): Promise<PhonebookEntry[]> {
  if (ids.length === 0) return []
  // Other devices filter by type alone.
  const filter = deviceHas(listContacts) ? { ids: [...ids] } : {}
  const entries = await readEntries(filter, options)
  return entries.filter(({ id }) => ids.includes(id))
}
