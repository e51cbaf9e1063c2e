import type { Viewpoint } from '../conditions.ts'
import { mayCall } from '@lintel/contract/access'
import type { MessageId } from '@lintel/contract/messages'
import { fold } from '@lintel/contract/fold'
import type { TextOf } from '@lintel/ui/i18n'
import { distance } from 'fastest-levenshtein'
import { areaOf, isBuilt, isOpen } from '../routing/page-table.ts'
import type { Page, Row } from '../routing/page-table.ts'
import { hrefTo } from '../routing/paths.ts'
import type { EachEntry, FieldEntry, PageEntry } from './entry.ts'

/** A possible result: a page, or a field of it. */
export interface Result {
  href: string
  title: string
  page: Page
  /** The icon of its area. */
  icon: Page['icon']
  /** Where it is: the page of a field or a thing, or of a tab with another title. */
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
  /** What explains it. */
  description: string
  /** The title and the keywords of the page that it is on. */
  page: string
  /** Its text and the title of that page. */
  names: string
  /** Its ports, which have to be typed in full. */
  ports: readonly string[]
}

/** The words by which a result is found, as people read them. */
export interface SpokenTexts {
  /** Its keywords. */
  words: readonly string[]
  /** Those of the page that it is on. */
  page: readonly string[]
  /** What explains it. */
  description: string
}

/** Something that can be found. */
export interface Findable {
  title: string
  spoken: SpokenTexts
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
  function wordsFor(entry: FieldEntry | PageEntry): string[] {
    const { keywords = [], ports = [] } = entry
    const ids: readonly MessageId[] = typeof keywords === 'string' ? [keywords] : keywords
    const special = 'special' in entry ? (entry.special ?? []) : []
    const here = special.filter(({ when }) => when(viewpoint) === true)
    const more = [
      ...ids,
      ...here.map((one) => one.keywords),
      ...(ports.length > 0 ? (['search.port'] as const) : []),
    ]
    return more.map(known).filter((some) => some !== undefined)
  }
  function foldTexts(
    title: string,
    entry: FieldEntry | PageEntry,
    { page = '', place = '', description = '' } = {},
  ): FoldedTexts {
    const words = wordsFor(entry)
    return {
      title: fold(title),
      own: fold([title, ...words].join()),
      phrases: phrasesIn(words.join()),
      description: fold(description),
      page: fold([place, page].join()),
      names: fold([title, place].join()),
      ports: (entry.ports ?? []).map(String),
    }
  }
  /** The help of a field, which has the id of its label, or the text that its entry names. */
  function describe({ label, description }: FieldEntry): string | undefined {
    if (description) return known(description)
    const help = `${label}.help` as MessageId
    const found = text(help, { min: '', max: '' })
    return found === help ? undefined : found
  }
  return rows
    .filter(isBuilt)
    .filter((page) => isOpen(page, viewpoint))
    .flatMap((page): Index => {
      const entry = entries[page.path]
      if (!entry || !isFound(entry, viewpoint)) return []
      // A tab is found by its own name, and the first one by the page's name too.
      const tab = page.group === undefined ? known(page.tabId) : undefined
      const pageTitle = text(page.titleId)
      const title = tab ?? pageTitle
      const icon = iconOf(rows, page)
      const words = wordsFor(entry)
      const fieldsAt = (href: string, place: string, fields: readonly FieldEntry[] = []) =>
        fields
          .filter((field) => isFound(field, viewpoint))
          .flatMap((field) => {
            const label = known(field.label)
            if (label === undefined) return []
            return {
              href: `${href}?field=${encodeURIComponent(field.field)}`,
              title: label,
              page,
              icon,
              place,
              kind: 'field' as const,
              spoken: spokenTexts(wordsFor(field), words, describe(field)),
              folded: foldTexts(label, field, {
                place,
                page: words.join(),
                description: describe(field) ?? '',
              }),
            }
          })
      const thing = ({ path, name, fields }: EachEntry) => [
        {
          href: hrefTo(path),
          title: name,
          page,
          icon,
          // Its first keyword names the page that lists it.
          place: words[0],
          // It comes after the pages that list it.
          kind: 'field' as const,
          spoken: spokenTexts([], words),
          folded: foldTexts(name, {}, { page: words.join() }),
        },
        ...fieldsAt(hrefTo(path), name, fields),
      ]
      if (entry.each) return entry.each(viewpoint).flatMap(thing)
      const href = hrefTo(page.path)
      return [
        {
          href,
          title,
          page,
          icon,
          place: title === pageTitle ? undefined : pageTitle,
          kind: 'page' as const,
          spoken: spokenTexts(words),
          folded: foldTexts(title, entry),
        },
        ...fieldsAt(href, title, entry.fields),
      ]
    })
}

const wordsIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => text.split(',').map((word) => word.trim()))

/** @param own keywords, each text several, separated by commas; `page`, those of its page */
export const spokenTexts = (
  own: readonly string[],
  page: readonly string[] = [],
  description = '',
): SpokenTexts => ({ words: wordsIn(own), page: wordsIn(page), description })

/** The keywords in a text that separates them by commas, folded. */
export const phrasesIn = (words: string): string[] =>
  fold(words)
    .split(',')
    .map((phrase) => phrase.trim())

/**
 * The number of typing errors with which a text contains a word of the query: 0 if it contains it as
 * typed, `Infinity` if it doesn't match.
 */
export type ErrorsIn = (text: string, word: string) => number

/** Whether a keyword is what was typed, rather than only containing it. */
type IsKeyword = (keyword: string, query: string) => boolean

/** As people write it who leave out the space: `timezone`. */
const joined = (text: string): string => text.replaceAll(/[\s-]/g, '')

export const exactly: ErrorsIn = (text, word) => (text.includes(word) ? 0 : Infinity)

const exactKeyword: IsKeyword = (keyword, query) => keyword === query

const roughKeyword: IsKeyword = (keyword, query) => distance(keyword, query) <= tolerated(query)

/** With a few letters swapped, wrong, missing or too many, in a word or in the last part of one. */
export const roughly: ErrorsIn = (text, word) => {
  if (text.includes(word)) return 0
  if (swapped(word).some((other) => text.includes(other))) return 1
  const most = tolerated(word)
  const fewest = Math.min(...text.split(/[\s,]+/).map((other) => errorsInWord(word, other)))
  return fewest <= most ? fewest : Infinity
}

/** Short words resemble too many others. */
const tolerated = ({ length }: string): number => (length < 4 ? 0 : length < 8 ? 1 : 2)

/**
 * How many letters of a word, perhaps not typed to its end, are wrong. Compounds are also found by
 * their last part: `liste` in `anrufliste`. Few people get the first letter wrong.
 */
function errorsInWord(typed: string, word: string): number {
  const candidates =
    typed.length < WHOLE ? [word] : lengthsOf(typed).map((end) => word.slice(0, end))
  const beginnings = word[0] === typed[0] ? candidates : []
  const lastParts =
    typed.length < LAST_PART
      ? []
      : lengthsOf(typed)
          .filter((length) => length < word.length)
          .map((length) => word.slice(-length))
          .filter((part) => part[0] === typed[0])
  return Math.min(...[...beginnings, ...lastParts].map((part) => distance(typed, part)))
}

/** A shorter word with a typing error is compared with whole words: it resembles too many beginnings. */
const WHOLE = 5

/** The shortest last part of a compound that is found with a typing error, in letters. */
const LAST_PART = 5

const lengthsOf = ({ length }: string): number[] => [length - 1, length, length + 1]

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
 * The matches for all words of the query, best first: a port of that number; a title that is it, of
 * a page also one that begins with it, or an action with it in its title; a field that begins with
 * it; one that contains it or a keyword that is it; a field with its page; other words that begin
 * with those of the query, at last the rest. Actions come before pages, and pages before fields. If
 * there are none: those whose description contains the query, otherwise those with the fewest typing
 * errors.
 */
