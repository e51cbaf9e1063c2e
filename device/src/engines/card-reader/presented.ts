import type { Clock } from '../../clock/clock.ts'
import type { Credential } from './ip-access-messages.ts'

/** A card, whose message has the bits in the output format, or a PIN; at a reader, from 1. */
export type Presented = { reader?: number } & (
  | { kind: 'card'; message: string }
  | { kind: 'pin'; keys: string }
)

/** The reader at which it was presented, from 1. */
export const readerOf = ({ reader = 1 }: Presented): number => reader

/** What access is asked for with, and what to call with the decision. */
interface Attempt {
  credential: Credential
  settle: (granted: boolean) => void
}

/**
 * Joins a PIN to the card before it: a PIN soon after a card that was not let in belongs to that
 * card.
 * @param pinTimeout for how many seconds, from the reader's settings
 */
export function openAttempts(
  clock: Pick<Clock, 'monotonic'>,
  pinTimeout: () => number,
): (presented: Presented) => Attempt {
  let last: { card: string; until: number } | undefined
  return (presented) => {
    const now = clock.monotonic()
    if (presented.kind === 'pin') {
      const card = last && now < last.until ? last.card : undefined
      last = undefined
      return { credential: { card, pin: presented.keys }, settle: () => {} }
    }
    const card = presented.message
    const mine = { card, until: now + pinTimeout() * 1000 }
    last = mine
    return {
      credential: { card },
      settle(granted) {
        if (granted && last === mine) last = undefined
      },
    }
  }
}
