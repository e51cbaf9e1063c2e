/** How often a rule may start: so many at once, and so many a second on average. Own design. */
const BURST = 20
const PER_SECOND = 5

/** Keeps a rule from starting without end: a bucket of tokens that fills again. */
export interface Rate {
  /**
   * Takes a token; false if there is none.
   * @param now monotonic milliseconds
   */
  take(rule: string, now: number): boolean
  forget(rule: string): void
}

export function openRate(): Rate {
  const buckets = new Map<string, { tokens: number; at: number }>()
  return {
    take(rule, now) {
      const known = buckets.get(rule) ?? { tokens: BURST, at: now }
      const refilled = known.tokens + ((now - known.at) / 1000) * PER_SECOND
      const tokens = Math.min(BURST, refilled)
      const taken = tokens >= 1
      buckets.set(rule, { tokens: taken ? tokens - 1 : tokens, at: now })
      return taken
    },
    forget: (rule) => void buckets.delete(rule),
  }
}
