import { closeSync, fsyncSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { Refusal } from '@lintel/contract/fault'
import Libsql from 'libsql'
import { MIGRATIONS } from './migrations.ts'

type Value = string | number | null
export type Row = Record<string, Value>

/**
 * The device's whole state in one file. A write is durable when its method returns; it throws
 * `Refusal('storage')`, and changes nothing, when it can't be stored.
 */
export interface Database {
  all(sql: string, ...values: Value[]): Row[]
  get(sql: string, ...values: Value[]): Row | undefined
  run(sql: string, ...values: Value[]): void
  /** Commits all the writes of `work`, or none if it throws. */
  tx<T>(work: () => T): T
  /** Writes a copy of everything into a new file. */
  save(file: string): void
  /** Replaces everything by such a copy, without its sessions, then calls `onRestored`. */
  restore(file: string): void
  /** For parts that cache state in memory and must read it again. */
  onRestored(fn: () => void): void
  close(): void
}

export interface DatabaseOptions {
  /** Whether writes fail as on a full disk. */
  diskFull?: () => boolean
  migrations?: readonly string[]
}

/** Opens or creates the database and runs the migrations. One per process. */
export function openDatabase(path: string, options: DatabaseOptions = {}): Database {
  const { diskFull = () => false, migrations = MIGRATIONS } = options
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // SQLite creates its two companion files with the same mode.
  closeSync(openSync(path, 'a', 0o600))
  const driver = new Libsql(path, { timeout: 5000 })
  // Overwrites deleted content, such as a private key, in the file.
  driver.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON')
  const statements = new Map<string, Libsql.Statement>()
  const restored: (() => void)[] = []

  function statement(sql: string): Libsql.Statement {
    const cached = statements.get(sql)
    if (cached) return cached
    const prepared = driver.prepare(sql)
    statements.set(sql, prepared)
    return prepared
  }

  /** Runs a write; translates a storage error into a `Refusal`. */
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
        // SQLite has already rolled back after some errors, such as a full disk.
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
        // An empty file may exist; this also makes it readable by the owner only.
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

/** Whether the disk, not the program, caused the error (SQLite result codes). */
function isStorageFault(cause: unknown): boolean {
  const code = cause instanceof Error ? (cause as { code?: unknown }).code : undefined
  return typeof code === 'string' && /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/.test(code)
}

/** The row without the member that the driver adds. */
function only(row: unknown): Row | undefined {
  if (row === undefined) return undefined
  const { _metadata, ...rest } = row as Row & { _metadata: unknown }
  return rest
}
