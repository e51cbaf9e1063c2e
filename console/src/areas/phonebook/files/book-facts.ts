import type { EntryType } from '@lintel/contract/rules/phonebook'
import { fullName } from '@lintel/contract/rules/phonebook'
import { jsonError } from './json-error.ts'

/** What the files of an import hold together. The device checks the rest. */
export interface BookFacts {
  contacts: number
  organisations: number
  /** Of the first contacts. */
  names: readonly string[]
  /** Entries that are neither contacts nor anything else that a phonebook has. */
  unknown: number
  /** A file that can't be read, and where it is no JSON; line and column from 1. */
  broken?: { name: string; at: { line: number; column: number } | undefined }
}

/** A list of its own: that of the rules would load with every page. */
const KNOWN: Readonly<Record<EntryType, true>> = {
  Organization: true,
  Group: true,
  Person: true,
  Rule: true,
  CallInfo: true,
  Fallback: true,
}

/** Larger files, which images in them make so, are read by the device alone. */
const READ_MAX = 20_000_000
const NAMES_SHOWN = 5

interface Entry {
  type?: unknown
  firstName?: unknown
  lastName?: unknown
}

/** Undefined if the files are too large to be read here, or gone. */
export async function bookFacts(files: readonly File[]): Promise<BookFacts | undefined> {
  if (files.reduce((sum, { size }) => sum + size, 0) > READ_MAX) return undefined
  const entries: Entry[] = []
  for (const file of files) {
    const text = await file.text().catch(() => undefined)
    if (text === undefined) return undefined
    const read = entriesIn(text)
    if (!read) {
      const broken = { name: file.name, at: placeIn(text) }
      return { contacts: 0, organisations: 0, names: [], unknown: 0, broken }
    }
    entries.push(...read)
  }
  const people = entries.filter(({ type }) => type === 'Person')
  return {
    contacts: people.length,
    organisations: entries.filter(({ type }) => type === 'Organization').length,
    names: people.map(nameOf).filter(Boolean).slice(0, NAMES_SHOWN),
    unknown: entries.filter(({ type }) => typeof type !== 'string' || !Object.hasOwn(KNOWN, type))
      .length,
  }
}

function entriesIn(text: string): Entry[] | undefined {
  try {
    const { phonebookEntries } = JSON.parse(text) as { phonebookEntries?: unknown }
    return Array.isArray(phonebookEntries)
      ? phonebookEntries.map((entry) =>
          typeof entry === 'object' && entry ? (entry as Entry) : {},
        )
      : undefined
  } catch {
    return undefined
  }
}

function placeIn(text: string): ReturnType<typeof jsonError> {
  try {
    return jsonError(text)
  } catch {
    // Nested too deep.
    return undefined
  }
}

const nameOf = ({ firstName, lastName }: Entry): string =>
  fullName({
    firstName: typeof firstName === 'string' ? firstName : '',
    lastName: typeof lastName === 'string' ? lastName : '',
  })
