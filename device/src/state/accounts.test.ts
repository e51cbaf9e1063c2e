import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '@lintel/contract/fault'
import { SESSION_IDLE_MS } from '@lintel/front-door/device-context'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAccounts } from './accounts.ts'
import type { Accounts } from './accounts.ts'
import { openDatabase } from './database.ts'
import type { Database } from './database.ts'
import { openSecretBox } from './secret-box.ts'
import { openSessions, SESSIONS_PER_ACCOUNT } from './sessions.ts'

const REALM = 'AXIS_AECC8E012345'
const ROOT = ['admin', 'operator', 'viewer', 'ptz']
const HOUR = 3_600_000

let folder: string
let database: Database
let full = false
let logged: string[]
let sessions: ReturnType<typeof openSessions>
let accounts: Accounts

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-accounts-'))
  full = false
  database = openDatabase(join(folder, 'state.db'), { diskFull: () => full })
  start()
})

afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

function start(): void {
  logged = []
  const note = (_values: object, message: string) => void logged.push(message)
  sessions = openSessions(database, { log: { info: note, warn: note }, longestDays: () => 30 })
  accounts = openAccounts(database, sessions, REALM, openSecretBox(join(folder, 'secrets.key')))
}

const digest = (algorithm: string, name: string, password: string) =>
  createHash(algorithm).update(`${name}:${REALM}:${password}`).digest('hex')

test('the first account makes the root password set (DEVICE-03)', () => {
  expect(accounts.rootPasswordSet()).toBe(false)
  accounts.add({ name: 'root', comment: '', groups: ROOT }, 'pass')
  expect(accounts.rootPasswordSet()).toBe(true)
  start()
  expect(accounts.rootPasswordSet()).toBe(true)
  expect(accounts.all()).toEqual([{ name: 'root', comment: '', groups: ROOT }])
})

test('groups are stored without duplicates or unknown names, in the device’s order', () => {
  accounts.add(
    { name: 'anna', comment: 'Front desk', groups: ['viewer', 'ptz', 'viewer', 'wheel', 'admin'] },
    'a b~',
  )
  expect(accounts.find('anna')).toEqual({
    name: 'anna',
    comment: 'Front desk',
    groups: ['admin', 'viewer', 'ptz'],
  })
})

test('only the two digests of a password are stored (RFC 7616)', () => {
  accounts.add({ name: 'anna', comment: '', groups: ['viewer'] }, 'pass')
  expect(accounts.credentials('anna')).toEqual({
    ha1: { md5: digest('md5', 'anna', 'pass'), sha256: digest('sha256', 'anna', 'pass') },
    groups: ['viewer'],
  })
  expect(JSON.stringify(database.all('SELECT * FROM accounts'))).not.toContain('pass"')
  expect(accounts.credentials('nobody')).toBeUndefined()
})

test.each([
  ['', 'pass', ''],
  ['a'.repeat(15), 'pass', ''],
  ['an na', 'pass', ''],
  ['änna', 'pass', ''],
  ['anna', '', ''],
  ['anna', 'p'.repeat(65), ''],
  ['anna', 'p\n', ''],
  ['anna', 'pass', 'a\nb'],
  ['anna', 'pass', 'c'.repeat(101)],
  ['taken', 'pass', ''],
])(
  'the account %j with password %j and comment %j is refused (USERS-23)',
  (name, password, comment) => {
    accounts.add({ name: 'taken', comment: '', groups: ['viewer'] }, 'pass')
    const revision = accounts.revision()
    expect(() => accounts.add({ name, comment, groups: ['viewer'] }, password)).toThrow(Refusal)
    expect(accounts.all().length).toBe(1)
    expect(accounts.revision()).toBe(revision)
  },
)