export function find<T extends Findable>(
  index: readonly T[],
  query: string,
  language: string,
): Matches<T> {
  if (query.trim() === '') return { results: [], similar: false }
  const results = matches(index, query, language, exactly, exactKeyword)
  if (results.length > 0) return { results: asWritten(results, query), similar: false }
  const described = index.filter(({ folded }) => folded.description.includes(fold(query).trim()))
  return {
    results:
      described.length > 0 ? described : matches(index, query, language, roughly, roughKeyword),
    similar: true,
  }
}

/**
 * Those that have the accents of the query, if it has any and they do: `Tür` is no part of `TURN`, but
 * `tur` may be a `Tür`.
 */
function asWritten<T extends Findable>(results: T[], query: string): T[] {
  const parts = query.trim().toLowerCase().normalize('NFC').split(/\s+/)
  const accented = parts.filter((part) => part !== fold(part))
  const written = results.filter(({ title, spoken }) => {
    const text = [title, ...spoken.words, spoken.description].join(' ').toLowerCase()
    return accented.every((part) => text.includes(part))
  })
  return written.length > 0 ? written : results
}

function matches<T extends Findable>(
  index: readonly T[],
  query: string,
  language: string,
  errorsIn: ErrorsIn,
  isKeyword: IsKeyword,
): T[] {
  const wanted = fold(query).trim()
  const parts = wanted.split(/\s+/)
  const collator = new Intl.Collator(language)
  const isPort = ({ ports }: FoldedTexts) => parts.some((part) => ports.includes(part))
  const errors = new Map<T, number>()
  for (const one of index) errors.set(one, errorsOf(one.folded, parts, errorsIn))
  const fewest = Math.min(...errors.values())
  /** Whether each part begins a word of a text, rather than only being in one or resembling it. */
  function begin(text: string): boolean {
    const words = text.split(/[\s,()/-]+/)
    return parts.every((part) => words.some((word) => word.startsWith(part)))
  }
  function rank({ folded, kind }: T) {
    const { title, own, page, names, phrases } = folded
    if (isPort(folded)) return 0
    const named = parts.every((part) => errorsIn(title, part) < Infinity)
    if (named && kind === 'action') return 1
    if (joined(title) === joined(wanted)) return 1
    if (title.startsWith(wanted)) return kind === 'page' ? 1 : 2
    if (named || phrases.some((phrase) => isKeyword(phrase, wanted))) return 3
    // The words for an action say what to do.
    if (kind === 'action' || begin(names)) return 4
    return begin(`${own},${page}`) ? 5 : 6
  }
  const found = index.filter((one) => fewest < Infinity && errors.get(one) === fewest)
  // The number of a port is not part of another number.
  const ports = found.filter(({ folded }) => isPort(folded))
  return (ports.length > 0 ? ports : found)
    .map((one) => ({ one, rank: rank(one) }))
    .toSorted(
      (a, b) =>
        a.rank - b.rank ||
        KINDS.indexOf(a.one.kind) - KINDS.indexOf(b.one.kind) ||
        collator.compare(a.one.title, b.one.title),
    )
    .map(({ one }) => one)
}

/**
 * The number of typing errors with which a result matches all words of the query; `Infinity` if it
 * doesn't. Each word may match another of its texts. At least one has to match its title or
 * keywords, or all its description: the name of its page alone does not find a field.
 */
function errorsOf(
  { own, ports, description, page }: FoldedTexts,
  parts: readonly string[],
  errorsIn: ErrorsIn,
): number {
  const ofOwn = parts.map((part) => (ports.includes(part) ? 0 : errorsIn(own, part)))
  const ofDescription = parts.map((part) => errorsIn(description, part))
  const isDescribed = parts.length > 1 && Math.max(...ofDescription) < Infinity
  if (Math.min(...ofOwn) === Infinity && !isDescribed) return Infinity
  return parts.reduce(
    (sum, part, at) =>
      sum + Math.min(ofOwn[at] ?? Infinity, ofDescription[at] ?? Infinity, errorsIn(page, part)),
    0,
  )
}
