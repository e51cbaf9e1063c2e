import { Refusal } from '@lintel/contract/fault'

/** How often open streams and sockets are checked, in milliseconds. */
const CHECK_MS = 30_000
/** Long-lived connections at once, and how many of them one account may have: a quarter. */
export const STREAMS_MAX = 400
export const STREAMS_PER_ACCOUNT = STREAMS_MAX / 4

/** A connection that can last long: a stream, a WebSocket or a download. */
export interface OpenConnection {
  /** The account whose share it counts for, if any. */
  user?: string | undefined
  /** Whether the caller still has the right to it. */
  isAllowed(): boolean
  /** Whether the caller is still connected, where that has to be asked. */
  isAlive?(): boolean
  end(): void
}

/**
 * The open streams, sockets and downloads. A caller who loses the right to one (signed out,
 * demoted, removed) loses the connection too, at the next check.
 */
export interface OpenConnections {
  /** Refuses (`tooMany`) when there are too many, in all or of the account. */
  checkRoom(user: string | undefined): void
  /** Tracks a connection; returns a function that stops tracking it. */
  add(connection: OpenConnection): () => void
  /** Ends the connections that are no longer allowed. */
  check(): void
  /** Ends every connection and stops checking. */
  close(): void
}

export function trackOpenConnections(): OpenConnections {
  const all = new Set<OpenConnection>()

  function check(): void {
    for (const connection of all) {
      if (!connection.isAllowed()) connection.end()
    }
  }
  const timer = setInterval(() => {
    check()
    for (const connection of all) {
      if (connection.isAlive?.() === false) connection.end()
    }
  }, CHECK_MS)
  timer.unref()

  return {
    checkRoom(user) {
      if (all.size >= STREAMS_MAX) throw new Refusal('tooMany', 'Too many streams are open.')
      if (user === undefined) return
      const own = Array.from(all).filter((one) => one.user === user)
      if (own.length >= STREAMS_PER_ACCOUNT) {
        throw new Refusal('tooMany', 'Your account has too many streams open.')
      }
    },
    add(connection) {
      all.add(connection)
      return () => {
        all.delete(connection)
      }
    },
    check,
    close() {
      clearInterval(timer)
      for (const connection of all) connection.end()
      all.clear()
    },
  }
}
