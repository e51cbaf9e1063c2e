import { setMaxListeners } from 'node:events'
import type { Clock } from '../../clock/clock.ts'
import type { Log } from '../../log.ts'
import { startProcess } from './app-process.ts'
import type { AppProcess } from './app-process.ts'
import type { RunMode } from './settings.ts'

/** Milliseconds until an application that has ended starts again: at first, and at most. */
const PAUSE = { first: 1_000, most: 60_000 }
/** One that has run for so long starts again as after the first end. */
const STEADY = 60_000

/** What a run needs; asked for anew before each start. */
export interface RunPlan {
  name: string
  folder: string
  options: readonly string[]
  env: Readonly<Record<string, string>>
}

/** One application that runs, with all its starts. */
export interface Run {
  /** Resolves once nothing of it runs. */
  stop(): Promise<void>
  /** Kills it at once. */
  kill(): void
  /** Whether a process of it runs now; otherwise it waits for its next start. */
  isUp(): boolean
}

/**
 * Runs an application until it is stopped. With the run mode `respawn` it starts again after each end,
 * ever later if it ends soon.
 * @param onEnd called when it will not start again, and has not been stopped
 */
export function startRun(
  plan: () => RunPlan,
  mode: RunMode,
  {
    clock,
    log,
    onEnd,
  }: {
    clock: Pick<Clock, 'monotonic' | 'wait'>
    log: Pick<Log, 'info' | 'warn' | 'error'>
    onEnd: () => void
  },
): Run {
  const stopping = new AbortController()
  const isStopping = () => stopping.signal.aborted
  setMaxListeners(0, stopping.signal)
  let current: AppProcess | undefined
  let pause = PAUSE.first

  async function live(): Promise<void> {
    while (!isStopping()) {
      const began = clock.monotonic()
      const { name, ...rest } = plan()
      current = startProcess({ name, ...rest }, { log, clock })
      log.info({ app: name }, 'application started')
      const { code, signal } = await current.ended
      current = undefined
      if (isStopping()) break
      if (mode !== 'respawn') {
        log.info({ app: name, code, signal }, 'application ended')
        onEnd()
        break
      }
      if (clock.monotonic() - began >= STEADY) pause = PAUSE.first
      log.warn({ app: name, code, signal, pause }, 'application ended, and starts again')
      await clock.wait(pause, stopping.signal).catch(() => undefined)
      pause = Math.min(pause * 2, PAUSE.most)
    }
  }

  const over = live().catch((cause: unknown) => {
    log.error({ err: cause }, 'application not started')
    if (!isStopping()) onEnd()
  })
  return {
    async stop() {
      stopping.abort()
      await current?.stop()
      await over
    },
    kill() {
      stopping.abort()
      current?.kill()
    },
    isUp: () => current !== undefined,
  }
}
