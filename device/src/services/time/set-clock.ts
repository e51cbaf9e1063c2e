import { localTime } from '../../clock/zone.ts'
import type { Device } from '../../device.ts'
import { dateAndTimeText, zoneOf } from './local.ts'

/** The years that the clock can be set to; the last one is what devices report. */
export const EARLIEST_YEAR = 1970
export const LATEST_YEAR = 2069

/** Sets the device's clock (UTC milliseconds) by hand; the time source stays as the parameters say. */
export function setClock(device: Device, utc: number): void {
  device.clock.set(utc)
  const time = dateAndTimeText(localTime(zoneOf(device.parameters), utc))
  device.happened('time.set', { time })
}
