import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Makes the content of a file durable. */
export function syncFile(file: string): void {
  const open = openSync(file, 'r+')
  try {
    fsyncSync(open)
  } finally {
    closeSync(open)
  }
}

/** Makes the names in a folder durable. */
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
