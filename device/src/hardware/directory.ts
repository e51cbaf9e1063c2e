import { fullName } from '@lintel/contract/rules/phonebook'
import type { DisplayButton } from '@lintel/contract/shown'
import type { Phonebook } from '../state/phonebook/phonebook.ts'
import type { StoredEntry } from '../state/phonebook/rows.ts'

/** How many entries the display shows at once. Own design. */
const ROWS = 4

/** The attribute that orders the organisations on the display. Source: specification B §4. */
const ORDER = 'DisplayOrder'

/** What the buttons say that lead to other entries, in the language of the display. */
export type DirectoryTexts = Record<'previous' | 'next' | 'back', string>

/**
 * Whom visitors find on the display: the organisations with contacts, then the contacts outside of
 * all. An organisation opens the list of its contacts. A search finds contacts by name.
 */
export interface Directory {
  buttons(texts: DirectoryTexts): DisplayButton[]
  /** The name of the organisation that is open; undefined in the first list. */
  title(): string | undefined
  /** What visitors look for; empty for everybody. */
  searched(): string
  /** Shows the contacts with all of these words, of the open organisation or of all. */
  search(text: string): void
  /**
   * Touches a button. Returns the id of the contact to ring, if it is one of those, or `left` if it
   * leads back from the first list.
   */
  touch(button: string): { ring: string } | 'left' | undefined
  /** Shows the first list from its beginning. */
  home(): void
  close(): void
}

/** A list, one after the other of these. */
interface Part {
  total: number
  read(offset: number, limit: number): StoredEntry[]
}

/** @param changed called when other entries have to be shown */
export function openDirectory(
  phonebook: Pick<Phonebook, 'find' | 'all' | 'named' | 'count' | 'subscribe'>,
  changed: () => void,
): Directory {
  let organisation: StoredEntry | undefined
  let filter = ''
  let first = 0
  /** Of the present list; undefined before it was read. */
  let parts: Part[] | undefined

  /** The contacts that visitors look for, of one organisation or of all. */
  function contacts(of?: string): Part {
    const wanted = { text: filter, ...(of === undefined ? {} : { organisation: of }) }
    return {
      total: phonebook.named({ ...wanted, offset: 0, limit: 0 }).total,
      read: (offset, limit) => phonebook.named({ ...wanted, offset, limit }).items,
    }
  }

  function organisations(): Part {
    const shown = phonebook
      .all({ type: 'Organization' })
      .filter(({ entry }) => phonebook.count({ type: 'Person', organisation: entry }) > 0)
      .toSorted((one, other) => orderOf(one) - orderOf(other) || compare(one.entry, other.entry))
    return {
      total: shown.length,
      read: (offset, limit) => shown.slice(offset, offset + limit),
    }
  }

  function list(): Part[] {
    if (organisation) return [contacts(organisation.entry)]
    if (filter !== '') return [contacts()]
    return [organisations(), contacts('')]
  }

  function move(to: StoredEntry | undefined, offset: number): void {
    organisation = to
    first = offset
    parts = undefined
  }

  const unsubscribe = phonebook.subscribe(() => {
    const still = organisation && phonebook.find(organisation.entry)
    move(still, organisation && !still ? 0 : first)
    changed()
  })

  /** The entries in view. */
  function inView(): { entries: StoredEntry[]; total: number } {
    parts ??= list()
    const total = parts.reduce((sum, part) => sum + part.total, 0)
    // Entries may have been removed since.
    first = Math.min(first, Math.max(0, Math.ceil(total / ROWS) - 1) * ROWS)
    const entries: StoredEntry[] = []
    let before = 0
    for (const part of parts) {
      const offset = Math.max(0, first + entries.length - before)
      const limit = ROWS - entries.length
      if (limit > 0 && offset < part.total) entries.push(...part.read(offset, limit))
      before += part.total
    }
    return { entries, total }
  }

  function search(text: string): void {
    filter = text.trim()
    move(organisation, 0)
  }

  /** Leads back by one step; false from the first list. */
  function goBack(): boolean {
    if (filter !== '') search('')
    else if (organisation) move(undefined, 0)
    else return false
    return true
  }

  return {
    buttons(texts) {
      const { entries, total } = inView()
      const leading = (kind: keyof DirectoryTexts, has: boolean): DisplayButton[] =>
        has ? [{ id: `#${kind}`, label: texts[kind], kind }] : []
      return [
        ...entries.map((entry) => buttonOf(entry)),
        ...leading('back', true),
        ...leading('previous', first > 0),
        ...leading('next', first + ROWS < total),
      ]
    },
    title: () => organisation?.label,
    searched: () => filter,
    search,
    touch(button) {
      if (button === '#back') return goBack() ? undefined : 'left'
      if (button === '#previous') first = Math.max(0, first - ROWS)
      else if (button === '#next') first += ROWS
      else {
        const entry = inView().entries.find((one) => one.entry === button)
        if (entry?.type === 'Person') return { ring: entry.entry }
        if (entry) move(entry, 0)
      }
      return undefined
    },
    home() {
      filter = ''
      move(undefined, 0)
    },
    close: unsubscribe,
  }
}

/** Organisations without a place come last. */
function orderOf({ record }: StoredEntry): number {
  const place = record.UIAttributes?.find(({ Name }) => Name === ORDER)?.Value ?? ''
  return /^\d+$/.test(place) ? Number(place) : Number.MAX_SAFE_INTEGER
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

function buttonOf(entry: StoredEntry): DisplayButton {
  const { entry: id, label, type } = entry
  if (type === 'Person') return { id, label: fullName(entry), kind: 'contact' }
  return { id, label, kind: 'organisation' }
}
