import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Bytes at which the log becomes the old one. */
const FULL = 5 * 1024 * 1024
const NEWLINE = 0x0a

/** The file that the device's output goes to, with one old file (`.1`) beside it. */
export interface DeviceLog {
  write(chunk: Uint8Array): void
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

  function rotate(): void {
    closeSync(open)
    renameSync(file, `${file}.1`)
    open = openSync(file, 'a')
    size = 0
  }

  return {
    write(chunk) {
      try {
        size += writeSync(open, chunk)
        if (size >= full && chunk.at(-1) === NEWLINE) rotate()
      } catch {
        // A full disk takes the log, not the device's power.
      }
    },
    close() {
      closeSync(open)
    },
  }
}
