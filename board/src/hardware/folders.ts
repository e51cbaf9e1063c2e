import {
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { syncFolder } from './write-aside.ts'

/** Copies a folder, an absent one as empty, and has the copy on the disk. */
export function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  if (existsSync(from)) cpSync(from, to, { recursive: true, preserveTimestamps: true })
  for (const entry of readdirSync(to, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) syncFolder(path)
    else if (entry.isFile()) syncFile(path)
  }
  syncFolder(to)
}

function syncFile(path: string): void {
  const open = openSync(path, 'r+')
  try {
    fsyncSync(open)
  } finally {
    closeSync(open)
  }
}

/** Makes a folder anew in the place of another, if there is one: `fill` makes it beside it. */
export function remake(place: string, fill: (aside: string) => void): void {
  const aside = `${place}.new`
  rmSync(aside, { recursive: true, force: true })
  fill(aside)
  swap(aside, place)
}

/** Puts a whole folder in the place of another; `finishSwap` ends one that was broken off. */
export function swap(aside: string, place: string): void {
  const old = `${place}.old`
  rmSync(old, { recursive: true, force: true })
  if (existsSync(place)) renameSync(place, old)
  renameSync(aside, place)
  syncFolder(join(place, '..'))
  rmSync(old, { recursive: true, force: true })
}

/** Leaves the old or the new folder, whole, where a swap was broken off. */
export function finishSwap(place: string): void {
  if (!existsSync(place) && existsSync(`${place}.old`)) renameSync(`${place}.old`, place)
  for (const left of ['.old', '.new']) rmSync(place + left, { recursive: true, force: true })
}
