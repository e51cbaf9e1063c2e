/** Repeats something at an interval in milliseconds; returns what ends it. */
export type Every = (ms: number, fn: () => void) => () => void

/**
 * Repeats in the host's time: for what people watch, and for what must not be repeated thousands of
 * times while the device's clock is moved forward. Doesn't keep the process alive.
 */
export const hostEvery: Every = (ms, fn) => {
  const timer = setInterval(fn, ms)
  timer.unref()
  return () => clearInterval(timer)
}
