/** Characters of a name that the tables show. B §9. */
export const CONTACT_NAME_SHOWN = 30
export const CALL_GROUP_NAME_SHOWN = 45

/** Characters of a call group's name as the reception, and in print. B §9, OPEN-52. */
export const RECEPTION_NAME_SHOWN = 25

/** The characters of a text as people count them: an emoji of several code points is one. */
const charactersOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)

/** A text cut to so many characters, with an ellipsis in place of the rest. */
export function cut(text: string, max: number): string {
  // The common case needs no segmenter, which is slow for thousands of rows.
  if (text.length <= max) return text
  const characters = charactersOf(text.slice(0, CUT_FROM))
  return characters.length <= max ? text : `${characters.slice(0, max).join('')}…`
}

/** Longer names than this are cut anyway; splitting all of them would take too long. */
const CUT_FROM = 2_000

/** The first letters of up to two words, for a picture that is missing. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/u)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => (charactersOf(word.slice(0, 40))[0] ?? '').toUpperCase())
    .join('')
