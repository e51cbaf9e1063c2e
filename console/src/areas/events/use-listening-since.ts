import { formatInstant } from '@lintel/ui/dates'
import { useLanguage } from '@lintel/ui/i18n'
import { useStore } from '@lintel/ui/store'
import { useQuery } from '@tanstack/react-query'
import { localAt } from '../../app/clock/device-clock.ts'
import type { DeviceTime } from '../../app/clock/device-clock.ts'
import { timeQuery } from '../../app/queries.ts'
import { listeningSince } from './happenings.ts'

const browserTime = (): DeviceTime => ({
  utc: performance.timeOrigin,
  at: 0,
  offset: -new Date().getTimezoneOffset(),
  zone: undefined,
})

/**
 * Since when the console has been following the device's events, as text in the device's time, or in
 * the browser's if the device doesn't report its own; undefined while that is being read.
 */
export function useListeningSince(): string | undefined {
  const language = useLanguage()
  const { data: time, isPending } = useQuery(timeQuery)
  const since = useStore(listeningSince)
  if (since === undefined || isPending) return undefined
  return formatInstant(language, localAt(time ?? browserTime(), since))
}
