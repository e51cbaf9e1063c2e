import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { restCall } from '@lintel/contract/call'
import { pageOf, pageRequest } from '@lintel/contract/collection'
import { Refusal } from '@lintel/contract/fault'
import { serve } from '@lintel/front-door/serve'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openTestDevice } from '../services/testing/test-device.ts'
import { openCollection } from './collection.ts'
import type { Collection } from './collection.ts'
import { booleanColumn, textColumn, wordsColumn } from './columns.ts'
import { openDatabase } from './database.ts'
import type { Bound, Database } from './database.ts'

interface Resident {
  name: string
  flat: string
  tags: string[]
  away: boolean
}

const TABLE = `
  CREATE TABLE residents (
    id INTEGER PRIMARY KEY,
    version TEXT NOT NULL,
    name TEXT NOT NULL,
    flat TEXT NOT NULL,
    tags TEXT NOT NULL,
    away INTEGER NOT NULL,
    search TEXT NOT NULL,
    name_key TEXT NOT NULL
  );
  CREATE INDEX residents_by_name ON residents (name_key, id);
  CREATE INDEX residents_by_flat ON residents (flat);
`

const open = (database: Database): Collection<Resident> => {
  if (!database.get("SELECT name FROM sqlite_master WHERE name = 'residents'")) {
    for (const statement of TABLE.split(';').filter((one) => one.trim())) database.run(statement)
  }
  return openCollection<Resident>(database, {
    table: 'residents',
    columns: COLUMNS,
    filter: ['name', 'flat'],
    sort: ['name'],
  })
}

const COLUMNS = { name: textColumn, flat: textColumn, tags: wordsColumn, away: booleanColumn }

const NAMES = ['Örn', 'anna', 'Zoë', 'Müller', 'Bob', 'Émile']
const resident = (number: number): Resident => ({
  name: `${NAMES[number % NAMES.length]} ${String((number * 7919) % 10_000).padStart(5, '0')}`,
  flat: `${number % 40}/${number}`,
  tags: [],
  away: false,
})

let folder: string
let database: Database
let residents: Collection<Resident>

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-collection-'))
  database = openDatabase(join(folder, 'state.db'))
  residents = open(database)
})

afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

const fill = (count: number) =>
  residents.change(() => {
    for (let number = 0; number < count; number += 1) residents.add(resident(number))
  })

const names = (request: Parameters<Collection<Resident>['page']>[0]) =>
  residents.page(request).items.map(({ name }) => name)

test('a row is read back as it was added, also after a restart', () => {
  const row = residents.add({ name: 'Anna', flat: '3/1', tags: ['owner', 'dog'], away: true })
  residents = open(database)
  expect(residents.find(row.id)).toEqual(row)
  expect(residents.findBy('flat', '3/1')).toEqual(row)
  expect(residents.all()).toEqual([row])
  expect(residents.count()).toBe(1)
})

test('an update changes the given members and the versions of row and collection', () => {
  const row = residents.add(resident(1))
  const before = residents.version()
  const updated = residents.update(row.id, { away: true })
  expect(updated).toEqual({ ...row, away: true, version: updated.version })
  expect(updated.version).not.toBe(row.version)
  expect(residents.find(row.id)).toEqual(updated)
  expect(residents.version()).not.toBe(before)
})

test('of two edits of the same version the second is refused and writes nothing', () => {
  const row = residents.add(resident(1))
  residents.update(row.id, { flat: '9/9' }, row.version)
  const refused = (work: () => void) => {
    try {
      work()
    } catch (error) {
      return error instanceof Refusal ? error.reason : error
    }
    return undefined
  }
  expect(refused(() => residents.update(row.id, { flat: '1/1' }, row.version))).toBe('conflict')
  expect(refused(() => residents.remove(row.id, row.version))).toBe('conflict')
  expect(residents.find(row.id)?.flat).toBe('9/9')
  expect(refused(() => residents.update('77', {}))).toBe('absent')
  expect(refused(() => residents.remove('77'))).toBe('absent')
})

