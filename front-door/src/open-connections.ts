/** How often open streams and sockets are looked after. */
const EVERY_MS = 30_000

/** A connection that stays open: a stream or a socket. */
export interface Standing {
  /** Whether the caller may still have it, and is still there. */
  stands(): boolean
  end(): void
}

/** The open streams and sockets. Whoever loses the right to one loses the one it has open too. */
export interface Watch {
  /** Gives the function that takes it off again. */
  add(standing: Standing): () => void
  /** Ends those that stand no more. */
  look(): void
  /** Ends all and stops looking. */
  close(): void
}

export function openWatch(): Watch {
  const all = new Set<Standing>()

  function look(): void {
    for (const standing of all) {
      if (!standing.stands()) standing.end()
    }
  }
  const timer = setInterval(look, EVERY_MS)
  timer.unref()

  return {
    add(standing) {
      all.add(standing)
      return () => {
        all.delete(standing)
      }
    },
    look,
    close() {
      clearInterval(timer)
      for (const standing of all) standing.end()
      all.clear()
    },
  }
}
