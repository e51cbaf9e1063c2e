import { formatOffset, offsetIn } from '../../app/clock/device-clock.ts'

/** A time zone in the list. */
export interface ZoneRow {
  name: string
  /** The current `UTC+01:00`; empty if the browser does not know the zone. */
  offset: string
  /** Whether it has daylight saving time. */
  changes: boolean
}

const MONTH = 30.5 * 86_400_000

/**
 * @param utc the device's time, UTC milliseconds
 */
export function zoneRows(names: readonly string[], utc: number): ZoneRow[] {
  // In the middle of each month: the shortest known change, for Ramadan, lasts one.
  const months = Array.from({ length: 12 }, (_, month) => utc + month * MONTH)
  return names.map((name) => {
    try {
      const now = offsetIn(name, utc)
      const changes = months.some((moment) => offsetIn(name, moment) !== now)
      return { name, offset: formatOffset(now), changes }
    } catch {
      return { name, offset: '', changes: false }
    }
  })
}

/** Newer names of places that lists may have under their older ones. */
export const NEWER: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Asmara',
  'America/Buenos_Aires': 'Argentina',
  'America/Coral_Harbour': 'Atikokan',
  'America/Godthab': 'Nuuk',
  'Asia/Calcutta': 'Kolkata',
  'Asia/Katmandu': 'Kathmandu',
  'Asia/Rangoon': 'Yangon',
  'Asia/Saigon': 'Ho Chi Minh',
  'Atlantic/Faeroe': 'Faroe',
  'Europe/Kiev': 'Kyiv',
  'Pacific/Enderbury': 'Kanton',
  'Pacific/Ponape': 'Pohnpei',
  'Pacific/Truk': 'Chuuk',
}
