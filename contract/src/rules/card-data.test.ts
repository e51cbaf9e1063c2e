import { describe, expect, test } from 'vitest'
import { KEY_TYPES, SECRET_SET } from '../card-reader.ts'
import * as rules from './card-data.ts'

type Fields = rules.CardDataFields

const base: Fields = {
  cardType: 'UID/CSN',
  dataSource: 'CSN',
  name: 'Serial number',
  offsetBits: '',
  countBits: '',
  AID: '',
  fileNbr: '',
  keyType: 'EV1_AES',
  keyNbr: '',
  key: '',
  keyA: '',
  keyB: '',
  startSector: '',
  startBlock: '',
}
const desfire: Fields = {
  ...base,
  cardType: 'MIFARE_DESFire',
  dataSource: 'Data',
  AID: 'F48120',
  fileNbr: '0',
  keyNbr: '13',
  key: '00112233445566778899aabbccddeeff',
}
const classic: Fields = {
  ...base,
  cardType: 'MIFARE_Classic',
  dataSource: 'Data',
  keyA: 'A0A1A2A3A4A5',
  startSector: '1',
  startBlock: '3',
}
const ultralight: Fields = { ...base, cardType: 'MIFARE_Ultralight', dataSource: 'Data' }

/** The message ids by field, of data with these fields. */
const errorsOf = (fields: Fields, others: string[] = []) =>
  Object.fromEntries(
    Object.entries(rules.checkCardData(fields, others)).map(([field, { id }]) => [field, id]),
  )

const missing = 'validation.errorRequired'
const between = 'validation.errorBetween'
const badByte = 'reader.invalidHexByte'
const odd = 'reader.invalidFormat'
const bytes = 'reader.numberOfHexBytes'

describe('the name', () => {
  test.each([
    ['serial numbers', 'READER-49', base],
    ['DESFire', 'READER-52', desfire],
    ['Classic', 'READER-58', classic],
    ['Ultralight', 'READER-61', ultralight],
  ])('of the data of %s is required and unique (%s)', (_what, _ids, fields) => {
    expect(errorsOf(fields)).toEqual({})
    expect(errorsOf({ ...fields, name: ' ' })).toEqual({ name: missing })
    expect(errorsOf(fields, ['Other'])).toEqual({})
    expect(errorsOf(fields, ['Other', fields.name])).toEqual({ name: 'reader.nameExists' })
    expect(errorsOf({ ...fields, name: `${fields.name} ` }, [fields.name])).toEqual({
      name: 'reader.nameExists',
    })
    expect(errorsOf({ ...fields, name: 'x'.repeat(65) })).toEqual({
      name: 'validation.errorMaxCharacters',
    })
    expect(errorsOf({ ...fields, name: 'a\tb' })).toEqual({ name: 'validation.errorInvalid' })
  })
})

describe('which bits', () => {
  test.each([
    ['serial numbers', 'READER-50, READER-51, OPEN-95', base],
    ['Ultralight', 'READER-62, OPEN-94', ultralight],
    ['DESFire', 'OPEN-94', desfire],
  ])('of %s: 0 to 127, and 1 to 128 of them (%s)', (_what, _ids, fields) => {
    const both = (offsetBits: string, countBits: string) =>
      rules.checkCardData({ ...fields, offsetBits, countBits }, [])
    expect(both('0', '1')).toEqual({})
    expect(both('127', '128')).toEqual({})
    expect(both('', '')).toEqual({})
    expect(both('128', '129')).toEqual({
      offsetBits: { id: 'reader.valueTooHigh', values: { max: 127 } },
      countBits: { id: 'reader.valueTooHigh', values: { max: 128 } },
    })
    expect(both('-1', '0')).toEqual({
      offsetBits: { id: 'reader.valueTooLow', values: { min: 0 } },
      countBits: { id: 'reader.valueTooLow', values: { min: 1 } },
    })
    expect(both('a', ' ')).toEqual({
      offsetBits: { id: 'validation.errorNaN' },
      countBits: { id: 'validation.errorNaN' },
    })
    expect(both('1.5', '1')).toEqual({
      offsetBits: { id: between, values: { min: 0, max: 127 } },
    })
  })

  test('the product’s limits replace them (OPEN-97)', () => {
    const IntegerValidators = [{ Name: 'countBits', Min: 8, Max: 64 }]
    const problem = (countBits: string) =>
      rules.checkCardData({ ...base, countBits }, [], { IntegerValidators })
    expect(problem('64')).toEqual({})
    expect(problem('7').countBits?.values).toEqual({ min: 8 })
  })
})

