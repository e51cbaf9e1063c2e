import { useEffect, useState } from 'react'
import { toNextSecond } from './device-clock.ts'
import type { DeviceTime } from './device-clock.ts'

/** The monotonic time, updated at each full second of the device while the tab is visible. */
export function useTick(time: DeviceTime): number {
  const [now, setNow] = useState(() => performance.now())

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    function tick() {
      clearTimeout(timer)
      const moment = performance.now()
      setNow(moment)
      if (!document.hidden) timer = setTimeout(tick, toNextSecond(time, moment))
    }
    tick()
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [time])

  // A new answer may be more recent than the last tick.
  return Math.max(now, time.at)
}
