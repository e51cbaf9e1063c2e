import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { timeQuery } from '../queries.ts'
import { CLOCK_ERROR, ELAPSED_STEP } from '../timing.ts'
import { localAt } from './device-clock.ts'
import type { DeviceTime } from './device-clock.ts'

/** The device's local date, `YYYY-MM-DD`; undefined while its time is unknown. */
export function useLocalDate(): string | undefined {
  const { data: time } = useQuery(timeQuery)
  const [date, setDate] = useState(() => dateAt(time))
  useEffect(() => {
    const update = () => setDate(dateAt(time))
    update()
    const timer = setInterval(update, ELAPSED_STEP)
    return () => clearInterval(timer)
  }, [time])
  return date
}

/** Never ahead of the device: what it says of a day is of interest once the day has begun there. */
const dateAt = (time: DeviceTime | null | undefined): string | undefined =>
  time
    ? localAt(time, performance.now() - CLOCK_ERROR)
        .toISOString()
        .slice(0, 10)
    : undefined
