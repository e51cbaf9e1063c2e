import type { DeviceContext, Log } from './device-context.ts'
import { networkOf } from './network-of.ts'
import type { RequestInfo } from './request-info.ts'

/** Lines per hour and level that one network may cause without signing in, and all together. */
export const LINES_PER_NETWORK = 100
export const LINES_OF_ALL = 300
const PERIOD_MS = 60 * 60_000
/** How often the lines left out are reported, in milliseconds. */
const CHECK_MS = 60_000

/**
 * The log of what visitors do. Lines about people who are signed in are all written. Those about
 * strangers have a limit, because enough of them would push everything else out of the log; one
 * line per hour then says how many were left out.
 */
export interface VisitorLog {
  /** Where to log something about a request. */
  about(info: Pick<RequestInfo, 'address' | 'user'>): Log
  /** Reports the lines left out so far, and stops. */
  close(): void
}

interface Period {
  since: number
  lines: number
  leftOut: number
}

type Level = keyof Log

/** The key for all strangers together; networks are addresses. */
const ALL = 'all'

export function openVisitorLog({ log, now }: Pick<DeviceContext, 'log' | 'now'>): VisitorLog {
  /** Errors and failed sign-ins have a share of their own, so that plain requests can't hide them. */
  const periods: Record<Level, Map<string, Period>> = {
    info: new Map(),
    warn: new Map(),
    error: new Map(),
  }
  const timer = setInterval(() => {
    for (const level of LEVELS) report(level, isOver)
  }, CHECK_MS)
  timer.unref()

  function isOver({ since }: Period): boolean {
    // The clock may have been set back.
    const age = now() - since
    return age < 0 || age >= PERIOD_MS
  }

  function report(level: Level, which: (period: Period) => boolean): void {
    for (const [network, period] of periods[level]) {
      if (!which(period)) continue
      periods[level].delete(network)
      const { leftOut, since } = period
      if (leftOut > 0)
        log.warn(
          { network, leftOut, level, since: new Date(since).toISOString() },
          'lines about strangers left out',
        )
    }
  }

  function periodOf(level: Level, network: string): Period {
    const known = periods[level].get(network)
    if (known && !isOver(known)) return known
    if (known) report(level, (one) => one === known)
    const started = { since: now(), lines: 0, leftOut: 0 }
    periods[level].set(network, started)
    return started
  }

  /** Whether a line may be written; counts it either way. */
  function take(level: Level, address: string): boolean {
    const all = periodOf(level, ALL)
    if (all.lines >= LINES_OF_ALL) {
      // Without an entry of its own, so that strangers from many networks cost no memory.
      all.leftOut += 1
      return false
    }
    const own = periodOf(level, networkOf(address))
    if (own.lines >= LINES_PER_NETWORK) {
      own.leftOut += 1
      return false
    }
    own.lines += 1
    all.lines += 1
    return true
  }

  const limited =
    (level: Level, address: string): Log[Level] =>
    (values, message) => {
      if (take(level, address)) log[level](values, message)
    }

  return {
    about({ address, user }) {
      if (user !== undefined) return log
      return {
        info: limited('info', address),
        warn: limited('warn', address),
        error: limited('error', address),
      }
    },
    close() {
      clearInterval(timer)
      for (const level of LEVELS) report(level, () => true)
    },
  }
}

const LEVELS = ['info', 'warn', 'error'] as const satisfies readonly Level[]
