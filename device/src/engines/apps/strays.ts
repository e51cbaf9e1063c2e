import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The variable by which processes of an application are known: its folder. */
export const FOLDER_VARIABLE = 'LINTEL_FOLDER'

const PROCESSES = '/proc'
/** How often it looks again: a process may start others while it looks. */
const ROUNDS_MAX = 20

/**
 * Kills processes of applications that have left their process group, as daemons do: they still have
 * the variable of their folder. Only Linux tells; elsewhere it does nothing.
 * @param folder of an application, or one above
 */
export function killStrays(folder: string): void {
  const killed = new Set<number>()
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const found = processesOf(folder).filter((pid) => !killed.has(pid))
    if (found.length === 0) return
    for (const pid of found) {
      killed.add(pid)
      kill(pid)
    }
  }
}

/** The processes of the application in this folder, or in one below. */
export function processesOf(folder: string): number[] {
  const marks = ['\0', '/'].map((end) => Buffer.from(`\0${FOLDER_VARIABLE}=${folder}${end}`))
  return processes().filter((pid) => {
    const environment = environmentOf(pid)
    return marks.some((mark) => environment.includes(mark))
  })
}

function processes(): number[] {
  try {
    return readdirSync(PROCESSES)
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => pid !== process.pid)
  } catch {
    return []
  }
}

/** Each variable between two zero bytes; empty for one that has ended, or is another user's. */
function environmentOf(pid: number): Buffer {
  try {
    return Buffer.concat([ZERO, readFileSync(join(PROCESSES, String(pid), 'environ')), ZERO])
  } catch {
    return ZERO
  }
}

const ZERO = Buffer.alloc(1)

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
