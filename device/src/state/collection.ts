import { fold, wordsOf } from '@lintel/contract/fold'
import { randomBytes } from 'node:crypto'
import type { Page, PageRequest, Stored } from '@lintel/contract/collection'
import { Refusal } from '@lintel/contract/fault'
import type { Column } from './columns.ts'
import type { Database, Row } from './database.ts'
import { numberedOrder } from './numbered-order.ts'

/**
 * The table of a collection. A migration creates it, with a column for each member and:
 * - `id INTEGER PRIMARY KEY` and `version TEXT NOT NULL`;
 * - `search TEXT NOT NULL`, if the collection can be filtered;
 * - `<member>_key TEXT NOT NULL` with an index on it and `id`, for each sortable member.
 */
export interface CollectionShape<T extends object> {
  table: string
  columns: { readonly [K in keyof T & string]: Column<T[K]> }
  /** The members that the filter searches. */
  filter?: readonly (keyof T & string)[]
  /** The members that pages can be sorted by. */
  sort?: readonly (keyof T & string)[]
  /** Those of them that may contain numbers, with an index on their `numberedOrder`. */
  numbered?: readonly (keyof T & string)[]
  /** Never gives a row the id of a removed one: for rows that outside clients know by their ids. */
  keepsIds?: true
}

/**
 * Rows that people add, edit and remove. A change costs the same for any number of rows, and is
 * durable when its method returns. The id of a removed row may be reused unless the collection
 * `keepsIds`, its version never.
 */
export interface Collection<T extends object> {
  /** All rows in order of creation. For small collections only. */
  all(): Stored<T>[]
  /**
   * Rows that match the filter, sorted, by offset and limit; in order of creation if there is no
   * sort.
   * @param where values that the rows have; an index on these columns should begin with them
   * @throws Refusal `invalid` for a filter or a sort that the collection does not have
   */
  page(request: PageRequest, where?: Partial<T>): Page<Stored<T>>
  find(id: string): Stored<T> | undefined
  /** The first row with this value; the column should have an index. */
  findBy<K extends keyof T & string>(member: K, value: T[K]): Stored<T> | undefined
  /** All rows with these values, in order of creation; an index should begin with the columns. */
  allWith(where: Partial<T>): Stored<T>[]
  count(): number
  add(value: T): Stored<T>
  /**
   * Absent members stay as they are.
   * @throws Refusal `absent` if there is no such row, `conflict` if it has another version by now
   */
  update(id: string, change: Partial<T>, version?: string): Stored<T>
  /** @throws Refusal as `update` does */
  remove(id: string, version?: string): void
  /** Removes all rows but those with this value, in one statement. */
  keepOnly<K extends keyof T & string>(member: K, value: T[K]): void
  /** Removes all rows. */
  clear(): void
  /** Commits all changes of `work` or none, then notifies the subscribers. */
  change<R>(work: () => R): R
  /** Changes with every change of a row. */
  version(): string
  /**
   * Notifies after each commit with the ids of the changed rows; undefined if any row may have
   * changed.
   */
  subscribe(fn: (ids: readonly string[] | undefined) => void): () => void
}

const DEFAULT_LIMIT = 100

