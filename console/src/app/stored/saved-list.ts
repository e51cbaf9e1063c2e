import { useRef, useState } from 'react'

/**
 * A list as the person has it: a change shows at once, and is stored after those before it. If one
 * can't be stored, the list is the device's again, and changes that wait for it are dropped, because
 * they were made to a list that the device never had.
 * @param stored the list of the device
 * @param save stores a list in place of the one that the person has seen
 */
export function useSavedList<T>(
  stored: readonly T[],
  save: (list: readonly T[], seen: readonly T[]) => Promise<void>,
) {
  const [shown, setShown] = useState<readonly T[]>()
  const [fault, setFault] = useState<{ cause: unknown }>()
  const waiting = useRef<readonly T[]>(undefined)
  const saving = useRef<Promise<void>>(undefined)

  async function saveAll(seen: readonly T[]): Promise<void> {
    let before = seen
    try {
      while (waiting.current) {
        const list = waiting.current
        waiting.current = undefined
        // oxlint-disable-next-line no-await-in-loop -- each is based on the one before
        await save(list, before)
        before = list
      }
    } catch (cause) {
      setFault({ cause })
    }
    saving.current = undefined
    setShown(undefined)
  }

  return {
    list: shown ?? stored,
    /** Why the last change was not stored. */
    fault,
    /** Stores a list in place of the one that the person has seen. Settles once that has ended. */
    change: (list: readonly T[], seen: readonly T[]): Promise<void> => {
      setFault(undefined)
      setShown(list)
      waiting.current = list
      saving.current ??= saveAll(seen)
      return saving.current
    },
  }
}

/** A list with one of its items at another place among the others. */
export function withMoved<T extends string>(list: readonly T[], item: string, to: number): T[] {
  const moved = list.filter((one) => one === item)
  return list.filter((one) => one !== item).toSpliced(to, 0, ...moved)
}
