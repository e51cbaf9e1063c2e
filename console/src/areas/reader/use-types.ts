import type { CardReaderConfiguration } from '@lintel/contract/card-reader'
import { useQuery } from '@tanstack/react-query'
import { useSavedList } from '../../app/stored/saved-list.ts'
import { saveTypes } from './card-types.ts'
import { readerQuery } from './queries.ts'

/** The list of card types as the person has it; a change is saved at once. */
export function useTypes(state: CardReaderConfiguration) {
  // Read here too: once a save ends, the list is the device's in the same render.
  const { data = state } = useQuery(readerQuery)
  const { list, fault, change } = useSavedList(data.CardTypes, saveTypes)
  return { types: list, fault, change }
}
