/**
 * The timers of RFC 3261 §17 that sip.js, made for WebSockets, lacks: over UDP, requests are
 * repeated until they are answered, and refusals of calls until they are acknowledged. Also what
 * sip.js has in real time only: a request that nobody answers has failed after 32 s.
 */
import type { Clock } from '../../clock/clock.ts'
import { after } from './timer.ts'

/** Milliseconds (RFC 3261 §17.1.1.1). */
const T1 = 500
const T2 = 4000
const T4 = 5000
export const GIVE_UP = 64 * T1

export interface Retransmission {
  /** Repeats a request, if `repeats`, until it is answered. */
  request(sent: { key: string; invite: boolean; repeats: boolean } & Outcome): void
  /** Repeats a refusal of a call over UDP until it is acknowledged. */
  refusal(key: string, again: () => void): void
  /** A response to the request has come. */
  answered(key: string, status: number): void
  acknowledged(key: string): void
  close(): void
}

interface Outcome {
  again: () => void
  onTimeout: () => void
}

interface Pending {
  invite: boolean
  stop: () => void
  slowDown: () => void
}

/** @param clock moves with the bench */
export function openRetransmission(clock: Pick<Clock, 'wait'>): Retransmission {
  const requests = new Map<string, Pending>()
  const refusals = new Map<string, () => void>()

  /** Calls `again` at intervals that double up to a limit; returns how to stop and to slow down. */
  function repeat(again: () => void, limit: number) {
    let interval = T1
    let stop = after(clock, interval, next)
    function next() {
      again()
      interval = Math.min(interval * 2, limit)
      stop = after(clock, interval, next)
    }
    return {
      stop: () => stop(),
      slowDown() {
        stop()
        interval = T2
        stop = after(clock, interval, next)
      },
    }
  }

  const nothing = { stop: () => {}, slowDown: () => {} }

  function endRequest(key: string): void {
    requests.get(key)?.stop()
    requests.delete(key)
  }

  function endRefusal(key: string): void {
    refusals.get(key)?.()
    refusals.delete(key)
  }

  return {
    request({ key, invite, repeats, again, onTimeout }) {
      endRequest(key)
      const repeating = repeats ? repeat(again, invite ? Infinity : T2) : nothing
      const stopWaiting = after(clock, GIVE_UP, () => {
        endRequest(key)
        onTimeout()
      })
      requests.set(key, {
        invite,
        slowDown: () => repeating.slowDown(),
        stop() {
          repeating.stop()
          stopWaiting()
        },
      })
    },
    refusal(key, again) {
      endRefusal(key)
      const { stop } = repeat(again, T2)
      const stopWaiting = after(clock, GIVE_UP, () => endRefusal(key))
      refusals.set(key, () => {
        stop()
        stopWaiting()
      })
    },
    answered(key, status) {
      const pending = requests.get(key)
      if (status >= 200 || pending?.invite) endRequest(key)
      else pending?.slowDown()
    },
    acknowledged: endRefusal,
    close() {
      for (const key of Array.from(requests.keys())) endRequest(key)
      for (const key of Array.from(refusals.keys())) endRefusal(key)
    },
  }
}

/**
 * How long sip.js remembers a transaction to answer what is repeated. It has 0 for all of these,
 * right for reliable transports only (RFC 3261 §17: timers D, I, J and K).
 */
export const MEMORY = {
  TIMER_D: GIVE_UP,
  TIMER_I: T4,
  TIMER_J: GIVE_UP,
  TIMER_K: T4,
} as const
