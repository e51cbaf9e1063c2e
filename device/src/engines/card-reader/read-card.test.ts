import type { CardDataConfig, CardReaderConfiguration } from '@lintel/contract/card-reader'
import type { CardContent, PresentedCard } from '@lintel/contract/cards'
import { expect, test } from 'vitest'
import { bitsOf } from './bits.ts'
import { readCard } from './read-card.ts'

const UID = '04A1B2C3'
const bits = (hex: string) => bitsOf(Buffer.from(hex, 'hex'))

const card = (type: PresentedCard['type'], ...contents: CardContent[]): PresentedCard => ({
  type,
  uid: UID,
  contents,
})

const config = (part: Partial<CardDataConfig>): CardDataConfig => ({
  name: 'Badge',
  cardType: 'MIFARE_Classic',
  dataSource: 'Data',
  enabled: true,
  required: true,
  useAsUid: true,
  ...part,
})

function settings(
  configs: CardDataConfig[],
  CardTypes: CardReaderConfiguration['CardTypes'] = [
    'MIFARE_DESFire',
    'MIFARE_Classic',
    'MIFARE_Ultralight',
    'UID/CSN',
  ],
  reversed = false,
) {
  return {
    CardTypes,
    CardDataConfigs: configs,
    CompatibilityConfiguration: {
      CompatibilityConfigs: [{ Name: 'ByteReversal', Value: String(reversed) }],
    },
  }
}

/** The bits that identify the card, or why it is refused. */
const read = (configs: CardDataConfig[], presented: PresentedCard) => {
  const result = readCard(settings(configs), presented)
  return 'problem' in result ? result.problem : result.bits
}

test.each(['04A1B2C3', '04A1B2C3D4E5F6', '0102030405060708090A'])(
  'without settings of its own, a card is its serial number %s',
  (uid) => {
    const result = readCard(settings([]), { ...card('MIFARE_Classic'), uid: uid.toLowerCase() })
    expect(result).toEqual({
      type: 'MIFARE_Classic',
      uid,
      bits: bits(uid),
      stored: false,
      data: [],
    })
  },
)

test('ByteReversal reverses the bytes of the serial number, but not stored data (READER-10)', () => {
  const stored = classic({ data: 'C0DE' })
  const csn = config({ name: 'CSN', dataSource: 'CSN', useAsUid: false, countBits: 8 })
  const result = readCard(
    settings([csn, config({ MifareClassicEncryption: sector(1, 0) })], undefined, true),
    card('MIFARE_Classic', stored),
  )
  expect(result).toMatchObject({
    uid: 'C3B2A104',
    bits: bits('C0DE').padEnd(128, '0'),
    data: [{ name: 'CSN', bits: bits('C3') }, {}],
  })
})

test('the first configured type that a card is decides how it is read (READER-31, READER-32)', () => {
  const presented = card('MIFARE_DESFire', file({}))
  const configs = [desfire({})]
  expect(readCard(settings(configs), presented)).toMatchObject({
    type: 'MIFARE_DESFire',
    stored: true,
  })
  const csnFirst = settings(configs, ['UID/CSN', 'MIFARE_DESFire'])
  expect(readCard(csnFirst, presented)).toMatchObject({ type: 'UID/CSN', bits: bits(UID) })
  const others = settings(configs, ['MIFARE_Classic', 'MIFARE_Plus'])
  expect(readCard(others, presented)).toEqual({ problem: 'type', name: '' })
  expect(readCard(settings([], []), presented)).toEqual({ problem: 'type', name: '' })
})

test('bits are cut out by offset and count; too few of them are refused (READER-40)', () => {
  const all = settings(
    [config({ cardType: 'MIFARE_Plus', dataSource: 'CSN', offsetBits: 4, countBits: 12 })],
    ['MIFARE_Plus'],
  )
  expect(readCard(all, card('MIFARE_Plus'))).toMatchObject({ bits: '010010100001', stored: false })
  const csn = (part: Partial<CardDataConfig>) =>
    read([config({ dataSource: 'CSN', ...part })], card('MIFARE_Classic'))
  expect(csn({ offsetBits: 24 })).toBe(bits('C3'))
  expect(csn({ countBits: 32 })).toBe(bits(UID))
  expect(csn({ countBits: 33 })).toBe('bits')
  expect(csn({ offsetBits: 31, countBits: 2 })).toBe('bits')
  expect(csn({ offsetBits: 32 })).toBe('bits')
})

