/** Letters whose stroke or ligature Unicode does not decompose. */
const UNDECOMPOSED: Readonly<Record<string, string>> = {
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
}

/** Folds a text for search and sort: case and diacritics are ignored, and `ł` is an `l`. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[ßłøđæœ]/g, (letter) => UNDECOMPOSED[letter] ?? letter)
}

/** The words of a search query, folded. */
export const wordsOf = (typed: string): string[] => fold(typed).split(/\s+/).filter(Boolean)
