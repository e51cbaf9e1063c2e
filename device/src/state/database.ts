import { closeSync, fsyncSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { Refusal } from '@lintel/contract/fault'
import Libsql from 'libsql'
import { MIGRATIONS } from './migrations.ts'

type Value = string | number | null
export type Row = Record<string, Value>

/**
 * The device's whole state in one file. A write is durable when its method returns, and throws
 * `Refusal('storage')` when it cannot be kept; then nothing has changed.
 */
export interface Database {
  all(sql: string, ...values: Value[]): Row[]
  get(sql: string, ...values: Value[]): Row | undefined
  run(sql: string, ...values: Value[]): void
  /** All the writes of `work`, or none when it throws. */
  tx<T>(work: () => T): T
  /** Writes a copy of everything into a new file. */
  save(file: string): void
  /** Takes over everything from such a copy, at once, without its sign-ins; then tells `onRestored`. */
  restore(file: string): void
  /** Whoever keeps a part of the state in memory reads it again. */
  onRestored(fn: () => void): void
  close(): void
}

export interface DatabaseOptions {
  /** Whether a write has to fail, as on a full disk. */
  diskFull?: () => boolean
  migrations?: readonly string[]
}

/** Opens or makes the database and brings it to the newest shape. One per process. */
export function openDatabase(path: string, options: DatabaseOptions = {}): Database {
  const { diskFull = () => false, migrations = MIGRATIONS } = options
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // SQLite gives its own two files beside it the same mode.
  closeSync(openSync(path, 'a', 0o600))
  const driver = new Libsql(path, { timeout: 5000 })
  // What is deleted, a private key say, is gone from the file too.
  driver.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON')
  const statements = new Map<string, Libsql.Statement>()
  const restored: (() => void)[] = []

  function statement(sql: string): Libsql.Statement {
    const known = statements.get(sql)
    if (known) return known
    const made = driver.prepare(sql)
    statements.set(sql, made)
    return made
  }

  /** Writes, or refuses in the device's own words. */
  function write<T>(work: () => T): T {
    if (diskFull()) throw new Refusal('storage', NO_ROOM)
    try {
      return work()
    } catch (cause) {
      throw isStorageFault(cause) ? new Refusal('storage', NO_ROOM) : cause
    }
  }

  function tx<T>(work: () => T): T {
    if (driver.inTransaction) return work()
    return write(() => {
      driver.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        driver.exec('COMMIT')
        return result
      } catch (cause) {
        // SQLite itself rolls back on some faults, a full disk among them.
        if (driver.inTransaction) driver.exec('ROLLBACK')
        throw cause
      }
    })
  }

  function version(schema: string): number {
    return Number(only(driver.prepare(`PRAGMA ${schema}.user_version`).get())?.['user_version'])
  }

  function migrate(): void {
    for (let step = version('main'); step < migrations.length; step += 1) {
      driver.exec(migrations[step] ?? '')
      driver.exec(`PRAGMA user_version = ${step + 1}`)
    }
  }

  function takeOver(): void {
    if (version('main') === version('snapshot')) {
      for (const { name } of tablesOf('snapshot')) {
        driver.exec(
          `DELETE FROM main."${name}"; INSERT INTO main."${name}" SELECT * FROM snapshot."${name}"`,
        )
      }
    } else {
      for (const { name } of tablesOf('main')) driver.exec(`DROP TABLE main."${name}"`)
      for (const { name, sql } of tablesOf('snapshot')) {
        driver.exec(sql)
        driver.exec(`INSERT INTO main."${name}" SELECT * FROM snapshot."${name}"`)
      }
      driver.exec(`PRAGMA user_version = ${version('snapshot')}`)
      migrate()
    }
    driver.exec('DELETE FROM sessions')
  }

  function tablesOf(schema: 'main' | 'snapshot'): { name: string; sql: string }[] {
    return driver
      .prepare(`SELECT name, sql FROM ${schema}.sqlite_master WHERE type = 'table'`)
      .all() as { name: string; sql: string }[]
  }

  if (version('main') > migrations.length) {
    driver.close()
    throw new Error(`${path} was written by newer software than this.`)
  }
  if (version('main') < migrations.length) tx(migrate)

  return {
    all: (sql, ...values) => (statement(sql).all(...values) as Row[]).map((row) => row),
    get: (sql, ...values) => only(statement(sql).get(...values)),
    run(sql, ...values) {
      if (driver.inTransaction) statement(sql).run(...values)
      else write(() => statement(sql).run(...values))
    },
    tx,
    save(file) {
      rmSync(file, { force: true })
      write(() => {
        // An empty file may stand there, and this one is nobody else's to read.
        closeSync(openSync(file, 'w', 0o600))
        driver.prepare('VACUUM INTO ?').run(file)
        const written = openSync(file, 'r+')
        fsyncSync(written)
        closeSync(written)
      })
    },
    restore(file) {
      driver.prepare('ATTACH DATABASE ? AS snapshot').run(file)
      try {
        if (version('snapshot') > migrations.length || version('snapshot') === 0) {
          throw new Refusal('invalid', 'The snapshot was not made by this device software.')
        }
        tx(takeOver)
      } finally {
        driver.exec('DETACH DATABASE snapshot')
      }
      for (const fn of restored) fn()
    },
    onRestored(fn) {
      restored.push(fn)
    },
    close() {
      statements.clear()
      driver.close()
    },
  }
}

const NO_ROOM = 'The device has no storage left.'

/** Whether the disk and not the program is to blame (SQLite result codes). */
function isStorageFault(cause: unknown): boolean {
  const code = cause instanceof Error ? (cause as { code?: unknown }).code : undefined
  return typeof code === 'string' && /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/.test(code)
}

/** A row without the member that the driver adds to it. */
function only(row: unknown): Row | undefined {
  if (row === undefined) return undefined
  const { _metadata, ...rest } = row as Row & { _metadata: unknown }
  return rest
}
