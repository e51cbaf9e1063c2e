import { formatInstant } from '@lintel/ui/dates'
import { useLanguage } from '@lintel/ui/i18n'

/** Minutes that a text such as `+01:00` is ahead of UTC. */
function minutesIn(text: string): number {
  const [, sign, hours, minutes] = /([+-])(\d{2}):?(\d{2})$/.exec(text) ?? []
  return (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1)
}

/** Minutes that the device's zone is ahead of UTC at a time; a zone without a name is as reported. */
function offsetAt(
  { localDateTime, timeZone }: { localDateTime: string; timeZone?: string | undefined },
  utc: number,
): number {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    const parts = timeZone === undefined ? [] : format.formatToParts(utc)
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value
    return minutesIn(name ?? localDateTime)
  } catch {
    return minutesIn(localDateTime)
  }
}

/**
 * Returns a function that writes an instant of the device's records (UTC, ISO 8601) in the device's
 * time zone.
 * @param time as `getDateTimeInfo` answers
 */
export function useInstant(
  time: Parameters<typeof offsetAt>[0],
  precision?: 'minute' | 'second',
): (utc: string) => string {
  const language = useLanguage()
  return (text) => {
    const utc = Date.parse(text)
    return formatInstant(language, utc + offsetAt(time, utc) * 60_000, precision)
  }
}