test('what is not required is left out when it cannot be read; what is not enabled always is', () => {
  const wrong = desfire({ name: 'Locked', required: false }, { key: 'EE'.repeat(16) })
  const off = desfire({ name: 'Off', enabled: false }, { AID: '999999' })
  const csn = config({
    name: 'CSN',
    cardType: 'MIFARE_DESFire',
    dataSource: 'CSN',
    useAsUid: false,
  })
  const presented = card('MIFARE_DESFire', file({}))
  expect(readCard(settings([wrong, off, csn]), presented)).toMatchObject({
    bits: bits(UID),
    stored: false,
    data: [{ name: 'CSN', bits: bits(UID) }],
  })
  // Those that can be read identify the card together.
  const second = desfire({ name: 'Second', offsetBits: 8, countBits: 8 })
  expect(readCard(settings([wrong, second, desfire({})]), presented)).toMatchObject({
    bits: bits('DEC0DEC0DE'),
    stored: true,
    data: [{ name: 'Second' }, { name: 'Badge' }],
  })
  const serial = { ...csn, useAsUid: true, countBits: 8 }
  expect(readCard(settings([second, serial]), presented)).toMatchObject({
    bits: bits('DE04'),
    stored: true,
  })
  const required = { ...wrong, required: true }
  expect(readCard(settings([required]), presented)).toEqual({ problem: 'key', name: 'Locked' })
})

const file = (part: Partial<Extract<CardContent, { kind: 'desfire' }>>): CardContent => ({
  kind: 'desfire',
  AID: 'F51BC0',
  fileNbr: 2,
  keyNbr: 3,
  keyType: 'EV1_AES',
  key: 'AB'.repeat(16),
  commMode: 'Encrypted',
  data: 'C0DEC0DE',
  ...part,
})

const desfire = (
  part: Partial<CardDataConfig>,
  encryption: Partial<NonNullable<CardDataConfig['DESFireEncryption']>> = {},
) =>
  config({
    cardType: 'MIFARE_DESFire',
    DESFireEncryption: {
      AID: 'f51bc0',
      fileNbr: 2,
      commMode: 'Auto',
      keyType: 'EV1_AES',
      keyNbr: 3,
      key: 'ab'.repeat(16),
      ...encryption,
    },
    ...part,
  })

test.each([
  [{}, bits('C0DEC0DE')],
  [{ commMode: 'Encrypted' as const }, bits('C0DEC0DE')],
  [{ commMode: 'Plain' as const }, 'key'],
  [{ keyType: 'EV1_3DES' as const }, 'key'],
  [{ keyNbr: 0 }, 'key'],
  [{ key: '00'.repeat(16) }, 'key'],
  [{ fileNbr: 1 }, 'absent'],
  [{ AID: 'F51BC1' }, 'absent'],
])(
  'a DESFire file that is read with %o gives %s (READER-41, READER-42, READER-43)',
  (part, expected) => {
    expect(read([desfire({}, part)], card('MIFARE_DESFire', file({})))).toBe(expected)
  },
)

const KEY_A = 'A0A1A2A3A4A5'
const KEY_B = 'B0B1B2B3B4B5'

const classic = (part: Partial<Extract<CardContent, { kind: 'classic' }>>): CardContent => ({
  kind: 'classic',
  sector: 1,
  block: 0,
  keyA: KEY_A,
  keyB: KEY_B,
  data: '',
  ...part,
})

const sector = (startSector: number, startBlock: number, part = {}) => ({
  keyA: KEY_A,
  keyB: '',
  startSector,
  startBlock,
  skipLastBlockInSector: true,
  ...part,
})

const block = (digit: string) => digit.repeat(32)

test.each([
  [{}, 'key A'],
  [{ keyA: KEY_A.toLowerCase() }, 'key A in lower case'],
  [{ keyA: '', keyB: KEY_B }, 'key B'],
  [{ keyA: '000000000000', keyB: KEY_B }, 'key B after a wrong key A'],
])('a Classic sector opens with %o: %s (READER-44)', (keys, _name) => {
  const encryption = sector(1, 0, keys)
  const presented = card('MIFARE_Classic', classic({ data: block('A') }))
  expect(read([config({ MifareClassicEncryption: encryption })], presented)).toBe(bits(block('A')))
})

