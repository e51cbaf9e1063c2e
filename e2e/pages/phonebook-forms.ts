/** The forms of contacts and call groups. */
import { entryWith, formOf, setEntries } from '../phonebook/entry-forms.ts'
import { at, expect } from '../fixture.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, notSaved, saveButton, submitButton } from './parts.ts'

const openings = [
  {
    calls: ['phonebook.GetPhonebookEntries', 'sip.GetSIPAccounts'],
    inside: true,
    failed: couldNotLoad,
  },
]

const PRODUCTS = ['A8207-VE', 'I8016-LVE', 'A8105-E'] as const

export const phonebookForms: readonly PageDescriptor[] = [
  {
    route: '/phonebook/organisations/house/contacts/add',
    ready: (page) => expect(formOf(page).firstName).toBeVisible(),
    openings,
    restart: {
      before: (page) => formOf(page).firstName.fill('Mine'),
      after: (page) => expect(formOf(page).firstName).toHaveValue('Mine'),
    },
    pictures: [
      { name: 'add contact' },
      {
        name: 'add contact, wrong',
        product: 'A8207-VE',
        act: (page) => submitButton(page).click(),
      },
    ],
  },
  {
    route: '/phonebook/organisations/house/contacts/ada/edit',
    ready: (page) => expect(formOf(page).firstName).toBeVisible(),
    openings,
    forms: [
      {
        what: 'a contact',
        call: 'phonebook.SetPhonebookEntries',
        fill: (page) => formOf(page).firstName.fill('Augusta'),
        save: saveButton,
        failed: notSaved,
        unchanged: (page) => expect(formOf(page).firstName).toHaveValue('Augusta'),
        saved: (page) => expect(page).toHaveURL(at('/phonebook/organisations/house')),
        stored: async (rig) => (await entryWith(rig, 'ada'))?.firstName === 'Augusta',
      },
    ],
    restart: {
      before: (page) => formOf(page).firstName.fill('Mine'),
      change: (rig) => setEntries(rig, [{ id: 'ada', type: 'Person', lastName: 'Theirs' }]),
      async after(page) {
        await expect(formOf(page).lastName).toHaveValue('Theirs')
        await expect(formOf(page).firstName).toHaveValue('Mine')
      },
    },
    pictures: [
      { name: 'edit contact' },
      ...PRODUCTS.map((product) => ({ name: `edit contact, ${product}`, product })),
    ],
  },
  {
    route: '/phonebook/organisations/house/callgroups/add',
    ready: (page) => expect(formOf(page).label).toBeVisible(),
    openings,
    restart: {
      before: (page) => formOf(page).label.fill('Mine'),
      after: (page) => expect(formOf(page).label).toHaveValue('Mine'),
    },
    pictures: [{ name: 'add call group' }],
  },
  {
    route: '/phonebook/organisations/house/callgroups/desk/edit',
    ready: (page) => expect(formOf(page).label).toBeVisible(),
    openings,
    forms: [
      {
        what: 'a call group',
        call: 'phonebook.SetPhonebookEntries',
        fill: (page) => formOf(page).label.fill('Foyer'),
        save: saveButton,
        failed: notSaved,
        unchanged: (page) => expect(formOf(page).label).toHaveValue('Foyer'),
        saved: (page) => expect(page).toHaveURL(at('/phonebook/organisations/house/callgroups')),
        stored: async (rig) => (await entryWith(rig, 'desk'))?.label === 'Foyer',
      },
    ],
    restart: {
      before: (page) => formOf(page).label.fill('Mine'),
      change: (rig) => setEntries(rig, [{ id: 'desk', type: 'Rule', keyTrigger: '97' }]),
      after: (page) => expect(formOf(page).label).toHaveValue('Mine'),
    },
    pictures: [
      { name: 'edit call group' },
      { name: 'edit call group, A8207-VE', product: 'A8207-VE' },
    ],
  },
]
