import {
  listCallGroups,
  listContacts,
  listOrganisations,
  OUTSIDE,
} from '@lintel/contract/calls/phonebook-lists'
import type {
  CallGroupRow,
  ContactRow,
  OrganisationRow,
} from '@lintel/contract/calls/phonebook-lists'
import { getPhonebookEntries } from '@lintel/contract/calls/phonebook'
import type { Page, PageRequest } from '@lintel/contract/collection'
import { CALL_BUTTON_RULE } from '@lintel/contract/rules/phonebook'
import type { EntryType } from '@lintel/contract/rules/phonebook'
import { device } from '../../app/device.ts'
import { deviceHas } from '../../app/firmware.ts'
import type { PagedSource } from '../../app/list/paged-list.ts'
import { queryClient } from '../../app/query-client.ts'
import { PAGE_FRESH } from '../../app/timing.ts'
import { callGroupText, contactText, organisationText, pageOf, rowsOf } from './book-rows.ts'
import type { Book, Rows } from './book-rows.ts'

/** The area of the events about the phonebook, with which all its query keys begin. */
export const AREA = 'phonebook'

/** All organisations. */
export const organisationsSource: PagedSource<OrganisationRow> = {
  key: [AREA, 'organisations'],
  async read(request, signal) {
    if (deviceHas(listOrganisations)) return device.call(listOrganisations, request, { signal })
    const { organisations, version } = await wholeBook()
    return pageOf(organisations, request, organisationText, version)
  },
}

/** The contacts that a filter finds; without one, those outside of all organisations. */
export const foundContactsSource: PagedSource<ContactRow> = {
  key: [AREA, 'contacts', 'found'],
  read: (request, signal) =>
    readContacts(request.filter === undefined ? OUTSIDE : undefined, request, signal),
}

/** All contacts, wherever they are. */
export const allContactsSource: PagedSource<ContactRow> = {
  key: [AREA, 'contacts', 'all'],
  read: (request, signal) => readContacts(undefined, request, signal),
}

/** The contacts of an organisation. */
export const contactsSource = (organisation: string): PagedSource<ContactRow> => ({
  key: [AREA, 'contacts', 'of', organisation],
  read: (request, signal) => readContacts(organisation, request, signal),
})

/** The call groups of an organisation. */
export const callGroupsSource = (organisation: string): PagedSource<CallGroupRow> => ({
  key: [AREA, 'callGroups', organisation],
  async read(request, signal) {
    if (deviceHas(listCallGroups)) {
      return device.call(listCallGroups, { ...request, organisation }, { signal })
    }
    const { callGroups, version } = await wholeBook()
    return pageOf(callGroups.filter(isIn(organisation)), request, callGroupText, version)
  },
})

/** The call groups of all organisations that a filter finds. */
export async function findCallGroups(
  request: PageRequest & { filter: string },
  signal: AbortSignal,
): Promise<Pick<Page<CallGroupRow>, 'items' | 'total'>> {
  const found = deviceHas(listCallGroups)
    ? await device.call(listCallGroups, request, { signal })
    : pageOf((await wholeBook()).callGroups, request, callGroupText, '')
  const items = found.items.filter(({ entry }) => entry !== CALL_BUTTON_RULE)
  return { items, total: found.total - (found.items.length - items.length) }
}

async function readContacts(
  organisation: string | undefined,
  request: PageRequest,
  signal: AbortSignal,
): Promise<Page<ContactRow>> {
  if (deviceHas(listContacts)) {
    const within = organisation === undefined ? {} : { organisation }
    return device.call(listContacts, { ...request, ...within }, { signal })
  }
  const { contacts, version } = await wholeBook()
  return pageOf(contacts.filter(isIn(organisation)), request, contactText, version)
}

/** How many contacts there are in all. */
export const countContacts = async (signal: AbortSignal): Promise<number> =>
  (await readContacts(undefined, { limit: 1 }, signal)).total

const isIn =
  (place: string | undefined) =>
  ({ organisation }: { organisation: string }) =>
    place === undefined || organisation === (place === OUTSIDE ? '' : place)

/** The rows of a device that only returns whole entries. They are read once for all lists. */
const wholeBook = (): Promise<Rows> =>
  queryClient.fetchQuery({
    queryKey: [AREA, 'book'],
    queryFn: async ({ signal }) => rowsOf(await readBook(signal)),
    staleTime: PAGE_FRESH,
  })

async function readBook(signal: AbortSignal): Promise<Book> {
  const read = async (type: EntryType) =>
    (await device.call(getPhonebookEntries, { filter: type }, { signal })).phonebookEntries
  const [organisations, departments, contacts, callGroups] = await Promise.all([
    read('Organization'),
    read('Group'),
    read('Person'),
    read('Rule'),
  ])
  return { organisations, departments, contacts, callGroups, version: String(Date.now()) }
}
