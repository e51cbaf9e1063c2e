import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SECRET_SET } from '@lintel/contract/card-reader'
import type { CardDataConfig } from '@lintel/contract/card-reader'
import { productCalled } from '@lintel/contract/products/products'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openCardReaderSettings } from './card-reader-settings.ts'
import { openDatabase } from './database.ts'
import { MIGRATIONS } from './migrations.ts'
import { openSecretBox } from './secret-box.ts'

/** The number of migrations before the card reader had a record of its own. */
const BEFORE_READER = 12

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-reader-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

/** The settings of a product, A8207-VE by default, in the test's folder. */
function open(number = 'A8207-VE') {
  const database = openDatabase(join(folder, 'state.db'))
  onTestFinished(() => database.close())
  const box = openSecretBox(join(folder, 'secrets.key'))
  const settings = openCardReaderSettings(database, box, productCalled(number).capabilities)
  return Object.assign(settings, { database })
}

const common = { enabled: true, required: false, useAsUid: false } as const

const badge = (name: string, key: string): CardDataConfig => ({
  ...common,
  name,
  cardType: 'MIFARE_DESFire',
  dataSource: 'Data',
  DESFireEncryption: {
    AID: 'F48120',
    fileNbr: 0,
    commMode: 'Auto',
    keyType: 'EV1_AES',
    keyNbr: 0,
    key,
  },
})

const sectors = (name: string, keyA: string, keyB: string): CardDataConfig => ({
  ...common,
  name,
  cardType: 'MIFARE_Classic',
  dataSource: 'Data',
  MifareClassicEncryption: {
    keyA,
    keyB,
    startSector: 1,
    startBlock: 0,
    skipLastBlockInSector: true,
  },
})

const ticket = (name: string, key: string): CardDataConfig => ({
  ...common,
  name,
  cardType: 'MIFARE_Ultralight',
  dataSource: 'Data',
  MifareULEncryption: { key },
})

const server = (change: object = {}) => ({
  Scheme: 'https' as const,
  Address: 'doors.example',
  Username: 'gate',
  Password: 'open sesame',
  VerifyCertificate: true,
  IPProtocol: 'None' as const,
  RequestAccessConfiguration: [],
  ...change,
})

/** The keys of all entries, in their order. */
const keysIn = (entries: readonly CardDataConfig[]) =>
  entries.flatMap((entry) => [
    ...(entry.DESFireEncryption ? [entry.DESFireEncryption.key] : []),
    ...(entry.MifareClassicEncryption
      ? [entry.MifareClassicEncryption.keyA, entry.MifareClassicEncryption.keyB]
      : []),
    ...(entry.MifareULEncryption ? [entry.MifareULEncryption.key] : []),
  ])

test('members that were never set have factory values (READER-09, READER-10, DEVICE-61)', () => {
  expect(open().get()).toEqual({
    Protocol: 'None',
    CardTypes: ['MIFARE_DESFire', 'MIFARE_Plus', 'MIFARE_Classic', 'MIFARE_Ultralight', 'UID/CSN'],
    CompatibilityConfiguration: {
      CompatibilityConfigs: [{ Name: 'ByteReversal', Value: 'false' }],
    },
    WiegandConfiguration: expect.objectContaining({ nbrOfLEDPins: 0, keypressFormat: 'FourBit' }),
    OSDPConfiguration: { OSDPAddress: 0 },
    IPAccessConfiguration: {
      Scheme: 'https',
      Address: '',
      Username: '',
      Password: '',
      VerifyCertificate: true,
      IPProtocol: 'None',
      RequestAccessConfiguration: [],
    },
    PinConfiguration: { pinLength: 4, pinTimeout: 10 },
    OutputFormat: expect.objectContaining({ cardFormat: 'Raw' }),
    CardDataConfigs: [],
  })
  expect(open('A8105-E').get().CardTypes).toEqual([])
})

test('an update replaces the members that it has, setting also resets the others (DEVICE-58, DEVICE-59)', () => {
  const settings = open()
  let changes = 0
  settings.subscribe(() => {
    changes += 1
  })
  settings.update({ Protocol: 'OSDP', OSDPConfiguration: { OSDPAddress: 7 } })
  settings.update({ CardDataConfigs: [badge('Badge', 'ab')] })
  expect(settings.get()).toMatchObject({ Protocol: 'OSDP', OSDPConfiguration: { OSDPAddress: 7 } })
  settings.update({ CardDataConfigs: [ticket('Ticket', '')] })
  expect(settings.get().CardDataConfigs.map(({ name }) => name)).toEqual(['Ticket'])
  expect(changes).toBe(3)
  settings.update({ Protocol: 'OSDP' })
  expect(changes).toBe(3)
  settings.set({ Protocol: 'Wiegand' })
  expect(settings.get()).toMatchObject({
    Protocol: 'Wiegand',
    OSDPConfiguration: { OSDPAddress: 0 },
    CardDataConfigs: [],
  })
  expect(changes).toBe(4)
})

