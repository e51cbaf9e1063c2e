import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The variable by which processes of a run are known: the folder of the application, and a name. */
export const RUN_VARIABLE = 'LINTEL_RUN'

const PROCESSES = '/proc'
/** How often it looks again: a process may start others while it looks. */
const ROUNDS_MAX = 20

/**
 * Kills processes of applications that have left their process group, as daemons do: they still have
 * the variable of their run. Only Linux tells; elsewhere it does nothing.
 * @param folder of runs, or one run
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

/** The processes of a run, or of all runs below a folder. */
export function processesOf(folder: string): number[] {
  const marks = ['\0', '/'].map((end) => Buffer.from(`\0${RUN_VARIABLE}=${folder}${end}`))
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
