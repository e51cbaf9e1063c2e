import { localTime } from '../../clock/zone.ts'
import type { Device } from '../../device.ts'
import { dateAndTimeText, zoneOf } from './local.ts'

/** The years that the clock can be set to; the last one is what devices report. */
export const EARLIEST_YEAR = 1970
export const LATEST_YEAR = 2069

/**
 * Sets the device's clock (UTC milliseconds) by hand; the time source stays as the parameters say.
 * Whoever is signed in stays so, however far it moves.
 */
export function setClock(device: Device, utc: number): void {
  device.sessions.clockMoved(utc - device.clock.now())
  device.clock.set(utc)
  const time = dateAndTimeText(localTime(zoneOf(device.parameters), utc))
  device.happened('time.set', { time })
}