test('an update leaves other members as they are, and every change has its own revision', () => {
  accounts.add({ name: 'anna', comment: 'one', groups: ['viewer'] }, 'pass')
  const revisions = [accounts.revision()]
  const before = accounts.credentials('anna')?.ha1
  accounts.update('anna', { groups: ['operator', 'viewer'] })
  revisions.push(accounts.revision())
  expect(accounts.find('anna')).toEqual({
    name: 'anna',
    comment: 'one',
    groups: ['operator', 'viewer'],
  })
  expect(accounts.credentials('anna')?.ha1).toEqual(before)
  accounts.update('anna', { password: 'next', comment: '' })
  revisions.push(accounts.revision())
  expect(accounts.credentials('anna')?.ha1.md5).toBe(digest('md5', 'anna', 'next'))
  expect(new Set(revisions).size).toBe(3)
  start()
  expect(accounts.revision()).toBe(revisions[2])
  expect(() => accounts.update('nobody', {})).toThrow(Refusal)
})

test("root can't be removed or lose a group", () => {
  accounts.add({ name: 'root', comment: '', groups: ROOT }, 'pass')
  expect(() => accounts.remove('root')).toThrow(Refusal)
  expect(() => accounts.update('root', { groups: ['viewer'] })).toThrow(Refusal)
  accounts.update('root', { password: 'next' })
  expect(accounts.find('root')?.groups).toEqual(ROOT)
})

test('subscribers are notified once per change, until they unsubscribe', () => {
  let notifications = 0
  const end = accounts.subscribe(() => {
    notifications += 1
  })
  accounts.add({ name: 'anna', comment: '', groups: ['viewer'] }, 'pass')
  accounts.remove('anna')
  expect(notifications).toBe(2)
  end()
  accounts.add({ name: 'anna', comment: '', groups: ['viewer'] }, 'pass')
  expect(notifications).toBe(2)
})

test('with a full disk nothing changes', () => {
  accounts.add({ name: 'anna', comment: '', groups: ['viewer'] }, 'pass')
  const token = sessions.create('anna', 0)
  full = true
  for (const change of [
    () => accounts.add({ name: 'otto', comment: '', groups: [] }, 'pass'),
    () => accounts.update('anna', { password: 'next' }),
    () => accounts.remove('anna'),
  ]) {
    expect(change).toThrow(expect.objectContaining({ reason: 'storage' }))
  }
  expect(accounts.all().length).toBe(1)
  expect(accounts.credentials('anna')?.ha1.md5).toBe(digest('md5', 'anna', 'pass'))
  expect(sessions.find(token, 0)).toEqual({ user: 'anna' })
})

test('a session survives a restart, and its token is not stored', () => {
  const token = sessions.create('anna', 1000)
  expect(token).toMatch(/^[\w-]{43}$/)
  start()
  expect(sessions.find(token, 2000)).toEqual({ user: 'anna' })
  expect(sessions.find(`${token.slice(0, -1)}_`, 2000)).toBeUndefined()
  expect(JSON.stringify(database.all('SELECT * FROM sessions'))).not.toContain(token)
  sessions.end(token, 2000)
  start()
  expect(sessions.find(token, 2000)).toBeUndefined()
})

test('a session expires unless it is used', () => {
  const used = sessions.create('anna', 0)
  const idle = sessions.create('otto', 0)
  for (let now = 0; now <= SESSION_IDLE_MS * 2; now += HOUR) {
    expect(sessions.find(used, now)).toEqual({ user: 'anna' })
  }
  expect(sessions.find(idle, SESSION_IDLE_MS + 1)).toBeUndefined()
  start()
  expect(sessions.find(used, SESSION_IDLE_MS * 2 + HOUR)).toEqual({ user: 'anna' })
})

test('a session ends after 30 days, however much it is used, also after a restart', () => {
  const token = sessions.create('anna', 0)
  for (let now = 0; now <= 720 * HOUR; now += HOUR) {
    if (now === 300 * HOUR) start()
    expect(sessions.find(token, now)).toEqual({ user: 'anna' })
  }
  expect(sessions.find(token, 720 * HOUR + 1)).toBeUndefined()
})

