import type { getOnvifTime } from '@lintel/contract/calls/onvif-time'
import type { AnswerOf } from '@lintel/contract/call'
import { localTime, zoneOffset } from '../../clock/zone.ts'
import type { LocalTime, Zone } from '../../clock/zone.ts'
import type { Device } from '../../device.ts'
import { ZONE_RULE, zoneOf } from '../time/local.ts'

const UTC = { name: 'UTC', posix: 'UTC0', daylightSaving: false }

/** The device's clock in ONVIF's form. */
export function systemTime({
  clock,
  parameters,
}: Pick<Device, 'clock' | 'parameters'>): AnswerOf<typeof getOnvifTime> {
  const now = clock.now()
  return {
    SystemDateAndTime: {
      DateTimeType: parameters.get('root.Time.SyncSource') === 'NTP' ? 'NTP' : 'Manual',
      DaylightSavings: isSummerTime(zoneOf(parameters), now),
      TimeZone: { TZ: parameters.get(ZONE_RULE) },
      UTCDateTime: inFields(localTime(UTC, now)),
      LocalDateTime: inFields(localTime(zoneOf(parameters), now)),
    },
  }
}

/** Whether daylight saving is in effect, which the schema requires. */
function isSummerTime(zone: Zone, now: number): boolean {
  const year = new Date(now).getUTCFullYear()
  const offsets = [0, 6].map((month) => zoneOffset(zone, Date.UTC(year, month)))
  return zoneOffset(zone, now) > Math.min(...offsets)
}

const inFields = ({ year, month, day, hour, minute, second }: LocalTime) => ({
  Time: { Hour: hour, Minute: minute, Second: second },
  Date: { Year: year, Month: month, Day: day },
})
