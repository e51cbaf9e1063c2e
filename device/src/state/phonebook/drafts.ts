import { Refusal } from '@lintel/contract/fault'
import type { Collection } from '../collection.ts'
import type { EntryRow, StoredEntry } from './rows.ts'

/** An entry of a change; its row is there once it has been written. */
interface Draft {
  row: EntryRow
  stored: StoredEntry | undefined
}

/**
 * The entries that a change is about, each read and written once however often the change touches
 * it: an import touches ten thousand several times.
 */
export interface Drafts {
  find(entry: string): EntryRow | undefined
  add(row: EntryRow): void
  /** @throws Refusal `conflict` if the entry has another version than this */
  change(entry: string, change: Partial<EntryRow>, version?: string): void
  remove(entry: string): void
  /** All entries with these values, in order of creation. */
  all(where: Partial<EntryRow>): StoredEntry[]
  /** Writes what has changed, and returns an entry as it is stored. */
  stored(entry: string): StoredEntry | undefined
  /** Writes what has changed. */
  write(): void
}

/** @param isEmpty whether there are no rows, so that none has to be looked for */
export function openDrafts(rows: Collection<EntryRow>, isEmpty = false): Drafts {
  const drafts = new Map<string, Draft>()
  const changed = new Set<Draft>()

  function draftOf(entry: string): Draft | undefined {
    const known = drafts.get(entry)
    if (known || isEmpty) return known
    const stored = rows.findBy('entry', entry)
    if (!stored) return undefined
    const draft = { row: stored, stored }
    drafts.set(entry, draft)
    return draft
  }

  function write(): void {
    for (const draft of changed) {
      const { row, stored } = draft
      draft.stored = stored ? rows.update(stored.id, row) : rows.add(row)
      draft.row = draft.stored
    }
    changed.clear()
  }

  return {
    find: (entry) => draftOf(entry)?.row,
    add(row) {
      const draft: Draft = { row, stored: undefined }
      drafts.set(row.entry, draft)
      changed.add(draft)
    },
    change(entry, part, version) {
      const draft = draftOf(entry)
      if (!draft) throw new Refusal('absent', 'There is no such entry.')
      if (version !== undefined && draft.stored?.version !== version) {
        throw new Refusal('conflict', 'The entry has changed.')
      }
      draft.row = { ...draft.row, ...part }
      changed.add(draft)
    },
    remove(entry) {
      const draft = draftOf(entry)
      if (!draft) return
      changed.delete(draft)
      drafts.delete(entry)
      if (draft.stored) rows.remove(draft.stored.id)
    },
    all(where) {
      write()
      return rows.allWith(where)
    },
    stored(entry) {
      write()
      return draftOf(entry)?.stored
    },
    write,
  }
}
