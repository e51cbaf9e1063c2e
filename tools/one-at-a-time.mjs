/** Lets processes of one checkout take turns. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** Milliseconds between two looks at another process's lock. */
const LOOK = 200

/** @param {number} pid */
function runs(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * Does the work while no other process does work under the same lock. The lock of a process that no
 * longer runs does not count.
 * @template T
 * @param {string} lock A file; it holds the id of the process.
 * @param {() => Promise<T>} work
 * @param {() => void} waiting Called once if another process has to be waited for.
 */
export async function oneAtATime(lock, work, waiting) {
  await mkdir(dirname(lock), { recursive: true })
  for (let looks = 0; !(await take(lock)); looks += 1) {
    if (looks === 0) waiting()
    await setTimeout(LOOK)
  }
  try {
    return await work()
  } finally {
    await rm(lock, { force: true })
  }
}

/**
 * @param {string} lock
 * @returns {Promise<boolean>} Whether this process has it now.
 */
async function take(lock) {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    const owner = Number(await readFile(lock, 'utf8').catch(() => ''))
    // Zero: it is gone, or about to be written.
    if (owner > 0 && !runs(owner)) await rm(lock, { force: true })
    return false
  }
}
