import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** Bytes at which the log becomes the old one. */
const FULL = 5 * 1024 * 1024
const NEWLINE = 0x0a
/** The numbers of the levels in the device's lines. */
const LEVELS = { info: 30, error: 50 }

/** The file that the device's output goes to, with one old file (`.1`) beside it. */
export interface DeviceLog {
  /** Its path. */
  file: string
  write(chunk: Uint8Array): void
  /**
   * Adds a line of the board's own, written as the device writes its lines.
   * @param at UTC milliseconds of the device
   */
  note(at: number, level: 'info' | 'error', message: string, facts?: object): void
  close(): void
}

/**
 * Opens the log and appends to it. It is rotated between lines, never within one.
 * Written at once: what the device said before a crash is there to be read.
 */
export function openDeviceLog(file: string, full = FULL): DeviceLog {
  mkdirSync(dirname(file), { recursive: true })
  let open = openSync(file, 'a')
  let size = fstatSync(open).size
  let midLine = false

  /** The old file stays open until there is a new one: the number of a closed one may be another file's. */
  function rotate(): void {
    if (existsSync(file)) renameSync(file, `${file}.1`)
    const next = openSync(file, 'a')
    closeSync(open)
    open = next
    size = 0
  }

  function write(chunk: Uint8Array): void {
    if (chunk.length === 0) return
    try {
      size += writeSync(open, chunk)
      midLine = chunk.at(-1) !== NEWLINE
      if (size >= full && !midLine) rotate()
    } catch {
      // A full disk takes the log, not the device's power.
    }
  }

  return {
    file,
    write,
    note(at, level, message, facts = {}) {
      const line = { level: LEVELS[level], time: at, app: 'board', ...facts, msg: message }
      // A device that was killed may have left half a line.
      write(Buffer.from(`${midLine ? '\n' : ''}${JSON.stringify(line)}\n`))
    },
    close() {
      closeSync(open)
    },
  }
}
