import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import type { Log } from '../../log.ts'
import { openAppOutput } from './app-output.ts'

/**
 * Limits of an application (setrlimit): kilobytes of its data, open files, and blocks of 512 bytes of
 * a file. Own design. Hosts that know one of them not, such as macOS the first, run it without.
 */
const LIMITS = { data: 1024 * 1024, files: 256, fileBlocks: 131_072 } as const

/**
 * The shell sets the limits and becomes the program. A companion in its process group waits until the
 * pipe from the device closes, which also happens when the device is killed, and then kills the group:
 * without power nothing runs on.
 */
export const SCRIPT = `ulimit -c 0 2>/dev/null
ulimit -d ${LIMITS.data} 2>/dev/null
ulimit -n ${LIMITS.files} 2>/dev/null
ulimit -f ${LIMITS.fileBlocks} 2>/dev/null
exec 3<&0 </dev/null
(read -r line <&3; kill -9 0) >/dev/null 2>&1 &
exec 3<&-
exec "$0" "$@"`

/** Milliseconds of the device's clock that an application has to end by itself. */
const FAREWELL = 5_000

export interface AppProcess {
  /** Resolves when its whole group has ended, with its exit code or signal for the log. */
  ended: Promise<{ code: number | null; signal: string | null }>
  /** Asks the group to end, and kills it after a while. Resolves with `ended`. */
  stop(): Promise<void>
  /** Kills the group at once. */
  kill(): void
}

export interface ProcessParts {
  log: Pick<Log, 'info' | 'warn'>
  clock: { monotonic(): number; wait(ms: number, signal?: AbortSignal): Promise<void> }
}

/** Whether programs of applications can run on this host: it needs a POSIX shell. */
export const RUNS_APPS = process.platform !== 'win32'

/**
 * Starts the program of an application in its own folder and process group, with nothing of the
 * device's environment. What it prints goes to the log under its name.
 */
export function startProcess(
  {
    name,
    folder,
    options,
    env,
  }: {
    name: string
    folder: string
    options: readonly string[]
    env: Readonly<Record<string, string>>
  },
  { log, clock }: ProcessParts,
): AppProcess {
  const output = openAppOutput(name, { log, monotonic: () => clock.monotonic() })
  const child = spawn('/bin/sh', ['-c', SCRIPT, `./${name}`, ...options], {
    cwd: folder,
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // Its end closes the pipe.
  child.stdin.on('error', () => undefined)
  child.stdout.setEncoding('utf8').on('data', output.out)
  child.stderr.setEncoding('utf8').on('data', output.error)
  const ended = endOf(child)
  const gone = new AbortController()
  void ended.then(() => gone.abort())

  return {
    ended,
    kill: () => signalGroup(child, 'SIGKILL'),
    async stop() {
      signalGroup(child, 'SIGTERM')
      await Promise.race([ended, clock.wait(FAREWELL, gone.signal).catch(() => undefined)])
      signalGroup(child, 'SIGKILL')
      await ended
    },
  }
}

function endOf(child: ChildProcess): AppProcess['ended'] {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      // What it has started, and its companion.
      signalGroup(child, 'SIGKILL')
      resolve({ code, signal })
    })
    child.once('error', () => resolve({ code: null, signal: null }))
  })
}

function signalGroup({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // It has ended.
  }
}
