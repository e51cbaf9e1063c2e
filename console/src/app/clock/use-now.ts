import { useEffect, useState } from 'react'
import { ELAPSED_STEP } from '../timing.ts'

/** The time of the browser's clock in UTC milliseconds, updated every second. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), ELAPSED_STEP)
    return () => clearInterval(timer)
  }, [])
  return now
}
