import { dateText, localTime } from '../../clock/zone.ts'
import type { Device } from '../../device.ts'
import type { CallsOfDay } from '../../state/call-log.ts'
import { zoneOf } from '../time/local.ts'

const UTC = { name: 'UTC', posix: '', daylightSaving: false }
const NO_CALLS: CallsOfDay = { incoming: 0, outgoing: 0, answered: 0, unanswered: 0 }

/** The calls of each of the last days, today last, by the local date on which they began. */
export function callsPerDay(
  { callLog, clock, parameters }: Pick<Device, 'callLog' | 'clock' | 'parameters'>,
  count: number,
): (CallsOfDay & { day: string })[] {
  const { year, month, day } = localTime(zoneOf(parameters), clock.now())
  // Days of the calendar, whatever their length in the zone.
  const days = Array.from({ length: count }, (_, index) => {
    const date = new Date(Date.UTC(year, month - 1, day - (count - 1 - index)))
    return dateText(localTime(UTC, date.getTime()))
  })
  const counts = callLog.perDay(days[0] ?? '')
  return days.map((one) => ({ day: one, ...NO_CALLS, ...counts.get(one) }))
}
