import { useState } from 'react'
import { useStore } from '@lintel/ui/store'
import { history } from './history.ts'

/**
 * The open tab of a form; the search opens that of the field that it found.
 * @param first the tab that is open at first
 * @param partsWith the tabs that have one of these fields
 */
export function usePart<P extends string>(
  first: P,
  partsWith: (fields: readonly string[]) => readonly P[],
): [P, (part: P) => void] {
  const field = useStore(history.field)
  const [part, setPart] = useState(first)
  const [seen, setSeen] = useState<string>()
  if (seen !== field) {
    setSeen(field)
    const [found] = partsWith(field?.split(',') ?? [])
    if (found !== undefined) setPart(found)
  }
  return [part, setPart]
}
