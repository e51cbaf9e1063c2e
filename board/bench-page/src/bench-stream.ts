import type { BenchState } from '@lintel/contract/bench'
import { useEffect, useState } from 'react'

/** Milliseconds until another attempt, where the browser has given up on its own. */
const RETRY = 2_000

export interface BenchView {
  /** The last state received; undefined before the first. */
  state: BenchState | undefined
  /** Whether the stream is connected. */
  live: boolean
}

/**
 * The bench's state, kept current by its stream of server-sent events, which reconnects by itself.
 */
export function useBench(): BenchView {
  const [state, setState] = useState<BenchState>()
  // Optimistic, so that opening the page doesn't flash a warning.
  const [live, setLive] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let source: EventSource | undefined
    function open(): void {
      const next = new EventSource('/bench/events')
      source = next
      next.addEventListener('message', (event: MessageEvent<string>) => {
        setState(JSON.parse(event.data) as BenchState)
        setLive(true)
      })
      next.addEventListener('error', () => {
        setLive(false)
        // Otherwise the browser retries on its own.
        if (next.readyState === EventSource.CLOSED) timer = setTimeout(open, RETRY)
      })
    }
    open()
    return () => {
      clearTimeout(timer)
      source?.close()
    }
  }, [])
  return { state, live }
}
