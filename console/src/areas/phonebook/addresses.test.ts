import { ENTRY_TYPES } from '@lintel/contract/rules/phonebook'
import { expect, test } from 'vitest'
import { pages } from '../../app/pages.ts'
import { isBuilt } from '../../app/routing/page-table.ts'
import { paramsOf } from '../../app/routing/route.ts'
import { DEPARTMENTS } from './contact-values.ts'

/** The component of the page at an address, by its name, and the parts of the address that it gets. */
async function pageAt(address: string) {
  const row = pages.find(({ path }) => paramsOf(path, address))
  if (!row || !isBuilt(row)) return undefined
  return [(await row.load()).name, paramsOf(row.path, address)]
}

const HOUSE = '/phonebook/organisations/house'

test('the form of a contact is at the addresses of new and existing ones (PHONEBOOK-28)', async () => {
  expect(await pageAt(`${HOUSE}/contacts/add`)).toEqual([
    'NewContactPage',
    { organisationId: 'house' },
  ])
  expect(await pageAt(`${HOUSE}/contacts/ada/edit`)).toEqual([
    'EditContactPage',
    { organisationId: 'house', id: 'ada' },
  ])
})

test('the form of a call group is at the addresses of new and existing ones (PHONEBOOK-55)', async () => {
  expect(await pageAt(`${HOUSE}/callgroups/add`)).toEqual([
    'NewCallGroupPage',
    { organisationId: 'house' },
  ])
  expect(await pageAt(`${HOUSE}/callgroups/desk/edit`)).toEqual([
    'EditCallGroupPage',
    { organisationId: 'house', callgroupId: 'desk' },
  ])
})

test('organisations, departments, contacts, call groups, the call button, files and print all have a place (PHONEBOOK-05)', async () => {
  const places = {
    '/phonebook': 'PhonebookPage',
    [HOUSE]: 'ContactsPage',
    [`${HOUSE}/contacts/add`]: 'NewContactPage',
    [`${HOUSE}/callgroups`]: 'CallGroupsPage',
    '/phonebook/callbutton': 'CallButtonPage',
    '/phonebook/importexport': 'ImportExportPage',
    '/phonebook/print': 'PrintPage',
  }
  for (const [address, name] of Object.entries(places)) {
    expect((await pageAt(address))?.[0], address).toBe(name)
  }
  // A department is an entry, and chosen in the form of a contact.
  expect(ENTRY_TYPES).toContain('Group')
  expect(DEPARTMENTS).toEqual(['NONE', 'NEW', 'SELECT'])
})
