import { fold, wordsOf } from '@lintel/contract/fold'

/** A piece of a text, and whether it matches the query. */
export interface Piece {
  /** Where it begins, in letters. */
  at: number
  text: string
  marked: boolean
}

/**
 * Splits a text where words of the query match it, ignoring case and accents. Letters that fold to
 * several, such as `ß`, are marked as a whole.
 */
export function mark(text: string, query: string): Piece[] {
  const letters = Array.from(text)
  // The letter from which each letter of the folded text comes.
  const from = letters.flatMap((letter, at) => Array.from(fold(letter), () => at))
  const folded = letters.map(fold).join('')
  const marked = new Set<number>()
  for (const word of wordsOf(query)) {
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1)) {
      for (const letter of from.slice(at, at + word.length)) marked.add(letter)
    }
  }
  const pieces: Piece[] = []
  letters.forEach((letter, at) => {
    const last = pieces.at(-1)
    if (last?.marked === marked.has(at)) last.text += letter
    else pieces.push({ at, text: letter, marked: marked.has(at) })
  })
  return pieces
}