/** Opens the collection; its table must exist. */
export function openCollection<T extends object>(
  database: Database,
  shape: CollectionShape<T>,
): Collection<T> {
  const statements = statementsOf(shape)
  const codec = codecOf(shape)
  const listeners = new Set<(ids: readonly string[] | undefined) => void>()
  /** What the current transaction has changed; undefined outside of one. */
  let changing: { rows: Set<string>; any: boolean } | undefined

  function notify(ids: readonly string[] | undefined): void {
    for (const fn of Array.from(listeners)) fn(ids)
  }

  function change<R>(work: () => R): R {
    if (changing) return work()
    const changed = { rows: new Set<string>(), any: false }
    const isChanged = () => changed.any || changed.rows.size > 0
    changing = changed
    try {
      const result = database.tx(() => {
        const value = work()
        if (isChanged()) {
          database.run(
            'REPLACE INTO revisions (name, value) VALUES (?, ?)',
            shape.table,
            newVersion(),
          )
        }
        return value
      })
      changing = undefined
      if (isChanged())
        database.afterCommit(() => notify(changed.any ? undefined : [...changed.rows]))
      return result
    } finally {
      changing = undefined
    }
  }

  function find(id: string): Stored<T> | undefined {
    const row = database.get(statements.find, id)
    return row && codec.read(row)
  }

  function expect(id: string, version: string | undefined): Stored<T> {
    const stored = find(id)
    if (!stored) throw new Refusal('absent', 'The entry was not found.')
    if (version !== undefined && stored.version !== version) {
      throw new Refusal('conflict', 'The entry has changed.')
    }
    return stored
  }

  const membersOf = (where: Partial<T>) => Object.keys(where) as (keyof T & string)[]

  const valuesOf = (where: Partial<T>) =>
    membersOf(where).map((member) =>
      shape.columns[member].write(where[member] as T[keyof T & string]),
    )

  function version(): string {
    const row = database.get('SELECT value FROM revisions WHERE name = ?', shape.table)
    return String(row?.['value'] ?? 'none')
  }

  database.onRestored(() => notify(undefined))

  return {
    all: () => database.all(statements.all).map((row) => codec.read(row)),
    page({ offset = 0, limit = DEFAULT_LIMIT, filter = '', sort, descending = false }, where = {}) {
      if (filter !== '' && !shape.filter) {
        throw new Refusal('invalid', 'Entries cannot be filtered.')
      }
      // Its words in this order: a first name and a last name are members of their own.
      const pattern = filter === '' ? '' : `%${wordsOf(filter).map(escapeLike).join('%')}%`
      const conditions = [...valuesOf(where), ...(shape.filter ? [pattern, pattern] : [])]
      const rows = database.all(
        statements.page(sort, descending, membersOf(where)),
        ...conditions,
        ...conditions,
        limit,
        offset,
      )
      return {
        items: rows.filter((row) => row['id'] !== null).map((row) => codec.read(row)),
        total: Number(rows[0]?.['total']),
        version: version(),
      }
    },
    find,
    findBy(member, value) {
      const row = database.get(statements.findBy(member), shape.columns[member].write(value))
      return row && codec.read(row)
    },
    allWith: (where) =>
      database
        .all(statements.allWith(membersOf(where)), ...valuesOf(where))
        .map((row) => codec.read(row)),
    count: () => Number(database.get(statements.count)?.['total']),
    add: (value) =>
      change(() => {
        const version = newVersion()
        // Reads to the end: an unfinished statement would hold up the commit.
        const [row] = database.all(statements.add, version, ...codec.write(value))
        const id = String(row?.['id'])
        if (shape.keepsIds) {
          database.run(
            'REPLACE INTO revisions (name, value) VALUES (?, ?)',
            lastId(shape.table),
            id,
          )
        }
        changing?.rows.add(id)
        return { ...value, id, version }
      }),
    update: (id, part, version) =>
      change(() => {
        const value = { ...expect(id, version), ...part }
        const next = { ...value, id, version: newVersion() }
        database.run(statements.update, next.version, ...codec.write(value), id)
        changing?.rows.add(id)
        return next
      }),
    remove: (id, version) =>
      change(() => {
        expect(id, version)
        database.run(statements.remove, id)
        changing?.rows.add(id)
      }),
    keepOnly: (member, value) =>
      change(() => {
        database.run(statements.keepOnly(member), shape.columns[member].write(value))
        if (changing) changing.any = true
      }),
    clear: () =>
      change(() => {
        database.run(`DELETE FROM ${shape.table}`)
        if (changing) changing.any = true
      }),
    change,
    version,
    subscribe(fn) {
      listeners.add(fn)
      return () => {
        listeners.delete(fn)
      }
    },
  }
}

/** The row of `revisions` with the last id that a collection has given. */
const lastId = (table: string): string => `${table} id`

/** The id after those of all rows that are and were there. */
const nextId = (table: string): string => `1 + max(
  coalesce((SELECT max(id) FROM ${table}), 0),
  coalesce((SELECT CAST(value AS INTEGER) FROM revisions WHERE name = '${lastId(table)}'), 0)
)`

const newVersion = (): string => randomBytes(9).toString('base64url')

