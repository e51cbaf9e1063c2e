import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, open, rm, statfs } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

/** Memory that can hold files, on Linux. */
const MEMORY = '/dev/shm'
/** Bytes that are left to others there. */
const LEFT = 32 << 20

/** A file for our programs alone. */
export interface HiddenFile {
  /** Where programs that we start find it while it is open. */
  path: string
  handle: FileHandle
  close(): Promise<void>
}

/**
 * Opens an empty file in a folder. On Linux it has no name there, so it is gone when this process
 * ends in whatever way; elsewhere closing it removes it.
 */
export async function openHidden(folder: string): Promise<HiddenFile> {
  const name = join(folder, randomUUID())
  const handle = await open(name, 'wx+', 0o600)
  if (process.platform !== 'linux') {
    return {
      path: name,
      handle,
      async close() {
        await handle.close()
        await rm(name, { force: true })
      },
    }
  }
  await rm(name)
  return {
    path: `/proc/${process.pid}/fd/${handle.fd}`,
    handle,
    close: () => handle.close(),
  }
}

/**
 * Does work with a file of some bytes that programs can read: in memory, or in another
 * folder if there is not enough.
 */
export async function withSource<Result>(
  folder: string,
  bytes: Uint8Array,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const hidden = await openHidden(await folderInMemory(bytes.length, folder))
  try {
    await hidden.handle.writeFile(bytes)
    return await work(hidden.path)
  } finally {
    await hidden.close()
  }
}

/** A folder in memory with room for some bytes; the other one if there is none. */
export async function folderInMemory(bytes: number, other: string): Promise<string> {
  try {
    await access(MEMORY, constants.W_OK)
    const { bavail, bsize } = await statfs(MEMORY)
    return bavail * bsize >= bytes + LEFT ? MEMORY : other
  } catch {
    return other
  }
}
