import type { HostTime } from '../host-time.ts'

interface Alarm {
  due: number
  fn: () => void
}

/** A time that stands still until it is advanced. */
export interface FakeTime extends HostTime {
  /** Advances by this many milliseconds; what is due in between happens, in order. */
  pass(ms: number): void
  /** Advances like `pass`, but the host sleeps meanwhile: what is due happens at the end. */
  oversleep(ms: number): void
}

export function fakeTime(start = Date.UTC(2026, 10, 20)): FakeTime {
  const alarms = new Set<Alarm>()
  let elapsed = 0
  return {
    now: () => start + elapsed,
    monotonic: () => elapsed,
    after(ms, fn) {
      const alarm = { due: elapsed + ms, fn }
      alarms.add(alarm)
      return () => {
        alarms.delete(alarm)
      }
    },
    pass(ms) {
      const end = elapsed + ms
      for (;;) {
        const [next] = [...alarms]
          .filter(({ due }) => due <= end)
          .toSorted((one, other) => one.due - other.due)
        if (!next) break
        alarms.delete(next)
        elapsed = Math.max(elapsed, next.due)
        next.fn()
      }
      elapsed = end
    },
    oversleep(ms) {
      elapsed += ms
      this.pass(0)
    },
  }
}
