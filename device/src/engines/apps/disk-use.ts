import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { hostEvery } from '../../clock/host-every.ts'

interface DiskLimits {
  bytes: number
  entries: number
}

/** What an application may have in its folder, with its package: bytes, and files and folders. */
export const DISK_LIMITS: DiskLimits = { bytes: 512 * 1024 * 1024, entries: 20_000 }
/** Milliseconds between two looks; the host's time, as the programs write in it. */
export const DISK_INTERVAL = 10_000

/** Whether a folder has more than an application may have. Stops counting there. */
export async function isTooLarge(
  folder: string,
  limits: DiskLimits = DISK_LIMITS,
): Promise<boolean> {
  const left = { ...limits }
  const open = [folder]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    try {
      for await (const entry of await opendir(next)) {
        const path = join(next, entry.name)
        left.entries -= 1
        if (entry.isDirectory()) open.push(path)
        // A file may have holes, which take no space: what counts is blocks, of 512 bytes.
        else left.bytes -= ((await lstat(path).catch(() => undefined))?.blocks ?? 0) * 512
        if (left.bytes < 0 || left.entries < 0) return true
      }
    } catch {
      // The application has removed it meanwhile.
    }
  }
  return false
}

/**
 * Looks after the disk while applications run.
 * @param running the names and folders of those that run
 * @returns what ends it
 */
export function watchDisk(
  running: () => readonly { name: string; folder: string }[],
  onTooLarge: (name: string) => void,
): () => void {
  let looking = false

  async function look(): Promise<void> {
    if (looking) return
    looking = true
    for (const { name, folder } of running()) {
      if (await isTooLarge(folder)) onTooLarge(name)
    }
    looking = false
  }

  return hostEvery(DISK_INTERVAL, () => void look())
}