test('with a full disk people can sign in and out, and that is stored once there is room', () => {
  const before = sessions.create('anna', 0)
  full = true
  const token = sessions.create('anna', 0)
  expect(sessions.find(token, 0)).toEqual({ user: 'anna' })
  sessions.end(before, 0)
  expect(sessions.find(before, 0)).toBeUndefined()
  expect(logged).toEqual(['sessions are only in memory, as they could not be stored'])
  sessions.clockMoved(HOUR)
  full = false
  sessions.find(token, 2 * HOUR)
  expect(logged.slice(1)).toEqual(['sessions are stored again'])
  start()
  expect(sessions.find(token, 2 * HOUR)).toEqual({ user: 'anna' })
  expect(sessions.find(before, 2 * HOUR)).toBeUndefined()
})

test('whoever follows learns that sessions ended, after that was stored', () => {
  accounts.add({ name: 'anna', comment: '', groups: ['viewer'] }, 'pass')
  const [one, other] = [sessions.create('anna', 0), sessions.create('anna', 0)]
  const left: number[] = []
  sessions.subscribe(() => left.push(database.all('SELECT * FROM sessions').length))
  sessions.end(one, 0)
  accounts.update('anna', { password: 'next' })
  expect(left).toEqual([1, 0])
  expect(sessions.find(other, 0)).toBeUndefined()
})

test('setting the clock back neither ends a session nor makes it immortal', () => {
  const now = 1_000 * HOUR
  const token = sessions.create('anna', now)
  expect(sessions.find(token, now - 500 * HOUR)).toEqual({ user: 'anna' })
  expect(sessions.find(token, now - 500 * HOUR + SESSION_IDLE_MS + 1)).toBeUndefined()
})

test('setting the clock years ahead ends no session, also after a restart', () => {
  const token = sessions.create('anna', 0)
  sessions.clockMoved(10_000 * HOUR)
  expect(sessions.find(token, 10_001 * HOUR)).toEqual({ user: 'anna' })
  start()
  expect(sessions.find(token, 10_001 * HOUR)).toEqual({ user: 'anna' })
  expect(sessions.find(token, 10_002 * HOUR + SESSION_IDLE_MS)).toBeUndefined()
})

test('a new password or a removal ends the account’s sessions and no others', () => {
  for (const name of ['anna', 'otto'])
    accounts.add({ name, comment: '', groups: ['viewer'] }, 'pass')
  const [anna, otto] = [sessions.create('anna', 0), sessions.create('otto', 0)]
  accounts.update('anna', { comment: 'same password' })
  expect(sessions.find(anna, 0)).toBeDefined()
  accounts.update('anna', { password: 'next' })
  expect(sessions.find(anna, 0)).toBeUndefined()
  expect(sessions.find(otto, 0)).toBeDefined()
  accounts.remove('otto')
  expect(sessions.find(otto, 0)).toBeUndefined()
  start()
  expect(sessions.find(otto, 0)).toBeUndefined()
})

test('an account has a limited number of sessions; the least recently used one makes room', () => {
  const tokens = Array.from({ length: SESSIONS_PER_ACCOUNT + 1 }, (_, at) =>
    sessions.create('anna', at),
  )
  expect(sessions.find(tokens[0] ?? '', 100)).toBeUndefined()
  for (const token of tokens.slice(1)) expect(sessions.find(token, 100)).toBeDefined()
})

test('restoring a snapshot restores its accounts and ends all sessions', () => {
  accounts.add({ name: 'anna', comment: '', groups: ['viewer'] }, 'pass')
  const token = sessions.create('anna', 0)
  const revision = accounts.revision()
  const file = join(folder, 'snapshot.db')
  database.save(file)
  accounts.remove('anna')
  let notifications = 0
  accounts.subscribe(() => {
    notifications += 1
  })
  database.restore(file)
  expect(accounts.find('anna')?.groups).toEqual(['viewer'])
  expect(accounts.revision()).toBe(revision)
  expect(sessions.find(token, 0)).toBeUndefined()
  expect(notifications).toBe(1)
})
