/**
 * The device's time, extrapolated from its last answer. It runs on a monotonic clock, so a change
 * of the browser's time does not affect it; each new answer replaces it.
 */
export interface DeviceTime {
  /** UTC milliseconds at the time of the answer. */
  utc: number
  /** Monotonic milliseconds at the time of the answer. */
  at: number
  /** Minutes that the device's local time was ahead of UTC at the time of the answer. */
  offset: number
  /** IANA name; undefined while the device uses a POSIX rule. */
  zone: string | undefined
}

/**
 * Reads the answer of `getDateTimeInfo`.
 * @param localDateTime with the zone's offset, `2026-11-20T14:07:32+01:00`
 * @returns undefined if the text is not a date
 */
export function deviceTime(
  localDateTime: string,
  zone: string | undefined,
  at: number,
): DeviceTime | undefined {
  const utc = Date.parse(localDateTime)
  if (Number.isNaN(utc)) return undefined
  const [, sign, hours, minutes] = /([+-])(\d{2}):?(\d{2})$/.exec(localDateTime) ?? []
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1)
  return { utc, at, offset, zone: zone !== undefined && isZone(zone) ? zone : undefined }
}

function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** The device's UTC milliseconds at a monotonic time. */
export function utcAt(time: DeviceTime, monotonic: number): number {
  return time.utc + (monotonic - time.at)
}

/**
 * Minutes that the device's local time is ahead of UTC: by its zone's rules, else as last reported.
 */
export function offsetAt(time: DeviceTime, utc: number): number {
  return time.zone === undefined ? time.offset : offsetIn(time.zone, utc)
}

/** A date whose UTC fields are the device's local fields at a monotonic time. */
export function localAt(time: DeviceTime, monotonic: number): Date {
  const utc = utcAt(time, monotonic)
  return new Date(utc + offsetAt(time, utc) * 60_000)
}

/** Milliseconds from a monotonic time to the device's next full second. */
export function toNextSecond(time: DeviceTime, monotonic: number): number {
  return 1000 - (((utcAt(time, monotonic) % 1000) + 1000) % 1000)
}

/** `HH:mm:ss`. A §9. */
export function formatClock(local: Date): string {
  return local.toISOString().slice(11, 19)
}

const two = (value: number) => String(value).padStart(2, '0')

/** `UTC+01:00`, for a zone without a name. */
export function formatOffset(minutes: number): string {
  const size = Math.abs(minutes)
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

const fields = new Map<string, Intl.DateTimeFormat>()

/** Minutes that an IANA zone is ahead of UTC at a time. Throws for an unknown name. */
export function offsetIn(zone: string, utc: number): number {
  let format = fields.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    fields.set(zone, format)
  }
  const name = format.formatToParts(utc).find((part) => part.type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? []
  return (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1)
}
