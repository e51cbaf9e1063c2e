/** Keeps the time that is spent on work within a share of all time. */
export interface Pace {
  /** Milliseconds until more work may begin; 0 if it may now. */
  wait(): number
  /** Counts work that has just been done, in milliseconds. */
  spent(ms: number): void
}

/** How much work may run ahead of its share, in milliseconds: pictures come in bursts. */
const AHEAD_MS = 100

/**
 * @param share of a core, 0 to 1
 * @param now monotonic milliseconds
 */
export function openPace(share: number, now: () => number): Pace {
  /** When the work done so far has been made up for. */
  let even = now()
  return {
    wait: () => Math.max(even - now() - AHEAD_MS / share, 0),
    spent(ms) {
      even = Math.max(even, now() - ms) + ms / share
    },
  }
}
