import { AsyncLocalStorage } from 'node:async_hooks'

/** How often a rule may follow from itself before it is stopped. */
const ROUNDS_MAX = 3
/**
 * Starts in a row, each right after the action before it has ended, that look like a loop through
 * something outside of the device.
 */
const ECHOES_MAX = 20
/** How soon after the end of an action a start counts as its echo, in milliseconds. */
const ECHO_MS = 250

/** Finds rules that start themselves, directly, through other rules, or through another system. */
export interface Loops {
  /** Runs an action, so that events which follow from it are known as such. */
  follow<T>(rule: string, work: () => T): T
  /**
   * Whether the rule would start itself.
   * @param now monotonic milliseconds
   */
  isLoop(rule: string, now: number): boolean
  /** The action of a rule begins or has ended. */
  began(rule: string): void
  ended(rule: string, now: number): void
  /** The rule has changed: what it did before does not count. */
  forget(rule: string): void
}

interface Echo {
  running: number
  endedAt: number
  inRow: number
}

/**
 * Events are published by whoever causes them, so the asynchronous context of an action reaches every
 * rule that it starts.
 */
export function openLoops(): Loops {
  const chains = new AsyncLocalStorage<readonly string[]>()
  const echoes = new Map<string, Echo>()

  function echoOf(rule: string): Echo {
    const known = echoes.get(rule)
    if (known) return known
    const made = { running: 0, endedAt: -Infinity, inRow: 0 }
    echoes.set(rule, made)
    return made
  }

  return {
    follow: (rule, work) => chains.run([...(chains.getStore() ?? []), rule], work),
    isLoop(rule, now) {
      const chain = chains.getStore() ?? []
      if (chain.filter((one) => one === rule).length >= ROUNDS_MAX) return true
      const echo = echoOf(rule)
      const follows = echo.running === 0 && now - echo.endedAt < ECHO_MS
      echo.inRow = follows ? echo.inRow + 1 : 0
      return echo.inRow >= ECHOES_MAX
    },
    began(rule) {
      echoOf(rule).running += 1
    },
    ended(rule, now) {
      const echo = echoOf(rule)
      echo.running = Math.max(0, echo.running - 1)
      echo.endedAt = now
    },
    forget: (rule) => void echoes.delete(rule),
  }
}
