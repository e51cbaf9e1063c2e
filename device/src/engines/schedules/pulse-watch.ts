/** A clock that goes back less than this, in autumn or by a correction, repeats what happened. */
export const AFRESH_MS = 3 * 3_600_000
/** A clock is hardly ever read at the same moment as the time that has passed. */
export const SLACK_MS = 100

/** Now, in milliseconds. */
export interface Now {
  /** What the clock on the wall shows, counted as if local time were UTC. */
  local: number
  /** Passed since the start, whatever the clock was set to. */
  elapsed: number
}

/** The moments of a pulse, in local time. */
export interface Moments {
  /** The last one until a time, that time included. */
  until(local: number): number | undefined
  /** The first one after a time. */
  after(local: number): number | undefined
}

/** Tells when a pulse happens, if it is asked at each of its moments and at each jump of the clock. */
export interface PulseWatch {
  /** Whether it happens now. Moments that were skipped together happen once. */
  happens(now: Now): boolean
  /** The local time of the next moment; Infinity if there is none. */
  next(): number
}

/**
 * Watches a pulse from now on. It never happens twice for one moment and misses none, however the
 * clock moves:
 * - Moments that the clock skips, in spring or when it is set, happen at once.
 * - When it goes back less than `AFRESH_MS`, days and longer are not repeated. Hours, minutes and
 *   seconds go on by the time that passes: every minute also in the hour that is repeated in autumn.
 * - When it goes back further, everything starts afresh from there.
 * @param period of hours, minutes and seconds, in milliseconds; undefined for longer ones
 */
export function watchPulse(moments: Moments, period: number | undefined, start: Now): PulseWatch {
  let last = start
  /** The moments until here are dealt with. */
  let seen = start.local
  /** The latest time that the clock has shown since everything last started afresh. */
  let latest = start.local
  let next = after(seen)
  /** When it last happened, in time that has passed; before the start, too. */
  let happened =
    period === undefined
      ? -Infinity
      : start.elapsed - start.local + (moments.until(start.local) ?? -Infinity)

  function after(local: number): number {
    return moments.after(local) ?? Infinity
  }

  function moveBack(to: number): void {
    const afresh = latest - to >= AFRESH_MS
    if (!afresh && period === undefined) return
    // The time that it shows now is one of those to come.
    seen = afresh ? to - 1 : Math.min(seen, to - 1)
    if (afresh) latest = seen
    next = after(seen)
  }

  /** Whether all moments until now are ones that the clock had shown already. */
  const isRepeated = (local: number, before: number): boolean =>
    next <= before && (moments.until(local) ?? next) <= before

  return {
    happens(now) {
      const { local, elapsed } = now
      const expected = last.local + elapsed - last.elapsed
      last = now
      if (local < expected - SLACK_MS) {
        latest = Math.max(latest, expected)
        moveBack(local)
      }
      if (local <= seen) return false
      seen = local
      const before = latest
      latest = Math.max(latest, local)
      if (local < next) return false
      const repeated = period !== undefined && isRepeated(local, before)
      next = after(local)
      if (repeated && elapsed - happened < period / 2) return false
      happened = elapsed
      return true
    },
    next: () => next,
  }
}