describe('the file of a DESFire card', () => {
  const number = (value: string) => ({ fileNbr: value, keyNbr: value })
  const both = (id: string) => ({ fileNbr: id, keyNbr: id })

  test.each<[string, ids: string, Partial<Fields>, object]>([
    ['numbers in range', 'READER-53, READER-54', number('13'), {}],
    ['no numbers', 'READER-53, READER-54', number(''), both(missing)],
    ['letters', 'READER-53, READER-54', number('x'), both('validation.errorNaN')],
    ['too large numbers', 'READER-53, READER-54', number('14'), both(between)],
    ['no key', 'READER-55', { key: '' }, { key: missing }],
    ['no hexadecimal key', 'READER-55', { key: 'g'.repeat(32) }, { key: badByte }],
    ['an odd number of digits', 'READER-55', { key: 'a'.repeat(31) }, { key: odd }],
    ['too short a key', 'READER-55', { key: 'a'.repeat(30) }, { key: bytes }],
    ['too long a key', 'READER-55', { key: 'a'.repeat(48) }, { key: bytes }],
    ['a stored key', 'EXPECT-25', { key: SECRET_SET }, {}],
    ['no application', 'READER-57', { AID: '' }, { AID: missing }],
    ['a short application', 'READER-57', { AID: 'F481' }, { AID: bytes }],
    ['an application with odd digits', 'READER-57', { AID: 'F4812' }, { AID: odd }],
    ['no hexadecimal application', 'READER-57', { AID: 'F4812x' }, { AID: badByte }],
    ['an application of asterisks', 'READER-57', { AID: SECRET_SET }, { AID: badByte }],
    ['keys of Classic cards', 'READER-41', { keyA: 'x', startSector: 'x' }, {}],
  ])('%s (%s)', (_what, _ids, change, errors) => {
    expect(errorsOf({ ...desfire, ...change })).toEqual(errors)
  })

  test('a key has 16 bytes, or 24 of type EV1_3K3DES (READER-56)', () => {
    expect(KEY_TYPES.map((type) => [type, rules.keyBytes(type)])).toEqual([
      ['Compatible_3DES', 16],
      ['EV1_3DES', 16],
      ['EV1_3K3DES', 24],
      ['EV1_AES', 16],
    ])
    const long = { ...desfire, keyType: 'EV1_3K3DES' } as const
    expect(errorsOf({ ...long, key: 'a'.repeat(48) })).toEqual({})
    expect(rules.checkCardData(long, []).key).toEqual({ id: bytes, values: { count: 24 } })
  })

  test('serial numbers of such cards need none (READER-47)', () => {
    expect(errorsOf({ ...base, cardType: 'MIFARE_DESFire' })).toEqual({})
    expect(errorsOf({ ...base, cardType: 'MIFARE_DESFire', dataSource: 'SecureId' })).toEqual({})
  })
})

describe('the sectors of a Classic card', () => {
  test.each<[string, ids: string, Partial<Fields>, object]>([
    ['key A', 'READER-59', {}, {}],
    ['key B', 'READER-59', { keyA: '', keyB: 'b0b1b2b3b4b5' }, {}],
    ['no key', 'READER-59', { keyA: '' }, { keyA: 'reader.keyMandatory' }],
    ['a stored key', 'EXPECT-25', { keyA: SECRET_SET }, {}],
    ['short keys', 'READER-60', { keyA: 'A0A1A2A3A4', keyB: 'B0' }, { keyA: bytes, keyB: bytes }],
    ['odd digits', 'READER-60', { keyB: 'B0B' }, { keyB: odd }],
    ['letters', 'READER-60', { keyA: 'hello kitty!' }, { keyA: badByte }],
    [
      'no place',
      'READER-44',
      { startSector: '', startBlock: '' },
      { startSector: missing, startBlock: missing },
    ],
    ['the last sector', 'READER-44', { startSector: '39', startBlock: '15' }, {}],
    ['no such sector', 'READER-44', { startSector: '40' }, { startSector: between }],
    [
      'no such block in a small sector',
      'READER-44',
      { startSector: '31', startBlock: '4' },
      { startBlock: between },
    ],
    [
      'no such block',
      'READER-44',
      { startSector: '32', startBlock: '16' },
      { startBlock: between },
    ],
  ])('%s (%s)', (_what, _ids, change, errors) => {
    expect(errorsOf({ ...classic, ...change })).toEqual(errors)
  })
})

test('the key of an Ultralight card is hexadecimal with whole bytes, or none (READER-63)', () => {
  const keys = ['', 'ab', 'a'.repeat(32), SECRET_SET, 'abc', 'xy']
  expect(keys.map((key) => errorsOf({ ...ultralight, key }))).toEqual([
    {},
    {},
    {},
    {},
    { key: odd },
    { key: badByte },
  ])
})

test('the fields of stored data (READER-40, READER-41, READER-44)', () => {
  const common = { enabled: true, required: false, useAsUid: false } as const
  expect(
    rules.cardDataFields({ ...common, name: 'S', cardType: 'UID/CSN', dataSource: 'CSN' }),
  ).toEqual({ ...base, name: 'S' })
  const { keyType } = desfire
  expect(
    rules.cardDataFields({
      ...common,
      name: 'F',
      cardType: 'MIFARE_DESFire',
      dataSource: 'Data',
      offsetBits: 0,
      countBits: 32,
      DESFireEncryption: {
        AID: 'F48120',
        fileNbr: 0,
        commMode: 'Auto',
        keyType,
        keyNbr: 13,
        key: SECRET_SET,
      },
    }),
  ).toEqual({ ...desfire, name: 'F', offsetBits: '0', countBits: '32', key: SECRET_SET })
  expect(
    rules.cardDataFields({
      ...common,
      name: 'C',
      cardType: 'MIFARE_Classic',
      dataSource: 'Data',
      MifareClassicEncryption: {
        keyA: 'A0A1A2A3A4A5',
        keyB: '',
        startSector: 1,
        startBlock: 3,
        skipLastBlockInSector: true,
      },
    }),
  ).toEqual({ ...classic, name: 'C' })
  expect(
    rules.cardDataFields({
      ...common,
      name: 'U',
      cardType: 'MIFARE_Ultralight',
      dataSource: 'Data',
      MifareULEncryption: { key: 'ab' },
    }),
  ).toEqual({ ...ultralight, name: 'U', key: 'ab' })
})
