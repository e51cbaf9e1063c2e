import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { productCalled } from '@lintel/contract/products/products'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLog } from '../log.ts'
import { definitionsOf } from '../products/definitions.ts'
import { openAccounts } from './accounts.ts'
import { openCertificateStore } from './certificate-store.ts'
import { openDatabase } from './database.ts'
import type { Database } from './database.ts'
import { MIGRATIONS } from './migrations.ts'
import { openOnvifAccounts } from './onvif-accounts.ts'
import { openState } from './open-state.ts'
import { openParameters } from './parameters.ts'
import { openSessions } from './sessions.ts'

const REALM = 'AXIS_AECC8E012345'
/** The number of migrations before the digests were sealed. */
const UNSEALED = 6
const COMMUNITY = 'root.SNMP.V1ReadCommunity'

let folder: string
let database: Database | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-rest-'))
})
afterEach(() => {
  database?.close()
  database = undefined
  rmSync(folder, { recursive: true })
})

/** Opens all that stores secrets. */
function open() {
  const opened = openState(folder, {})
  database = opened.database
  const { secrets } = opened
  const nothing = () => undefined
  return {
    database,
    accounts: openAccounts(
      database,
      openSessions(database, { log: openLog('silent'), longestDays: () => 30 }),
      REALM,
      secrets,
    ),
    onvif: openOnvifAccounts(database, secrets),
    certificates: openCertificateStore(database, secrets),
    parameters: openParameters(
      database,
      definitionsOf(productCalled('A8307-E')),
      {
        serial: 'AECC8E012345',
        lease: nothing,
        place: () => ({ address: '127.0.0.1', subnetMask: '', router: '', onHost: true }) as never,
        ipv6: () => [],
        rootPasswordSet: () => true,
        now: () => 0,
      },
      [],
      secrets,
    ),
  }
}

const digest = (algorithm: string, name: string, password: string) =>
  createHash(algorithm).update(`${name}:${REALM}:${password}`).digest('hex')

/** The files of the folder that contain one of these texts. */
function filesWith(texts: readonly string[]): string[] {
  return readdirSync(folder).flatMap((name) => {
    const bytes = readFileSync(join(folder, name))
    return texts.filter((text) => bytes.includes(text)).map((text) => `${name}: ${text}`)
  })
}

/** What is stored of all secrets, sealed. */
const sealedIn = (from: Database): string[] =>
  [
    'SELECT digests AS sealed FROM accounts',
    'SELECT password AS sealed FROM onvif_accounts',
    'SELECT private_key AS sealed FROM certificates',
    `SELECT value AS sealed FROM parameters WHERE name = '${COMMUNITY}'`,
  ].flatMap((sql) => from.all(sql).map(({ sealed }) => String(sealed)))

const PLANTED = ['planted-password', 'planted-onvif', 'planted-key', 'planted-community']
const CLEAR = [
  ...PLANTED,
  digest('md5', 'anna', 'planted-password'),
  digest('sha256', 'anna', 'planted-password'),
]

function plant({ accounts, onvif, certificates, parameters }: ReturnType<typeof open>): void {
  accounts.add({ name: 'anna', comment: '', groups: ['viewer'] }, 'planted-password')
  onvif.add([{ name: 'nvr', level: 'User', password: 'planted-onvif' }])
  certificates.put([{ id: 'a', kind: 'own', cert: 'x', key: 'planted-key', factory: false }])
  parameters.update({ [COMMUNITY]: 'planted-community' }, ['admin'])
}

test('no secret stands in the clear in any file, nor in a snapshot', () => {
  const state = open()
  plant(state)
  state.database.save(join(folder, 'snapshot.db'))
  expect(filesWith(CLEAR)).toEqual([])
  expect(sealedIn(state.database)).toHaveLength(4)
  expect(state.accounts.credentials('anna')?.ha1).toEqual({ md5: CLEAR[4], sha256: CLEAR[5] })
  expect(state.parameters.text(COMMUNITY)).toBe('planted-community')
})

