import { formatInstant } from '@lintel/ui/dates'
import { useLanguage } from '@lintel/ui/i18n'
import { useQuery } from '@tanstack/react-query'
import { timeQuery } from '../queries.ts'
import { offsetAt } from './device-clock.ts'

/**
 * Returns a function that writes an instant of the device's records (UTC, ISO 8601) in the device's
 * time zone.
 */
export function useInstant(precision?: 'minute' | 'second'): (utc: string) => string {
  const language = useLanguage()
  const { data: time } = useQuery(timeQuery)
  return (text) => {
    const utc = Date.parse(text)
    return formatInstant(language, utc + (time ? offsetAt(time, utc) : 0) * 60_000, precision)
  }
}
