import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '@lintel/contract/fault'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import type { Database, DatabaseOptions } from './database.ts'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0).toReversed()) cleanup()
})

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'lintel-database-'))
  cleanups.push(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const STEPS = [
  'CREATE TABLE parameters (name TEXT PRIMARY KEY, value TEXT); CREATE TABLE sessions (hash TEXT)',
]

function open(path: string, options: DatabaseOptions = {}): Database {
  const database = openDatabase(path, { migrations: STEPS, ...options })
  cleanups.push(() => database.close())
  return database
}

const put = (database: Database, name: string, value: string) => {
  database.run('REPLACE INTO parameters (name, value) VALUES (?, ?)', name, value)
}
const valueOf = (database: Database, name: string) =>
  database.get('SELECT value FROM parameters WHERE name = ?', name)?.['value']

test('rows hold their columns and nothing that the driver adds', () => {
  const database = open(join(folder(), 'state.db'))
  put(database, 'a', '1')
  expect(database.get('SELECT * FROM parameters')).toEqual({ name: 'a', value: '1' })
  expect(database.all('SELECT * FROM parameters')).toEqual([{ name: 'a', value: '1' }])
  expect(database.get('SELECT * FROM parameters WHERE name = ?', 'b')).toBeUndefined()
})

test('only the owner can read the files, and writes are synced to disk', () => {
  const path = join(folder(), 'deep', 'state.db')
  const database = open(path)
  put(database, 'a', '1')
  for (const file of [path, `${path}-wal`]) expect(statSync(file).mode & 0o077, file).toBe(0)
  expect(database.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' })
  expect(database.get('PRAGMA synchronous')).toEqual({ synchronous: 2 })
})

test('a transaction is all or nothing, nested ones too', () => {
  const database = open(join(folder(), 'state.db'))
  put(database, 'a', '1')
  expect(() =>
    database.tx(() => {
      put(database, 'a', '2')
      database.tx(() => put(database, 'b', '2'))
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(database.all('SELECT * FROM parameters')).toEqual([{ name: 'a', value: '1' }])
  expect(database.tx(() => 7)).toBe(7)
})

test('each migration runs once; older software leaves newer state alone', () => {
  const path = join(folder(), 'state.db')
  const one = openDatabase(path, { migrations: STEPS })
  put(one, 'a', '1')
  one.close()
  const more = [...STEPS, "ALTER TABLE parameters ADD COLUMN note TEXT NOT NULL DEFAULT 'new'"]
  const two = openDatabase(path, { migrations: more })
  expect(two.all('SELECT * FROM parameters')).toEqual([{ name: 'a', value: '1', note: 'new' }])
  two.close()
  expect(() => openDatabase(path, { migrations: STEPS })).toThrow('newer software')
  open(path, { migrations: more })
})

test('a failed migration leaves the state unchanged', () => {
  const path = join(folder(), 'state.db')
  const one = openDatabase(path, { migrations: STEPS })
  put(one, 'a', '1')
  one.close()
  const broken = [...STEPS, 'CREATE TABLE more (x); INSERT INTO nowhere VALUES (1)']
  expect(() => openDatabase(path, { migrations: broken })).toThrow('nowhere')
  const database = open(path)
  expect(valueOf(database, 'a')).toBe('1')
  expect(database.get("SELECT * FROM sqlite_master WHERE name = 'more'")).toBeUndefined()
})

test('a snapshot restores everything in place, quickly, except for sessions', () => {
  const at = folder()
  const database = open(join(at, 'state.db'))
  let reread = 0
  database.onRestored(() => {
    reread += 1
  })
  database.tx(() => {
    for (let number = 0; number < 500; number += 1) put(database, `p${number}`, 'before')
  })
  database.run("INSERT INTO sessions VALUES ('x')")
  const file = join(at, 'snapshot.db')
  database.save(file)
  database.save(file)
  expect(statSync(file).mode & 0o077).toBe(0)
  put(database, 'p1', 'after')
  put(database, 'new', 'after')
  const start = performance.now()
  database.restore(file)
  expect(performance.now() - start).toBeLessThan(500)
  expect(valueOf(database, 'p1')).toBe('before')
  expect(valueOf(database, 'new')).toBeUndefined()
  expect(database.all('SELECT * FROM sessions')).toEqual([])
  expect(reread).toBe(1)
  // A second time, to show that nothing of the snapshot stays attached.
  database.restore(file)
  put(database, 'p2', 'later')
  expect(valueOf(database, 'p2')).toBe('later')
})

test('sessions can be kept while a snapshot is restored, but not those of the snapshot', () => {
  const at = folder()
  const database = open(join(at, 'state.db'))
  put(database, 'a', 'before')
  database.run("INSERT INTO sessions VALUES ('old')")
  database.save(join(at, 'snapshot.db'))
  put(database, 'a', 'after')
  database.run('DELETE FROM sessions')
  database.run("INSERT INTO sessions VALUES ('current')")
  database.restore(join(at, 'snapshot.db'), true)
  expect(valueOf(database, 'a')).toBe('before')
  expect(database.all('SELECT * FROM sessions')).toMatchObject([{ hash: 'current' }])
})

test('a snapshot of older software is migrated, one of newer software is refused', () => {
  const at = folder()
  const old = openDatabase(join(at, 'old.db'), { migrations: STEPS })
  put(old, 'a', 'old')
  old.save(join(at, 'old-snapshot.db'))
  old.close()
  const more = [...STEPS, "ALTER TABLE parameters ADD COLUMN note TEXT NOT NULL DEFAULT 'new'"]
  const database = open(join(at, 'state.db'), { migrations: more })
  put(database, 'a', 'mine')
  database.restore(join(at, 'old-snapshot.db'))
  expect(database.all('SELECT * FROM parameters')).toEqual([
    { name: 'a', value: 'old', note: 'new' },
  ])
  database.save(join(at, 'new-snapshot.db'))
  const older = open(join(at, 'older.db'))
  put(older, 'a', 'kept')
  expect(() => older.restore(join(at, 'new-snapshot.db'))).toThrow(Refusal)
  expect(() => older.restore(join(at, 'missing.db'))).toThrow(Error)
  expect(valueOf(older, 'a')).toBe('kept')
})

test('a snapshot of older software brings its indexes along', () => {
  const at = folder()
  const indexed = [...STEPS, 'CREATE INDEX parameters_by_value ON parameters (value)']
  const old = openDatabase(join(at, 'old.db'), { migrations: indexed })
  old.save(join(at, 'snapshot.db'))
  old.close()
  const database = open(join(at, 'state.db'), {
    migrations: [...indexed, 'CREATE TABLE more (x)'],
  })
  database.restore(join(at, 'snapshot.db'))
  const plan = database.get("EXPLAIN QUERY PLAN SELECT * FROM parameters WHERE value = 'x'")
  expect(plan?.['detail']).toContain('parameters_by_value')
})

test('work that waits together is committed together', async () => {
  const path = join(folder(), 'state.db')
  const database = open(path)
  const logged = () => statSync(`${path}-wal`).size
  put(database, 'n', '1')
  const first = logged()
  put(database, 'n', '0')
  const second = logged()
  const works = Array.from({ length: 10 }, (_, at) =>
    database.share(() => {
      const next = Number(valueOf(database, 'n')) + at
      put(database, 'n', String(next))
      return next
    }),
  )
  expect(valueOf(database, 'n')).toBe('0')
  expect(await Promise.all(works)).toEqual([0, 1, 3, 6, 10, 15, 21, 28, 36, 45])
  // As much as one write alone.
  expect(logged() - second).toBe(second - first)
  expect(valueOf(open(path), 'n')).toBe('45')
})

test('work that throws is rejected alone', async () => {
  const database = open(join(folder(), 'state.db'))
  const works = [
    database.share(() => put(database, 'a', '1')),
    database.share(() => {
      throw new Refusal('conflict', 'Too late.')
    }),
    database.share(() => put(database, 'b', '2')),
  ]
  const outcomes = await Promise.allSettled(works)
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  await expect(works[1]).rejects.toThrow('Too late.')
  expect([valueOf(database, 'a'), valueOf(database, 'b')]).toEqual(['1', '2'])
})

test('what follows a commit happens after it, and fails alone', async () => {
  const path = join(folder(), 'state.db')
  const database = open(path)
  const reader = open(path)
  const seen: unknown[] = []
  const look = () => seen.push(valueOf(reader, 'a'))
  database.afterCommit(look)
  expect(seen.splice(0)).toEqual([undefined])
  database.tx(() => {
    put(database, 'a', '1')
    database.afterCommit(look)
    expect(seen).toEqual([])
  })
  expect(seen.splice(0)).toEqual(['1'])
  expect(() =>
    database.tx(() => {
      database.afterCommit(look)
      throw new Error('no')
    }),
  ).toThrow('no')
  const outcomes = await Promise.allSettled([
    database.share(() => {
      put(database, 'a', '2')
      database.afterCommit(() => {
        throw new Error('broken')
      })
    }),
    database.share(() => database.afterCommit(look)),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  expect(seen).toEqual(['2'])
})

test('on a full disk all work that waits together is refused, and caches are read again', async () => {
  let full = false
  const database = open(join(folder(), 'state.db'), { diskFull: () => full })
  put(database, 'a', '1')
  let reread = 0
  database.onRestored(() => (reread += 1))
  const refused = expect.objectContaining({ reason: 'storage' }) as Error
  full = true
  await expect(database.share(() => put(database, 'a', '2'))).rejects.toThrow(refused)
  // It was not begun.
  expect(reread).toBe(0)
  full = false
  const pages = Number(database.get('PRAGMA page_count')?.['page_count'])
  database.get(`PRAGMA max_page_count = ${pages}`)
  const small = database.share(() => put(database, 'a', '2'))
  const big = database.share(() => put(database, 'b', 'x'.repeat(100_000)))
  await expect(small).rejects.toThrow(refused)
  await expect(big).rejects.toThrow(refused)
  expect([valueOf(database, 'a'), reread]).toEqual(['1', 1])
  const half = database.share(() => {
    put(database, 'a', '2')
    put(database, 'b', 'x'.repeat(100_000))
  })
  await expect(half).rejects.toThrow(refused)
  expect([valueOf(database, 'a'), reread]).toEqual(['1', 2])
})

test('work that throws half-way through a transaction of its own leaves nothing of it', async () => {
  const database = open(join(folder(), 'state.db'))
  const followed: string[] = []
  const works = [
    database.share(() => put(database, 'a', '1')),
    database.share(() =>
      database.tx(() => {
        put(database, 'b', '2')
        database.afterCommit(() => followed.push('b'))
        throw new Refusal('conflict', 'Too late.')
      }),
    ),
    database.share(() => {
      database.tx(() => put(database, 'c', '3'))
      database.afterCommit(() => followed.push('c'))
    }),
  ]
  const outcomes = (await Promise.allSettled(works)).map(({ status }) => status)
  expect(outcomes).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(['a', 'b', 'c'].map((name) => valueOf(database, name))).toEqual(['1', undefined, '3'])
  expect(followed).toEqual(['c'])
})

test('work that writes nothing succeeds on a full disk', async () => {
  let full = false
  const database = open(join(folder(), 'state.db'), { diskFull: () => full })
  put(database, 'a', '1')
  full = true
  const write = database.share(() => put(database, 'a', '2'))
  const read = database.share(() => valueOf(database, 'a'))
  await expect(write).rejects.toMatchObject({ reason: 'storage' })
  expect(await read).toBe('1')
})

test('waiting work is committed when the database closes', async () => {
  const path = join(folder(), 'state.db')
  const database = openDatabase(path, { migrations: STEPS })
  const work = database.share(() => put(database, 'a', '1'))
  database.close()
  await work
  expect(valueOf(open(path), 'a')).toBe('1')
})

test('with the disk-full fault on, writes are refused and reads work', () => {
  let full = false
  const at = folder()
  const database = open(join(at, 'state.db'), { diskFull: () => full })
  put(database, 'a', '1')
  full = true
  for (const write of [
    () => put(database, 'a', '2'),
    () => database.tx(() => put(database, 'a', '2')),
    () => database.save(join(at, 'x.db')),
  ]) {
    expect(write).toThrow(expect.objectContaining({ name: 'Refusal', reason: 'storage' }))
  }
  expect(valueOf(database, 'a')).toBe('1')
})

test('a disk that is really full is refused with the same message, and recovers', () => {
  const database = open(join(folder(), 'state.db'))
  const pages = Number(database.get('PRAGMA page_count')?.['page_count'])
  database.get(`PRAGMA max_page_count = ${pages}`)
  const big = 'x'.repeat(100_000)
  expect(() => put(database, 'a', big)).toThrow(expect.objectContaining({ reason: 'storage' }))
  expect(() => database.tx(() => put(database, 'a', big))).toThrow(
    expect.objectContaining({ reason: 'storage' }),
  )
  database.get('PRAGMA max_page_count = 100000')
  put(database, 'a', big)
  expect(valueOf(database, 'a')).toBe(big)
})

test('committed writes survive a kill at any moment', () => {
  const path = join(folder(), 'state.db')
  open(path).close()
  cleanups.pop()
  const program = `
    const Libsql = require(${JSON.stringify(libsqlPath())})
    const db = new Libsql(${JSON.stringify(path)})
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    const write = db.prepare("REPLACE INTO parameters VALUES ('n', ?)")
    for (let n = 1; ; n += 1) {
      write.run(String(n))
      if (n % 10 === 0) require('fs').writeSync(1, n + '\\n')
      if (n === 200) process.kill(process.pid, 'SIGKILL')
    }`
  let output = ''
  try {
    execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' })
  } catch (cause) {
    output = (cause as { stdout: string }).stdout
  }
  const last = Number(output.trim().split('\n').at(-1))
  expect(last).toBe(200)
  expect(Number(valueOf(open(path), 'n'))).toBeGreaterThanOrEqual(last)
})

function libsqlPath(): string {
  return new URL(import.meta.resolve('libsql')).pathname
}
