import { localTime } from '../../clock/zone.ts'
import type { Platform } from '../../platform.ts'
import { dateAndTimeText, zoneOf } from './local.ts'

type Clocked = Pick<Platform, 'clock' | 'parameters' | 'sessions' | 'logToBench'>

/** Sets the device's clock (UTC milliseconds) manually; the time source stays as it is. */
export function setClock(device: Clocked, utc: number): void {
  stepClock(device, utc)
  device.logToBench('time.set', { time: timeShown(device) })
}

/** Sets the device's clock (UTC milliseconds) from a time server. */
export function synchroniseClock(device: Clocked, utc: number, server: string): void {
  stepClock(device, utc)
  device.logToBench('time.synchronised', { time: timeShown(device), server })
}

/** Sessions stay valid, however far the clock moves. */
function stepClock({ clock, sessions }: Clocked, utc: number): void {
  sessions.clockMoved(utc - clock.now())
  clock.set(utc)
}

const timeShown = ({ clock, parameters }: Clocked) =>
  dateAndTimeText(localTime(zoneOf(parameters), clock.now()))
