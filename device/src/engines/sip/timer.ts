import type { Clock } from '../../clock/clock.ts'

/** Calls the function once, unless the returned function is called before. */
export function after(clock: Pick<Clock, 'wait'>, ms: number, run: () => void): () => void {
  const stopped = new AbortController()
  clock.wait(ms, stopped.signal).then(run, () => {})
  return () => stopped.abort()
}
