import { AsyncResource } from 'node:async_hooks'

/** The device's only source of time: the host's clock plus an offset that the board stores. */
export interface Clock {
  /** The device's time in UTC milliseconds. */
  now(): number
  /** Milliseconds since boot. `set` doesn't change it, `advance` moves it forward. */
  monotonic(): number
  /** Milliseconds that the device is ahead of the host. */
  offset(): number
  /** Sets the time (UTC milliseconds). Doesn't affect waits. */
  set(utcMs: number): void
  /**
   * Applies an offset that the board sends after it restored a snapshot; doesn't report it back.
   */
  adopt(offset: number): void
  /** Resolves after this many milliseconds; rejects with the signal's reason. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls `fn` at this interval in milliseconds until the returned function is called. */
  every(ms: number, fn: () => void): () => void
  /** Moves time forward and runs everything due in between, in order. */
  advance(ms: number): Promise<void>
  /** Subscribes to jumps of the time of day: changes other than time passing. */
  onJump(fn: () => void): () => void
}

/** Where a clock gets its time; tests pass their own. */
interface HostTime {
  /** UTC milliseconds. */
  now(): number
  /** Monotonic milliseconds. */
  monotonic(): number
}

export interface ClockOptions {
  /** Initial offset to the host's clock, in milliseconds. */
  offset?: number
  host?: HostTime
  /** Called with each new offset, so that it can be stored across restarts. */
  storeOffset?: (offset: number) => void
}

interface Timer {
  due: number
  /** Orders timers that are due at the same time: first set, first run. */
  turn: number
  run(): void
}

/** Longest delay that a host timer accepts; longer ones are rescheduled. */
const LONGEST = 2 ** 31 - 1

const HOST: HostTime = { now: () => Date.now(), monotonic: () => performance.now() }

/** Starts a clock; `monotonic` counts from here. Its host timers don't keep the process alive. */
export function startClock(options: ClockOptions = {}): Clock {
  const host = options.host ?? HOST
  const start = host.monotonic()
  const timers = new Set<Timer>()
  const listeners = new Set<() => void>()
  let offset = options.offset ?? 0
  let advanced = 0
  let turns = 0
  let alarm: NodeJS.Timeout | undefined
  let advancing: Promise<void> = Promise.resolve()

  const monotonic = () => host.monotonic() - start + advanced

  function first(): Timer | undefined {
    let earliest: Timer | undefined
    for (const timer of timers) {
      const sooner =
        !earliest ||
        timer.due < earliest.due ||
        (timer.due === earliest.due && timer.turn < earliest.turn)
      if (sooner) earliest = timer
    }
    return earliest
  }

  function arm(): void {
    clearTimeout(alarm)
    const next = first()
    if (!next) return
    const delay = Math.min(Math.max(Math.ceil(next.due - monotonic()), 0), LONGEST)
    alarm = setTimeout(ring, delay)
    alarm.unref()
  }

  function ring(): void {
    const limit = monotonic()
    for (let next = first(); next && next.due <= limit; next = first()) {
      timers.delete(next)
      next.run()
    }
    arm()
  }

  function addTimer(due: number, run: () => void): () => void {
    turns += 1
    const timer: Timer = { due, turn: turns, run }
    timers.add(timer)
    arm()
    return () => {
      timers.delete(timer)
      arm()
    }
  }

  function jumped(): void {
    for (const listener of Array.from(listeners)) listener()
  }

  /** Moves time forward by at most this much, up to a given moment; returns by how much. */
  function moveTo(time: number, most: number): number {
    const by = Math.min(Math.max(time - monotonic(), 0), most)
    advanced += by
    offset += by
    return by
  }

  /** The host's time keeps running meanwhile and is added on top. */
  async function moveBy(ms: number): Promise<void> {
    const target = monotonic() + ms
    let left = ms
    for (let next = first(); next && next.due <= target; next = first()) {
      left -= moveTo(next.due, left)
      timers.delete(next)
      next.run()
      await settled()
    }
    moveTo(Number.POSITIVE_INFINITY, left)
    arm()
    options.storeOffset?.(Math.round(offset))
    jumped()
    await settled()
  }

  return {
    now: () => Math.round(host.now() + offset),
    monotonic,
    offset: () => Math.round(offset),
    set(utcMs) {
      offset = utcMs - host.now()
      options.storeOffset?.(Math.round(offset))
      jumped()
    },
    adopt(newOffset) {
      offset = newOffset
      jumped()
    },
    wait(ms, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason as Error)
          return
        }
        const cancel = addTimer(monotonic() + ms, () => {
          signal?.removeEventListener('abort', stop)
          resolve()
        })
        function stop(): void {
          cancel()
          reject(signal?.reason as Error)
        }
        signal?.addEventListener('abort', stop, { once: true })
      })
    },
    every(ms, fn) {
      // In the context of who set it, and not of whoever made the host's timer ring.
      const run = AsyncResource.bind(fn)
      const period = Math.max(ms, 1)
      let due = monotonic() + period
      let cancel = addTimer(due, again)
      function again(): void {
        // A late host timer runs the callback once, not once per missed interval.
        due = Math.max(due + period, monotonic())
        cancel = addTimer(due, again)
        run()
      }
      return () => {
        cancel()
      }
    },
    advance(ms) {
      const before = advancing
      advancing = before.then(() => moveBy(ms))
      return advancing
    },
    onJump(fn) {
      listeners.add(fn)
      return () => {
        listeners.delete(fn)
      }
    },
  }
}

/** Lets everything that a timer triggered run before time moves on. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
