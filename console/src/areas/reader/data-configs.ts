/** The data that are read from cards, as forms hold them. Source: specification B §3, B §4, B §5. */
import type { CardDataConfig, DataSource } from '@lintel/contract/card-reader'
import type { COMM_MODES } from '@lintel/contract/card-reader'
import { SECRET_SET } from '@lintel/contract/card-reader'
import {
  cardDataFields,
  checkCardData,
  encryptionFor,
  keyBytes,
} from '@lintel/contract/rules/card-data'
import type { CardDataFields } from '@lintel/contract/rules/card-data'
import type { Validators } from '@lintel/contract/rules/card-reader'
import { problem } from '@lintel/contract/rules/problem'
import type { Errors, Problem } from '@lintel/contract/rules/problem'

/** Of which data a form is. */
type DataKind = Pick<CardDataConfig, 'cardType' | 'dataSource'>

/** Keys have the mask of a stored one until somebody types another. */
export type DataValues = Omit<CardDataFields, keyof DataKind> & {
  enabled: boolean
  required: boolean
  useAsUid: boolean
  commMode: (typeof COMM_MODES)[number]
  skipLastBlock: boolean
}

/** The sources that can be added, of those that the device has for a card type. B §3 (READER-48). */
export const sourcesOf = (offered: readonly string[]): Exclude<DataSource, 'SecureId'>[] =>
  (['CSN', 'Data'] as const).filter((source) => offered.includes(source))

/** The form of existing data. */
export function dataValues(config: CardDataConfig): DataValues {
  const { cardType: _type, dataSource: _source, ...fields } = cardDataFields(config)
  return {
    ...fields,
    enabled: config.enabled,
    required: config.required,
    useAsUid: config.useAsUid,
    commMode: config.DESFireEncryption?.commMode ?? 'Auto',
    skipLastBlock: config.MifareClassicEncryption?.skipLastBlockInSector ?? true,
  }
}

/** The form of new data. */
export const newData = (kind: DataKind): DataValues => ({
  ...dataValues({ ...kind, name: '', enabled: true, required: false, useAsUid: false }),
  fileNbr: '0',
  keyNbr: '0',
  startSector: '0',
  startBlock: '0',
})

/**
 * The problems of a form.
 * @param others the names of all other configs
 * @param before the stored data, whose keys are masked
 */
export function checkData(
  values: DataValues,
  kind: DataKind,
  others: readonly string[],
  before?: CardDataConfig,
  validators?: Validators,
): Errors<DataValues> {
  const errors = checkCardData({ ...values, ...kind }, others, validators)
  const stored = before?.DESFireEncryption
  const needed = keyBytes(values.keyType)
  // The mask stands for a key that is too short or too long by now.
  const outgrown =
    stored !== undefined && values.key === SECRET_SET && keyBytes(stored.keyType) !== needed
  return outgrown
    ? { ...errors, key: problem('reader.numberOfHexBytes', { count: needed }) }
    : errors
}

/**
 * The members of a form as they are stored.
 * @param before the data so far, of which members without a field stay
 */
export function configIn(
  values: DataValues,
  kind: DataKind,
  before?: CardDataConfig,
): CardDataConfig {
  const encryption = encryptionFor(kind.cardType, kind.dataSource)
  const own: CardDataConfig = {
    name: values.name.trim(),
    cardType: kind.cardType,
    dataSource: kind.dataSource,
    enabled: values.enabled,
    required: values.required,
    useAsUid: values.useAsUid,
    ...(values.offsetBits === '' ? {} : { offsetBits: Number(values.offsetBits) }),
    ...(values.countBits === '' ? {} : { countBits: Number(values.countBits) }),
    ...(encryption === 'DESFireEncryption' && { DESFireEncryption: desfireIn(values) }),
    ...(encryption === 'MifareClassicEncryption' && { MifareClassicEncryption: classicIn(values) }),
    ...(encryption === 'MifareULEncryption' && { MifareULEncryption: { key: values.key } }),
  }
  const others = Object.entries(before ?? {}).filter(
    ([member]) => !(member in own) && member !== 'offsetBits' && member !== 'countBits',
  )
  return { ...own, ...Object.fromEntries(others) }
}

