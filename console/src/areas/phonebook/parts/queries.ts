/** What the forms of contacts, call groups and the call button ask the device. */
import { getConfiguration } from '@lintel/contract/calls/intercom'
import { listCallGroups, listContacts } from '@lintel/contract/calls/phonebook-lists'
import { fold, wordsOf } from '@lintel/contract/fold'
import type { PhonebookEntry } from '@lintel/contract/phonebook-entries'
import { fullName, isOnDisplay } from '@lintel/contract/rules/phonebook'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { device } from '../../../app/device.ts'
import { deviceHas } from '../../../app/firmware.ts'
import { entriesWith, readEntries } from './entries.ts'

/** The name of a contact or call group for people. */
export const nameOf = ({ type, label, firstName = '', lastName = '' }: PhonebookEntry): string =>
  type === 'Person' ? fullName({ firstName, lastName }) : label

/** The names of contacts by their ids. */
export const contactNamesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['phonebook', 'names', ids.toSorted()],
    queryFn: async ({ signal }) => {
      const entries = await entriesWith(ids, { signal })
      return new Map(entries.map((entry) => [entry.id, nameOf(entry)]))
    },
    placeholderData: keepPreviousData,
  })

/** Whether somebody who watches the video management software can be called. B §5. */
export const vmsEnabledQuery = queryOptions({
  queryKey: ['intercom', 'vmsEnabled'],
  queryFn: async ({ signal }) => {
    const { Configuration } = await device.call(getConfiguration, {}, { signal })
    return Configuration.CallTriggersEnabled !== false
  },
})

/** The contacts and call groups with a speed dial, never the whole book. B §7. */
export const speedDialQuery = (keyTrigger: string) =>
  queryOptions({
    queryKey: ['phonebook', 'speedDial', keyTrigger],
    queryFn: async ({ signal }) => {
      if (keyTrigger === '') return []
      const entries = await readEntries({ keyTrigger }, { signal })
      return entries.filter((entry) => entry.keyTrigger === keyTrigger)
    },
    staleTime: 0,
  })

/** The call groups on the display of the device. B §4, OPEN-60. */
export const onDisplayQuery = queryOptions({
  queryKey: ['phonebook', 'onDisplay'],
  queryFn: async ({ signal }) => {
    if (deviceHas(listCallGroups)) {
      const { items } = await device.call(listCallGroups, { onDisplay: 'true' }, { signal })
      return items.map(({ entry, label }) => ({ id: entry, label }))
    }
    const rules = await readEntries({ type: 'Rule' }, { signal })
    return rules
      .filter(({ UIAttributes }) => isOnDisplay(UIAttributes))
      .map(({ id, label }) => ({ id, label }))
  },
})

/** A contact that can be chosen. */
export interface FoundContact {
  id: string
  name: string
  /** Its organisation; empty outside of one. */
  organisation: string
  keyTrigger: string
}

export interface FoundContacts {
  contacts: FoundContact[]
  /** How many there are in all. */
  total: number
}

/** How many contacts a search shows. */
const FOUND_MAX = 50

/**
 * The first contacts whose name, speed dial or address contains a text. The device searches.
 * @param onlyVms only those that are called by the video management software first
 */
export const findContactsQuery = (filter: string, onlyVms: boolean) =>
  queryOptions({
    queryKey: ['phonebook', 'find', filter, onlyVms],
    queryFn: async ({ signal }): Promise<FoundContacts> => {
      if (!deviceHas(listContacts)) {
        return foundIn(await readEntries({ type: 'Person' }, { signal }), filter, onlyVms)
      }
      const request = {
        limit: FOUND_MAX,
        sort: 'firstName',
        ...(filter === '' ? {} : { filter }),
        ...(onlyVms ? { call: 'VMS' as const } : {}),
      }
      const { items, total } = await device.call(listContacts, request, { signal })
      const contacts = items.map(({ entry, organisationLabel, keyTrigger, ...names }) => ({
        id: entry,
        name: fullName(names),
        organisation: organisationLabel,
        keyTrigger,
      }))
      return { contacts, total }
    },
  })

/** The same of a device that does not search: in all of its contacts. */
function foundIn(all: readonly PhonebookEntry[], filter: string, onlyVms: boolean): FoundContacts {
  const words = wordsOf(filter)
  const found = all.filter((entry) => {
    const { keyTrigger = '', callInformation = [] } = entry
    const addresses = callInformation.map((call) => (call.type === 'SIP' ? call.address : ''))
    const searched = fold([nameOf(entry), keyTrigger, ...addresses].join(' '))
    return (
      words.every((word) => searched.includes(word)) &&
      (!onlyVms || callInformation[0]?.type === 'VMS')
    )
  })
  const contacts = found.map((entry) => ({
    id: entry.id,
    name: nameOf(entry),
    organisation: '',
    keyTrigger: entry.keyTrigger ?? '',
  }))
  const sorted = contacts.toSorted((a, b) => a.name.localeCompare(b.name))
  return { contacts: sorted.slice(0, FOUND_MAX), total: found.length }
}
