/**
 * What the data of cards may be: which bits the reader takes, and the keys with which it reads them.
 * For the forms and the device; forms have numbers as texts. Source: specification B §5 "Card data
 * forms". `SECRET_SET` counts as a key that is right.
 */
import { SECRET_SET } from '../card-reader.ts'
import type { CardDataConfig, CardType, DataSource, KeyType } from '../card-reader.ts'
import { readerLimits, readerNumber } from './card-reader.ts'
import type { ReaderNumber, Validators } from './card-reader.ts'
import { atMost, firstOf, found, printable, problem, required, wholeFrom } from './problem.ts'
import type { Errors, Rule } from './problem.ts'

export const DATA_NAME_MAX = 64

/** Bytes of an application's id, and of a key of a Classic card. */
const AID_BYTES = 3
const CLASSIC_KEY_BYTES = 6

/** Bytes of a DESFire key. */
export const keyBytes = (type: KeyType): number => (type === 'EV1_3K3DES' ? 24 : 16)

/** A name that none of the others has. */
export const dataName = (others: readonly string[]): Rule =>
  firstOf(
    (value) => required(value.trim()),
    atMost(DATA_NAME_MAX),
    printable,
    (value) => (others.includes(value.trim()) ? problem('reader.nameExists') : undefined),
  )

/** Whole bytes in hexadecimal; any number of them unless one is given. */
export const hexBytes =
  (count?: number): Rule =>
  (value) => {
    if (!/^[0-9a-f]*$/i.test(value)) return problem('reader.invalidHexByte')
    if (value.length % 2 > 0) return problem('reader.invalidFormat')
    return count === undefined || value.length === count * 2
      ? undefined
      : problem('reader.numberOfHexBytes', { count })
  }

const unless =
  (accepted: string, rule: Rule): Rule =>
  (value) =>
    value === accepted ? undefined : rule(value)

const hexKey = (count?: number): Rule => unless(SECRET_SET, hexBytes(count))

/** A number that may be left out. */
export const bitNumber = (name: 'offsetBits' | 'countBits', validators?: Validators): Rule =>
  unless('', (value) => {
    const { min, max } = readerLimits(name, validators)
    const number = Number(value)
    if (value.trim() === '' || Number.isNaN(number)) return problem('validation.errorNaN')
    if (number > max) return problem('reader.valueTooHigh', { max })
    if (number < min) return problem('reader.valueTooLow', { min })
    return Number.isInteger(number) ? undefined : problem('validation.errorBetween', { min, max })
  })

/** A block of a sector: the first 32 sectors have 4, the others 16. */
const startBlock = (sector: string): Rule => wholeFrom(0, Number(sector) < 32 ? 3 : 15)

/** The member with the keys for such data; undefined for data that are read without. */
export function encryptionFor(
  cardType: CardType,
  dataSource: DataSource,
): 'DESFireEncryption' | 'MifareClassicEncryption' | 'MifareULEncryption' | undefined {
  if (dataSource !== 'Data') return undefined
  if (cardType === 'MIFARE_DESFire') return 'DESFireEncryption'
  if (cardType === 'MIFARE_Classic') return 'MifareClassicEncryption'
  return cardType === 'MIFARE_Ultralight' ? 'MifareULEncryption' : undefined
}

/** The fields of the data of a card type; those of other types are ignored. */
export interface CardDataFields {
  cardType: CardType
  dataSource: DataSource
  name: string
  offsetBits: string
  countBits: string
  AID: string
  fileNbr: string
  keyType: KeyType
  keyNbr: string
  /** Of DESFire and Ultralight cards. */
  key: string
  keyA: string
  keyB: string
  startSector: string
  startBlock: string
}

const textOf = (value: number | undefined): string => (value === undefined ? '' : String(value))

/** The fields of stored data. */
export function cardDataFields(config: CardDataConfig): CardDataFields {
  const {
    DESFireEncryption: desfire,
    MifareClassicEncryption: classic,
    MifareULEncryption: ultralight,
  } = config
  return {
    cardType: config.cardType,
    dataSource: config.dataSource,
    name: config.name,
    offsetBits: textOf(config.offsetBits),
    countBits: textOf(config.countBits),
    AID: desfire?.AID ?? '',
    fileNbr: textOf(desfire?.fileNbr),
    keyType: desfire?.keyType ?? 'EV1_AES',
    keyNbr: textOf(desfire?.keyNbr),
    key: (config.cardType === 'MIFARE_Ultralight' ? ultralight : desfire)?.key ?? '',
    keyA: classic?.keyA ?? '',
    keyB: classic?.keyB ?? '',
    startSector: textOf(classic?.startSector),
    startBlock: textOf(classic?.startBlock),
  }
}

/**
 * The problems of the data of a card type.
 * @param others the names of the other entries
 */
export function checkCardData(
  fields: CardDataFields,
  others: readonly string[],
  validators?: Validators,
): Errors<CardDataFields> {
  const number = (name: ReaderNumber & keyof CardDataFields) =>
    readerNumber(name, validators)(fields[name])
  const encryption = encryptionFor(fields.cardType, fields.dataSource)
  return {
    ...found<CardDataFields>({
      name: dataName(others)(fields.name),
      offsetBits: bitNumber('offsetBits', validators)(fields.offsetBits),
      countBits: bitNumber('countBits', validators)(fields.countBits),
    }),
    ...(encryption === 'DESFireEncryption' &&
      found<CardDataFields>({
        AID: firstOf(required, hexBytes(AID_BYTES))(fields.AID),
        fileNbr: number('fileNbr'),
        keyNbr: number('keyNbr'),
        key: firstOf(required, hexKey(keyBytes(fields.keyType)))(fields.key),
      })),
    ...(encryption === 'MifareClassicEncryption' &&
      found<CardDataFields>({
        keyA:
          fields.keyA === '' && fields.keyB === ''
            ? problem('reader.keyMandatory')
            : classicKey(fields.keyA),
        keyB: classicKey(fields.keyB),
        startSector: number('startSector'),
        startBlock: startBlock(fields.startSector)(fields.startBlock),
      })),
    ...(encryption === 'MifareULEncryption' &&
      found<CardDataFields>({ key: hexKey()(fields.key) })),
  }
}

/** A key of a Classic card, which has two; one of them is enough. */
const classicKey: Rule = unless('', hexKey(CLASSIC_KEY_BYTES))
