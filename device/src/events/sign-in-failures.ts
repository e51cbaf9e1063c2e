import { RULE_TOPICS } from '@lintel/contract/events'
import type { Clock } from '../clock/clock.ts'
import type { EventBus } from './bus.ts'

/** Somebody gave a wrong password. */
export interface SignInFailure {
  /** The account; empty if there is none of that name, which may be a password. */
  user: string
  /** IP address. */
  address: string
}

/** So many are announced in a row, and then one in each interval (milliseconds). */
export const FAILURES_BURST = 3
export const FAILURES_EVERY = 1000

/**
 * Announces failed sign-ins, a few of them a second: whoever tries many passwords must not have the
 * device send as many mails.
 */
export function openSignInFailures(parts: {
  clock: Pick<Clock, 'monotonic'>
  events: Pick<EventBus, 'publish'>
}): (failure: SignInFailure) => void {
  const { clock, events } = parts
  /** When all of them are free again. */
  let free = Number.NEGATIVE_INFINITY
  return ({ user, address }) => {
    const now = clock.monotonic()
    const next = Math.max(free, now) + FAILURES_EVERY
    if (next > now + FAILURES_BURST * FAILURES_EVERY) return
    free = next
    events.publish({ topic: RULE_TOPICS.signInFailed, source: {}, data: { user, address } })
  }
}