test('a transaction makes all of its changes or none, and notifies once', () => {
  const notified: (readonly string[] | undefined)[] = []
  residents.subscribe((ids) => notified.push(ids))
  const { id } = residents.add(resident(1))
  expect(() =>
    residents.change(() => {
      residents.remove(id)
      residents.add(resident(2))
      throw new Error('half-way')
    }),
  ).toThrow('half-way')
  expect(residents.all().map(({ name }) => name)).toEqual([resident(1).name])
  const other = residents.change(() => {
    residents.update(id, { away: true })
    return residents.add(resident(2)).id
  })
  expect(notified).toEqual([[id], [id, other]])
})

test('all rows but those with a value are removed at once', () => {
  const away = residents.add({ ...resident(1), away: true })
  fill(50)
  const before = residents.version()
  const notified: unknown[] = []
  residents.subscribe((ids) => notified.push(ids))
  residents.keepOnly('away', true)
  expect(residents.all()).toEqual([away])
  expect(residents.version()).not.toBe(before)
  // Too many to name each.
  expect(notified).toEqual([undefined])
})

test('restoring a snapshot notifies that any row may have changed', () => {
  residents.add(resident(1))
  const file = join(folder, 'snapshot.db')
  database.save(file)
  const notified: unknown[] = []
  residents.subscribe((ids) => notified.push(ids))
  residents.add(resident(2))
  database.restore(file)
  expect(notified.at(-1)).toBeUndefined()
  expect(residents.count()).toBe(1)
})

test('a collection without a filter refuses one, rather than ignore it', () => {
  const plain = openCollection<Pick<Resident, 'name'>>(database, {
    table: 'residents',
    columns: { name: textColumn },
  })
  expect(() => plain.page({ filter: 'anna' })).toThrow('filtered')
  expect(plain.page({ filter: '' })).toMatchObject({ items: [], total: 0 })
})

describe('ten thousand rows', () => {
  beforeEach(() => fill(10_000))

  test('are read in pages with the total, also past the end', () => {
    const { items, total, version } = residents.page({ offset: 9_950, limit: 100 })
    expect(items.map(({ name }) => name)).toEqual(
      Array.from({ length: 50 }, (_, at) => resident(9_950 + at).name),
    )
    expect(total).toBe(10_000)
    expect(version).toBe(residents.version())
    expect(residents.page({ offset: 10_000 })).toMatchObject({ items: [], total: 10_000 })
    expect(residents.page({}).items).toHaveLength(100)
  })

  test('are sorted in both directions, ignoring case and accents', () => {
    const sorted = names({ sort: 'name', limit: 500 })
    expect(sorted[0]).toMatch(/^anna 0/)
    const first = (descending: boolean) =>
      residents.page({ sort: 'name', descending, limit: 1 }).items[0]?.name
    expect(first(true)).toMatch(/^Zoë 0999/)
    const all = Array.from({ length: 20 }, (_, page) =>
      names({ sort: 'name', offset: page * 500, limit: 500 }),
    ).flat()
    expect(new Set(all).size).toBe(new Set(residents.all().map(({ name }) => name)).size)
    expect(all.findIndex((name) => name.startsWith('Émile'))).toBeGreaterThan(
      all.findLastIndex((name) => name.startsWith('Bob')),
    )
    expect(() => residents.page({ sort: 'away' })).toThrow('sorted')
  })

  test('are filtered by the words as typed, with wildcards as plain characters', () => {
    const { items, total } = residents.page({ filter: 'MULLER', sort: 'name', limit: 5 })
    expect(items).toHaveLength(5)
    expect(items.every(({ name }) => name.startsWith('Müller'))).toBe(true)
    expect(total).toBe(1667)
    expect(residents.page({ filter: '39/9999' }).total).toBe(1)
    // Words of different members, in their order.
    const [one] = residents.page({ filter: '39/9999' }).items
    expect(residents.page({ filter: `${one?.name.slice(0, 3)} 39/9999` }).total).toBe(1)
    expect(residents.page({ filter: '%' }).total).toBe(0)
    expect(residents.page({ filter: '_' }).total).toBe(0)
  })

  test('are not scanned to find, change or remove one of them, or to sort a page', () => {
    const executed: [sql: string, values: Bound[]][] = []
    const recording = open({
      ...database,
      all(sql, ...values) {
        executed.push([sql, values])
        return database.all(sql, ...values)
      },
      get(sql, ...values) {
        executed.push([sql, values])
        return database.get(sql, ...values)
      },
      run(sql, ...values) {
        executed.push([sql, values])
        database.run(sql, ...values)
      },
    })
    // On a connection of its own: an explained write would hold up the next commit.
    const explaining = openDatabase(join(folder, 'state.db'))
    onTestFinished(() => explaining.close())
    /** How SQLite executes the statements of this work. */
    const plansOf = (work: (rows: Collection<Resident>) => void): string[] => {
      executed.length = 0
      work(recording)
      return executed
        .map(([sql, values]) =>
          explaining
            .all(`EXPLAIN QUERY PLAN ${sql}`, ...values)
            .map(({ detail }) => String(detail))
            .join(', '),
        )
        .filter((plan) => plan.includes('residents'))
    }
    const [row] = residents.page({ limit: 1 }).items
    const { id, flat } = row ?? { id: '', flat: '' }
    const byId = 'SEARCH residents USING INTEGER PRIMARY KEY (rowid=?)'
    expect(plansOf((rows) => rows.update(id, { away: true }))).toEqual([byId, byId])
    expect(plansOf((rows) => rows.findBy('flat', flat))).toEqual([
      'SEARCH residents USING INDEX residents_by_flat (flat=?)',
    ])
    expect(plansOf((rows) => rows.page({ sort: 'name', descending: true }))[0]).toContain(
      'SCAN residents USING INDEX residents_by_name',
    )
    expect(plansOf((rows) => rows.remove(id))).toEqual([byId, byId])
  })
})

