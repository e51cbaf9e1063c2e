/** A card type with the data that are read from its cards, saved as a whole. Source: B §4. */
import type { CardReaderConfiguration, CardType } from '@lintel/contract/card-reader'
import { found } from '@lintel/contract/rules/problem'
import type { Errors } from '@lintel/contract/rules/problem'
import { storedSetting } from '../../app/stored/stored-setting.ts'
import {
  checkItems,
  hasTypedKey,
  itemsOf,
  itemsOfType,
  listIn,
  listValue,
  readable,
  replaced,
} from './data-configs.ts'
import { shared, write } from './queries.ts'

export type TypeValues = {
  /** Whether the reader reads such cards. */
  listed: boolean
  /** The data, as `listValue` has them. */
  items: string
}

export const typeValues = (state: CardReaderConfiguration, type: string): TypeValues => ({
  listed: state.CardTypes.some((one) => one === type),
  items: listValue(itemsOf(state.CardDataConfigs, type)),
})

const textOf = ({ listed, items }: TypeValues) => `${listed} ${readable(listIn(items))}`

/**
 * @param isNew whether the save adds the type to the list; otherwise it is gone once it is not in
 *   there
 */
export const typeSetting = (type: CardType, isNew: boolean) =>
  storedSetting<CardReaderConfiguration, TypeValues>({
    ...shared,
    values(state) {
      const values = typeValues(state, type)
      return values.listed || isNew ? values : undefined
    },
    same: (one, other) => textOf(one) === textOf(other),
    proves: (state, sent) =>
      !hasTypedKey(listIn(sent.items)) && textOf(typeValues(state, type)) === textOf(sent),
    write: ({ items }, { now, options }) =>
      write(
        {
          ...(now.CardTypes.includes(type) ? {} : { CardTypes: [...now.CardTypes, type] }),
          CardDataConfigs: replaced(now.CardDataConfigs, type, listIn(items)),
        },
        options,
      ),
  })

/** The problem of the data of a type, on a device that has them in this state. */
export const checkType = (
  { items }: Pick<TypeValues, 'items'>,
  { CardDataConfigs }: CardReaderConfiguration,
  type: CardType,
): Errors<Pick<TypeValues, 'items'>> => {
  const before = CardDataConfigs.filter(({ cardType }) => cardType === type)
  return found<Pick<TypeValues, 'items'>>({
    items: checkItems(itemsOfType(listIn(items), type), before),
  })
}
