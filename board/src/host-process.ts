import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process, told apart from a later one with the same id by its start. */
export interface HostProcess {
  pid: number
  /** When it started, in its host's own format; empty if the host doesn't say. */
  started: string
}

/** What the host says about a process; members are empty if it doesn't say. */
interface Facts {
  /** Whether it has ended and only its parent has not noticed yet. */
  zombie: boolean
  started: string
  command: string
}

const UNKNOWN: Facts = { zombie: false, started: '', command: '' }

/** On Linux the start is in ticks since which boot. Source: proc(5), fields 3 and 22 of stat. */
function factsFromProc(pid: number): Facts {
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in front of it may contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  return { zombie: fields[0] === 'Z', started: `${boot}:${fields[19] ?? ''}`, command }
}

/** On macOS the start is a date to the second. Source: ps(1), `lstart` has five words. */
function factsFromPs(pid: number): Facts {
  const columns = ['-ww', '-o', 'stat=', '-o', 'lstart=', '-o', 'command=', '-p', String(pid)]
  const env = { ...process.env, LC_ALL: 'C' }
  const [state = '', ...words] = execFileSync('ps', columns, { encoding: 'utf8', env })
    .trim()
    .split(/\s+/)
  const started = words.slice(0, 5).join(' ')
  return { zombie: state.startsWith('Z'), started, command: words.slice(5).join(' ') }
}

function factsOf(pid: number): Facts {
  try {
    return process.platform === 'linux' ? factsFromProc(pid) : factsFromPs(pid)
  } catch {
    return UNKNOWN
  }
}

/** A process that runs now. */
export const identify = (pid: number): HostProcess => ({ pid, started: factsOf(pid).started })

/** Whether a process still runs; also true when the host doesn't say. A zombie does not run. */
export function isRunning({ pid, started }: HostProcess): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it exists, and belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const now = factsOf(pid)
  return !now.zombie && (started === '' || now.started === '' || started === now.started)
}

/** Whether a process surely is the one that was identified, and runs this main module. */
export function surelyRuns({ pid, started }: HostProcess, entry: string): boolean {
  const now = factsOf(pid)
  return started !== '' && !now.zombie && now.started === started && now.command.includes(entry)
}

/** Reads what `identify` returned from JSON; undefined if it is something else. */
export function parseProcess(text: string): HostProcess | undefined {
  try {
    const { pid, started } = JSON.parse(text) as Partial<HostProcess>
    return Number.isInteger(pid) && typeof started === 'string'
      ? { pid: pid as number, started }
      : undefined
  } catch {
    return undefined
  }
}