test('reads have asterisks in place of all secrets that are set (EXPECT-27)', () => {
  const settings = open()
  settings.update({
    IPAccessConfiguration: server(),
    CardDataConfigs: [badge('B', 'k1'), sectors('S', 'k2', ''), ticket('T', 'k3'), ticket('U', '')],
  })
  const { CardDataConfigs, IPAccessConfiguration } = settings.shown()
  expect(IPAccessConfiguration).toEqual(server({ Password: SECRET_SET }))
  expect(CardDataConfigs).toEqual([
    badge('B', SECRET_SET),
    sectors('S', SECRET_SET, ''),
    ticket('T', SECRET_SET),
    ticket('U', ''),
  ])
  expect(keysIn(settings.get().CardDataConfigs)).toEqual(['k1', 'k2', '', 'k3', ''])
  expect(JSON.stringify(settings.stored())).not.toMatch(/"k[123]"|sesame/)
})

test('asterisks keep the secret of the entry with this name, wherever it is (EXPECT-25)', () => {
  const settings = open()
  settings.update({
    CardDataConfigs: [badge('A', 'k1'), sectors('S', 'k2', 'k3'), badge('B', 'k4')],
  })
  const before = settings.stored()
  settings.update({ CardDataConfigs: settings.shown().CardDataConfigs })
  expect(settings.stored()).toEqual(before)
  settings.update({
    CardDataConfigs: [badge('B', SECRET_SET), sectors('S', SECRET_SET, ''), badge('A', 'k5')],
  })
  expect(keysIn(settings.get().CardDataConfigs)).toEqual(['k4', 'k2', '', 'k5'])
})

test('a renamed entry keeps its secret if it can only be the one whose name is gone (READER-37)', () => {
  const settings = open()
  const start = [badge('A', 'k1'), badge('B', 'k2'), sectors('S', 'k3', '')]
  const write = (...CardDataConfigs: CardDataConfig[]) => {
    settings.set({ CardDataConfigs: start })
    settings.update({ CardDataConfigs })
    return keysIn(settings.get().CardDataConfigs)
  }
  const kept = sectors('S', SECRET_SET, '')
  expect(write(badge('A', SECRET_SET), badge('C', SECRET_SET), kept)).toEqual([
    'k1',
    'k2',
    'k3',
    '',
  ])
  expect(write(badge('C', SECRET_SET), badge('A', SECRET_SET))).toEqual(['k2', 'k1'])
  expect(write(badge('C', SECRET_SET), badge('D', 'k9'), badge('A', SECRET_SET))).toEqual([
    'k2',
    'k9',
    'k1',
  ])
  const refused = (...entries: CardDataConfig[]) =>
    expect(() => write(...entries)).toThrow('no value')
  // Either of two could have been renamed.
  refused(badge('C', SECRET_SET))
  refused(badge('C', SECRET_SET), badge('D', SECRET_SET), badge('A', SECRET_SET))
  // Another type has other keys.
  refused(badge('A', SECRET_SET), badge('B', SECRET_SET), badge('S', SECRET_SET))
  refused(badge('A', SECRET_SET), badge('B', SECRET_SET), ticket('T', SECRET_SET))
  refused(badge('A', SECRET_SET), badge('B', SECRET_SET), sectors('S', SECRET_SET, SECRET_SET))
})

test('asterisks where no secret is stored are refused by name, and change nothing', () => {
  const settings = open()
  settings.update({ Protocol: 'OSDP' })
  const write = {
    Protocol: 'None',
    CardDataConfigs: [ticket('T', ''), badge('B', SECRET_SET)],
  } as const
  expect(() => settings.update(write)).toThrow(
    "Parameter 'CardDataConfigs.1.DESFireEncryption.key' is not valid: no value is stored for it.",
  )
  expect(settings.get()).toMatchObject({ Protocol: 'OSDP', CardDataConfigs: [] })
})

