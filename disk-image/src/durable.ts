import { mkdtemp, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Waits until what was written to a file, or renamed in a folder, is on the host's disk. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Does work with a private folder beside an image, which is then removed. Files for programs go
 * there: what may be stored as the image may also be stored beside it.
 */
export async function withFolderBeside<Result>(
  image: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(`${image}.`)
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Puts a file in a place at once: it is made aside, and there is nothing or the old file until it
 * is complete.
 * @param make Makes the file at a path where there is none.
 */
export async function putWhole(path: string, make: (aside: string) => Promise<void>) {
  const target = await realpath(path).catch(() => path)
  await withFolderBeside(target, async (folder) => {
    const aside = join(folder, 'new')
    await make(aside)
    await sync(aside)
    await rename(aside, target)
  })
  await sync(dirname(target))
}

/** Empties an image, all at once: it has the size that it had, and only zeros. */
export async function empty(image: string): Promise<void> {
  const { size, mode } = await stat(image)
  await putWhole(image, (aside) => writeZeros(aside, size, mode))
}

/** Makes a file of zeros that takes no space. */
export async function writeZeros(path: string, size: number, mode = 0o600): Promise<void> {
  await writeFile(path, '', { flag: 'wx', mode })
  const handle = await open(path, 'r+')
  try {
    await handle.truncate(size)
    await handle.chmod(mode & 0o777)
  } finally {
    await handle.close()
  }
}
