import { wordsOf } from '@lintel/contract/fold'
import { escapeLike } from '../collection.ts'
import type { Database } from '../database.ts'
import { numberedOrder } from '../numbered-order.ts'

/** A part of the contacts with some words in their names. */
export interface Named {
  /** The ids of the rows, by first name. */
  ids: string[]
  /** How many there are altogether. */
  total: number
}

/** Which contacts to find. */
export interface NameSearch {
  /** All of its words are in the name, whatever their order, capitals and accents. */
  text: string
  /** The id of the organisation that they are in; absent for all. */
  organisation?: string
  offset: number
  limit: number
}

const NAME = "(firstName_key || ' ' || lastName_key)"
const ORDER = numberedOrder('firstName_key').join(', ')

/** Finds contacts by their names alone: visitors must not find out addresses and speed dials. */
export function contactsNamed(database: Database, search: NameSearch): Named {
  const { text, organisation, offset, limit } = search
  const words = wordsOf(text).map((word) => `%${escapeLike(word)}%`)
  const conditions = [
    "type = 'Person'",
    ...(organisation === undefined ? [] : ['organisation = ?']),
    ...words.map(() => String.raw`${NAME} LIKE ? ESCAPE '\'`),
  ]
  const values = [...(organisation === undefined ? [] : [organisation]), ...words]
  const where = `FROM phonebook WHERE ${conditions.join(' AND ')}`
  const found = database.get(`SELECT count(*) AS total ${where}`, ...values)
  const rows =
    limit === 0
      ? []
      : database.all(
          `SELECT id ${where} ORDER BY ${ORDER}, id LIMIT ? OFFSET ?`,
          ...values,
          limit,
          offset,
        )
  return { ids: rows.map(({ id }) => String(id)), total: Number(found?.['total']) }
}
