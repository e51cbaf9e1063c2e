import type { CardReaderConfiguration, CardType } from '@lintel/contract/card-reader'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { saveTypes } from './card-types.ts'
import { readerQuery } from './queries.ts'

/**
 * The list of card types as the person has it: a change shows at once, and is stored after those
 * before it. If one can't be stored, the list is the device's again, and changes that wait for it
 * are dropped, because they were made to a list that the device never had.
 */
export function useTypes(state: CardReaderConfiguration) {
  // Read here too: once a save ends, the list is the device's in the same render.
  const { data = state } = useQuery(readerQuery)
  const [shown, setShown] = useState<readonly CardType[]>()
  const [fault, setFault] = useState<{ cause: unknown }>()
  const waiting = useRef<readonly CardType[]>(undefined)
  const saving = useRef<Promise<void>>(undefined)

  async function saveAll(seen: readonly CardType[]): Promise<void> {
    let before = seen
    try {
      while (waiting.current) {
        const types = waiting.current
        waiting.current = undefined
        // oxlint-disable-next-line no-await-in-loop -- each is based on the one before
        await saveTypes(types, before)
        before = types
      }
    } catch (cause) {
      setFault({ cause })
    }
    saving.current = undefined
    setShown(undefined)
  }

  return {
    types: shown ?? data.CardTypes,
    /** Why the last change was not stored. */
    fault,
    /** Stores a list in place of the one that the person has seen. Settles once that has ended. */
    change: (types: readonly CardType[], seen: readonly CardType[]): Promise<void> => {
      setFault(undefined)
      setShown(types)
      waiting.current = types
      saving.current ??= saveAll(seen)
      return saving.current
    },
  }
}
