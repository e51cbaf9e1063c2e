import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CALL_BUTTON_RULE } from '@lintel/contract/rules/phonebook'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../database.ts'
import { numberedOrder } from '../numbered-order.ts'
import { openPhonebook } from './phonebook.ts'

const PNG = 'image/png' as const
const picture = (text: string) => ({ type: PNG, bytes: Buffer.from(text) })

/** A phonebook in a file, and what a test can do with its disk. */
function openStored() {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-phonebook-'))
  let full = false
  const database = openDatabase(join(folder, 'state.db'), { diskFull: () => full })
  onTestFinished(() => {
    database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    database,
    /** The phonebook as the next start opens it. */
    open: () => openPhonebook(database),
    fillDisk: (isFull: boolean) => {
      full = isFull
    },
    images: () =>
      database.all('SELECT hash FROM phonebook_images ORDER BY hash').map(({ hash }) => hash),
  }
}

const person = (id: string) => ({ id, type: 'Person' as const, firstName: id })
const noCheck = () => {}

test('a full disk keeps no device from starting, and what is left over goes later', () => {
  const { database, open, fillDisk, images } = openStored()
  fillDisk(true)
  expect(open().find(CALL_BUTTON_RULE)).toBeUndefined()
  fillDisk(false)
  const phonebook = open()
  expect(phonebook.find(CALL_BUTTON_RULE)).toMatchObject({ type: 'Rule' })
  phonebook.images.put(picture('left over'))
  fillDisk(true)
  open()
  expect(images()).toHaveLength(1)
  fillDisk(false)
  open()
  expect(images()).toEqual([])
  expect(database.get('SELECT count(*) AS count FROM phonebook')).toEqual({ count: 1 })
})

test('what is left over is removed in parts, each with room for its log alone', () => {
  const { database, open, images } = openStored()
  const phonebook = open()
  const kept = phonebook.images.put(picture('kept'))
  phonebook.replace([person('ada')], () => kept, noCheck)
  for (let count = 0; count < 4; count += 1) {
    phonebook.images.put({ type: PNG, bytes: new Uint8Array(3_000_000).fill(count) })
  }
  const sizes: unknown[] = []
  const tx = database.tx.bind(database)
  database.tx = (work) => {
    const result = tx(work)
    sizes.push(database.get('SELECT count(*) AS left FROM phonebook_images')?.['left'])
    return result
  }
  phonebook.images.sweep()
  expect(sizes).toEqual([3, 1])
  expect(images()).toEqual([kept])
  phonebook.replace([person('bob')], () => '', noCheck)
  expect(images()).toEqual([])
})

test('images that are in use stay while others change the book', () => {
  const { open, images } = openStored()
  const phonebook = open()
  const shared = phonebook.images.put(picture('shared'))
  phonebook.replace([person('ada')], () => shared, noCheck)
  const [letGo, letGoToo] = [phonebook.images.hold(), phonebook.images.hold()]
  // As an import does that brings the same image again.
  const again = phonebook.images.put(picture('shared'))
  phonebook.remove(['ada'])
  phonebook.images.sweep()
  letGoToo()
  letGoToo()
  expect(images()).toEqual([shared])
  phonebook.replace([person('bob')], () => again, noCheck)
  letGo()
  expect(phonebook.images.get(again)).toEqual(picture('shared'))
  phonebook.remove(['bob'])
  expect(images()).toEqual([])
})

test('a fallback goes with the last one that it names', () => {
  const { open } = openStored()
  const phonebook = open()
  const call = { type: 'SIP' as const, address: 'sip:a@127.0.0.1', accountid: '', scheduleIds: [] }
  phonebook.set(
    [
      ...['ada', 'bob', 'eve'].map(person),
      { id: 'both', type: 'Fallback', childIds: ['ada', 'bob'] },
      { id: 'address', type: 'Fallback', childIds: ['ada'], callInformation: [call] },
      { ...person('max'), childIds: ['both'] },
      { ...person('ida'), childIds: ['address'] },
    ],
    noCheck,
  )
  phonebook.remove(['ada'])
  const both = { entry: 'both', type: 'Fallback' as const }
  expect(phonebook.childrenOf(both)).toEqual(['bob'])
  expect(phonebook.find('address')).toBeDefined()
  phonebook.remove(['bob'])
  expect(phonebook.find('both')).toBeUndefined()
  expect(phonebook.childrenOf({ entry: 'max', type: 'Person' })).toEqual([])
})

test('a phonebook has no more entries than an import takes', () => {
  const { open } = openStored()
  const phonebook = open()
  const people = Array.from({ length: 9 }, (_, place) => person(`person-${place}`))
  phonebook.set(people, noCheck, 10)
  expect(() => phonebook.set([person('one-more')], noCheck, 10)).toThrow('at most 10 entries')
  phonebook.set([{ ...person('person-1'), firstName: 'Changed' }], noCheck, 10)
  expect(phonebook.all()).toHaveLength(10)
})

test('numbers in names and speed dials sort by their value, by an index', () => {
  const { database, open } = openStored()
  const phonebook = open()
  const flat = (label: string) => ({ id: label, type: 'Organization' as const, label })
  const labels = ['Annexe', 'Flat', 'Flat 2', 'Flat 10', 'Hall']
  const floors = ['1', '2', '2nd floor', '10', '10th floor']
  const organisations = [...floors, ...labels]
  const dials = ['', '1', '2', '10', '*']
  phonebook.replace(
    [
      ...organisations.toReversed().map(flat),
      ...dials.toReversed().map((keyTrigger) => ({ ...person(`dials ${keyTrigger}`), keyTrigger })),
    ],
    () => '',
    noCheck,
  )
  const sorted = (descending: boolean) =>
    phonebook
      .page({ sort: 'label', descending }, { type: 'Organization' })
      .items.map(({ label }) => label)
  expect(sorted(false)).toEqual(organisations)
  expect(sorted(true)).toEqual(organisations.toReversed())
  const people = phonebook.page({ sort: 'keyTrigger' }, { type: 'Person' }).items
  expect(people.map(({ keyTrigger }) => keyTrigger)).toEqual(dials)
  const order = numberedOrder('label_key').join(', ')
  const plan = database.all(
    `EXPLAIN QUERY PLAN SELECT id FROM phonebook WHERE type = 'Person' ORDER BY ${order}, id`,
  )
  expect(plan.map(({ detail }) => detail)).toEqual([
    expect.stringContaining('phonebook_label_numbered'),
  ])
})
