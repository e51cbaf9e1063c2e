import type { Viewpoint } from '../conditions.ts'
import { mayCall } from '@lintel/contract/access'
import type { MessageId } from '@lintel/contract/messages'
import { fold } from '@lintel/contract/fold'
import type { TextOf } from '@lintel/ui/i18n'
import { distance } from 'fastest-levenshtein'
import { areaOf, isBuilt, isOpen } from '../routing/page-table.ts'
import type { Page, Row } from '../routing/page-table.ts'
import { hrefTo } from '../routing/paths.ts'
import type { FieldEntry, PageEntry } from './entries.ts'

/** A possible result: a page, or a field of it. */
export interface Result {
  href: string
  title: string
  page: Page
  /** The icon of its area. */
  icon: Page['icon']
  /** Where it is: the page of a field, or of a tab with another title. */
  place: string | undefined
  /** Whether it is a field of the page. */
  field: boolean
}

/** The texts by which a result is found, folded. */
interface FoldedTexts {
  /** Its text. */
  title: string
  /** Everything that matches it by itself. */
  own: string
  /** The page that it is on. */
  page: string
}

export type Index = readonly (Result & { folded: FoldedTexts })[]

/** Whether a result matches, wherever it leads. */
function isFound({ role = 'admin', when }: FieldEntry | PageEntry, viewpoint: Viewpoint): boolean {
  return (
    mayCall(role, viewpoint.groups, 'ready') && (when === undefined || when(viewpoint) === true)
  )
}

/** The icon that the sidebar has for the area of a page. */
const iconOf = (rows: readonly (Row | Page)[], page: Page): Page['icon'] =>
  rows.filter(isBuilt).find((row) => row.icon !== undefined && areaOf(row) === areaOf(page))?.icon

/**
 * Everything that this person can find on this device, in the current language. A field without a
 * label is omitted.
 * @param text returns the id itself for an id without a text
 */
export function indexOf(
  rows: readonly (Row | Page)[],
  entries: Readonly<Record<string, PageEntry>>,
  viewpoint: Viewpoint,
  text: TextOf,
): Index {
  /** The text of an id; undefined if the messages of its area did not load. */
  function known(id: MessageId | undefined): string | undefined {
    const found = id && text(id)
    return found === id ? undefined : found
  }
  function foldTexts(
    title: string,
    { keywords }: FieldEntry | PageEntry,
    page: string,
  ): FoldedTexts {
    const more = known(keywords)
    const own = more === undefined ? title : `${title},${more}`
    return { title: fold(title), own: fold(own), page: fold(page) }
  }
  return rows
    .filter(isBuilt)
    .filter((page) => isOpen(page, viewpoint))
    .flatMap((page) => {
      const entry = entries[page.path]
      if (!entry || !isFound(entry, viewpoint)) return []
      // A tab is found by its own name, and the first one by the page's name too.
      const tab = page.group === undefined ? known(page.tabId) : undefined
      const pageTitle = text(page.titleId)
      const title = tab ?? pageTitle
      const fields = (entry.fields ?? [])
        .filter((field) => isFound(field, viewpoint))
        .flatMap((field) => {
          const label = known(field.label)
          return label === undefined ? [] : { ...field, title: label }
        })
      const href = hrefTo(page.path)
      const icon = iconOf(rows, page)
      return [
        {
          href,
          title,
          page,
          icon,
          place: title === pageTitle ? undefined : pageTitle,
          field: false,
          folded: foldTexts(title, entry, ''),
        },
        ...fields.map((field) => ({
          href: `${href}?field=${encodeURIComponent(field.field)}`,
          title: field.title,
          page,
          icon,
          place: title,
          field: true,
          folded: foldTexts(field.title, field, title),
        })),
      ]
    })
}

/** Whether a text has a word of the query. */
type HasWord = (text: string, word: string) => boolean

const includes: HasWord = (text, word) => text.includes(word)

/** The same with a typing error: neighbours swapped, or a letter too many, too few or wrong. */
const resembles: HasWord = (text, word) =>
  text.includes(word) ||
  swapped(word).some((other) => text.includes(other)) ||
  // Few get the first letter wrong.
  text
    .split(/[\s,]+/)
    .some((other) => other[0] === word[0] && errorsIn(word, other) <= tolerated(word))

/** Short words have too many neighbours. */
const tolerated = ({ length }: string): number => (length < 4 ? 0 : length < 8 ? 1 : 2)

/** How many letters of a word, perhaps not typed to its end, are wrong. */
function errorsIn(typed: string, word: string): number {
  const beginnings = [-1, 0, 1].map((more) => word.slice(0, typed.length + more))
  return Math.min(...beginnings.map((beginning) => distance(typed, beginning)))
}

const swapped = (word: string): string[] =>
  word.length < 4
    ? []
    : Array.from(
        { length: word.length - 1 },
        (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
      )

/**
 * The matches for all words of the query, best first: a title that begins with it, one that
 * contains it, then keywords; pages before fields. Without any, typing errors are forgiven.
 */
export function find(index: Index, query: string, language: string): Result[] {
  const found = matches(index, query, language, includes)
  return found.length > 0 ? found : matches(index, query, language, resembles)
}

function matches(index: Index, query: string, language: string, has: HasWord): Result[] {
  const wanted = fold(query).trim()
  const parts = wanted.split(/\s+/)
  if (wanted === '') return []
  const collator = new Intl.Collator(language)
  const rank = ({ folded }: Index[number]) =>
    folded.title.startsWith(wanted) ? 0 : folded.title.includes(wanted) ? 1 : 2
  return index
    .filter(
      // The name of its page alone does not match a field.
      ({ folded: { own, page } }) =>
        parts.some((part) => has(own, part)) &&
        parts.every((part) => has(own, part) || has(page, part)),
    )
    .toSorted(
      (a, b) =>
        rank(a) - rank(b) ||
        Number(a.field) - Number(b.field) ||
        collator.compare(a.title, b.title),
    )
}