/** Changes of one secret each, by its place in `sealedIn`. */
const CHANGES: [string, number, (state: ReturnType<typeof open>) => void][] = [
  ['a replaced password', 0, ({ accounts }) => accounts.update('anna', { password: 'another' })],
  ['a deleted password', 0, ({ accounts }) => accounts.remove('anna')],
  [
    'a replaced ONVIF password',
    1,
    ({ onvif }) => onvif.update([{ name: 'nvr', level: 'User', password: 'another' }]),
  ],
  ['a deleted ONVIF password', 1, ({ onvif }) => onvif.remove(['nvr'])],
  [
    'a replaced key',
    2,
    ({ certificates }) =>
      certificates.put([{ id: 'a', kind: 'own', cert: 'x', key: 'another', factory: false }]),
  ],
  ['a deleted key', 2, ({ certificates }) => certificates.remove(['a'])],
  [
    'a replaced community',
    3,
    ({ parameters }) => parameters.update({ [COMMUNITY]: 'another' }, ['admin']),
  ],
  ['a deleted community', 3, ({ parameters }) => parameters.update({ [COMMUNITY]: '' }, ['admin'])],
]

// One at a time, because each scrub also removes what an earlier change has left.
test.each(CHANGES)('of %s, not even the sealed form is left in any file', (_what, at, change) => {
  const state = open()
  plant(state)
  // The device runs on, so SQLite does not yet remove the log by itself.
  const before = sealedIn(state.database).slice(at, at + 1)
  expect(filesWith(before)).not.toEqual([])
  change(state)
  expect(filesWith(before)).toEqual([])
})

test('a shared transaction is followed by one scrub', async () => {
  const state = open()
  plant(state)
  const before = sealedIn(state.database)
  await Promise.all([
    state.database.share(() => state.accounts.update('anna', { password: 'another' })),
    state.database.share(() => state.onvif.remove(['nvr'])),
    state.database.share(() => state.certificates.remove(['a'])),
    state.database.share(() => state.parameters.update({ [COMMUNITY]: '' }, ['admin'])),
  ])
  expect(filesWith(before)).toEqual([])
})

/** A copy of a database of software that did not seal digests and communities. */
function writeOld(file: string): void {
  const original = join(folder, 'old.db')
  const old = openDatabase(original, { migrations: MIGRATIONS.slice(0, UNSEALED) })
  old.run(
    'INSERT INTO accounts (name, comment, groups, ha1_md5, ha1_sha256) VALUES (?, ?, ?, ?, ?)',
    'anna',
    'Front desk',
    'viewer',
    digest('md5', 'anna', 'planted-password'),
    digest('sha256', 'anna', 'planted-password'),
  )
  old.run('INSERT INTO parameters (name, value) VALUES (?, ?)', COMMUNITY, 'planted-community')
  old.save(file)
  old.close()
  for (const suffix of ['', '-wal', '-shm']) rmSync(original + suffix, { force: true })
}

function expectTakenOver({ accounts, parameters }: ReturnType<typeof open>): void {
  expect(accounts.all()).toEqual([{ name: 'anna', comment: 'Front desk', groups: ['viewer'] }])
  expect(accounts.credentials('anna')?.ha1).toEqual({ md5: CLEAR[4], sha256: CLEAR[5] })
  expect(parameters.text(COMMUNITY)).toBe('planted-community')
}

test('the secrets of an older database are sealed at the first start', () => {
  writeOld(join(folder, 'state.db'))
  expect(filesWith(CLEAR)).not.toEqual([])
  const state = open()
  expectTakenOver(state)
  expect(filesWith(CLEAR)).toEqual([])
})

test('the secrets of an older snapshot are sealed when it is restored', () => {
  writeOld(join(folder, 'snapshot.db'))
  const state = open()
  plant(state)
  state.database.restore(join(folder, 'snapshot.db'))
  rmSync(join(folder, 'snapshot.db'))
  expectTakenOver(state)
  expect(filesWith(CLEAR)).toEqual([])
})

test('a snapshot that was sealed with a lost key is refused, and changes nothing', () => {
  const state = open()
  plant(state)
  state.database.save(join(folder, 'snapshot.db'))
  state.database.close()
  rmSync(join(folder, 'state.db'))
  rmSync(join(folder, 'secrets.key'))
  const fresh = open()
  fresh.accounts.add({ name: 'root', comment: '', groups: ['admin'] }, 'mine')
  expect(() => fresh.database.restore(join(folder, 'snapshot.db'))).toThrow('key of the snapshot')
  expect(fresh.accounts.all().map(({ name }) => name)).toEqual(['root'])
  expect(fresh.accounts.credentials('root')).toBeDefined()
})
