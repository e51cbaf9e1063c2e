import { expect, test } from 'vitest'
import { readBook } from './read-book.ts'

/** A file that arrives in pieces of this many bytes. */
function fileOf(text: string, piece = 7) {
  const bytes = Buffer.from(text)
  // oxlint-disable-next-line require-await -- a file arrives over time
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
  }
  return { name: 'book.json', bytes: pieces() }
}

async function entriesIn(text: string, piece?: number): Promise<unknown[]> {
  const entries: unknown[] = []
  await readBook(fileOf(text, piece), (entry) => entries.push(entry))
  return entries
}

test.each([1, 7, 1000])('entries are read one by one, in pieces of %i bytes', async (piece) => {
  const book = {
    Version: '1',
    phonebookEntries: [{ id: 'é', childIds: ['a'] }, { id: '\u{1f600}' }],
  }
  expect(await entriesIn(JSON.stringify(book), piece)).toEqual(book.phonebookEntries)
  expect(await entriesIn('{"phonebookEntries": []}', piece)).toEqual([])
})

test.each([
  ['{"phonebookEntries":[\n{"id":"a",}\n]}', 'line 2, column 11'],
  ['{"phonebookEntries":[{"id":"é","x":tru}]}', 'line 1, column 40'],
  ['nonsense', 'line 1, column 2'],
  ['{"phonebookEntries":[\n\n{"id":"a"}', 'line 3, column 11'],
  ['{"phonebookEntries":[]} x', 'line 1, column 25'],
])('%j names the file and %s', async (text, place) => {
  for (const piece of [1, 4, 1000]) {
    await expect(entriesIn(text, piece)).rejects.toMatchObject({
      reason: 'malformed',
      message: `book.json, ${place}`,
    })
  }
})

test.each([
  '',
  '[]',
  '{}',
  '{"phonebookEntries":{"id":"a"}}',
  '"text"',
  '{"entries":[{"id":"a"}]}',
])('%j is no phonebook', async (text) => {
  await expect(entriesIn(text)).rejects.toMatchObject({
    reason: 'invalid',
    message: 'book.json: no list phonebookEntries.',
  })
})

test('what has been read is not kept', async () => {
  // oxlint-disable-next-line require-await -- a file arrives over time
  async function* entries() {
    yield Buffer.from('{"phonebookEntries":[{"id":""}')
    const entry = Buffer.from(`,{"id":"${'x'.repeat(100_000)}"}`)
    for (let count = 0; count < 2000; count += 1) yield entry
    yield Buffer.from(']}')
  }
  let most = 0
  const before = process.memoryUsage().heapUsed
  await readBook({ name: 'book.json', bytes: entries() }, () => {
    most = Math.max(most, process.memoryUsage().heapUsed - before)
  })
  expect(most).toBeLessThan(100_000_000)
})

test('an entry that never ends is refused before it fills the memory', async () => {
  // oxlint-disable-next-line require-await -- a file arrives over time
  async function* endless() {
    yield Buffer.from('{"phonebookEntries":[{"id":"')
    const piece = Buffer.alloc(1_000_000, 'x')
    for (let count = 0; count < 1000; count += 1) yield piece
  }
  const before = process.memoryUsage().rss
  const read = readBook({ name: 'book.json', bytes: endless() }, () => {})
  await expect(read).rejects.toMatchObject({ reason: 'invalid' })
  expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000)
})

test.each([
  ['brackets in brackets', '['.repeat(200_000)],
  ['a long list', `[${'0,'.repeat(200_000)}`],
  ['brackets outside of the entries', `],"x":${'['.repeat(200_000)}`],
])('an entry with too many parts is refused before it fills the memory: %s', async (_, parts) => {
  await expect(entriesIn(`{"phonebookEntries":[${parts}`, 65_536)).rejects.toMatchObject({
    reason: 'invalid',
    message: 'book.json: an entry has too many parts.',
  })
})

test('as many children as an entry may have are read', async () => {
  const entry = { childIds: Array.from({ length: 20_000 }, (_, place) => `child-${place}`) }
  const text = JSON.stringify({ phonebookEntries: [entry, entry, entry, entry] })
  expect(await entriesIn(text, 65_536)).toHaveLength(4)
})
