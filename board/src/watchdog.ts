import type { HostTime } from './host-time.ts'

/** Milliseconds beyond the boot's own in which the device has to be running. */
const PATIENCE = 20_000
/** An end within so many milliseconds after `running` is a quick crash too. */
const SETTLED = 10_000
/** Quick crashes in a row after which the device counts as failed. */
const FAILED_AFTER = 3
const LONGEST_PAUSE = 30_000

/** What follows from a device's end. */
interface Verdict {
  /** Milliseconds until it is started again. */
  pauseMs: number
  /** It does not come up; trying goes on. */
  failed: boolean
}

/** Watches that the device comes up, and keeps one that does not from being started all the time. */
export interface Watchdog {
  /** The device was started; `bite` is called when it does not run in time. */
  started(bite: () => void): void
  running(): void
  /** The device has ended by itself or was bitten; `asked`: it had asked for a restart. */
  ended(asked: boolean): Verdict
  /** A hand took the power: nothing is waited for, and what was is forgotten. */
  reset(): void
}

/** A watchdog for a device whose boot takes so many seconds. */
export function createWatchdog(bootSeconds: number, time: HostTime): Watchdog {
  let calm: (() => void) | undefined
  let crashes = 0
  let runningSince: number | undefined

  function stopWaiting(): void {
    calm?.()
    calm = undefined
  }

  return {
    started(bite) {
      runningSince = undefined
      calm = time.after(bootSeconds * 1000 + PATIENCE, bite)
    },
    running() {
      stopWaiting()
      runningSince = time.monotonic()
    },
    ended(asked) {
      stopWaiting()
      const quick = runningSince === undefined || time.monotonic() - runningSince < SETTLED
      crashes = quick && !asked ? crashes + 1 : 0
      const pauseMs = crashes === 0 ? 0 : Math.min(LONGEST_PAUSE, 1000 * 2 ** (crashes - 1))
      return { pauseMs, failed: crashes >= FAILED_AFTER }
    },
    reset() {
      stopWaiting()
      crashes = 0
    },
  }
}