/** Escapes the wildcards of LIKE. */
/** A text as a part of a `LIKE` pattern with `ESCAPE '\'`. */
export const escapeLike = (text: string): string => text.replaceAll(/[%_\\]/g, String.raw`\$&`)

/** Converts between rows and values. */
function codecOf<T extends object>({ columns, filter, sort = [] }: CollectionShape<T>) {
  const members = Object.keys(columns) as (keyof T & string)[]
  const textOf = (value: T, member: keyof T & string) =>
    fold(String(columns[member].write(value[member]) ?? ''))
  return {
    read(row: Row): Stored<T> {
      const value: Partial<T> = {}
      for (const member of members) value[member] = columns[member].read(row[member] ?? null)
      return { ...(value as T), id: String(row['id']), version: String(row['version']) }
    },
    /** In the order of `columnsOf`. */
    write: (value: T) => [
      ...members.map((member) => columns[member].write(value[member])),
      ...(filter ? [filter.map((member) => textOf(value, member)).join('\n')] : []),
      ...sort.map((member) => textOf(value, member)),
    ],
  }
}

const columnsOf = <T extends object>({ columns, filter, sort = [] }: CollectionShape<T>) => [
  ...Object.keys(columns),
  ...(filter ? ['search'] : []),
  ...sort.map((member) => `${member}_key`),
]

/** The condition that members have given values, and others. */
function conditionsOf(members: readonly string[], more: readonly string[] = []): string {
  const all = [...members.map((member) => `${member} = ?`), ...more]
  return all.length === 0 ? '' : `WHERE ${all.join(' AND ')}`
}

/**
 * The collection's SQL. All names in it come from the table's declaration, never from a request.
 */
function statementsOf<T extends object>(shape: CollectionShape<T>) {
  const { table } = shape
  const columns = columnsOf(shape)
  const selected = ['id', 'version', ...Object.keys(shape.columns)].join(', ')
  const filtered = shape.filter ? [String.raw`(? = '' OR search LIKE ? ESCAPE '\')`] : []
  const termsOf = (sort: string | undefined): readonly string[] => {
    if (sort === undefined) return []
    const isNumbered = shape.numbered?.some((member) => member === sort)
    return isNumbered ? numberedOrder(`${sort}_key`) : [`${sort}_key`]
  }
  return {
    all: `SELECT ${selected} FROM ${table} ORDER BY id`,
    find: `SELECT ${selected} FROM ${table} WHERE id = ?`,
    findBy: (member: keyof T & string) =>
      `SELECT ${selected} FROM ${table} WHERE ${member} = ? ORDER BY id LIMIT 1`,
    allWith: (members: readonly string[]) =>
      `SELECT ${selected} FROM ${table} ${conditionsOf(members)} ORDER BY id`,
    count: `SELECT count(*) AS total FROM ${table}`,
    add: `INSERT INTO ${table} (${shape.keepsIds ? 'id, ' : ''}version, ${columns.join(', ')})
      VALUES (${shape.keepsIds ? `${nextId(table)}, ` : ''}?${', ?'.repeat(columns.length)})
      RETURNING id`,
    update: `UPDATE ${table} SET version = ?, ${columns.map((one) => `${one} = ?`).join(', ')}
      WHERE id = ?`,
    remove: `DELETE FROM ${table} WHERE id = ?`,
    keepOnly: (member: keyof T & string) => `DELETE FROM ${table} WHERE ${member} <> ?`,
    /** The total is part of the page, also of an empty one. */
    page(sort: string | undefined, descending: boolean, members: readonly string[]) {
      if (sort !== undefined && !shape.sort?.some((member) => member === sort)) {
        throw new Refusal('invalid', 'Entries cannot be sorted by this.')
      }
      const direction = descending ? 'DESC' : 'ASC'
      const order = [...termsOf(sort), 'id'].map((term) => `${term} ${direction}`).join(', ')
      const keys = sort === undefined ? '' : `, ${sort}_key`
      const where = conditionsOf(members, filtered)
      return `SELECT total, page.* FROM (SELECT count(*) AS total FROM ${table} ${where})
        LEFT JOIN (SELECT ${selected}${keys} FROM ${table} ${where}
          ORDER BY ${order} LIMIT ? OFFSET ?) AS page
        ORDER BY ${order}`
    },
  }
}
