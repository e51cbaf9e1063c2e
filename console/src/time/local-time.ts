import { formatDate, formatTime } from '@lintel/contract/rules/date'
import { localAt } from '../app/clock/device-clock.ts'
import type { DeviceTime } from '../app/clock/device-clock.ts'

/** The device's clock in another zone; without a name, in the device's own. */
export const inZone = (clock: DeviceTime, zone: string): DeviceTime =>
  zone === '' ? clock : { ...clock, zone }

/** The initial manual fields: DD/MM/YYYY and HH:mm of the device at a monotonic time. */
export function manualAt(clock: DeviceTime, monotonic: number): { date: string; time: string } {
  const local = localAt(clock, monotonic)
  return {
    date: dateOf(local),
    time: formatTime({ hour: local.getUTCHours(), minute: local.getUTCMinutes() }),
  }
}

/** `20/11/2026` of a date whose UTC fields are local. A §9. */
const dateOf = (local: Date): string =>
  formatDate({
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
  })
