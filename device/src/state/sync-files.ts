import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Makes the content of a file durable. */
export function syncFile(file: string): void {
  // Windows syncs only what is open for writing; elsewhere a file may be read-only.
  const open = openSync(file, process.platform === 'win32' ? 'r+' : 'r')
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
