import type { Form } from '@lintel/ui/form'
import { useEffect } from 'react'
import type { DeviceTime } from '../app/clock/device-clock.ts'
import type { TimeValues } from './draft.ts'
import { manualAt } from '../time/local-time.ts'
import { monotonic } from './environment.ts'

/**
 * Keeps the manual date and time in step with the clock until somebody types: when they appear,
 * when another zone is chosen and when the clock was read again.
 */
export function usePrefill(
  form: Form<TimeValues>,
  clock: DeviceTime,
  filled: Pick<TimeValues, 'date' | 'time'>,
  onFill: (date: string, time: string) => void,
): void {
  const { getValues, setValue } = form.methods
  useEffect(() => {
    const [date, time] = getValues(['date', 'time'])
    if (date !== filled.date || time !== filled.time) return
    const now = manualAt(clock, monotonic())
    if (now.date === date && now.time === time) return
    setValue('date', now.date)
    setValue('time', now.time)
    onFill(now.date, now.time)
  }, [clock, filled, getValues, setValue, onFill])
}
