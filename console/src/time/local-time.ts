import { formatDate, formatTime, parseDate, parseTime } from '@lintel/contract/rules/date'
import { localAt, offsetAt } from '../app/clock/device-clock.ts'
import type { DeviceTime } from '../app/clock/device-clock.ts'

/** The device's clock in another zone; without a name, in the device's own. */
export const inZone = (clock: DeviceTime, zone: string): DeviceTime =>
  zone === '' ? clock : { ...clock, zone }

/** The initial manual fields: DD/MM/YYYY and HH:mm of the device at a monotonic time. */
export function manualAt(clock: DeviceTime, monotonic: number): { date: string; time: string } {
  const local = localAt(clock, monotonic)
  return { date: dateOf(local), time: timeOf(local) }
}

/** `20/11/2026 14:07` of an instant, by the device's clock. */
export function localMinute(clock: DeviceTime, utc: number): string {
  const local = new Date(utc + offsetAt(clock, utc) * 60_000)
  return `${dateOf(local)} ${timeOf(local)}`
}

/** The UTC milliseconds of a typed `20/11/2026 14:07`, by the device's clock; undefined if it is none. */
export function utcOfMinute(clock: DeviceTime, typed: string): number | undefined {
  const [, day = '', minute = ''] = /^(\S+)\s+(\S+)$/.exec(typed) ?? []
  const date = parseDate(day)
  const time = parseTime(minute)
  if (!date || !time) return undefined
  const local = Date.UTC(date.year, date.month - 1, date.day, time.hour, time.minute)
  // Within hours of a change of the clock the offset of a close instant may be the other one.
  const nearly = local - offsetAt(clock, local) * 60_000
  return local - offsetAt(clock, nearly) * 60_000
}

/** `20/11/2026` of a date whose UTC fields are local. A §9. */
const dateOf = (local: Date): string =>
  formatDate({
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
  })

const timeOf = (local: Date): string =>
  formatTime({ hour: local.getUTCHours(), minute: local.getUTCMinutes() })