test.each([
  [{ keyA: KEY_B }, 'key'],
  [{ keyA: '', keyB: '' }, 'key'],
  [{ startSector: 2 }, 'absent'],
  [{ startBlock: 1 }, 'absent'],
])('a Classic card that is read with %o is refused: %s', (part, problem) => {
  const presented = card('MIFARE_Classic', classic({ data: block('A') }))
  const encryption = sector(1, 0, part)
  expect(read([config({ MifareClassicEncryption: encryption })], presented)).toBe(problem)
})

test('a DESFire setting whose key is lost opens nothing, not even a file without a key', () => {
  const presented = card('MIFARE_DESFire', file({ key: '' }))
  expect(read([desfire({}, { key: '' })], presented)).toBe('key')
})

test('a sector without keys of its own has those of the factory; settings without keys open none', () => {
  const presented = card('MIFARE_Classic', classic({ keyA: '', keyB: '', data: block('A') }))
  const factory = sector(1, 0, { keyA: 'FFFFFFFFFFFF' })
  expect(read([config({ MifareClassicEncryption: factory })], presented)).toBe(bits(block('A')))
  expect(read([config({})], presented)).toBe('key')
})

test('data go on in the next sector, with or without the block of keys between them', () => {
  // Three blocks in sector 1, and one in sector 2.
  const presented = card(
    'MIFARE_Classic',
    classic({ data: block('A') + block('B') + block('C') + block('D') }),
  )
  const cut = (part: Partial<CardDataConfig>, startBlock = 2, skipLastBlockInSector = true) =>
    read(
      [
        config({
          MifareClassicEncryption: sector(1, startBlock, { skipLastBlockInSector }),
          ...part,
        }),
      ],
      presented,
    )
  expect(cut({ offsetBits: 64, countBits: 128 })).toBe(bits('C'.repeat(16) + 'D'.repeat(16)))
  expect(cut({ offsetBits: 64, countBits: 128 }, 2, false)).toBe(
    bits(`${'C'.repeat(16)}000000000000FF07`),
  )
  // Without a number of bits, all of the sector from there on.
  expect(cut({}, 1)).toBe(bits(block('B') + block('C')))
  expect(cut({}, 3, false)).toBe(bits('000000000000FF078069000000000000'))
  expect(cut({}, 3)).toBe('absent')
  expect(cut({ offsetBits: 127, countBits: 128 }, 2)).toHaveLength(128)
  const last = card(
    'MIFARE_Classic',
    classic({ sector: 39, block: 14, data: block('E') + block('F') }),
  )
  const end = config({ countBits: 128, offsetBits: 1, MifareClassicEncryption: sector(39, 14) })
  expect(read([end], last)).toBe('bits')
  const wide = config({ MifareClassicEncryption: sector(39, 14), countBits: 8 })
  expect(read([wide], last)).toBe(bits('EE'))
})

test('the keys of every sector have to be right', () => {
  const presented = card(
    'MIFARE_Classic',
    classic({ block: 2, data: block('A') }),
    classic({ sector: 2, keyA: KEY_B, data: block('B') }),
  )
  const over = config({
    MifareClassicEncryption: sector(1, 2),
    offsetBits: 100,
    countBits: 100,
  })
  expect(read([over], presented)).toBe('key')
})

test.each([
  ['00'.repeat(16), '00'.repeat(16), bits('C0DE')],
  ['', '', bits('C0DE')],
  ['00'.repeat(16), '', 'key'],
  ['', '00'.repeat(16), 'key'],
])(
  'Ultralight pages with the key "%s" are read with "%s": %s (READER-45)',
  (own, key, expected) => {
    const pages: CardContent = { kind: 'ultralight', key: own, data: 'C0DE' }
    const settingsOf = config({ cardType: 'MIFARE_Ultralight', MifareULEncryption: { key } })
    expect(read([settingsOf], card('MIFARE_Ultralight', pages))).toBe(expected)
  },
)

test('a card with nothing stored, and sources that it cannot have, are absent', () => {
  const ultralight = config({ cardType: 'MIFARE_Ultralight' })
  expect(read([ultralight], card('MIFARE_Ultralight'))).toBe('absent')
  const secure = desfire({ dataSource: 'SecureId' })
  expect(read([secure], card('MIFARE_DESFire', file({})))).toBe('absent')
  const csn = config({ cardType: 'UID/CSN', dataSource: 'Data' })
  const presented = card('MIFARE_Classic', classic({ data: block('A') }))
  const only = settings([csn], ['UID/CSN'])
  expect(readCard(only, presented)).toEqual({ problem: 'absent', name: 'Badge' })
})