test('a call returns pages over HTTP and validates its query', async () => {
  const residentsPage = restCall({
    id: 'residents.list',
    path: '/lintel/residents',
    methods: ['GET'],
    access: 'admin',
    effect: 'read',
    own: true,
    summary: 'Reads a page of residents.',
    source: 'own design',
    proof: 'own design',
    request: pageRequest,
    data: pageOf(v.object({ id: v.string(), version: v.string(), name: v.string() })),
  })
  fill(30)
  const device = await openTestDevice([
    () => ({ calls: [serve(residentsPage, (request) => residents.page(request))] }),
  ])
  device.makeAccounts()
  const read = async (query: string) => {
    const response = await device.fetch(`/lintel/residents?${query}`, { as: 'root' })
    return { status: response.status, body: (await response.json()) as { items: Resident[] } }
  }
  const { body } = await read('sort=name&descending=true&limit=2&filter=anna')
  expect(body).toMatchObject({ total: 5, version: residents.version() })
  expect(body.items.map(({ name }) => name)).toEqual(
    names({ sort: 'name', descending: true, limit: 2, filter: 'anna' }),
  )
  expect((await read('limit=501')).status).toBe(400)
  expect((await read('offset=-1')).status).toBe(400)
  expect((await read('sort=flat')).status).toBe(400)
  await device.close()
})

test('ids of removed rows are never given again, if the collection keeps them', () => {
  const openKeeping = () =>
    openCollection<Resident>(database, {
      table: 'residents',
      columns: COLUMNS,
      filter: ['name', 'flat'],
      sort: ['name'],
      keepsIds: true,
    })
  residents.add(resident(0))
  const keeping = openKeeping()
  expect([keeping.add(resident(1)).id, keeping.add(resident(2)).id]).toEqual(['2', '3'])
  keeping.remove('3')
  keeping.remove('2')
  keeping.remove('1')
  database.close()
  database = openDatabase(join(folder, 'state.db'))
  expect(openKeeping().add(resident(3)).id).toBe('4')
  // Others give the smallest that is free at the end.
  const others = open(database)
  others.remove('4')
  expect(others.add(resident(4)).id).toBe('1')
})
