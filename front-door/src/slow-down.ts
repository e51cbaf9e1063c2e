import { networkOf } from './network-of.ts'

/** Failed sign-ins without a wait, per address and account, and per address. */
export const FREE_PER_ACCOUNT = 5
export const FREE_PER_ADDRESS = 20
const LONGEST_MS = 60_000
/** How long until failures are forgotten. */
const FORGET_MS = 15 * 60_000
const REMEMBERED = 10_000
const LONGEST_NAME = 64

/** Makes guessing passwords slow: each further failure doubles the wait, from 1 s to 60 s. */
export interface SlowDown {
  /** Milliseconds until this address may try this account again; 0 when it may now. */
  wait(address: string, account: string): number
  failed(address: string, account: string): void
  /** Clears the failures of this address for this account. */
  succeeded(address: string, account: string): void
}

interface Failures {
  count: number
  last: number
}

/**
 * @param now milliseconds; when it jumps back, later failures are forgotten
 */
export function openSlowDown(now: () => number): SlowDown {
  const table = new Map<string, Failures>()

  function find(key: string): Failures | undefined {
    const entry = table.get(key)
    if (!entry) return undefined
    const age = now() - entry.last
    if (age >= 0 && age < FORGET_MS) return entry
    table.delete(key)
    return undefined
  }

  function add(key: string): void {
    const count = (find(key)?.count ?? 0) + 1
    // Inserted last, so that the first entry is always the oldest failure.
    table.delete(key)
    table.set(key, { count, last: now() })
    const oldest = table.size > REMEMBERED ? table.keys().next().value : undefined
    if (oldest !== undefined) table.delete(oldest)
  }

  function left(key: string, free: number): number {
    const entry = find(key)
    if (!entry || entry.count < free) return 0
    const wait = Math.min(LONGEST_MS, 1_000 * 2 ** Math.min(entry.count - free, 10))
    return Math.max(0, entry.last + wait - now())
  }

  return {
    wait(address, account) {
      const network = networkOf(address)
      return Math.max(
        left(pairOf(network, account), FREE_PER_ACCOUNT),
        left(network, FREE_PER_ADDRESS),
      )
    },
    failed(address, account) {
      const network = networkOf(address)
      add(pairOf(network, account))
      add(network)
    },
    succeeded(address, account) {
      const network = networkOf(address)
      const pair = pairOf(network, account)
      const own = find(pair)
      if (!own) return
      table.delete(pair)
      const all = find(network)
      if (!all) return
      if (all.count > own.count) all.count -= own.count
      else table.delete(network)
    },
  }
}

const pairOf = (network: string, account: string): string =>
  `${network} ${account.slice(0, LONGEST_NAME)}`
