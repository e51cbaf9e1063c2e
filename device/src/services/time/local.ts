import { timeText } from '../../clock/zone.ts'
import type { LocalTime, Zone } from '../../clock/zone.ts'
import { zoneIn } from '../../products/groups/time.ts'
import type { Parameters } from '../../state/parameters.ts'

/** The IANA name of the zone; empty if a POSIX rule is set. Own design. */
export const ZONE_NAME = 'root.Time.TimeZone'
export const ZONE_RULE = 'root.Time.POSIXTimeZone'
export const ZONE_DST = 'root.Time.DST.Enabled'

/** The device's time zone. */
export function zoneOf(parameters: Pick<Parameters, 'get'>): Zone {
  return zoneIn(parameters.get)
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `Nov 20, 2026 14:07:32`. */
export function dateAndTimeText(local: LocalTime): string {
  const day = String(local.day).padStart(2, '0')
  return `${MONTHS[local.month - 1] ?? ''} ${day}, ${local.year} ${timeText(local)}`
}
