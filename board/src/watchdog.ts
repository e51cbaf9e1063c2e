import { HEARTBEAT } from '@lintel/contract/wire'
import type { HostTime } from './host-time.ts'

/** Milliseconds beyond the boot's own within which the device has to run. */
const PATIENCE = 20_000
/** An end within this many milliseconds after `running` counts as a quick crash too. */
const SETTLED = 10_000
/** Consecutive quick crashes after which the device counts as failed. */
const FAILED_AFTER = 3
const LONGEST_PAUSE = 30_000
/**
 * Heartbeats that may be missing: with 5 s between two of them a device that hangs is killed after
 * 30 to 35 s. Own; systemd's services commonly use `WatchdogSec=30s`.
 */
const MAY_MISS = 6

/** What to do after a device has ended. */
interface Verdict {
  /** Milliseconds until it is started again. */
  pauseMs: number
  /** The device counts as failed; the retries continue. */
  failed: boolean
}

/** Why the watchdog bites: the device did not run in time, or its heartbeats stopped. */
export type Bite = 'notStarted' | 'silent'

/** Checks that the device starts and goes on living, and slows down restarts of one that does not. */
export interface Watchdog {
  /** The device was started; `bite` is called when it does not run in time, or hangs later. */
  started(bite: (why: Bite) => void): void
  running(): void
  /** The device's event loop turns. Firmware from before there were heartbeats is not watched. */
  heartbeat(): void
  /** Whether the device has sent heartbeats, and none are missing. */
  beats(): boolean
  /** The device has ended by itself or was killed, and may have requested a restart before. */
  ended(restartRequested: boolean): Verdict
  /** The power was cut: expects nothing any more, and forgets earlier crashes. */
  reset(): void
}

/** A watchdog for a device with this many seconds of boot time. */
export function createWatchdog(bootSeconds: number, time: HostTime): Watchdog {
  let bite: (why: Bite) => void
  let cancelBite: (() => void) | undefined
  let cancelLook: (() => void) | undefined
  /** Looks since the latest heartbeat; one is normal. */
  let missed = 0
  let beatAt = 0
  let crashes = 0
  let runningSince: number | undefined

  function stopWaiting(): void {
    cancelBite?.()
    cancelBite = undefined
    cancelLook?.()
    cancelLook = undefined
  }

  /**
   * Silence is counted in looks, not read from a clock: while the host was suspended or too busy to
   * let the board look, the device could not beat either. So a late look starts the count again.
   */
  function lookLater(): void {
    const from = time.monotonic()
    cancelLook = time.after(HEARTBEAT, () => {
      const late = time.monotonic() - from >= 2 * HEARTBEAT
      missed = late ? 0 : missed + 1
      if (missed <= MAY_MISS) lookLater()
      else bite('silent')
    })
  }

  return {
    started(whenBitten) {
      bite = whenBitten
      runningSince = undefined
      missed = 0
      cancelBite = time.after(bootSeconds * 1000 + PATIENCE, () => bite('notStarted'))
    },
    running() {
      cancelBite?.()
      runningSince = time.monotonic()
    },
    heartbeat() {
      missed = 0
      beatAt = time.monotonic()
      if (!cancelLook) lookLater()
    },
    beats: () => cancelLook !== undefined && missed <= 1,
    ended(restartRequested) {
      stopWaiting()
      // A device that hung was of use until its last heartbeat only.
      const until = missed > MAY_MISS ? beatAt : time.monotonic()
      const quick = runningSince === undefined || until - runningSince < SETTLED
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
