import { fold, wordsOf } from '@lintel/contract/fold'
import { exactly, roughly } from './find.ts'
import type { Findable } from './find.ts'

/**
 * Why something was found, if its title and place don't show that: the keyword that matches best, or
 * what explains it; undefined if there is nothing to add.
 * @param similar whether what was found only resembles the query
 */
export function reasonOf(
  { title, spoken, folded, place }: Findable & { place?: string | undefined },
  query: string,
  similar: boolean,
): string | undefined {
  const errorsIn = similar ? roughly : exactly
  const parts = wordsOf(query)
  const shown = fold([title, place ?? ''].join(' '))
  const missing = parts.filter((part) => errorsIn(shown, part) === Infinity)
  if (missing.length === 0) return undefined
  const port = missing.find((part) => folded.ports.includes(part))
  if (port !== undefined) return PORT + port
  /** How many of the words are in a text, and how many letters it has besides. */
  const scored = [...spoken.words, ...spoken.page].map((word) => {
    const text = fold(word)
    const found = missing.filter((part) => errorsIn(text, part) < Infinity)
    return { word, found: found.length, rest: text.length - found.join('').length }
  })
  const [best] = scored.toSorted((a, b) => b.found - a.found || a.rest - b.rest)
  if (best && best.found > 0) return best.word
  const { description } = spoken
  return missing.some((part) => errorsIn(fold(description), part) < Infinity)
    ? description
    : undefined
}

/** As numbers of ports are written in addresses. */
const PORT = ':'