test('the password stays with its server and user (READER-25)', () => {
  const settings = open()
  settings.update({ IPAccessConfiguration: server() })
  const password = (change: object) => {
    settings.update({ IPAccessConfiguration: server({ Password: SECRET_SET, ...change }) })
    return settings.get().IPAccessConfiguration.Password
  }
  expect(password({ Address: 'DOORS.example' })).toBe('open sesame')
  expect(() => password({ Scheme: 'http' })).toThrow('IPAccessConfiguration.Password')
  expect(() => password({ VerifyCertificate: false })).toThrow('IPAccessConfiguration.Password')
  expect(() => password({ Address: 'other.example' })).toThrow('IPAccessConfiguration.Password')
  expect(() => password({ Username: 'other' })).toThrow('IPAccessConfiguration.Password')
  expect(password({ Password: '', Address: '' })).toBe('')
})

test('a secret that was sealed for another entry or with another key fits nothing, and is shown as missing', () => {
  const settings = open()
  settings.update({ CardDataConfigs: [badge('A', 'k1'), badge('B', 'k2')] })
  const { database } = settings
  const record = JSON.stringify(settings.stored()).replaceAll('"A"', '"C"')
  database.run("UPDATE records SET value = ? WHERE name = 'cardReader'", record)
  expect(keysIn(settings.get().CardDataConfigs)).toEqual([SECRET_SET, 'k2'])
  expect(keysIn(settings.shown().CardDataConfigs)).toEqual(['', SECRET_SET])
  const other = openSecretBox(join(folder, 'other.key'))
  const moved = openCardReaderSettings(database, other, undefined)
  expect(keysIn(moved.get().CardDataConfigs)).toEqual([SECRET_SET, SECRET_SET])
  expect(keysIn(moved.shown().CardDataConfigs)).toEqual(['', ''])
  // What is missing can't be kept; all else stays, and can be set.
  expect(() => moved.update({ CardDataConfigs: [badge('B', SECRET_SET)] })).toThrow('no value')
  moved.update({ Protocol: 'OSDP' })
  expect(keysIn(settings.get().CardDataConfigs)).toEqual([SECRET_SET, 'k2'])
  moved.update({ CardDataConfigs: [badge('B', 'k3')] })
  expect(keysIn(moved.get().CardDataConfigs)).toEqual(['k3'])
})

test('a power cut during a write leaves the old settings or the new ones, whole', () => {
  const settings = open()
  const folders = ['before', 'during', 'after'].map((name) => join(folder, name))
  const [before = '', during = '', after = ''] = folders
  /** What a disk has when the power goes off now. */
  const cut = (to: string) => {
    mkdirSync(to)
    for (const { name } of readdirSync(folder, { withFileTypes: true }).filter((one) =>
      one.isFile(),
    ))
      copyFileSync(join(folder, name), join(to, name))
  }
  const found = (from: string) => {
    const database = openDatabase(join(from, 'state.db'))
    const box = openSecretBox(join(from, 'secrets.key'))
    const { capabilities } = productCalled('A8207-VE')
    const { Protocol, CardDataConfigs } = openCardReaderSettings(database, box, capabilities).get()
    database.close()
    return [Protocol, ...keysIn(CardDataConfigs)]
  }
  settings.update({ Protocol: 'OSDP', CardDataConfigs: [badge('A', 'k1'), badge('B', 'k2')] })
  cut(before)
  settings.database.tx(() => {
    settings.update({ Protocol: 'Wiegand', CardDataConfigs: [badge('A', 'k3'), badge('B', 'k4')] })
    cut(during)
  })
  cut(after)
  const old = ['OSDP', 'k1', 'k2']
  expect(folders.map(found)).toEqual([old, old, ['Wiegand', 'k3', 'k4']])
})

test('the way to type PINs that older software has stored stays', () => {
  const old = openDatabase(join(folder, 'state.db'), {
    migrations: MIGRATIONS.slice(0, BEFORE_READER),
  })
  const PinConfiguration = { pinLength: 6, pinTimeout: 20 }
  const value = { PresenceTimeout: 90, CardReaderConfiguration: { PinConfiguration } }
  old.run("INSERT INTO records (name, value) VALUES ('intercom', ?)", JSON.stringify(value))
  old.close()
  const settings = open()
  expect(settings.get()).toMatchObject({ Protocol: 'None', PinConfiguration })
  const row = settings.database.get("SELECT value FROM records WHERE name = 'intercom'")
  expect(row?.['value']).toBe('{"PresenceTimeout":90}')
})
