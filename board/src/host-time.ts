/** The board's only source of time; tests pass their own. */
export interface HostTime {
  /** UTC milliseconds of the host. */
  now(): number
  /** Monotonic milliseconds. */
  monotonic(): number
  /** Runs `fn` once after this many milliseconds, unless the returned function is called before. */
  after(ms: number, fn: () => void): () => void
}

export const hostTime: HostTime = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, fn) {
    const timer = setTimeout(fn, ms)
    return () => {
      clearTimeout(timer)
    }
  },
}
