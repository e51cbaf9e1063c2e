/**
 * The device's time, counted on from what the device said last. It runs on a monotonic clock, so a
 * change of the browser's own time does not move it; each new answer replaces it altogether.
 */
export interface DeviceTime {
  /** UTC milliseconds when the answer came. */
  utc: number
  /** Monotonic milliseconds when the answer came. */
  at: number
  /** What the device's local time is ahead of UTC, in minutes, when the answer came. */
  offset: number
  /** IANA name; undefined while the device follows a POSIX rule. */
  zone: string | undefined
}

/**
 * Reads the answer of `getDateTimeInfo`.
 * @param localDateTime with the zone's offset, `2026-11-20T14:07:32+01:00`
 * @returns undefined when the text is not a date
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

/** UTC milliseconds on the device at a monotonic moment. */
export function utcAt(time: DeviceTime, monotonic: number): number {
  return time.utc + (monotonic - time.at)
}

/** Minutes that the device's local time is ahead of UTC at a moment: by its zone's rules, else as last told. */
export function offsetAt(time: DeviceTime, utc: number): number {
  return time.zone === undefined ? time.offset : offsetIn(time.zone, utc)
}

/** A date whose UTC fields are the device's local fields at a monotonic moment. */
export function localAt(time: DeviceTime, monotonic: number): Date {
  const utc = utcAt(time, monotonic)
  return new Date(utc + offsetAt(time, utc) * 60_000)
}

/** Milliseconds from a monotonic moment to the next full second of the device. */
export function toNextSecond(time: DeviceTime, monotonic: number): number {
  return 1000 - (((utcAt(time, monotonic) % 1000) + 1000) % 1000)
}

/** `HH:mm:ss`. A §9. */
export function formatClock(local: Date): string {
  return local.toISOString().slice(11, 19)
}

/** `DD/MM/YYYY HH:mm` of a moment, so many minutes ahead of UTC. A §9. */
export function dateAndTime(utc: number, offset: number): string {
  const [date = '', time = ''] = new Date(utc + offset * 60_000).toISOString().split('T')
  return `${date.split('-').toReversed().join('/')} ${time.slice(0, 5)}`
}

const two = (value: number) => String(value).padStart(2, '0')

/** `UTC+01:00`, for a zone without a name. */
export function formatOffset(minutes: number): string {
  const size = Math.abs(minutes)
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

const fields = new Map<string, Intl.DateTimeFormat>()

/** Minutes that an IANA zone is ahead of UTC at a moment. An unknown name throws. */
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
