import type { BenchState } from '@lintel/contract/bench'
import { useEffect, useState } from 'react'

/** Milliseconds until another try, where the browser has given up by itself. */
const RETRY = 2_000

export interface BenchView {
  /** As it was told last; undefined before the first time. */
  state: BenchState | undefined
  /** Whether it is still being told. */
  live: boolean
}

/** The bench's state, kept current by its stream of server-sent events. It connects again by itself. */
export function useBench(): BenchView {
  const [state, setState] = useState<BenchState>()
  // Hopeful, so that opening the page doesn't flash a warning.
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
        // Otherwise the browser tries again.
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
