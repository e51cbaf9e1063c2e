import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as hostWait } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import { openAppOutput } from './app-output.ts'
import type { TakeChunk } from './app-output.ts'
import { RUN_VARIABLE, killStrays } from './strays.ts'

/**
 * Limits of an application (setrlimit): kilobytes of its data, open files, blocks of 512 bytes of a
 * file, and processes of the device's user. Own design. Hosts that lack one of them, such as macOS the
 * first, run it without.
 */
const LIMITS = { data: 1024 * 1024, files: 256, fileBlocks: 131_072, processes: 4096 } as const

/**
 * The shell sets the limits and becomes the program. A companion in its process group waits until the
 * pipe from the device closes, which also happens when the device is killed, and then kills all that
 * runs: without power nothing runs on. It is no child of the program, which may wait for its own, and
 * has no environment, by which it finds what has left the group (`strays.ts`).
 */
export const SCRIPT = `umask 077
ulimit -c 0 2>/dev/null
ulimit -d ${LIMITS.data} 2>/dev/null
ulimit -n ${LIMITS.files} 2>/dev/null
ulimit -f ${LIMITS.fileBlocks} 2>/dev/null
ulimit -u ${LIMITS.processes} 2>/dev/null || ulimit -p ${LIMITS.processes} 2>/dev/null
exec 3<&0 </dev/null
(env -i PATH="$PATH" /bin/sh -c '
  trap "" TERM
  read -r line
  [ -n "$0" ] && for one in $(grep -lszFx "${RUN_VARIABLE}=$0" /proc/[0-9]*/environ); do
    one=\${one#/proc/}
    kill -9 "\${one%/environ}"
  done
  kill -9 0' "$${RUN_VARIABLE}" <&3 >/dev/null 2>&1 &)
exec 3<&-
exec "$0" "$@"`

/** Milliseconds that an application has to end by itself. Host's time: its work is real. */
const FAREWELL = 5_000
/** Pause in milliseconds before more is read of an application that prints too much. Host's time. */
const READ_PAUSE = 50

export interface AppProcess {
  /** Resolves when all of it has ended, with its exit code or signal for the log. */
  ended: Promise<{ code: number | null; signal: string | null }>
  /** Asks the group to end, and kills it after a while. Resolves with `ended`. */
  stop(): Promise<void>
  /** Kills the group at once. */
  kill(): void
}

export interface ProcessParts {
  log: Pick<Log, 'info' | 'warn'>
  clock: { monotonic(): number }
  /** Waits in the host's time. */
  wait?: (ms: number, value: undefined, options: { signal: AbortSignal }) => Promise<unknown>
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
  { log, clock, wait = hostWait }: ProcessParts,
): AppProcess {
  // Another run in this folder may begin before this one has ended.
  const run = join(folder, randomBytes(6).toString('hex'))
  const output = openAppOutput(name, { log, monotonic: () => clock.monotonic() })
  const child: ChildProcess = spawn('/bin/sh', ['-c', SCRIPT, `./${name}`, ...options], {
    cwd: folder,
    env: { ...env, [RUN_VARIABLE]: run },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // There are no pipes if the host has none left; that is an `error` of the process.
  child.stdin?.on('error', () => undefined)
  if (child.stdout) readOutput(child.stdout, output.out)
  if (child.stderr) readOutput(child.stderr, output.error)
  child.once('close', () => output.end())
  const gone = new AbortController()
  const ended = new Promise<Awaited<AppProcess['ended']>>((resolve) => {
    child.once('exit', (code, signal) => {
      signalGroup(child, 'SIGKILL')
      killStrays(run)
      gone.abort()
      resolve({ code, signal })
    })
    child.once('error', () => resolve({ code: null, signal: null }))
  })
  // Its number may be another group's afterwards.
  const tell = (signal: NodeJS.Signals) => {
    if (!gone.signal.aborted) signalGroup(child, signal)
  }

  return {
    ended,
    kill: () => tell('SIGKILL'),
    async stop() {
      tell('SIGTERM')
      const limit = wait(FAREWELL, undefined, { signal: gone.signal }).catch(() => undefined)
      await Promise.race([ended, limit])
      tell('SIGKILL')
      await ended
    },
  }
}

/** Reads slowly while lines are left out, as reading them would cost the device its time. */
export function readOutput(stream: Readable, take: TakeChunk): void {
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    if (take(chunk)) return
    stream.pause()
    setTimeout(() => stream.resume(), READ_PAUSE)
  })
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // It has ended.
  }
}