const desfireIn = (values: DataValues) => ({
  AID: values.AID,
  fileNbr: Number(values.fileNbr),
  commMode: values.commMode,
  keyType: values.keyType,
  keyNbr: Number(values.keyNbr),
  key: values.key,
})

const classicIn = (values: DataValues) => ({
  keyA: values.keyA,
  keyB: values.keyB,
  startSector: Number(values.startSector),
  startBlock: Number(values.startBlock),
  skipLastBlockInSector: values.skipLastBlock,
})

/** A config in a form, with the name under which the device has it; empty for a new one. */
export interface DataItem {
  id: string
  stored: string
  config: CardDataConfig
}

/**
 * The list with a config in place of the one that its dialog was opened for, or after the others.
 * B §4.
 */
export function withItem(list: readonly DataItem[], item: DataItem): DataItem[] {
  const at = list.findIndex(({ id }) => id === item.id)
  return at === -1 ? [...list, item] : list.with(at, item)
}

/** A list as one value of a form, whose values are flat. */
export const listIn = (value: string) => JSON.parse(value) as readonly DataItem[]
export const listValue = (list: readonly DataItem[]): string => JSON.stringify(list)

/** The stored configs of a card type, as a form has them. */
export const itemsOf = (configs: readonly CardDataConfig[], type: string): DataItem[] =>
  configs
    .filter(({ cardType }) => cardType === type)
    .map((config) => ({ id: config.name, stored: config.name, config }))

/** The configs of one card type in a form that has those of several. */
export const itemsOfType = (items: readonly DataItem[], type: string): DataItem[] =>
  items.filter(({ config }) => config.cardType === type)

/**
 * All configs of the device, with those of one card type replaced: those that stay are where they
 * were, under whatever name, and new ones come last, as do those that somebody else has deleted
 * meanwhile. B §4 (READER-37 to READER-39).
 */
export function replaced(
  all: readonly CardDataConfig[],
  type: string,
  items: readonly DataItem[],
): CardDataConfig[] {
  const kept = all.flatMap((config) => {
    if (config.cardType !== type) return [config]
    const item = items.find(({ stored }) => stored === config.name)
    return item ? [item.config] : []
  })
  const names = new Set(all.filter(({ cardType }) => cardType === type).map(({ name }) => name))
  return [...kept, ...items.filter(({ stored }) => !names.has(stored)).map(({ config }) => config)]
}

const keysOf = ({
  DESFireEncryption: desfire,
  MifareClassicEncryption: classic,
  MifareULEncryption: ultralight,
}: CardDataConfig) =>
  [desfire?.key, classic?.keyA, classic?.keyB, ultralight?.key].filter((key) => key)

/**
 * The problem of a list: the device knows a masked key by the name of its config, or by the type if
 * that is the only one whose name is gone. It has none for a config that is new, or that somebody
 * else has deleted meanwhile.
 * @param before the configs of the type on the device
 */
export function checkItems(
  items: readonly DataItem[],
  before: readonly CardDataConfig[],
): Problem | undefined {
  const names = new Set(items.map(({ config }) => config.name))
  const gone = before.filter(({ name }) => !names.has(name)).length
  const has = (stored: string) => before.some(({ name }) => name === stored)
  const lost = items.find(
    ({ stored, config }) =>
      keysOf(config).includes(SECRET_SET) &&
      (!has(stored) || (stored !== config.name && (gone > 1 || has(config.name)))),
  )
  return lost && problem('reader.data.keyAgain', { name: lost.config.name })
}

/** What of a list can be read back: that there are keys, but not which. */
export const readable = (items: readonly DataItem[]): string =>
  JSON.stringify(
    items.map(({ config }) => {
      const values = dataValues(config)
      const [key, keyA, keyB] = [values.key, values.keyA, values.keyB].map((one) =>
        one === '' ? '' : SECRET_SET,
      )
      const masked = { ...values, key: key ?? '', keyA: keyA ?? '', keyB: keyB ?? '' }
      return configIn(masked, config, config)
    }),
  )

/** Whether somebody has typed a key, which can't be read back. */
export const hasTypedKey = (items: readonly DataItem[]): boolean =>
  items.some(({ config }) => keysOf(config).some((key) => key !== SECRET_SET))
