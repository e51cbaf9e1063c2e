import type { CallInformation } from '@lintel/contract/phonebook-entries'
import type { EntryType } from '@lintel/contract/rules/phonebook'
import type { Stored } from '@lintel/contract/collection'
import { openCollection } from '../collection.ts'
import type { Collection } from '../collection.ts'
import { booleanColumn, choiceColumn, jsonColumn, textColumn } from '../columns.ts'
import type { Database } from '../database.ts'
import type { Addresses } from './addresses.ts'

/** What an entry has besides its names and its place. */
export interface EntryRecord {
  triggerType?: string
  callInformation?: readonly CallInformation[]
  callForkingType?: string
  UIAttributes?: readonly { Name: string; Value: string }[]
  CallButtonOnly?: boolean
  DisplayButton?: boolean
}

/** An entry of the phonebook. Members of other types of entries are empty. */
export interface EntryRow {
  /** The entry's id. */
  entry: string
  type: EntryType
  label: string
  description: string
  firstName: string
  lastName: string
  /** The speed dial. */
  keyTrigger: string
  /** The department or organisation that it is in, by its id; empty outside of one. */
  parent: string
  /** The organisation that it is in, directly or in a department. */
  organisation: string
  /** How it is called first. */
  call: 'SIP' | 'VMS' | ''
  /** The addresses that it is called at, for the filter. */
  addresses: string
  /** Whether the display shows it, as far as a call group. */
  onDisplay: boolean
  /** The SHA-256 of its image in hexadecimal; empty without one. */
  image: string
  record: EntryRecord
}

export type StoredEntry = Stored<EntryRow>

/**
 * The entries as a collection.
 * @param addresses are kept in step with it
 */
export function openRows(database: Database, addresses: Addresses): Collection<EntryRow> {
  const rows = openCollection<EntryRow>(database, {
    table: 'phonebook',
    columns: {
      entry: textColumn,
      type: choiceColumn<EntryType>(),
      label: textColumn,
      description: textColumn,
      firstName: textColumn,
      lastName: textColumn,
      keyTrigger: textColumn,
      parent: textColumn,
      organisation: textColumn,
      call: choiceColumn<EntryRow['call']>(),
      addresses: textColumn,
      onDisplay: booleanColumn,
      image: textColumn,
      record: jsonColumn<EntryRecord>(),
    },
    filter: ['label', 'description', 'firstName', 'lastName', 'keyTrigger', 'addresses'],
    sort: ['label', 'firstName', 'lastName', 'keyTrigger', 'onDisplay'],
    numbered: ['label', 'firstName', 'lastName', 'keyTrigger'],
  })
  return {
    ...rows,
    add: (value) =>
      rows.change(() => {
        const added = rows.add(value)
        addresses.set(added)
        return added
      }),
    update: (id, change, version) =>
      rows.change(() => {
        const updated = rows.update(id, change, version)
        addresses.set(updated)
        return updated
      }),
    remove: (id, version) =>
      rows.change(() => {
        rows.remove(id, version)
        addresses.forget(id)
      }),
    clear: () =>
      rows.change(() => {
        rows.clear()
        addresses.clear()
      }),
  }
}

/**
 * Links from an entry to others: the recipients and the fallback of a rule, in order, the fallback
 * of a contact, the contact of a fallback.
 */
export interface Links {
  /** The children of an entry, in order. */
  of(parent: string): string[]
  /** The entries that have this child. */
  to(child: string): string[]
  set(parent: string, children: readonly string[]): void
  /** Removes an entry from all links. */
  forget(entry: string): void
  clear(): void
}

export function openLinks(database: Database): Links {
  return {
    of: (parent) =>
      database
        .all('SELECT child FROM phonebook_links WHERE parent = ? ORDER BY position', parent)
        .map(({ child }) => String(child)),
    to: (child) =>
      database
        .all('SELECT parent FROM phonebook_links WHERE child = ?', child)
        .map(({ parent }) => String(parent)),
    set(parent, children) {
      database.run('DELETE FROM phonebook_links WHERE parent = ?', parent)
      for (const [position, child] of children.entries()) {
        database.run(
          'INSERT INTO phonebook_links (parent, child, position) VALUES (?, ?, ?)',
          parent,
          child,
          position,
        )
      }
    },
    forget(entry) {
      database.run('DELETE FROM phonebook_links WHERE parent = ? OR child = ?', entry, entry)
    },
    clear() {
      database.run('DELETE FROM phonebook_links')
    },
  }
}
