/** Messages on their way to the broker. They wait while it is away, and while it is slow. */
import { ActionFailure } from '../action-rules/types.ts'
import type { OutgoingMessage } from './connection.ts'

/** Most messages that wait; the oldest make room. Own design. */
export const QUEUE_MAX = 1000
/** Most messages that the broker has not confirmed yet. */
const UNCONFIRMED_MAX = 16

type Send = (message: OutgoingMessage) => Promise<void>

export interface Outbox {
  add(message: OutgoingMessage): void
  /**
   * From now on messages go out this way; undefined: they wait. What the way before has not
   * delivered is sent again, except with QoS 0.
   */
  sendBy(send: Send | undefined): void
  /** Forgets what waits. */
  clear(): void
  /** How many messages wait. */
  waiting(): number
  /** How many were dropped so far. */
  dropped(): number
}

/** @param onDropped told why messages were dropped: undefined if too many waited */
export function createOutbox(onDropped: (failure: ActionFailure | undefined) => void): Outbox {
  let queue: OutgoingMessage[] = []
  let way: { send: Send; unconfirmed: Set<OutgoingMessage> } | undefined
  let dropped = 0

  function drop(failure?: ActionFailure): void {
    dropped += 1
    onDropped(failure)
  }

  function makeRoom(): void {
    while (queue.length > QUEUE_MAX) {
      queue.shift()
      drop()
    }
  }

  async function send(message: OutgoingMessage, by: NonNullable<typeof way>): Promise<void> {
    by.unconfirmed.add(message)
    try {
      await by.send(message)
    } catch (cause) {
      const refused = cause instanceof ActionFailure && cause.reason !== 'unreachable'
      // Otherwise the connection has ended, and the next one gets it.
      if (by !== way || !refused) return
      drop(cause)
    }
    by.unconfirmed.delete(message)
    if (by === way) pump()
  }

  function pump(): void {
    const by = way
    if (!by) return
    while (by.unconfirmed.size < UNCONFIRMED_MAX) {
      const message = queue.shift()
      if (!message) return
      void send(message, by)
    }
  }

  return {
    add(message) {
      queue.push(message)
      pump()
      makeRoom()
    },
    sendBy(send) {
      const undelivered = Array.from(way?.unconfirmed ?? [])
      way = send && { send, unconfirmed: new Set() }
      queue.unshift(...undelivered.filter(({ qos }) => qos > 0))
      makeRoom()
      pump()
    },
    clear() {
      queue = []
    },
    waiting: () => queue.length,
    dropped: () => dropped,
  }
}
