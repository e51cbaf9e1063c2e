import { randomBytes } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  utimesSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { syncFile, syncFolder } from './sync-files.ts'

/** The folders of applications in the device's data folder, each under a name that is used once. */
export interface AppFolders {
  /** The absolute path of all of them. */
  readonly root: string
  pathOf(id: string): string
  /** Makes an empty folder, which a sweep leaves alone until `settle`. Returns its name. */
  create(): string
  settle(id: string): void
  /** What stays, such as a file that Windows has still open, the next sweep removes. */
  remove(id: string): void
  /** Removes all folders but these, such as what a power cut has left. */
  sweep(ids: ReadonlySet<string>): void
  /** Makes a folder within one, unless it is there. */
  makeWithin(id: string, folder: string): void
  /** Copies a folder within one to another one, durably; nothing if it is absent. */
  copyWithin(from: string, to: string, folder: string): void
  /** Copies these folders into the folder `apps` below another one. */
  copyTo(folder: string, ids: readonly string[]): void
  /** Replaces all folders by those in the folder `apps` below another one. */
  adopt(folder: string): void
}

const FOLDER = 'apps'

export function openAppFolders(dataFolder: string): AppFolders {
  const root = resolve(dataFolder, FOLDER)
  const pathOf = (id: string) => join(root, id)
  const arriving = new Set<string>()

  const remove = (id: string): void => {
    try {
      rmSync(pathOf(id), { recursive: true, force: true })
    } catch {
      // The next sweep tries again.
    }
  }

  const makeRoot = () => {
    if (mkdirSync(root, { recursive: true, mode: 0o700 }) !== undefined) syncFolder(dataFolder)
  }

  return {
    root,
    pathOf,
    create() {
      makeRoot()
      const id = randomBytes(6).toString('hex')
      arriving.add(id)
      mkdirSync(pathOf(id), { mode: 0o700 })
      syncFolder(root)
      return id
    },
    settle: (id) => void arriving.delete(id),
    remove,
    sweep(ids) {
      for (const id of inside(root)) {
        if (!ids.has(id) && !arriving.has(id)) remove(id)
      }
    },
    makeWithin(id, folder) {
      mkdirSync(join(pathOf(id), folder), { recursive: true, mode: 0o700 })
      syncFolder(pathOf(id))
    },
    copyWithin(from, to, folder) {
      const source = join(pathOf(from), folder)
      // An application may have put a link in its place.
      if (isFolder(source)) copy(source, join(pathOf(to), folder))
    },
    copyTo(folder, ids) {
      for (const id of ids) copy(pathOf(id), join(folder, FOLDER, id))
    },
    adopt(folder) {
      const saved = inside(join(folder, FOLDER))
      if (saved.length > 0) makeRoot()
      for (const id of saved) {
        // Often nothing has changed since the copy was made.
        if (isCopy(join(folder, FOLDER, id), pathOf(id))) continue
        remove(id)
        copy(join(folder, FOLDER, id), pathOf(id))
      }
      if (saved.length > 0) syncFolder(root)
    },
  }
}

const isFolder = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true

const inside = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

/** Milliseconds by which a copied time may differ. */
const SAME_TIME = 2

/** Whether two folders have the same files, as far as names, sizes and times tell. */
function isCopy(one: string, other: string): boolean {
  const [names, others] = [inside(one), inside(other)]
  if (!existsSync(other) || names.length !== others.length) return false
  return names.every((name) => {
    if (!others.includes(name)) return false
    const [file, copied] = [join(one, name), join(other, name)]
    const [a, b] = [lstatSync(file), lstatSync(copied)]
    if (a.isDirectory()) return b.isDirectory() && isCopy(file, copied)
    return a.isFile() && b.isFile() && a.size === b.size && sameTime(a.mtimeMs, b.mtimeMs)
  })
}

const sameTime = (one: number, other: number): boolean => Math.abs(one - other) < SAME_TIME

/**
 * Copies plain files and folders, durably. An application may have made links, sockets and files that
 * nobody may read, and may be removing some right now; the copy lacks these. What is there already
 * stays, unless it is in the way.
 */
function copy(from: string, to: string): void {
  if (!isFolder(to)) rmSync(to, { force: true })
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const entry of readIfThere(() => readdirSync(from, { withFileTypes: true })) ?? []) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copy(source, target)
    else if (entry.isFile()) readIfThere(() => copyFile(source, target))
  }
  syncFolder(to)
}

/** With its times, by which `isCopy` knows it again. */
function copyFile(from: string, to: string): void {
  const { atime, mtime } = lstatSync(from)
  if (isFolder(to)) rmSync(to, { recursive: true })
  copyFileSync(from, to)
  utimesSync(to, atime, mtime)
  syncFile(to)
}

function readIfThere<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (cause) {
    if (['ENOENT', 'EACCES'].includes(String((cause as NodeJS.ErrnoException).code))) {
      return undefined
    }
    throw cause
  }
}
