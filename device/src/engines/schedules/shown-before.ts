import { AFRESH_MS, SLACK_MS } from './pulse-watch.ts'
import type { Now } from './pulse-watch.ts'

/** Tells whether the clock shows a time for the second time. */
export interface ShownBefore {
  /** To be asked at each change of a schedule, and at each jump of the clock. */
  isRepeated(now: Now): boolean
}

/**
 * A clock that goes back less than `AFRESH_MS` shows some times again. Times that it has skipped were
 * not shown, and after a longer way back everything starts afresh.
 */
export function openShownBefore(): ShownBefore {
  let last: Now | undefined
  /** It has shown the times up to `to`, but not those that it skipped on its way to `from`. */
  let shown = { from: -Infinity, to: -Infinity }

  return {
    isRepeated(now) {
      const { local, elapsed } = now
      const expected = last === undefined ? local : last.local + elapsed - last.elapsed
      last = now
      if (local < expected - SLACK_MS) shown.to = Math.max(shown.to, expected)
      if (local > expected + SLACK_MS) shown = { from: local, to: local }
      else if (local < shown.from || shown.to - local >= AFRESH_MS) {
        shown = { from: -Infinity, to: local }
      }
      if (local < shown.to - SLACK_MS) return true
      shown.to = Math.max(shown.to, local)
      return false
    },
  }
}
