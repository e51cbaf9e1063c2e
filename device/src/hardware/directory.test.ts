import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WrittenEntry } from '@lintel/contract/phonebook-entries'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../state/database.ts'
import { openPhonebook } from '../state/phonebook/phonebook.ts'
import { openDirectory } from './directory.ts'

const TEXTS = { previous: 'Previous', next: 'Next', back: 'Back' }

function openRig() {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-directory-'))
  const database = openDatabase(join(folder, 'state.db'))
  const phonebook = openPhonebook(database)
  const changed = vi.fn()
  const directory = openDirectory(phonebook, changed)
  onTestFinished(() => {
    directory.close()
    database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    phonebook,
    changed,
    directory,
    set: (...entries: WrittenEntry[]) => phonebook.set(entries, () => {}),
    labels: () => directory.buttons(TEXTS).map(({ label }) => label),
    touch: (label: string) => {
      const button = directory.buttons(TEXTS).find((one) => one.label === label)
      return directory.touch(button?.id ?? '')
    },
  }
}

const person = (id: string, organisationId = ''): WrittenEntry => ({
  id,
  type: 'Person',
  firstName: id,
  organisationId,
})

const house = (id: string, DisplayOrder?: string): WrittenEntry => ({
  id,
  type: 'Organization',
  label: id,
  ...(DisplayOrder === undefined
    ? {}
    : { UIAttributes: [{ Name: 'DisplayOrder', Value: DisplayOrder }] }),
})

test('organisations with contacts come first in their order, then other contacts (DISPLAY-11, PHONEBOOK-62)', () => {
  const { set, labels, directory } = openRig()
  expect(labels()).toEqual(['Back'])
  set(house('first', '2'), house('empty', '0'), house('last'), house('second', '10'))
  set(person('Ada', 'first'), person('Bob', 'second'), person('Carl', 'last'), person('Dora'))
  set(house('b', '2'), person('Eve', 'b'))
  expect(labels()).toEqual(['b', 'first', 'second', 'last', 'Back', 'Next'])
  directory.touch('#next')
  expect(labels()).toEqual(['Dora', 'Back', 'Previous'])
  expect(directory.touch('Dora')).toEqual({ ring: 'Dora' })
  // Not in view.
  expect(directory.touch('first')).toBeUndefined()
  expect(directory.title()).toBeUndefined()
})

test('a search finds the contacts of all organisations, or of the one that is open, and ends with Back', () => {
  const { set, labels, touch, directory } = openRig()
  set(house('House'), house('Mill'))
  set(person('Ömer Ada', 'House'), person('Ada Bo', 'Mill'), person('Carl'))
  directory.search(' ada ')
  expect([directory.searched(), ...labels()]).toEqual(['ada', 'Ada Bo', 'Ömer Ada', 'Back'])
  directory.search('omer a')
  expect(labels()).toEqual(['Ömer Ada', 'Back'])
  expect(touch('Back')).toBeUndefined()
  expect([directory.searched(), ...labels()]).toEqual(['', 'House', 'Mill', 'Carl', 'Back'])
  touch('Mill')
  directory.search('ada')
  expect(labels()).toEqual(['Ada Bo', 'Back'])
  directory.search('nobody')
  expect(labels()).toEqual(['Back'])
  directory.home()
  expect(labels()).toEqual(['House', 'Mill', 'Carl', 'Back'])
  expect(touch('Back')).toBe('left')
})

test('a search looks at names alone, at both parts of them, in any order', () => {
  const { set, labels, directory } = openRig()
  const call = { type: 'SIP' as const, address: 'sip:4711@example.com', scheduleIds: [] }
  set({
    id: 'ada',
    type: 'Person',
    firstName: 'Ada',
    lastName: 'Lovelace',
    description: 'flat 12',
    keyTrigger: '4711',
    callInformation: [{ ...call, accountid: '' }],
  })
  set({ id: 'ada2', type: 'Person', firstName: 'Ada', lastName: '100%' })
  set({ id: 'desk', type: 'Rule', label: 'Lovelace desk' })
  for (const text of ['ada lovelace', 'LOVE  ada', 'lace']) {
    directory.search(text)
    expect([text, ...labels()]).toEqual([text, 'Ada Lovelace', 'Back'])
  }
  directory.search('0%')
  expect(labels()).toEqual(['Ada 100%', 'Back'])
  for (const text of ['4711', 'example', 'flat', '12', 'a_a', 'ada lovelace x']) {
    directory.search(text)
    expect([text, ...labels()]).toEqual([text, 'Back'])
  }
})

test('an organisation shows its contacts by first name, page by page, and leads back', () => {
  const { set, labels, touch, directory } = openRig()
  set(house('House'))
  set(...['Eve', 'Ada', 'Ömer', 'Bob', 'Carl'].map((name) => person(name, 'House')))
  set({ id: 'labs', type: 'Group', label: 'Labs', childIds: ['Bob'] })
  expect(touch('House')).toBeUndefined()
  expect([directory.title(), ...labels()]).toEqual([
    'House',
    'Ada',
    'Bob',
    'Carl',
    'Eve',
    'Back',
    'Next',
  ])
  touch('Next')
  expect(labels()).toEqual(['Ömer', 'Back', 'Previous'])
  expect(touch('Ömer')).toEqual({ ring: 'Ömer' })
  touch('Back')
  expect([directory.title(), ...labels()]).toEqual([undefined, 'House', 'Back'])
})

test('it follows the phonebook, and leaves an organisation or a page that is gone', () => {
  const { set, labels, touch, directory, phonebook, changed } = openRig()
  set(house('House'))
  set(...['Ada', 'Bob', 'Carl', 'Dora', 'Eve'].map((name) => person(name, 'House')))
  touch('House')
  touch('Next')
  phonebook.remove(['Eve'])
  expect(changed).toHaveBeenCalled()
  expect(labels()).toEqual(['Ada', 'Bob', 'Carl', 'Dora', 'Back'])
  phonebook.remove(['House'])
  expect([directory.title(), ...labels()]).toEqual([undefined, 'Back'])
  set(person('Flo'))
  expect(labels()).toEqual(['Flo', 'Back'])
})

test('ten thousand contacts are paged without reading them', () => {
  const { set, directory, labels, phonebook } = openRig()
  set(house('House'))
  set(
    ...Array.from({ length: 10_000 }, (_, at) =>
      person(`n${String(at).padStart(5, '0')}`, 'House'),
    ),
  )
  directory.touch('House')
  const all = vi.spyOn(phonebook, 'all')
  for (let page = 0; page < 20; page += 1) directory.touch('#next')
  expect(labels().slice(0, 4)).toEqual(['n00080', 'n00081', 'n00082', 'n00083'])
  expect(all).not.toHaveBeenCalled()
})
