import { useEffect, useState } from 'react'
import { toNextSecond } from './device-clock.ts'
import type { DeviceTime } from './device-clock.ts'

/** The monotonic moment, anew at each full second of the device while the tab is seen. */
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

  // A new answer may be younger than the last tick.
  return Math.max(now, time.at)
}
