import { getPhonebookEntries, removePhonebookEntries } from '@lintel/contract/calls/phonebook'
import {
  listCallGroups,
  listContacts,
  listOrganisations,
} from '@lintel/contract/calls/phonebook-lists'
import { setSipConfiguration } from '@lintel/contract/calls/sip'
import { expect } from '../fixture.ts'
import { organisationForm, rowOf, storedEntry } from '../phonebook/book.ts'
import { setEntries } from '../rig/house.ts'
import type { Rig } from '../rig/rig.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, saveButton, submitButton } from './parts.ts'

const organisation = [
  { calls: ['phonebook.GetPhonebookEntries'], inside: true, failed: couldNotLoad },
]

const sipOff = (rig: Rig) =>
  rig.root.call(setSipConfiguration, { SIPConfiguration: { SIPEnabled: false } })

const empty = async (rig: Rig) => {
  const { phonebookEntries } = await rig.root.call(getPhonebookEntries, {})
  await rig.root.call(removePhonebookEntries, {
    ids: phonebookEntries.flatMap(({ id, type }) =>
      type === 'Organization' || type === 'Person' ? [id] : [],
    ),
  })
}

export const phonebook: readonly PageDescriptor[] = [
  {
    route: '/phonebook',
    menu: { English: 'Phonebook', German: 'Telefonbuch' },
    ready: (page) => expect(page.locator('main table a').first()).toBeVisible(),
    openings: [
      {
        calls: ['phonebookLists.organisations'],
        about: listOrganisations,
        inside: true,
        failed: couldNotLoad,
      },
      {
        what: 'contacts outside of organisations',
        calls: ['phonebookLists.contacts'],
        about: listContacts,
        inside: true,
        ready: (page) => expect(rowOf(page, 'Eve')).toBeVisible(),
        failed: couldNotLoad,
      },
    ],
    restart: {
      change: (rig) =>
        setEntries(rig.root, [{ id: 'annexe', type: 'Organization', label: 'Annexe' }]),
      after: (page) => expect(rowOf(page, 'Annexe')).toBeVisible(),
    },
    pictures: [
      { name: 'organisations' },
      { name: 'empty', before: empty },
      { name: 'SIP off, long names', state: 'busy', before: sipOff },
      {
        name: 'found',
        act: (page) => page.locator('main input[type="search"]').fill('a'),
      },
      ...['A8207-VE', 'I8016-LVE', 'A8105-E'].map((product) => ({ name: product, product })),
    ],
  },
  {
    route: '/phonebook/organisations/add',
    ready: (page) => expect(organisationForm(page).name).toBeVisible(),
    restart: {
      before: (page) => organisationForm(page).name.fill('Mine'),
      after: (page) => expect(organisationForm(page).name).toHaveValue('Mine'),
    },
    pictures: [
      { name: 'add organisation' },
      { name: 'add organisation, wrong', act: (page) => submitButton(page).click() },
    ],
  },
  {
    route: '/phonebook/organisations/house',
    ready: (page) => expect(page.locator('main tbody').getByRole('row').first()).toBeVisible(),
    openings: [
      ...organisation,
      {
        what: 'contacts',
        calls: ['phonebookLists.contacts'],
        about: listContacts,
        inside: true,
        failed: couldNotLoad,
      },
    ],
    restart: {
      change: (rig) =>
        setEntries(rig.root, [
          {
            id: 'zoe',
            type: 'Person',
            firstName: 'Zoe',
            keyTrigger: '99',
            organisationId: 'house',
            callInformation: [{ type: 'VMS' }],
          },
        ]),
      after: (page) => expect(rowOf(page, 'Zoe')).toBeVisible(),
    },
    pictures: [
      { name: 'contacts' },
      { name: 'no contacts', route: '/phonebook/organisations/garden' },
      { name: 'contacts, long names', state: 'busy' },
      ...['A8207-VE', 'I8016-LVE', 'A8105-E'].map((product) => ({
        name: `contacts, ${product}`,
        product,
        state: 'busy' as const,
      })),
    ],
  },
  {
    route: '/phonebook/organisations/house/callgroups',
    ready: (page) => expect(page.locator('main tbody').getByRole('row').first()).toBeVisible(),
    openings: [
      ...organisation,
      {
        what: 'call groups',
        calls: ['phonebookLists.callGroups'],
        about: listCallGroups,
        inside: true,
        failed: couldNotLoad,
      },
    ],
    restart: {
      change: (rig) =>
        setEntries(rig.root, [
          {
            id: 'night',
            type: 'Rule',
            label: 'Night',
            triggerType: 'Key',
            keyTrigger: '98',
            organisationId: 'house',
          },
        ]),
      after: (page) => expect(rowOf(page, 'Night')).toBeVisible(),
    },
    pictures: [
      { name: 'call groups' },
      { name: 'no call groups', route: '/phonebook/organisations/garden/callgroups' },
      { name: 'call groups, long names', state: 'busy', before: sipOff },
      { name: 'call groups, A8207-VE', product: 'A8207-VE', state: 'busy' },
    ],
  },
  {
    route: '/phonebook/organisations/house/edit',
    ready: (page) => expect(organisationForm(page).name).toBeVisible(),
    openings: organisation,
    forms: [
      {
        what: 'an organisation',
        call: 'phonebook.SetPhonebookEntries',
        fill: (page) => organisationForm(page).name.fill('Mansion'),
        save: saveButton,
        // A save that fails leads to the list (B §2); organisations.test.ts has these.
        faults: ['slow'],
        failed: (page) => page.getByRole('alert').filter({ hasText: 'could not be saved' }),
        unchanged: (page) => expect(organisationForm(page).name).toHaveValue('Mansion'),
        saved: (page) =>
          expect(
            page.getByRole('heading', { level: 1, name: 'Mansion', exact: true }),
          ).toBeVisible(),
        stored: async (rig) => (await storedEntry(rig, 'house'))?.label === 'Mansion',
      },
    ],
    restart: {
      before: (page) => organisationForm(page).name.fill('Mine'),
      change: (rig) =>
        setEntries(rig.root, [{ id: 'house', type: 'Organization', description: 'Theirs' }]),
      async after(page) {
        await expect(organisationForm(page).description).toHaveValue('Theirs')
        await expect(organisationForm(page).name).toHaveValue('Mine')
      },
    },
    pictures: [
      { name: 'edit organisation', state: 'busy' },
      {
        name: 'delete organisation',
        act: (page) => page.locator('main button').filter({ hasText: /\S/ }).first().click(),
      },
    ],
  },
]
