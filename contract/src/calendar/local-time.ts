import { Refusal } from '../fault.ts'

/** A day or a time in a calendar. */
export interface LocalValue {
  /** Milliseconds, counted as if local time were UTC; of a day, its midnight. */
  at: number
  /** Whether it is a whole day (DATE), without a time of day. */
  isDay: boolean
}

/** ISO 8601: as in iCalendar, `19700101T080000`, or with separators, and with or without seconds. */
const LOCAL =
  /^(?<year>\d{4})-?(?<month>\d\d)-?(?<day>\d\d)(?<time>T(?<hour>\d\d):?(?<minute>\d\d)(?::?(?<second>\d\d))?)?$/

/**
 * Reads a day or a local time from the year 1900 on.
 * @param name of the property, for the message
 * @throws Refusal `invalid` for a day or a time that does not exist, or one with a time zone
 */
export function readLocal(text: string, name: string): LocalValue {
  const parts = LOCAL.exec(text.toUpperCase())?.groups
  if (!parts) {
    const zoned = /\d(?:Z|[+-]\d\d:?\d\d)$/i.test(text)
    const message = zoned
      ? `${name} has a time zone; times are the device's local time.`
      : `${name} must be a day and a time such as 20261231T180000.`
    throw new Refusal('invalid', message)
  }
  const { year, month, day, hour = 0, minute = 0, second = 0 } = parts
  const numbers = [year, month, day, hour, minute, second].map(Number)
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = numbers
  const at = Date.UTC(y, mo - 1, d, h, mi, s)
  const shown = new Date(at)
  // Times that don't exist are moved on: 30 February to March, 25:00 to the next day.
  const exists =
    shown.getUTCMonth() === mo - 1 &&
    shown.getUTCDate() === d &&
    shown.getUTCHours() === h &&
    shown.getUTCMinutes() === mi &&
    shown.getUTCSeconds() === s
  if (y < 1900 || !exists) {
    throw new Refusal('invalid', `${name}: there is no such time as ${text}.`)
  }
  return { at, isDay: parts['time'] === undefined }
}

/** `19700101T080000Z`. */
export const utcStamp = (at: number): string =>
  new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')
