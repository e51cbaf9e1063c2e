import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** Prints the first column of the first row, once it differs from a value. */
const READ = `
  const [path, library, sql, before] = process.argv.slice(1)
  const Libsql = require(library)
  const database = new Libsql(path, { timeout: 5000 })
  const value = () => JSON.stringify(database.prepare(sql).raw().all()[0]?.[0] ?? null)
  while (value() === before);
  process.stdout.write(value())`

const library = (): string => new URL(import.meta.resolve('libsql')).pathname

/**
 * Reads a value in the database of a running device: in a process of its own, because a connection
 * that closes last would tidy up after the device. Blocks the event loop.
 * @param before waits until the value is another one than this
 */
export function readValue(path: string, sql: string, before?: unknown): unknown {
  const other = before === undefined ? [] : [JSON.stringify(before)]
  const args = ['-e', READ, path, library(), sql, ...other]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 20_000 }))
}

/**
 * Reads a value in the database that a power cut has left: in a copy, which leaves it as it is for the
 * next start.
 */
export function readLeft(path: string, sql: string): unknown {
  const copy = mkdtempSync(join(tmpdir(), 'lintel-left-'))
  try {
    cpSync(dirname(path), copy, { recursive: true })
    return readValue(join(copy, basename(path)), sql)
  } finally {
    rmSync(copy, { recursive: true })
  }
}

const HEADER = 32
const FRAME_HEADER = 24

/**
 * How many frames of the write-ahead log belong to a transaction that was not committed.
 * Source: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 * @param path of the database
 */
export function uncommittedFrames(path: string): number {
  const log = readFileSync(`${path}-wal`)
  if (log.length < HEADER) return 0
  const size = FRAME_HEADER + log.readUInt32BE(8)
  const salts = log.subarray(16, 24)
  let uncommitted = 0
  for (let at = HEADER; at + size <= log.length; at += size) {
    // What follows is left over from before the log was begun anew.
    if (!log.subarray(at + 8, at + 16).equals(salts)) break
    const isCommit = log.readUInt32BE(at + 4) > 0
    uncommitted = isCommit ? 0 : uncommitted + 1
  }
  return uncommitted
}
