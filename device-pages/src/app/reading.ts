import { useCallback, useEffect, useRef, useState } from 'react'
import { RECONNECT_INTERVAL } from './timing.ts'

/** A value of the device: the last one that was read, and why the last read failed. */
export interface Reading<T> {
  data: T | undefined
  /** Undefined after a successful read. */
  fault: unknown
  /** Reads it now. */
  again: () => Promise<void>
}

/**
 * Reads a value when the page opens, and then at an interval in milliseconds while the tab is
 * visible.
 * @param read must be stable between renders; a new function reads again
 */
export function useReading<T>(
  read: (signal: AbortSignal) => Promise<T>,
  every?: number,
): Reading<T> {
  const [state, setState] = useState<{ data: T | undefined; fault: unknown }>({
    data: undefined,
    fault: undefined,
  })
  const readNow = useRef<() => Promise<void>>(() => Promise.resolve())

  useEffect(() => {
    const unmounted = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    /** The number of the read that started last; its result counts. */
    let latest = 0

    async function now() {
      clearTimeout(timer)
      timer = undefined
      latest += 1
      const own = latest
      let pause = every
      try {
        const data = await read(unmounted.signal)
        if (unmounted.signal.aborted || own !== latest) return
        setState({ data, fault: undefined })
      } catch (fault) {
        if (unmounted.signal.aborted || own !== latest) return
        setState(({ data }) => ({ data, fault }))
        if (every !== undefined) pause = Math.max(every, RECONNECT_INTERVAL)
      }
      if (pause !== undefined && !document.hidden) timer = setTimeout(() => void now(), pause)
    }
    function onVisibility() {
      if (!document.hidden && every !== undefined) void now()
    }
    readNow.current = now
    void now()
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      unmounted.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [read, every])

  const again = useCallback(() => readNow.current(), [])
  return { ...state, again }
}
