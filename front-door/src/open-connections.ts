/** How often open streams and sockets are checked, in milliseconds. */
const CHECK_MS = 30_000

/** A long-lived connection: a stream or a WebSocket. */
export interface OpenConnection {
  /** Whether the caller is still connected and still has the right to it. */
  isAllowed(): boolean
  end(): void
}

/**
 * The open streams and sockets. A caller who loses the right to one (signed out, demoted, removed)
 * loses the connection too, at the next check.
 */
export interface OpenConnections {
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
  const timer = setInterval(check, CHECK_MS)
  timer.unref()

  return {
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
