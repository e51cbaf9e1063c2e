import type { CardDataConfig } from '@lintel/contract/card-reader'
import { SECRET_SET } from '@lintel/contract/card-reader'
import { expect, test } from 'vitest'
import {
  checkData,
  checkItems,
  configIn,
  dataValues,
  hasTypedKey,
  itemsOf,
  newData,
  readable,
  replaced,
  sourcesOf,
  withItem,
} from './data-configs.ts'

const DESFIRE = { cardType: 'MIFARE_DESFire', dataSource: 'Data' } as const
const CSN = { cardType: 'UID/CSN', dataSource: 'CSN' } as const
const KEY = '00112233445566778899aabbccddeeff'

const encryption = {
  AID: 'f48120',
  fileNbr: 1,
  commMode: 'Encrypted',
  keyType: 'EV1_AES',
  keyNbr: 2,
  key: SECRET_SET,
} as const
const badge: CardDataConfig = {
  ...DESFIRE,
  name: 'Badge',
  enabled: true,
  required: true,
  useAsUid: false,
  countBits: 32,
  DESFireEncryption: encryption,
}
const site: CardDataConfig = { ...badge, name: 'Site' }
const serial: CardDataConfig = {
  ...CSN,
  name: 'Serial',
  enabled: true,
  required: false,
  useAsUid: true,
}

test('data can be added from all sources but the secure id (READER-47, READER-48)', () => {
  expect(sourcesOf(['CSN', 'Data', 'SecureId'])).toEqual(['CSN', 'Data'])
  expect(sourcesOf(['SecureId', 'CSN'])).toEqual(['CSN'])
})

test('a form keeps what it was opened with (READER-40, READER-41, READER-42)', () => {
  expect(configIn(dataValues(badge), DESFIRE)).toEqual(badge)
  expect(configIn(dataValues(serial), CSN)).toEqual(serial)
})

test('an offset and a count that are emptied are gone', () => {
  const before = { ...serial, offsetBits: 8, countBits: 16 }
  const values = { ...dataValues(before), offsetBits: '', countBits: '' }
  expect(configIn(values, CSN, before)).toEqual(serial)
})

test('new data are enabled, from the first bit on, with a valid start (READER-44, READER-45)', () => {
  const classic = { cardType: 'MIFARE_Classic', dataSource: 'Data' } as const
  const values = { ...newData(classic), name: ' Flat ', keyA: 'a0a1a2a3a4a5' }
  expect(checkData(values, classic, [])).toEqual({})
  expect(configIn(values, classic)).toEqual({
    ...classic,
    name: 'Flat',
    enabled: true,
    required: false,
    useAsUid: false,
    MifareClassicEncryption: {
      keyA: 'a0a1a2a3a4a5',
      keyB: '',
      startSector: 0,
      startBlock: 0,
      skipLastBlockInSector: true,
    },
  })
  const ultralight = { cardType: 'MIFARE_Ultralight', dataSource: 'Data' } as const
  expect(configIn(newData(ultralight), ultralight)).toMatchObject({
    MifareULEncryption: { key: '' },
  })
})

test('a stored key is right as long as its type needs as many bytes (READER-55, READER-56)', () => {
  const check = (more: object) =>
    checkData({ ...dataValues(badge), ...more }, DESFIRE, ['Site'], badge)
  expect(check({})).toEqual({})
  expect(check({ keyType: 'EV1_3DES' })).toEqual({})
  const tooShort = { key: { id: 'reader.numberOfHexBytes', values: { count: 24 } } }
  expect(check({ keyType: 'EV1_3K3DES' })).toEqual(tooShort)
  expect(check({ keyType: 'EV1_3K3DES', key: KEY })).toEqual(tooShort)
  expect(check({ keyType: 'EV1_3K3DES', key: `${KEY}0011223344556677` })).toEqual({})
  expect(check({ name: 'Site' })).toEqual({ name: { id: 'reader.nameExists' } })
})

test('an edited entry takes the place of its own, a new one follows, a deleted one is gone (READER-37, READER-38, READER-39)', () => {
  const items = itemsOf([badge, serial, site], 'MIFARE_DESFire')
  const [first] = items
  if (!first) throw new Error('there is no item')
  const renamed = withItem(items, { ...first, config: { ...badge, name: 'Pass' } })
  const added = withItem(renamed, { id: ' New', stored: '', config: { ...badge, name: 'New' } })
  const names = (list: readonly CardDataConfig[]) => list.map(({ name }) => name)
  expect(names(replaced([badge, serial, site], 'MIFARE_DESFire', added))).toEqual([
    'Pass',
    'Serial',
    'Site',
    'New',
  ])
  expect(names(replaced([badge, serial, site], 'MIFARE_DESFire', items.slice(1)))).toEqual([
    'Serial',
    'Site',
  ])
})

test('a masked key goes with one rename, but not with another change of names', () => {
  const named = (stored: string, name: string, key = SECRET_SET) => ({
    id: stored,
    stored,
    config: { ...badge, name, DESFireEncryption: { ...encryption, key } },
  })
  const before = [badge, site]
  const again = (name: string) => ({ id: 'reader.data.keyAgain', values: { name } })
  expect(checkItems([named('Badge', 'Pass'), named('Site', 'Site')], before)).toBeUndefined()
  expect(checkItems([named('Badge', 'Pass'), named('Site', 'Place')], before)).toEqual(
    again('Pass'),
  )
  expect(checkItems([named('Badge', 'Pass')], before)).toEqual(again('Pass'))
  // The device would take the key of the other one.
  expect(checkItems([named('Badge', 'Site')], before)).toEqual(again('Site'))
  expect(checkItems([named('Badge', 'Pass', KEY)], before)).toBeUndefined()
})

test('typed keys can’t be read back', () => {
  const typed = itemsOf(
    [{ ...badge, DESFireEncryption: { ...encryption, key: KEY } }],
    'MIFARE_DESFire',
  )
  const stored = itemsOf([badge], 'MIFARE_DESFire')
  expect(readable(typed)).toBe(readable(stored))
  expect(readable(typed)).not.toContain(KEY)
  expect([hasTypedKey(typed), hasTypedKey(stored)]).toEqual([true, false])
})
