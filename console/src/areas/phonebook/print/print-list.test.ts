import { expect, test } from 'vitest'
import { columnsOf, isChosen, sectionsOf, withChoice } from './print-list.ts'

const contact = (entry: string, firstName: string, organisation = '', lastName = '') => ({
  entry,
  firstName,
  lastName,
  keyTrigger: `1${entry}`,
  organisation,
})

test('organisations come in their order, call groups before contacts, and those of none first (PHONEBOOK-106)', () => {
  const sections = sectionsOf({
    organisations: [
      { entry: 'a', label: 'Attic' },
      { entry: 'b', label: 'Bank' },
      { entry: 'c', label: 'Cellar' },
    ],
    contacts: [contact('1', 'Ada', 'b', 'Lovelace'), contact('2', 'Eve'), contact('3', 'Max', 'a')],
    callGroups: [{ entry: '4', label: 'Desk', keyTrigger: '9', organisation: 'b' }],
    recipients: new Set(),
  })
  expect(sections).toEqual([
    { id: '', title: '', rows: [{ id: '2', name: 'Eve', speedDial: '12' }] },
    { id: 'a', title: 'Attic', rows: [{ id: '3', name: 'Max', speedDial: '13' }] },
    {
      id: 'b',
      title: 'Bank',
      rows: [
        { id: '4', name: 'Desk', speedDial: '9' },
        { id: '1', name: 'Ada Lovelace', speedDial: '11' },
      ],
    },
  ])
})

test('whom the call button calls has no speed dial, and call groups are cut to 25 characters (PHONEBOOK-109, PHONEBOOK-110, OPEN-63)', () => {
  const [section] = sectionsOf({
    organisations: [],
    contacts: [contact('1', 'x'.repeat(60)), contact('2', 'Eve')],
    callGroups: [
      { entry: '3', label: 'R'.repeat(26), keyTrigger: '9', organisation: '' },
      { entry: '4', label: 'R'.repeat(25), keyTrigger: '8', organisation: '' },
    ],
    recipients: new Set(['2', '3']),
  })
  expect(section?.rows.map(({ name, speedDial }) => [name, speedDial])).toEqual([
    [`${'R'.repeat(25)}…`, '9'],
    ['R'.repeat(25), '8'],
    ['x'.repeat(60), '11'],
    ['Eve', ''],
  ])
})

test('fifteen rows are one column, sixteen are two; titles do not count (PHONEBOOK-108, OPEN-62)', () => {
  const book = (count: number) =>
    sectionsOf({
      organisations: [{ entry: 'a', label: 'Attic' }],
      contacts: Array.from({ length: count }, (_, place) =>
        contact(String(place), 'Ada', place % 2 === 0 ? 'a' : ''),
      ),
      callGroups: [],
      recipients: new Set(),
    })
  expect(columnsOf(book(15))).toBe(1)
  expect(columnsOf(book(16))).toBe(2)
})

test('a part of an organisation is chosen on its own, whatever the ids have in common (PHONEBOOK-106)', () => {
  const one = withChoice({ chosen: '' }, 'house', 'contacts', true)
  const chosen = withChoice({ chosen: one }, 'my.house', 'contacts', true)
  expect(isChosen({ chosen }, 'house', 'contacts')).toBe(true)
  expect(isChosen({ chosen }, 'my.house', 'contacts')).toBe(true)
  expect(isChosen({ chosen }, 'house', 'callGroups')).toBe(false)
  expect(isChosen({ chosen }, 'hous', 'contacts')).toBe(false)
  const left = withChoice({ chosen }, 'house', 'contacts', false)
  expect(isChosen({ chosen: left }, 'house', 'contacts')).toBe(false)
  expect(isChosen({ chosen: left }, 'my.house', 'contacts')).toBe(true)
  expect(withChoice({ chosen: left }, 'my.house', 'contacts', false)).toBe('')
})
