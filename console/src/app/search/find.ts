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
  kind: 'page' | 'field'
}

/** What a result is found by, folded. */
export interface FoldedTexts {
  /** Its text. */
  title: string
  /** Everything that matches it by itself. */
  own: string
  /** Its keywords, each a word or a phrase. */
  phrases: readonly string[]
  /** The page that it is on. */
  page: string
  /** Its ports, which have to be typed in full. */
  ports: readonly string[]
}

/** Something that can be found. */
export interface Findable {
  title: string
  /** What comes first among equals: an action, a page, a field. */
  kind: 'action' | 'page' | 'field'
  folded: FoldedTexts
}

export type Index = readonly (Result & Findable)[]

const KINDS = ['action', 'page', 'field'] as const

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
    { keywords = [], ports = [] }: FieldEntry | PageEntry,
    page: string,
  ): FoldedTexts {
    const ids: readonly MessageId[] = typeof keywords === 'string' ? [keywords] : keywords
    const more = [...ids, ...(ports.length > 0 ? (['search.port'] as const) : [])]
    const words = more.map(known).filter((some) => some !== undefined)
    return {
      title: fold(title),
      own: fold([title, ...words].join()),
      phrases: phrasesIn(words.join()),
      page: fold(page),
      ports: ports.map(String),
    }
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
          kind: 'page' as const,
          folded: foldTexts(title, entry, ''),
        },
        ...fields.map((field) => ({
          href: `${href}?field=${encodeURIComponent(field.field)}`,
          title: field.title,
          page,
          icon,
          place: title,
          kind: 'field' as const,
          folded: foldTexts(field.title, field, title),
        })),
      ]
    })
}

/** The keywords in a text that separates them by commas, folded. */
export const phrasesIn = (words: string): string[] =>
  fold(words)
    .split(',')
    .map((phrase) => phrase.trim())

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

/** What was found. */
export interface Matches<T> {
  results: T[]
  /** Whether they only resemble the query. */
  similar: boolean
}

/**
 * The matches for all words of the query, best first: a port of that number, a title that begins
 * with it, one that contains it or a keyword that is it, then other keywords; actions before pages before fields. Without any,
 * typing errors are forgiven.
 */
export function find<T extends Findable>(
  index: readonly T[],
  query: string,
  language: string,
): Matches<T> {
  const results = matches(index, query, language, includes)
  if (results.length > 0 || query.trim() === '') return { results, similar: false }
  return { results: matches(index, query, language, resembles), similar: true }
}

function matches<T extends Findable>(
  index: readonly T[],
  query: string,
  language: string,
  has: HasWord,
): T[] {
  const wanted = fold(query).trim()
  const parts = wanted.split(/\s+/)
  if (wanted === '') return []
  const collator = new Intl.Collator(language)
  const isPort = ({ ports }: FoldedTexts) => parts.some((part) => ports.includes(part))
  const hasPart = (folded: FoldedTexts, part: string) =>
    has(folded.own, part) || folded.ports.includes(part)
  function rank({ folded, kind }: T) {
    if (isPort(folded)) return 0
    if (folded.title.startsWith(wanted)) return 1
    const named = parts.every((part) => folded.title.includes(part))
    if (named || folded.phrases.includes(wanted)) return 2
    // The words for an action say what to do.
    return kind === 'action' ? 3 : 4
  }
  const found = index.filter(
    // The name of its page alone does not match a field.
    ({ folded }) =>
      parts.some((part) => hasPart(folded, part)) &&
      parts.every((part) => hasPart(folded, part) || has(folded.page, part)),
  )
  // The number of a port is not part of another number.
  const ports = found.filter(({ folded }) => isPort(folded))
  return (ports.length > 0 ? ports : found).toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
      collator.compare(a.title, b.title),
  )
}
