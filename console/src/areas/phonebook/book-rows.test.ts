import type { PhonebookEntry } from '@lintel/contract/phonebook-entries'
import { expect, test } from 'vitest'
import { contactText, pageOf, rowsOf } from './book-rows.ts'

const entry = (id: string, more: Partial<PhonebookEntry>): PhonebookEntry => ({
  id,
  type: 'Person',
  label: '',
  childIds: [],
  image: '',
  ...more,
})

const BOOK = {
  organisations: [
    entry('house', { type: 'Organization', label: 'House', childIds: ['ada', 'labs', 'desk'] }),
    entry('garden', { type: 'Organization', label: 'Garden', description: 'Behind' }),
  ],
  departments: [entry('labs', { type: 'Group', label: 'Labs', childIds: ['bob'] })],
  contacts: [
    entry('ada', {
      firstName: 'Ada',
      lastName: 'Lovelace',
      keyTrigger: '12',
      callInformation: [{ type: 'SIP', address: 'sip:ada@x', accountid: '', scheduleIds: [] }],
    }),
    entry('bob', {
      firstName: 'Bøb',
      keyTrigger: '9',
      callInformation: [{ type: 'VMS', scheduleIds: [] }],
    }),
    entry('cy', { firstName: 'Cy', keyTrigger: '', organisationId: 'garden' }),
    entry('eve', { firstName: 'Eve', keyTrigger: '' }),
  ],
  callGroups: [
    entry('default.CallButtonRule', { type: 'Rule', label: 'Button', keyTrigger: '12' }),
    entry('desk', {
      type: 'Rule',
      label: 'Desk',
      keyTrigger: '12',
      UIAttributes: [{ Name: 'ButtonOnDisplay', Value: 'true' }],
    }),
  ],
  version: '7',
}

test('contacts are in the organisation that has them, or has their department, or is named', () => {
  const { contacts } = rowsOf(BOOK)
  expect(contacts.map((one) => [one.entry, one.organisationLabel, one.department])).toEqual([
    ['ada', 'House', ''],
    ['bob', 'House', 'Labs'],
    ['cy', 'Garden', ''],
    ['eve', '', ''],
  ])
  expect(contacts.map(({ call }) => call)).toEqual(['SIP', 'VMS', undefined, undefined])
})

test('the rule of the call button is no call group, and collides with nobody', () => {
  const { callGroups, contacts } = rowsOf(BOOK)
  expect(callGroups).toMatchObject([
    { entry: 'desk', organisation: 'house', onDisplay: true, collidesWith: ['Ada Lovelace'] },
  ])
  expect(contacts.map(({ collidesWith }) => collidesWith)).toEqual([['Desk'], [], [], []])
})

test('organisations know how much is in them', () => {
  expect(rowsOf(BOOK).organisations).toMatchObject([
    { entry: 'house', contacts: 2, callGroups: 1 },
    { entry: 'garden', contacts: 1, callGroups: 0, description: 'Behind' },
  ])
})

test('a page is filtered and sorted as the device would', () => {
  const { contacts } = rowsOf(BOOK)
  const found = (request: Parameters<typeof pageOf>[1]) => {
    const { items, total } = pageOf(contacts, request, contactText, '7')
    return [items.map(({ entry: id }) => id), total]
  }
  expect(found({})).toEqual([['ada', 'bob', 'cy', 'eve'], 4])
  expect(found({ filter: 'BOB 9' })).toEqual([['bob'], 1])
  expect(found({ filter: 'sip:ada' })).toEqual([['ada'], 1])
  // Numbers by their value.
  expect(found({ sort: 'keyTrigger', descending: true, limit: 2 })).toEqual([['ada', 'bob'], 4])
  expect(found({ sort: 'firstName', offset: 3 })).toEqual([['eve'], 4])
})
