import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Replaces a file so that a power cut leaves either the old or the new one whole: written to a
 * temporary file, synced, then renamed.
 */
export function writeAside(file: string, text: string): void {
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true })
  const aside = `${file}.new`
  const open = openSync(aside, 'w')
  try {
    writeFileSync(open, text)
    fsyncSync(open)
  } finally {
    closeSync(open)
  }
  renameSync(aside, file)
  syncFolder(folder)
}

/** Makes a folder's renames durable. */
export function syncFolder(folder: string): void {
  // Windows can't open folders, and needs no more than the rename.
  if (process.platform === 'win32') return
  const open = openSync(folder, 'r')
  try {
    fsyncSync(open)
  } finally {
    closeSync(open)
  }
}
