import { useEffect } from 'react'
import { CLOCK_RESYNC } from '../app/timing.ts'

/**
 * Calls back at intervals while the tab is visible, and when it becomes visible: timers don't run
 * while a computer sleeps.
 */
export function useResync(resync: () => Promise<void>): void {
  useEffect(() => {
    const again = () => {
      if (!document.hidden) void resync()
    }
    const timer = setInterval(again, CLOCK_RESYNC)
    document.addEventListener('visibilitychange', again)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', again)
    }
  }, [resync])
}
