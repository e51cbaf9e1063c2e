import type { HostTime } from './host-time.ts'

/** Milliseconds beyond the boot's own within which the device has to run. */
const PATIENCE = 20_000
/** An end within this many milliseconds after `running` counts as a quick crash too. */
const SETTLED = 10_000
/** Consecutive quick crashes after which the device counts as failed. */
const FAILED_AFTER = 3
const LONGEST_PAUSE = 30_000

/** What to do after a device has ended. */
interface Verdict {
  /** Milliseconds until it is started again. */
  pauseMs: number
  /** The device counts as failed; the retries continue. */
  failed: boolean
}

/** Checks that the device starts, and slows down restarts of one that does not. */
export interface Watchdog {
  /** The device was started; `bite` is called when it does not run in time. */
  started(bite: () => void): void
  running(): void
  /** The device has ended by itself or was killed, and may have requested a restart before. */
  ended(restartRequested: boolean): Verdict
  /** The power was cut: expects nothing any more, and forgets earlier crashes. */
  reset(): void
}

/** A watchdog for a device with this many seconds of boot time. */
export function createWatchdog(bootSeconds: number, time: HostTime): Watchdog {
  let cancelBite: (() => void) | undefined
  let crashes = 0
  let runningSince: number | undefined

  function stopWaiting(): void {
    cancelBite?.()
    cancelBite = undefined
  }

  return {
    started(bite) {
      runningSince = undefined
      cancelBite = time.after(bootSeconds * 1000 + PATIENCE, bite)
    },
    running() {
      stopWaiting()
      runningSince = time.monotonic()
    },
    ended(restartRequested) {
      stopWaiting()
      const quick = runningSince === undefined || time.monotonic() - runningSince < SETTLED
      crashes = quick && !restartRequested ? crashes + 1 : 0
      const pauseMs = crashes === 0 ? 0 : Math.min(LONGEST_PAUSE, 1000 * 2 ** (crashes - 1))
      return { pauseMs, failed: crashes >= FAILED_AFTER }
    },
    reset() {
      stopWaiting()
      crashes = 0
    },
  }
}
