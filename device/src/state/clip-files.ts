import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '@lintel/contract/fault'
import { CLIP_PROBLEMS } from '@lintel/contract/rules/clips'
import type { ClipKind } from '@lintel/contract/rules/clips'
import { syncFile, syncFolder } from './sync-files.ts'

/** What the files need of the disk, so that tests can cut the power between any two steps. */
export interface ClipDisk {
  readonly create: (file: string) => Promise<FileHandle>
  readonly sync: (handle: FileHandle) => Promise<void>
  readonly rename: (from: string, to: string) => Promise<void>
  readonly syncFolder: (folder: string) => void
  readonly remove: (file: string) => Promise<void>
}

export const CLIP_DISK: ClipDisk = {
  create: (file) => open(file, 'wx', 0o600),
  sync: (handle) => handle.sync(),
  rename,
  syncFolder,
  remove: (file) => rm(file, { force: true }),
}

/** A file that has arrived, but is no clip yet. */
export interface ArrivedFile {
  path: string
  bytes: number
  /** Gives it its name, durably. If no clip gets it before a power cut, the next start removes it. */
  keep(kind: ClipKind): Promise<string>
  /** Ends the protection from sweeping, once a clip has the file. */
  settle(): void
  /** Removes it. Never rejects. */
  discard(): Promise<void>
}

/**
 * The files of uploaded clips, in a folder of their own. A file never changes and its name is never
 * used again, so copies of the folder can share it.
 */
export interface ClipFiles {
  pathOf(name: string): string
  has(name: string): boolean
  /**
   * Writes a file as it arrives, and syncs it.
   * @throws Refusal `tooLarge`, `storage`, and what the bytes throw
   */
  receive(bytes: AsyncIterable<Uint8Array>, most: number): Promise<ArrivedFile>
  remove(name: string): Promise<void>
  /** Removes all files but these, such as what a power cut has left. */
  sweep(names: ReadonlySet<string>): void
  /** Copies these files into the folder `clips` below another one. */
  copyTo(folder: string, names: readonly string[]): void
  /** Takes over the files that are missing here from the folder `clips` below another one. */
  adopt(folder: string): void
}

/** The folder in that of the device's state, and in a copy of it. */
const FOLDER = 'clips'
/** The extension of files that are still arriving. */
const PART = '.part'

export function openClipFiles(
  dataFolder: string,
  { diskFull, disk = CLIP_DISK }: { diskFull: () => boolean; disk?: ClipDisk | undefined },
): ClipFiles {
  const root = join(dataFolder, FOLDER)
  const pathOf = (name: string) => join(root, name)
  /** Files that no clip has yet, which a sweep leaves alone. */
  const arriving = new Set<string>()

  /** @throws Refusal `storage` for a full disk */
  async function stored<T>(work: () => Promise<T>): Promise<T> {
    try {
      if (diskFull()) throw noRoom()
      return await work()
    } catch (cause) {
      const code = (cause as { code?: unknown }).code
      throw code === 'ENOSPC' || code === 'EDQUOT' ? noRoom() : cause
    }
  }

  /** Writes and closes a new file; returns its size. */
  async function write(
    handle: FileHandle,
    bytes: AsyncIterable<Uint8Array>,
    most: number,
  ): Promise<number> {
    let size = 0
    try {
      for await (const chunk of bytes) {
        size += chunk.length
        if (size > most) throw new Refusal('tooLarge', CLIP_PROBLEMS.tooLarge)
        await stored(() => handle.writeFile(chunk))
      }
      await stored(() => disk.sync(handle))
      return size
    } finally {
      await handle.close()
    }
  }

  async function receive(bytes: AsyncIterable<Uint8Array>, most: number): Promise<ArrivedFile> {
    const id = randomBytes(6).toString('hex')
    const part = `${id}${PART}`
    const names = [part]
    arriving.add(part)

    const settle = () => names.forEach((name) => arriving.delete(name))

    async function discard(): Promise<void> {
      try {
        for (const name of names) await disk.remove(pathOf(name))
      } catch {
        // The next start removes what stays.
      }
      settle()
    }

    try {
      const handle = await stored(() => {
        makeFolder(dataFolder, root, disk)
        return disk.create(pathOf(part))
      })
      const size = await write(handle, bytes, most)
      return {
        path: pathOf(part),
        bytes: size,
        async keep(kind) {
          const name = `${id}.${kind}`
          names.push(name)
          arriving.add(name)
          await stored(() => disk.rename(pathOf(part), pathOf(name)))
          disk.syncFolder(root)
          return name
        },
        settle,
        discard,
      }
    } catch (cause) {
      await discard()
      throw cause
    }
  }

  return {
    pathOf,
    has: (name) => existsSync(pathOf(name)),
    receive,
    async remove(name) {
      await disk.remove(pathOf(name))
    },
    sweep(names) {
      for (const name of inside(root)) {
        if (!names.has(name) && !arriving.has(name)) rmSync(pathOf(name), { force: true })
      }
    },
    copyTo(folder, names) {
      if (names.length === 0) return
      const copy = join(folder, FOLDER)
      mkdirSync(copy, { recursive: true, mode: 0o700 })
      for (const name of names) share(pathOf(name), join(copy, name))
      syncFolder(copy)
    },
    adopt(folder) {
      const copies = inside(join(folder, FOLDER))
      if (copies.length === 0) return
      makeFolder(dataFolder, root, disk)
      const present = new Set(inside(root))
      for (const name of copies) {
        if (!present.has(name)) share(join(folder, FOLDER, name), pathOf(name))
      }
      syncFolder(root)
    },
  }
}

/** The names in a folder, none if there is no such folder. */
function inside(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

function makeFolder(dataFolder: string, root: string, disk: ClipDisk): void {
  if (mkdirSync(root, { recursive: true, mode: 0o700 }) !== undefined) disk.syncFolder(dataFolder)
}

/** A second name for a file, or a copy where the file system has no such names. */
function share(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
    syncFile(to)
  }
}

const noRoom = (): Refusal => new Refusal('storage', 'The device has no storage left.')
