/** The card types that the reader reads: a list that is saved at once. Source: B §4 Card types. */
import type { Capabilities } from '@lintel/contract/capabilities'
import { CARD_TYPES } from '@lintel/contract/card-reader'
import type { CardReaderConfiguration, CardType } from '@lintel/contract/card-reader'
import { saveAtOnce } from '../../app/stored/save-at-once.ts'
import { storedSetting } from '../../app/stored/stored-setting.ts'
import { readReader, shared, write } from './queries.ts'

/** The types of the device that are not in the list yet. B §4 (READER-34). */
export function unusedTypes(
  used: readonly CardType[],
  { SupportedCards = [] }: Partial<Capabilities>,
): CardType[] {
  const known = SupportedCards.map(({ Name }) => Name)
  return CARD_TYPES.filter((type) => known.includes(type) && !used.includes(type))
}

const typesSetting = storedSetting<CardReaderConfiguration, { types: readonly CardType[] }>({
  ...shared,
  values: ({ CardTypes }) => ({ types: CardTypes }),
  same: (one, other) => one.types.join(' ') === other.types.join(' '),
  write({ types }, { before, now, options }) {
    const gone = before.types.filter((type) => !types.includes(type))
    const CardDataConfigs = now.CardDataConfigs.filter(({ cardType }) => !gone.includes(cardType))
    const input = { CardTypes: types, ...(gone.length > 0 ? { CardDataConfigs } : {}) }
    return write(input, options)
  },
})

/** Adds a type after the others, whatever they are by now. @throws as `StoredSetting.save` */
export async function addType(type: CardType): Promise<void> {
  const { CardTypes: now } = await readReader({})
  await saveTypes(now.includes(type) ? now : [...now, type], now)
}

/**
 * Saves the list in place of the one that the person has seen. The data of types that are no longer
 * in it are deleted (READER-35).
 * @throws as `StoredSetting.save`
 */
export async function saveTypes(
  types: readonly CardType[],
  seen: readonly CardType[],
): Promise<void> {
  const basis = { before: { types: seen }, changed: new Set(['types']) }
  await saveAtOnce(typesSetting, () => readReader({}), { types }, basis)
}
