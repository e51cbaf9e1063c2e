import { getDateTimeInfo } from '@lintel/contract/calls/time'
import { useText } from '@lintel/ui/i18n'
import { useEffect, useState } from 'react'
import { device } from '../app/device.ts'
import { useReading } from '../app/reading.ts'
import { CLOCK_RESYNC, CLOCK_STEP } from '../app/timing.ts'
import styles from './device-clock.module.css'

/** The device's local time, and the moment of the page at which it was told. */
const readTime = async (signal: AbortSignal) => {
  const { localDateTime } = await device.call(getDateTimeInfo, {}, { signal })
  // The digits are the device's own; how they lie to UTC is of no interest here.
  const local = Date.parse(`${localDateTime.slice(0, 19)}Z`)
  return Number.isNaN(local) ? undefined : { local, at: performance.now() }
}

/** What time it is on the device; nothing where it doesn't tell. */
export function DeviceClock() {
  const text = useText()
  const { data: told } = useReading(readTime, CLOCK_RESYNC)
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), CLOCK_STEP)
    return () => clearInterval(timer)
  }, [])
  if (!told) return null
  const moment = new Date(told.local + Math.max(now - told.at, 0)).toISOString()
  return (
    <span className={styles['clock']}>
      {text('ui.deviceTime')} <time>{moment.slice(11, 16)}</time>
    </span>
  )
}
