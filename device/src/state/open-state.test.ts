import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openLog } from '../log.ts'
import { openAccounts } from './accounts.ts'
import type { Accounts } from './accounts.ts'
import { openDatabase } from './database.ts'
import { LostState } from './lost-state.ts'
import { openState } from './open-state.ts'
import { openSecretBox } from './secret-box.ts'
import { openSessions } from './sessions.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-state-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const at = (name: string): string => join(folder, name)

/** Starts with the state in the folder, and passes its accounts to `act`. */
function start(act: (accounts: Accounts) => void = () => {}): void {
  const { database, secrets } = openState(folder, {})
  try {
    const sessions = openSessions(database, { log: openLog('silent'), longestDays: () => 30 })
    act(openAccounts(database, sessions, 'AXIS_1', secrets))
  } finally {
    database.close()
  }
}

const root = { name: 'root', comment: '', groups: ['admin'] }
const setUp = () => start((accounts) => accounts.add(root, 'pass word 1'))

/** Checks that it does not start, and that the reason names the file. */
function expectLost(file: string): void {
  expect(() => start()).toThrow(LostState)
  expect(() => start()).toThrow(new RegExp(`${file}.*Restore a snapshot, or factory values`))
}

test('an empty folder is a first start, and the next one has the same state', () => {
  setUp()
  start((accounts) => expect(accounts.credentials('root')?.ha1.md5).toMatch(/^[0-9a-f]{32}$/))
})

describe('a first start that was cut short is repeated', () => {
  test.each<[string, () => void]>([
    ['before the database has content', () => writeFileSync(at('state.db'), '')],
    ['before its tables', () => openDatabase(at('state.db'), { migrations: [] }).close()],
    ['between database and key', () => openDatabase(at('state.db')).close()],
    [
      'while the key is written',
      () => {
        openDatabase(at('state.db')).close()
        writeFileSync(at('secrets.key.new'), 'half')
      },
    ],
  ])('%s', (_when, cut) => {
    cut()
    setUp()
    start((accounts) => expect(accounts.rootPasswordSet()).toBe(true))
  })

  test('the key is made only once the database is on disk', () => {
    const { database, secrets } = openState(folder, {})
    expect(existsSync(at('secrets.key'))).toBe(false)
    const copy = readFileSync(at('state.db')).length + statSync(at('state.db')).size
    expect(copy).toBeGreaterThan(0)
    expect(secrets.open('AAAA', 'nobody')).toBeUndefined()
    expect(existsSync(at('secrets.key'))).toBe(false)
    database.close()
  })
})

describe('a lost database is not taken for a first start', () => {
  test.each<[string, () => void]>([
    ['deleted', () => rmSync(at('state.db'))],
    ['emptied', () => truncateSync(at('state.db'), 0)],
    [
      'without tables',
      () => {
        rmSync(at('state.db'))
        openDatabase(at('state.db'), { migrations: [] }).close()
      },
    ],
    ['overwritten', () => writeFileSync(at('state.db'), 'no database at all, '.repeat(400))],
  ])('%s', (_how, lose) => {
    setUp()
    lose()
    expectLost('state.db')
  })

  test('a write-ahead log that is left of it stays, for somebody who can recover it', () => {
    setUp()
    rmSync(at('state.db'))
    writeFileSync(at('state.db-wal'), 'what is left')
    expectLost('state.db')
    expect(readFileSync(at('state.db-wal'), 'utf8')).toBe('what is left')
    expect(existsSync(at('state.db'))).toBe(false)
  })
})

describe('without its key nobody could sign in', () => {
  test.each<[string, () => void]>([
    ['deleted', () => rmSync(at('secrets.key'))],
    ['cut short', () => truncateSync(at('secrets.key'), 5)],
    [
      'of another device',
      () => {
        rmSync(at('secrets.key'))
        openSecretBox(at('secrets.key')).seal('x', 'y')
      },
    ],
  ])('%s', (_how, lose) => {
    setUp()
    lose()
    expectLost('secrets.key')
  })

  test('before the set-up there is nothing to lose', () => {
    start()
    openSecretBox(at('secrets.key')).seal('x', 'y')
    rmSync(at('secrets.key'))
    setUp()
  })
})
