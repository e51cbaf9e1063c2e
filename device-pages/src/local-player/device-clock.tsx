import { getDateTimeInfo } from '@lintel/contract/calls/time'
import { useText } from '@lintel/ui/i18n'
import { useEffect, useState } from 'react'
import { device } from '../app/device.ts'
import { useReading } from '../app/reading.ts'
import { CLOCK_RESYNC, CLOCK_TICK } from '../app/timing.ts'
import styles from './device-clock.module.css'

/** The device's local time, and the page's monotonic time at which it was read. */
const readTime = async (signal: AbortSignal) => {
  const { localDateTime } = await device.call(getDateTimeInfo, {}, { signal })
  // Local digits only; their offset from UTC doesn't matter here.
  const local = Date.parse(`${localDateTime.slice(0, 19)}Z`)
  return Number.isNaN(local) ? undefined : { local, at: performance.now() }
}

/** The device's current time; nothing when it doesn't report it. */
export function DeviceClock() {
  const text = useText()
  const { data: reading } = useReading(readTime, CLOCK_RESYNC)
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), CLOCK_TICK)
    return () => clearInterval(timer)
  }, [])
  if (!reading) return null
  const moment = new Date(reading.local + Math.max(now - reading.at, 0)).toISOString()
  return (
    <span className={styles['clock']}>
      {text('ui.deviceTime')} <time>{moment.slice(11, 16)}</time>
    </span>
  )
}
