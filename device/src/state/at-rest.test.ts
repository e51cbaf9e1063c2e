import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { productCalled } from '@lintel/contract/products/products'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLog } from '../log.ts'
import { definitionsOf } from '../products/definitions.ts'
import { openAccounts } from './accounts.ts'
import { openCardReaderSettings } from './card-reader-settings.ts'
import type { CardReaderSettings } from './card-reader-settings.ts'
import { openCertificateStore } from './certificate-store.ts'
import { openDatabase } from './database.ts'
import type { Database } from './database.ts'
import { MIGRATIONS } from './migrations.ts'
import { openOnvifAccounts } from './onvif-accounts.ts'
import { openState } from './open-state.ts'
import { openDtmfConfigurations } from './dtmf-configurations.ts'
import { openParameters } from './parameters.ts'
import { openSessions } from './sessions.ts'
import { openSipAccounts } from './sip-accounts.ts'
import { openSipSettings } from './sip-settings.ts'

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
    sipAccounts: openSipAccounts(database, secrets, openDtmfConfigurations(database)),
    sipSettings: openSipSettings(database, secrets),
    cardReader: openCardReaderSettings(database, secrets, productCalled('A8307-E').capabilities),
    certificates: openCertificateStore(database, secrets),
    parameters: openParameters(
      database,
      definitionsOf(productCalled('A8307-E')),
      {
        serial: 'AECC8E012345',
        lease: nothing,
        place: () => ({ address: '127.0.0.1', subnetMask: '', router: '', onHost: true }) as never,
        ipv6: () => [],
        rtspPort: () => 554,
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
    'SELECT secrets AS sealed FROM sip_accounts WHERE secrets IS NOT NULL',
    ...['turn', 'proxies', 'users'].map(
      (name) =>
        `SELECT value ->> '${name}' AS sealed FROM records WHERE name = 'sip' AND sealed IS NOT NULL`,
    ),
    ...['IPAccessConfiguration.Password', 'CardDataConfigs[0].DESFireEncryption.key'].map(
      (path) =>
        `SELECT value ->> '$.${path}' AS sealed FROM records WHERE name = 'cardReader' AND sealed IS NOT NULL`,
    ),
  ].flatMap((sql) => from.all(sql).map(({ sealed }) => String(sealed)))

const PLANTED = [
  'planted-password',
  'planted-onvif',
  'planted-key',
  'planted-community',
  'planted-sip',
  'planted-proxy',
  'planted-turn',
  'planted-route',
  'planted-caller',
  'planted-server',
  'planted-card',
]
const CLEAR = [
  ...PLANTED,
  digest('md5', 'anna', 'planted-password'),
  digest('sha256', 'anna', 'planted-password'),
]

type State = ReturnType<typeof open>

/** Passwords of the SIP account and of its proxy. */
function setPasswords(accounts: State['sipAccounts'], [own, proxy]: readonly [string, string]) {
  const [account] = accounts.all()
  if (!account) throw new Error('no account')
  const SIPProxies = [{ Server: 'proxy.example', Username: 'gate', Password: proxy }]
  accounts.put({ ...account, Password: own, SIPProxies })
}

const setTurn = (settings: State['sipSettings'], Password: string) =>
  settings.setConfiguration({
    TURNServers: [{ Server: 'turn.example', Username: 'gate', Password }],
    SIPProxies: [{ Server: 'proxy.example', Username: 'gate', Password: 'planted-route' }],
    AllowedUsers: ['ann', { Username: 'guard', Password: 'planted-caller' }],
  })

const setReader = (cardReader: CardReaderSettings, Password: string, key: string) =>
  cardReader.set({
    IPAccessConfiguration: {
      ...cardReader.get().IPAccessConfiguration,
      Address: 'doors.example',
      Username: 'gate',
      Password,
    },
    CardDataConfigs: [
      {
        name: 'Badge',
        cardType: 'MIFARE_DESFire',
        dataSource: 'Data',
        enabled: true,
        required: false,
        useAsUid: false,
        DESFireEncryption: {
          AID: 'F48120',
          fileNbr: 0,
          commMode: 'Auto',
          keyType: 'EV1_AES',
          keyNbr: 0,
          key,
        },
      },
    ],
  })

function plant(state: State): void {
  const { accounts, onvif, certificates, parameters } = state
  accounts.add({ name: 'anna', comment: '', groups: ['viewer'] }, 'planted-password')
  onvif.add([{ name: 'nvr', level: 'User', password: 'planted-onvif' }])
  certificates.put([{ id: 'a', kind: 'own', cert: 'x', key: 'planted-key', factory: false }])
  parameters.update({ [COMMUNITY]: 'planted-community' }, ['admin'])
  setPasswords(state.sipAccounts, ['planted-sip', 'planted-proxy'])
  setTurn(state.sipSettings, 'planted-turn')
  setReader(state.cardReader, 'planted-server', 'planted-card')
}

test('no secret stands in the clear in any file, nor in a snapshot', () => {
  const state = open()
  plant(state)
  state.database.save(join(folder, 'snapshot.db'))
  expect(filesWith(CLEAR)).toEqual([])
  expect(sealedIn(state.database)).toHaveLength(10)
  expect(state.accounts.credentials('anna')?.ha1).toEqual({
    md5: CLEAR.at(-2),
    sha256: CLEAR.at(-1),
  })
  expect(state.parameters.text(COMMUNITY)).toBe('planted-community')
  expect(state.sipAccounts.secrets('sip_account_0')).toEqual({
    password: 'planted-sip',
    proxies: ['planted-proxy'],
  })
  expect(state.sipSettings.turnPasswords()).toEqual(['planted-turn'])
  const { IPAccessConfiguration: server, CardDataConfigs: cards } = state.cardReader.get()
  expect(server.Password).toBe('planted-server')
  expect(cards[0]?.DESFireEncryption?.key).toBe('planted-card')
})

/** Changes of one secret each, by its place in `sealedIn`. */
const CHANGES: [string, number, (state: State) => void][] = [
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
  [
    'replaced SIP passwords',
    4,
    ({ sipAccounts }) => setPasswords(sipAccounts, ['another', 'another']),
  ],
  ['deleted SIP passwords', 4, ({ sipAccounts }) => sipAccounts.remove(['sip_account_0'])],
  ['a replaced TURN password', 5, ({ sipSettings }) => setTurn(sipSettings, 'another')],
  ['a deleted TURN password', 5, ({ sipSettings }) => sipSettings.setConfiguration({})],
  [
    'a replaced password of the remote access server',
    8,
    ({ cardReader }) => setReader(cardReader, 'another', 'planted-card'),
  ],
  [
    'a replaced key of a card',
    9,
    ({ cardReader }) => setReader(cardReader, 'planted-server', 'another'),
  ],
  ['a deleted key of a card', 9, ({ cardReader }) => cardReader.update({ CardDataConfigs: [] })],
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
    state.database.share(() => state.sipAccounts.remove(['sip_account_0'])),
    state.database.share(() => state.sipSettings.setConfiguration({})),
    state.database.share(() => state.cardReader.set({})),
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

function expectTakenOver({ accounts, parameters }: State): void {
  expect(accounts.all()).toEqual([{ name: 'anna', comment: 'Front desk', groups: ['viewer'] }])
  expect(accounts.credentials('anna')?.ha1).toEqual({ md5: CLEAR.at(-2), sha256: CLEAR.at(-1) })
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
