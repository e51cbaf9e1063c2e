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

/** Who holds a data folder: a process, told from a later one with the same number by its start. */
interface Owner {
  pid: number
  /** When the process started, in its host's own terms; empty where the host doesn't tell. */
  started: string
}

/** A data folder that another board is using. */
export class FolderInUse extends Error {
  readonly pid: number
  constructor(pid: number) {
    super(`in use by process ${pid}`)
    this.name = 'FolderInUse'
    this.pid = pid
  }
}

/**
 * When a process started, in ticks since which boot; empty where the host doesn't tell.
 * Undefined for one that is dead and only not yet collected. Source: proc(5), fields 3 and 22 of stat.
 */
function startOf(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before it may hold spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : `${boot}:${fields[19] ?? ''}`
  } catch {
    return ''
  }
}

function runs({ pid, started }: Owner): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: there is one, of another user.
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

/** The lock's text; undefined when it has just gone. */
function readLock(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Takes a folder for this process. A lock whose owner was killed is taken over.
 * @returns what gives it back.
 * @throws FolderInUse while another process holds it.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'board.lock')
  const own = `${file}.${process.pid}`
  writeFileSync(own, JSON.stringify({ pid: process.pid, started: startOf(process.pid) ?? '' }))
  try {
    // A link appears whole or not at all, and only one process can make it.
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
  if (owner && runs(owner)) throw new FolderInUse(owner.pid)
  const stale = `${file}.${process.pid}.old`
  try {
    renameSync(file, stale)
  } catch {
    return
  }
  // Another one may have taken over between the reading and the renaming: it gets its lock back.
  if (readLock(stale) !== text && !existsSync(file)) renameSync(stale, file)
  else rmSync(stale)
}
