/** How the members of a collection's rows are stored in its table. */
import type { SqlValue } from './database.ts'

/** Encodes and decodes one member. */
export interface Column<T> {
  write(value: T): SqlValue
  read(stored: SqlValue): T
}

export const textColumn: Column<string> = { write: (value) => value, read: String }

export const optionalTextColumn: Column<string | undefined> = {
  write: (value) => value ?? null,
  read: (stored) => (stored === null ? undefined : String(stored)),
}

export const booleanColumn: Column<boolean> = {
  write: (value) => (value ? 1 : 0),
  read: (stored) => stored === 1,
}

/** Words that contain no blanks, such as group names. */
export const wordsColumn: Column<string[]> = {
  write: (value) => value.join(' '),
  read: (stored) => String(stored).split(' ').filter(Boolean),
}

/** One of a fixed set of strings. */
export const choiceColumn = <T extends string>(): Column<T> => ({
  write: (value) => value,
  read: (stored) => String(stored) as T,
})

export const numberColumn: Column<number> = { write: (value) => value, read: Number }

/** Whole numbers from 0 that rows are sorted by: keys are text, so they have leading zeros. */
export const sortedNumberColumn: Column<number> = {
  write: (value) => String(value).padStart(10, '0'),
  read: Number,
}

/** A record that is read and written as a whole. */
export const jsonColumn = <T extends object>(): Column<T> => ({
  write: (value) => JSON.stringify(value),
  read: (stored) => JSON.parse(String(stored)) as T,
})
