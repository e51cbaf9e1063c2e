/** The rows of the lists from the entries themselves, for devices without calls for pages of rows. */
import { COLLISIONS_MAX } from '@lintel/contract/calls/phonebook-lists'
import type {
  CallGroupRow,
  ContactRow,
  OrganisationRow,
} from '@lintel/contract/calls/phonebook-lists'
import type { Page, PageRequest } from '@lintel/contract/collection'
import { fold, wordsOf } from '@lintel/contract/fold'
import type { PhonebookEntry } from '@lintel/contract/phonebook-entries'
import { CALL_BUTTON_RULE, fullName, isOnDisplay } from '@lintel/contract/rules/phonebook'

/** The entries that the lists show. */
export interface Book {
  organisations: readonly PhonebookEntry[]
  departments: readonly PhonebookEntry[]
  contacts: readonly PhonebookEntry[]
  callGroups: readonly PhonebookEntry[]
  /** Changes when they are read again. */
  version: string
}

export interface Rows {
  organisations: OrganisationRow[]
  /** With the addresses, for the filter. */
  contacts: (ContactRow & { addresses: string })[]
  callGroups: CallGroupRow[]
  version: string
}

/** The rows of a whole book. */
export function rowsOf(book: Book): Rows {
  const { version } = book
  const organisations = new Map(book.organisations.map((entry) => [entry.id, entry]))
  const organisationOf = placesIn(book.organisations)
  const departmentOf = placesIn(book.departments)
  const groups = book.callGroups.filter(({ id }) => id !== CALL_BUTTON_RULE)
  const namesOf = holdersOf([...book.contacts, ...groups])

  const row = ({ id, image }: PhonebookEntry) => ({
    id,
    version,
    entry: id,
    image,
  })

  function dialled(entry: PhonebookEntry) {
    const { id, keyTrigger = '', organisationId = '' } = entry
    const department = departmentOf.get(id)
    const organisation =
      organisationOf.get(id) ??
      organisationOf.get(department?.id ?? '') ??
      organisations.get(organisationId)
    const others = namesOf.get(keyTrigger)?.filter((one) => one.id !== id) ?? []
    return {
      keyTrigger,
      collidesWith: others.slice(0, COLLISIONS_MAX).map(nameOf),
      organisation: organisation?.id ?? '',
      organisationLabel: organisation?.label ?? '',
    }
  }

  const contacts = book.contacts.map((entry) => {
    const call = entry.callInformation?.[0]?.type
    return {
      ...row(entry),
      ...dialled(entry),
      firstName: entry.firstName ?? '',
      lastName: entry.lastName ?? '',
      department: departmentOf.get(entry.id)?.label ?? '',
      addresses: (entry.callInformation ?? [])
        .map((one) => (one.type === 'SIP' ? one.address : ''))
        .join(' '),
      ...(call && { call }),
    }
  })
  const callGroups = groups.map((entry) => ({
    ...row(entry),
    ...dialled(entry),
    label: entry.label,
    onDisplay: isOnDisplay(entry.UIAttributes),
  }))
  const organisationRows = book.organisations.map((entry) => ({
    ...row(entry),
    label: entry.label,
    description: entry.description ?? '',
    contacts: contacts.filter(({ organisation }) => organisation === entry.id).length,
    callGroups: callGroups.filter(({ organisation }) => organisation === entry.id).length,
  }))
  return { organisations: organisationRows, contacts, callGroups, version }
}

const nameOf = (entry: PhonebookEntry): string =>
  entry.type === 'Person'
    ? fullName({ firstName: entry.firstName ?? '', lastName: entry.lastName ?? '' })
    : entry.label

/** The entry whose child each id is. */
const placesIn = (parents: readonly PhonebookEntry[]): ReadonlyMap<string, PhonebookEntry> =>
  new Map(parents.flatMap((parent) => parent.childIds.map((id) => [id, parent])))

/** The entries with each speed dial. */
function holdersOf(entries: readonly PhonebookEntry[]): ReadonlyMap<string, PhonebookEntry[]> {
  const holders = new Map<string, PhonebookEntry[]>()
  for (const entry of entries) {
    const { keyTrigger = '' } = entry
    if (keyTrigger !== '') holders.set(keyTrigger, [...(holders.get(keyTrigger) ?? []), entry])
  }
  return holders
}

/** What the filter of each list searches. */
export const organisationText = ({ label, description }: OrganisationRow) =>
  `${label} ${description}`
export const contactText = (row: Rows['contacts'][number]) =>
  `${row.firstName} ${row.lastName} ${row.keyTrigger} ${row.addresses}`
export const callGroupText = ({ label, keyTrigger }: CallGroupRow) => `${label} ${keyTrigger}`

/**
 * A page of rows, as a device with calls for it would return it.
 * @param textOf the text of a row that the filter searches
 */
export function pageOf<T extends object>(
  rows: readonly T[],
  { offset = 0, limit = 100, filter = '', sort, descending = false }: PageRequest,
  textOf: (row: T) => string,
  version: string,
): Page<T> {
  const words = wordsOf(filter)
  const found = rows.filter((row) => {
    const text = fold(textOf(row))
    return words.every((word) => text.includes(word))
  })
  const order = descending ? -1 : 1
  const keyOf = (row: T) => fold(String(row[sort as keyof T] ?? ''))
  if (sort !== undefined) found.sort((a, b) => order * numeric.compare(keyOf(a), keyOf(b)))
  return { items: found.slice(offset, offset + limit), total: found.length, version }
}

const numeric = new Intl.Collator(undefined, { numeric: true })
