import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { Refusal } from '@lintel/contract/fault'
import Libsql from 'libsql'
import { MIGRATIONS } from './migrations.ts'
import { syncFile } from './sync-files.ts'

export type SqlValue = string | number | null
/** A value that a statement takes; only `bytes` reads bytes. */
export type Bound = SqlValue | Uint8Array
export type Row = Record<string, SqlValue>

/**
 * The device's whole state in one file. A write is durable when its method returns; it throws
 * `Refusal('storage')`, and changes nothing, when it can't be stored.
 */
export interface Database {
  all(sql: string, ...values: Bound[]): Row[]
  get(sql: string, ...values: Bound[]): Row | undefined
  run(sql: string, ...values: Bound[]): void
  /** The first column of the first row, a BLOB. */
  bytes(sql: string, ...values: Bound[]): Uint8Array | undefined
  /** Commits all the writes of `work`, or none if it throws; also within a larger transaction. */
  tx<T>(work: () => T): T
  /**
   * Runs the work in one transaction with all other work that is waiting, so that one sync to the
   * disk serves all; resolves after the commit. What one throws rejects that one only. When the disk
   * fails, all are rejected and `onRestored` is called, because parts may already have cached what
   * was not stored. Work that writes nothing needs no transaction.
   */
  share<T>(work: () => T): Promise<T>
  /**
   * Calls `fn` once everything written so far is durable: at once, or after the commit of the open
   * transaction. It is dropped if that fails.
   */
  afterCommit(fn: () => void): void
  /**
   * Removes what was overwritten or deleted from the write-ahead log too, at once or after the
   * commit of the open transaction; call it with every change of a secret. On a full disk that has to
   * wait for a later commit.
   */
  scrub(): void
  /** Writes a copy of everything into a new file. */
  save(file: string): void
  /**
   * Replaces everything by such a copy, without its sessions, then calls `onRestored`. The current
   * sessions end unless they are kept; a copy by other software ends them in any case.
   */
  restore(file: string, keepSessions?: boolean): void
  /**
   * Runs `fn` at the end of the transaction of a restore, for parts that store some things otherwise
   * than older software did. What it throws refuses the restore.
   */
  onRestoring(fn: () => void): void
  /** For parts that cache state in memory and must read it again. */
  onRestored(fn: () => void): void
  close(): void
}

export interface DatabaseOptions {
  /** Whether writes fail as on a full disk. */
  diskFull?: () => boolean
  migrations?: readonly string[]
  /** Called before the first migration of a database without content; may throw. */
  checkFirst?: () => void
}

