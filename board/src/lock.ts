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

/**
 * The owner of a data folder: a process, told apart from a later one with the same id by its start.
 */
interface Owner {
  pid: number
  /** When the process started, in its host's own format; empty if the host doesn't say. */
  started: string
}

/** Another board is using the data folder. */
export class FolderInUse extends Error {
  readonly pid: number
  constructor(pid: number) {
    super(`in use by process ${pid}`)
    this.name = 'FolderInUse'
    this.pid = pid
  }
}

/**
 * When a process started, in ticks since which boot; empty if the host doesn't say. Undefined for a
 * zombie. Source: proc(5), fields 3 and 22 of stat.
 */
function startOf(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in front of it may contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : `${boot}:${fields[19] ?? ''}`
  } catch {
    return ''
  }
}

function isRunning({ pid, started }: Owner): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it exists, and belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const now = startOf(pid)
  return now !== undefined && (started === '' || now === '' || started === now)
}

function ownerIn(text: string): Owner | undefined {
  try {
    const { pid, started } = JSON.parse(text) as Partial<Owner>
    return Number.isInteger(pid) && typeof started === 'string'
      ? { pid: pid as number, started }
      : undefined
  } catch {
    return undefined
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
  writeFileSync(own, JSON.stringify({ pid: process.pid, started: startOf(process.pid) ?? '' }))
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
  const owner = ownerIn(text)
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
