import type { EntryType } from '@lintel/contract/rules/phonebook'
import { fullName } from '@lintel/contract/rules/phonebook'

/** What the files of an import hold together. The device checks the rest. */
export interface BookFacts {
  contacts: number
  organisations: number
  /** Of the first contacts. */
  names: readonly string[]
  /** Entries that are neither contacts nor anything else that a phonebook has. */
  unknown: number
  /** A file that can't be read. */
  broken?: string
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
    if (!read) return { contacts: 0, organisations: 0, names: [], unknown: 0, broken: file.name }
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

const nameOf = ({ firstName, lastName }: Entry): string =>
  fullName({
    firstName: typeof firstName === 'string' ? firstName : '',
    lastName: typeof lastName === 'string' ? lastName : '',
  })
