import { CALL_BUTTON_RULE } from '@lintel/contract/rules/phonebook'
import type { OrganisationRow } from '@lintel/contract/calls/phonebook-lists'
import { PAGE_LIMIT } from '@lintel/contract/collection'
import { queryOptions } from '@tanstack/react-query'
import type { PagedSource } from '../../../app/list/paged-list.ts'
import {
  allContactsSource,
  AREA,
  callGroupsSource,
  contactsSource,
  organisationsSource,
} from '../lists.ts'
import { entriesWith } from '../parts/entries.ts'
import { isChosen } from './print-list.ts'
import type { Part, Printed, PrintValues } from './print-list.ts'

/** All organisations, by name. */
export const allOrganisationsQuery = queryOptions({
  queryKey: [AREA, 'allOrganisations'],
  queryFn: ({ signal }) => rowsOf(organisationsSource, 'label', signal),
})

/** Every row of a source, page by page. */
async function rowsOf<T>(source: PagedSource<T>, sort: string, signal: AbortSignal): Promise<T[]> {
  const rows: T[] = []
  for (;;) {
    // One page after the other: the next begins where the last one ended.
    // oxlint-disable-next-line no-await-in-loop
    const page = await source.read({ offset: rows.length, limit: PAGE_LIMIT, sort }, signal)
    rows.push(...page.items)
    if (page.items.length === 0 || rows.length >= page.total) return rows
  }
}

/**
 * Reads what is to be printed.
 * @throws DeviceFault
 */
export async function readPrinted(
  organisations: readonly OrganisationRow[],
  values: Pick<PrintValues, 'all' | 'chosen'>,
): Promise<Printed> {
  const { signal } = new AbortController()
  const { all } = values
  const chosen = (part: Part) =>
    organisations.filter((one) => one[part] > 0 && (all || isChosen(values, one.entry, part)))
  const [[rule], callGroups, contacts] = await Promise.all([
    entriesWith([CALL_BUTTON_RULE], { signal }),
    Promise.all(
      chosen('callGroups').map(({ entry }) => rowsOf(callGroupsSource(entry), 'label', signal)),
    ),
    all
      ? rowsOf(allContactsSource, 'firstName', signal).then((rows) => [rows])
      : Promise.all(
          chosen('contacts').map(({ entry }) => rowsOf(contactsSource(entry), 'firstName', signal)),
        ),
  ])
  return {
    organisations,
    contacts: contacts.flat(),
    callGroups: callGroups.flat(),
    recipients: new Set(rule?.childIds),
  }
}
