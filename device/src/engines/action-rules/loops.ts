import { AsyncLocalStorage } from 'node:async_hooks'

/** How often a rule may follow from itself before it is stopped. */
const ROUNDS_MAX = 3
/** Echoes in a row that look like a loop through something outside of the device. */
const ECHOES_MAX = 20
/** How soon after the start, or the end of the action, before it a start can be its echo, in ms. */
const ECHO_MS = 250

/**
 * - `loop`: the rule starts itself.
 * - `suspect`: it may start itself through another system, or something outside may be that quick.
 *   Whether events still come while the action doesn't run tells them apart.
 */
export type Verdict = 'fine' | 'suspect' | 'loop'

/** Finds rules that start themselves, directly, through other rules, or through another system. */
export interface Loops {
  /** Runs an action, so that events which follow from it are known as such. */
  follow<T>(rule: string, work: () => T): T
  /**
   * Judges a start of a rule.
   * @param now monotonic milliseconds
   */
  judge(rule: string, now: number): Verdict
  /**
   * No event came while a suspect did nothing. It acts again now: if that brings another start, it is
   * a loop.
   */
  confirm(rule: string, now: number): void
  /** The action of a rule begins or has ended. */
  began(rule: string): void
  ended(rule: string, now: number): void
  /** The rule has changed, or is no suspect any more: what it did before does not count. */
  forget(rule: string): void
}

interface Echo {
  running: number
  /** Actions that have ended since the latest start. */
  ends: number
  startedAt: number
  endedAt: number
  inRow: number
  /** Whether its events stopped while it did nothing. */
  isConfirmed: boolean
}

/**
 * Events are published by whoever causes them, so the asynchronous context of an action reaches every
 * rule that it starts. Another system carries no context. There, each action of a loop causes exactly
 * one start, while it runs or right after it.
 */
export function openLoops(): Loops {
  const chains = new AsyncLocalStorage<readonly string[]>()
  const echoes = new Map<string, Echo>()

  function echoOf(rule: string): Echo {
    const known = echoes.get(rule)
    if (known) return known
    const made: Echo = {
      running: 0,
      ends: 0,
      startedAt: -Infinity,
      endedAt: -Infinity,
      inRow: 0,
      isConfirmed: false,
    }
    echoes.set(rule, made)
    return made
  }

  return {
    follow: (rule, work) => chains.run([...(chains.getStore() ?? []), rule], work),
    judge(rule, now) {
      const chain = chains.getStore() ?? []
      if (chain.filter((one) => one === rule).length >= ROUNDS_MAX) return 'loop'
      const echo = echoOf(rule)
      const before = echo.running === 0 ? echo.endedAt : echo.startedAt
      const isSoon = now - before < ECHO_MS
      if (isSoon && echo.isConfirmed) return 'loop'
      echo.isConfirmed = false
      echo.inRow = isSoon && echo.ends === 1 ? echo.inRow + 1 : 0
      echo.ends = 0
      echo.startedAt = now
      return echo.inRow < ECHOES_MAX ? 'fine' : 'suspect'
    },
    confirm(rule, now) {
      const echo = echoOf(rule)
      echo.isConfirmed = true
      echo.startedAt = now
    },
    began(rule) {
      echoOf(rule).running += 1
    },
    ended(rule, now) {
      const echo = echoOf(rule)
      echo.running = Math.max(0, echo.running - 1)
      echo.ends += 1
      echo.endedAt = now
    },
    forget: (rule) => void echoes.delete(rule),
  }
}
