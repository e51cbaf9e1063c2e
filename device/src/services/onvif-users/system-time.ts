import { getOnvifTime } from '@lintel/contract/calls/onvif-time'
import type { AnswerOf } from '@lintel/contract/call'
import { localTime } from '../../clock/zone.ts'
import type { LocalTime } from '../../clock/zone.ts'
import type { Device } from '../../device.ts'
import { ZONE_DST, ZONE_RULE, zoneOf } from '../time/local.ts'

const UTC = { name: 'UTC', posix: 'UTC0', daylightSaving: false }

/** The device's clock as ONVIF tells it. */
export function systemTime({
  clock,
  parameters,
}: Pick<Device, 'clock' | 'parameters'>): AnswerOf<typeof getOnvifTime> {
  const now = clock.now()
  return {
    SystemDateAndTime: {
      DateTimeType: parameters.get('root.Time.SyncSource') === 'NTP' ? 'NTP' : 'Manual',
      DaylightSavings: parameters.get(ZONE_DST) === 'yes',
      TimeZone: { TZ: parameters.get(ZONE_RULE) },
      UTCDateTime: inFields(localTime(UTC, now)),
      LocalDateTime: inFields(localTime(zoneOf(parameters), now)),
    },
  }
}

const inFields = ({ year, month, day, hour, minute, second }: LocalTime) => ({
  Time: { Hour: hour, Minute: minute, Second: second },
  Date: { Year: year, Month: month, Day: day },
})
