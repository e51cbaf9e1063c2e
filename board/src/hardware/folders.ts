import {
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join, sep } from 'node:path'
import { syncFolder } from './write-aside.ts'

/** The folder of the device's applications, within a path. */
const APPS = `${sep}apps${sep}`

/** Copies a folder and syncs it to disk; an absent one is copied as empty. */
export function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  if (existsSync(from)) {
    cpSync(from, to, { recursive: true, preserveTimestamps: true, filter: checkCopyable })
  }
  for (const entry of readdirSync(to, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) syncFolder(path)
    else if (entry.isFile()) syncFile(path)
  }
  syncFolder(to)
}

/** Copies a file and syncs it to disk, with its folder. */
export function copyFile(from: string, to: string): void {
  copyFileSync(from, to)
  syncFile(to)
  syncFolder(join(to, '..'))
}

/**
 * Node 22 and 24 would leave out what they can't copy. Sockets and pipes that applications of the device
 * have left hold nothing.
 */
function checkCopyable(path: string): boolean {
  const found = lstatSync(path)
  if (path.includes(APPS) && (found.isSocket() || found.isFIFO())) return false
  if (found.isFile() || found.isDirectory() || found.isSymbolicLink()) return true
  throw new TypeError(`${path} is neither a file nor a folder`)
}

function syncFile(path: string): void {
  const open = openSync(path, 'r+')
  try {
    fsyncSync(open)
  } finally {
    closeSync(open)
  }
}

/** Replaces a folder, if there is one, by a new one that `fill` makes beside it. */
export function remake(place: string, fill: (aside: string) => void): void {
  const aside = `${place}.new`
  rmSync(aside, { recursive: true, force: true })
  fill(aside)
  swap(aside, place)
}

/** Replaces one folder by another; `finishSwap` completes an interrupted swap. */
export function swap(aside: string, place: string): void {
  const old = `${place}.old`
  rmSync(old, { recursive: true, force: true })
  if (existsSync(place)) renameSync(place, old)
  renameSync(aside, place)
  syncFolder(join(place, '..'))
  rmSync(old, { recursive: true, force: true })
}

/** Leaves either the old or the new folder, whole, after an interrupted swap. */
export function finishSwap(place: string): void {
  if (!existsSync(place) && existsSync(`${place}.old`)) renameSync(`${place}.old`, place)
  for (const left of ['.old', '.new']) rmSync(place + left, { recursive: true, force: true })
}
