import { networkOf } from './network-of.ts'

const REMEMBERED = 10_000
const LONGEST_NAME = 64
/** Attempts that stay free while their answers are held back. */
const SPARE = 2
/** The longest time for which an answer is held back, in milliseconds: less than clients wait. */
const LONGEST_HOLD_MS = 15_000

/** Whose wrong attempts count together: so many at once, then one in each interval. */
export interface Lane {
  key: string
  burst: number
  /** Milliseconds. */
  every: number
  /** Never forgotten to save memory, so that made-up names can't push it out. */
  kept?: boolean
}

/** Wrong attempts at once: of one address for an account, and of all addresses together. */
export const NETWORK_BURST = 4
export const ACCOUNT_BURST = 5
/** Milliseconds until there is another. */
export const EVERY_MS = 15_000

const named = (...parts: readonly string[]): string =>
  parts.map((part) => part.slice(0, LONGEST_NAME)).join(' ')

/** One address and one account. */
export const networkLane = (address: string, account: string): Lane => ({
  key: named('network', networkOf(address), account),
  burst: NETWORK_BURST,
  every: EVERY_MS,
})

/**
 * One account from all addresses together: at most 9 in any minute.
 * @param exists of accounts that exist, there are few
 */
export const accountLane = (account: string, exists: boolean): Lane => ({
  key: named('account', account),
  burst: ACCOUNT_BURST,
  every: EVERY_MS,
  kept: exists,
})

/** One address, whatever the accounts: it only holds answers back. */
const addressLane = (address: string): Lane => ({
  key: named('address', networkOf(address)),
  burst: 20,
  every: 1_000,
})

/** A client that has proved before to know the account's password, such as a browser. */
export const knownLane = (client: string, account: string): Lane => ({
  key: named('known', client, account),
  burst: ACCOUNT_BURST,
  every: EVERY_MS,
})

/**
 * Makes guessing passwords slow without keeping those out who know theirs: a right password costs
 * nothing, and the answer to a wrong one is held back until the next attempt would leave one free.
 * Whoever tries one password after the other therefore never uses up the attempts.
 */
export interface SlowDown {
  /** Milliseconds until an attempt is free in all of these lanes; 0 when one is now. */
  wait(lanes: readonly Lane[]): number
  /** Uses up an attempt; returns for how many milliseconds to hold the answer back. */
  failed(lanes: readonly Lane[], address: string): number
}

/**
 * @param now milliseconds; when it jumps back, later attempts are forgotten
 */
export function openSlowDown(now: () => number): SlowDown {
  /** By lane, when all of its attempts will be free again; the first entry is the oldest. */
  const table = new Map<string, number>()
  const kept = new Map<string, number>()

  /** How far the lane is from having all of its attempts free, in milliseconds. */
  function behind({ key, burst, every }: Lane): number {
    const left = (kept.get(key) ?? table.get(key) ?? 0) - now()
    return left < 0 || left > burst * every ? 0 : left
  }

  /** Milliseconds until so many attempts are free in all of these. */
  const until = (lanes: readonly Lane[], free: number): number =>
    Math.max(0, ...lanes.map((lane) => behind(lane) - (lane.burst - free) * lane.every))

  function take(lane: Lane): void {
    const full = now() + Math.min(behind(lane) + lane.every, lane.burst * lane.every)
    if (lane.kept) {
      kept.set(lane.key, full)
      return
    }
    table.delete(lane.key)
    table.set(lane.key, full)
    const oldest = table.size > REMEMBERED ? table.keys().next().value : undefined
    if (oldest !== undefined) table.delete(oldest)
  }

  return {
    wait: (lanes) => until(lanes, 1),
    failed(lanes, address) {
      const all = [...lanes, addressLane(address)]
      for (const lane of all) take(lane)
      return Math.min(LONGEST_HOLD_MS, until(all, SPARE))
    },
  }
}
