import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { identify, isRunning, parseProcess } from './host-process.ts'

/** Another board is using the data folder. */
export class FolderInUse extends Error {
  readonly pid: number
  constructor(pid: number) {
    super(`in use by process ${pid}`)
    this.name = 'FolderInUse'
    this.pid = pid
  }
}

/** The lock's text; undefined if there is none any more. */
function readLock(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Locks a folder for this process. Takes over a lock whose owner was killed.
 * @returns a function that releases it
 * @throws FolderInUse while another process holds it
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'board.lock')
  const own = `${file}.${process.pid}`
  writeFileSync(own, JSON.stringify(identify(process.pid)))
  try {
    // Creating a link is atomic, and only one process can succeed.
    while (!tryLink(own, file)) takeOver(file)
  } finally {
    rmSync(own, { force: true })
  }
  return () => {
    rmSync(file, { force: true })
  }
}

function tryLink(own: string, file: string): boolean {
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Removes a lock without a living owner. */
function takeOver(file: string): void {
  const text = readLock(file)
  if (text === undefined) return
  const owner = parseProcess(text)
  if (owner && isRunning(owner)) throw new FolderInUse(owner.pid)
  const stale = `${file}.${process.pid}.old`
  try {
    renameSync(file, stale)
  } catch {
    return
  }
  // Another process may have taken over between reading and renaming: restore its lock.
  if (readLock(stale) !== text && !existsSync(file)) renameSync(stale, file)
  else rmSync(stale)
}
