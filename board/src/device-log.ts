import {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** Size in bytes at which the log is rotated. */
const MAX_SIZE = 5 * 1024 * 1024
const NEWLINE = 0x0a
/** The numeric levels in the device's lines. */
const LEVELS = { info: 30, error: 50 }

/** The file for the device's output, with one rotated file (`.1`) beside it. */
export interface DeviceLog {
  /** Its path. */
  file: string
  write(chunk: Uint8Array): void
  /**
   * Adds a line of the board, in the device's format.
   * @param at UTC milliseconds of the device
   */
  note(at: number, level: 'info' | 'error', message: string, facts?: object): void
  close(): void
}

/**
 * Opens the log for appending; only its owner can read it. It is rotated between lines, never within
 * one. Writes are synchronous, so that everything before a crash is in the file.
 */
export function openDeviceLog(file: string, maxSize = MAX_SIZE): DeviceLog {
  mkdirSync(dirname(file), { recursive: true })
  // Those of older software may be readable by everybody.
  keepPrivate(dirname(file), 0o700)
  for (const old of [file, `${file}.1`]) if (existsSync(old)) keepPrivate(old, 0o600)
  let descriptor = openSync(file, 'a', 0o600)
  let size = fstatSync(descriptor).size
  let midLine = false

  /** The old file stays open until the new one is: a closed descriptor's number could be reused. */
  function rotate(): void {
    if (existsSync(file)) renameSync(file, `${file}.1`)
    const next = openSync(file, 'a', 0o600)
    closeSync(descriptor)
    descriptor = next
    size = 0
  }

  function write(chunk: Uint8Array): void {
    if (chunk.length === 0) return
    try {
      size += writeSync(descriptor, chunk)
      midLine = chunk.at(-1) !== NEWLINE
      if (size >= maxSize && !midLine) rotate()
    } catch {
      // A full disk stops the log, not the device.
    }
  }

  return {
    file,
    write,
    note(at, level, message, facts = {}) {
      const line = { level: LEVELS[level], time: at, app: 'board', ...facts, msg: message }
      // A killed device may have left half a line.
      write(Buffer.from(`${midLine ? '\n' : ''}${JSON.stringify(line)}\n`))
    },
    close() {
      closeSync(descriptor)
    },
  }
}

function keepPrivate(path: string, mode: number): void {
  try {
    chmodSync(path, mode)
  } catch {
    // Somebody else's, who has made it writable for the board.
  }
}
