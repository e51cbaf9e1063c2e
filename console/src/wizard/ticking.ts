import { useEffect, useState } from 'react'
import { toNextSecond } from '../app/clock/device-clock.ts'
import type { DeviceTime } from '../app/clock/device-clock.ts'
import { CLOCK_RESYNC } from '../app/timing.ts'
import { monotonic } from './surroundings.ts'

/** A monotonic time that advances with each full second of the device, while the tab is visible. */
export function useSeconds(clock: DeviceTime): number {
  const [now, setNow] = useState(monotonic)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tick = () => {
      clearTimeout(timer)
      setNow(monotonic())
      if (!document.hidden) timer = setTimeout(tick, toNextSecond(clock, monotonic()))
    }
    tick()
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [clock])
  return now
}

/**
 * Calls back at intervals while the tab is visible, and when it becomes visible: a browser that
 * slept lost time.
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
