import { timeText } from '../../clock/zone.ts'
import type { LocalTime, Zone } from '../../clock/zone.ts'
import { zoneIn } from '../../products/groups/time.ts'
import type { Parameters } from '../../state/parameters.ts'

/** The zone by its name in the IANA database; empty while a POSIX rule is in use. Own design. */
export const ZONE_NAME = 'root.Time.TimeZone'
export const ZONE_RULE = 'root.Time.POSIXTimeZone'
export const ZONE_DST = 'root.Time.DST.Enabled'

/** The zone that the device lives by. */
export function zoneOf(parameters: Pick<Parameters, 'get'>): Zone {
  return zoneIn(parameters.get)
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `Nov 20, 2026 14:07:32`. */
export function dateAndTimeText(local: LocalTime): string {
  const day = String(local.day).padStart(2, '0')
  return `${MONTHS[local.month - 1] ?? ''} ${day}, ${local.year} ${timeText(local)}`
}
