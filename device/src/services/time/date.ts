/** The date call: local date and time as text. Source: console specification A §7 "Date and time". */
import { EARLIEST_YEAR, LATEST_YEAR } from '@lintel/contract/clock-years'
import { getDate, getDateAndTime, getTime, setDate } from '@lintel/contract/calls/time'
import { Refusal } from '@lintel/contract/fault'
import type { RequestOf } from '@lintel/contract/call'
import { serve } from '@lintel/front-door/serve'
import type { ServedCall } from '@lintel/front-door/serve'
import { dateText, localTime, timeText, utcOf } from '../../clock/zone.ts'
import type { LocalTime, Zone } from '../../clock/zone.ts'
import type { Device } from '../../device.ts'
import { wholeNumber } from '../whole-number.ts'
import { dateAndTimeText, zoneOf } from './local.ts'
import { setClock } from './set-clock.ts'
import { matchZone, useZone, zoneNamed } from './set-zone.ts'

export function dateCalls(device: Device): ServedCall[] {
  const shown = () => localTime(zoneOf(device.parameters), device.clock.now())
  return [
    serve(getDateAndTime, () => dateAndTimeText(shown())),
    serve(getDate, () => dateText(shown())),
    serve(getTime, () => timeText(shown())),
    serve(setDate, (requested, context) => {
      const name = requested.timezone === undefined ? undefined : zoneNamed(requested.timezone)
      const zone: Zone =
        name === undefined ? zoneOf(device.parameters) : { name, posix: '', daylightSaving: true }
      const utc = requestedTime(requested, zone, device.clock.now())
      if (name !== undefined) {
        matchZone(device, context)
        useZone(device, name)
      }
      if (utc !== undefined) setClock(device, utc)
      return null
    }),
  ]
}

const FIELDS = {
  year: { least: EARLIEST_YEAR, most: LATEST_YEAR },
  month: { least: 1, most: 12 },
  day: { least: 1, most: 31 },
  hour: { least: 0, most: 23 },
  minute: { least: 0, most: 59 },
  second: { least: 0, most: 59 },
} as const satisfies Record<keyof LocalTime, { least: number; most: number }>

/**
 * UTC milliseconds of the requested local date and time; absent parts stay as the clock in that
 * zone shows them. Undefined if all parts are absent.
 */
function requestedTime(
  requested: RequestOf<typeof setDate>,
  zone: Zone,
  now: number,
): number | undefined {
  const local = localTime(zone, now)
  let hasTime = false
  for (const [name, bounds] of Object.entries(FIELDS)) {
    const field = name as keyof LocalTime
    const text = requested[field]
    if (text === undefined) continue
    hasTime = true
    local[field] = wholeNumber(field, text, bounds)
  }
  if (!hasTime) {
    if (requested.timezone === undefined) throw new Refusal('missing', 'nothing to set.')
    return undefined
  }
  if (local.day > new Date(Date.UTC(local.year, local.month, 0)).getUTCDate()) {
    throw new Refusal('invalid', `there is no ${dateText(local)}.`)
  }
  // A clock that is set without seconds continues from the second and fraction that it shows.
  const utc = utcOf(zone, local) + (requested.second === undefined ? now % 1000 : 0)
  if (utc < 0) throw new Refusal('invalid', 'the date must be 1970 or later in UTC.')
  return utc
}