/** Opens or creates the database and runs the migrations. One per process. */
export function openDatabase(path: string, options: DatabaseOptions = {}): Database {
  const { diskFull = () => false, migrations = MIGRATIONS, checkFirst = () => {} } = options
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // SQLite creates its two companion files with the same mode.
  closeSync(openSync(path, 'a', 0o600))
  const driver = new Libsql(path, { timeout: 5000 })
  // Overwrites deleted content, such as a private key, in the file.
  driver.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON')
  const statements = new Map<string, Libsql.Statement>()
  const restoring: (() => void)[] = []
  const restored: (() => void)[] = []
  let waiting: SharedWork[] = []
  /** Whether shared work runs, whose first write opens the transaction for all. */
  let sharing: 'no' | 'reading' | 'writing' = 'no'
  const sharedBegun = () => sharing === 'writing'
  let scrubDue = false
  /** What waits for the commit of the open transaction. */
  let afterwards: (() => void)[] = []

  function takeAfterwards(): (() => void)[] {
    const taken = afterwards
    afterwards = []
    return taken
  }

  function statement(sql: string): Libsql.Statement {
    const cached = statements.get(sql)
    if (cached) return cached
    const prepared = driver.prepare(sql)
    statements.set(sql, prepared)
    return prepared
  }

  function checkRoom(): void {
    if (diskFull()) throw new Refusal('storage', NO_ROOM)
  }

  /** Runs `work` in a transaction and commits it, or rolls it back. */
  function inOne<T>(begin: () => void, work: () => T): T {
    const result = write(() => {
      try {
        begin()
        const value = work()
        if (driver.inTransaction) driver.exec('COMMIT')
        return value
      } catch (cause) {
        takeAfterwards()
        // SQLite has already rolled back after some errors, such as a full disk.
        if (driver.inTransaction) driver.exec('ROLLBACK')
        throw cause
      }
    })
    if (scrubDue) emptyLog()
    return result
  }

  function begin(): void {
    checkRoom()
    driver.exec('BEGIN IMMEDIATE')
  }

  function beginShared(): void {
    if (sharing !== 'reading') return
    begin()
    sharing = 'writing'
  }

  function tx<T>(work: () => T): T {
    beginShared()
    if (driver.inTransaction) return part(work)
    const result = inOne(begin, work)
    for (const fn of takeAfterwards()) fn()
    return result
  }

  /** Undoes what `work` has written in the open transaction if it throws. */
  function part<T>(work: () => T): T {
    const before = afterwards.length
    statement('SAVEPOINT part').run()
    try {
      const value = work()
      statement('RELEASE part').run()
      return value
    } catch (cause) {
      if (driver.inTransaction) {
        afterwards.splice(before)
        statement('ROLLBACK TO part').run()
        statement('RELEASE part').run()
      }
      throw cause
    }
  }

  function share<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(runShared)
      waiting.push({
        reject,
        run() {
          const settle = outcomeOf(work, resolve, reject)
          const own = takeAfterwards()
          return () => {
            try {
              for (const fn of own) fn()
              settle()
            } catch (cause) {
              // What follows one commit must not keep the others from hearing of theirs.
              reject(cause)
            }
          }
        },
      })
    })
  }

  /** Runs the work, and returns what settles its promise. Throws what concerns all. */
  function outcomeOf<T>(
    work: () => T,
    resolve: (value: T) => void,
    reject: (cause: Error) => void,
  ): () => void {
    try {
      const result = work()
      return () => resolve(result)
    } catch (cause) {
      if (isStorageFault(cause) || (sharedBegun() && !driver.inTransaction)) throw cause
      return () => reject(cause as Error)
    }
  }

  function runShared(): void {
    const all = waiting
    waiting = []
    if (all.length === 0) return
    sharing = 'reading'
    let settles: (() => void)[] = []
    try {
      settles = inOne(
        () => {},
        () => all.map(({ run }) => run()),
      )
    } catch (cause) {
      const rolledBack = sharedBegun()
      sharing = 'no'
      for (const { reject } of all) reject(cause as Error)
      if (rolledBack) for (const fn of restored) fn()
      return
    }
    sharing = 'no'
    for (const settle of settles) settle()
  }

  function emptyLog(): void {
    scrubDue = true
    try {
      const { busy } = driver.prepare('PRAGMA main.wal_checkpoint(TRUNCATE)').get() as Row
      scrubDue = busy !== 0
    } catch (cause) {
      if (!isStorageFault(cause)) throw cause
    }
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

  function takeOver(keepSessions: boolean): void {
    if (version('main') === version('snapshot')) {
      for (const { name } of tablesOf('snapshot')) {
        if (keepSessions && name === 'sessions') continue
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
      for (const { sql } of indexesOf('snapshot')) driver.exec(sql)
      driver.exec(`PRAGMA user_version = ${version('snapshot')}`)
      migrate()
      driver.exec('DELETE FROM sessions')
    }
    if (!keepSessions) driver.exec('DELETE FROM sessions')
  }

  function tablesOf(schema: 'main' | 'snapshot'): { name: string; sql: string }[] {
    return driver
      .prepare(`SELECT name, sql FROM ${schema}.sqlite_master WHERE type = 'table'`)
      .all() as { name: string; sql: string }[]
  }

  /** Without those that SQLite makes itself for a constraint. */
  function indexesOf(schema: 'snapshot'): { sql: string }[] {
    return driver
      .prepare(`SELECT sql FROM ${schema}.sqlite_master WHERE type = 'index' AND sql IS NOT NULL`)
      .all() as { sql: string }[]
  }

  if (version('main') > migrations.length) {
    driver.close()
    throw new Error(`${path} was written by newer software than this.`)
  }
  if (version('main') === 0) checkFirst()
  if (version('main') < migrations.length) tx(migrate)
  // A power cut may have left something.
  emptyLog()

  return {
    all: (sql, ...values) => statement(sql).all(...values) as Row[],
    get: (sql, ...values) => only(statement(sql).get(...values)),
    bytes(sql, ...values) {
      const [first]: unknown[] = Object.values(only(statement(sql).get(...values)) ?? {})
      return first instanceof Uint8Array ? first : undefined
    },
    run(sql, ...values) {
      beginShared()
      if (driver.inTransaction) {
        statement(sql).run(...values)
      } else {
        checkRoom()
        write(() => statement(sql).run(...values))
      }
    },
    tx,
    share,
    afterCommit(fn) {
      if (driver.inTransaction) afterwards.push(fn)
      else fn()
    },
    scrub() {
      if (driver.inTransaction) scrubDue = true
      else emptyLog()
    },
    save(file) {
      checkRoom()
      rmSync(file, { force: true })
      write(() => {
        // An empty file may exist; this also makes it readable by the owner only.
        closeSync(openSync(file, 'w', 0o600))
        driver.prepare('VACUUM INTO ?').run(file)
        syncFile(file)
      })
    },
    restore(file, keepSessions = false) {
      driver.prepare('ATTACH DATABASE ? AS snapshot').run(file)
      try {
        if (version('snapshot') > migrations.length || version('snapshot') === 0) {
          throw new Refusal('invalid', 'The snapshot was not made by this device software.')
        }
        tx(() => {
          takeOver(keepSessions)
          for (const fn of restoring) fn()
          scrubDue = true
        })
      } finally {
        driver.exec('DETACH DATABASE snapshot')
      }
      for (const fn of restored) fn()
    },
    onRestoring(fn) {
      restoring.push(fn)
    },
    onRestored(fn) {
      restored.push(fn)
    },
    close() {
      runShared()
      statements.clear()
      driver.close()
    },
  }
}

/** Work that waits for the next shared transaction. */
interface SharedWork {
  /** Returns what settles its promise after the commit. Throws when nothing can be committed. */
  run: () => () => void
  reject: (cause: Error) => void
}

const NO_ROOM = 'The device has no storage left.'

/** Runs a write; translates a storage error into a `Refusal`. */
function write<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw isStorageFault(cause) ? new Refusal('storage', NO_ROOM) : cause
  }
}

/** SQLite's result code; empty for errors of other origin. */
function sqlCodeOf(cause: unknown): string {
  const code = cause instanceof Error ? (cause as { code?: unknown }).code : undefined
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : ''
}

/** Whether the disk, not the program, caused the error. */
const isStorageFault = (cause: unknown): boolean =>
  /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/.test(sqlCodeOf(cause))

/** The row without the member that the driver adds. */
function only(row: unknown): Row | undefined {
  if (row === undefined) return undefined
  const { _metadata, ...rest } = row as Row & { _metadata: unknown }
  return rest
}
