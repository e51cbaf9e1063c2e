/** What the modifiers in a text stand for. */
export interface ModifierContext {
  /** UTC milliseconds. */
  now: number
  /** The device's zone at that moment. */
  zone: {
    /** Milliseconds ahead of UTC. */
    offset: number
    /** `CET`. */
    name: string
  }
  /** The device's IP address. */
  address: string
  /** `AC:CC:8E:01:23:45`. */
  mac: string
  hostName: string
  /** Number of the picture or message; its last five digits are used. */
  sequence: number
  /** Degrees Celsius in the housing. */
  temperature: number
}

/**
 * One modifier. The documentation wants both signs percent-encoded, but gives examples in which they
 * are not, so both are understood. `%25` and `%23` are signs only in front of a modifier: no modifier
 * begins with a digit, and a text such as `100%25` stays as it is.
 */
const MODIFIER =
  /%%|%25%25|##|%23%23|(?:%25|%)(?<time>[cDFxprRTXzZCGgYybBhmUVWaAdejuwHIklMfsS])|(?:%23|#)(?<device>T[CF]1(?!\d)|[imMns])/g

/**
 * Replaces the modifiers in a text, in English as `strftime` does in the C locale. Whatever is no
 * modifier stays as it is, and so does what the modifiers are replaced with.
 * Source: public documentation, "Event and action services", Modifiers; `strftime`, POSIX.1-2017.
 */
export function expandModifiers(text: string, context: ModifierContext): string {
  const at = localFields(context)
  return text.replaceAll(MODIFIER, (found: string, ...rest: unknown[]) => {
    const { time, device } = rest.at(-1) as { time?: string; device?: string }
    if (time !== undefined) return TIMES[time]?.(at) ?? found
    if (device !== undefined) return DEVICE[device]?.(context) ?? found
    // A doubled sign.
    return found.startsWith('#') || found.startsWith('%23') ? '#' : '%'
  })
}

const DEVICE: Readonly<Record<string, (context: ModifierContext) => string>> = {
  i: ({ address }) => address,
  m: ({ mac }) => mac.split(':').slice(-3).join(':'),
  M: ({ mac }) => mac,
  n: ({ hostName }) => hostName,
  s: ({ sequence }) => padded(sequence % 100_000, 5),
  TC1: ({ temperature }) => temperature.toFixed(1),
  TF1: ({ temperature }) => ((temperature * 9) / 5 + 32).toFixed(1),
}

interface Fields {
  now: number
  year: number
  /** From 0. */
  month: number
  day: number
  hour: number
  minute: number
  second: number
  hundredth: number
  /** From 0, Sunday. */
  weekday: number
  /** From 0. */
  dayOfYear: number
  zone: ModifierContext['zone']
}

const DAY = 86_400_000

function localFields({ now, zone }: ModifierContext): Fields {
  const shown = new Date(now + zone.offset)
  const year = shown.getUTCFullYear()
  const midnight = Date.UTC(year, shown.getUTCMonth(), shown.getUTCDate())
  return {
    now,
    year,
    month: shown.getUTCMonth(),
    day: shown.getUTCDate(),
    hour: shown.getUTCHours(),
    minute: shown.getUTCMinutes(),
    second: shown.getUTCSeconds(),
    hundredth: Math.floor(shown.getUTCMilliseconds() / 10),
    weekday: shown.getUTCDay(),
    dayOfYear: (midnight - Date.UTC(year, 0, 1)) / DAY,
    zone,
  }
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const padded = (value: number, digits = 2, by = '0') => String(value).padStart(digits, by)
const twelve = (hour: number) => hour % 12 || 12
const short = (name = '') => name.slice(0, 3)

/** Monday is 1, Sunday 7. */
const isoWeekday = ({ weekday }: Fields) => weekday || 7

/** The ISO 8601 week: that of its Thursday. */
function isoWeek(at: Fields): { year: number; week: number } {
  const thursday = Date.UTC(at.year, at.month, at.day + 4 - isoWeekday(at))
  const year = new Date(thursday).getUTCFullYear()
  return { year, week: Math.floor((thursday - Date.UTC(year, 0, 1)) / DAY / 7) + 1 }
}

/** `+0100`. */
function zoneText(offset: number): string {
  const minutes = Math.floor(Math.abs(offset) / 60_000)
  return `${offset < 0 ? '-' : '+'}${padded(Math.floor(minutes / 60))}${padded(minutes % 60)}`
}

const date = ({ year, month, day }: Fields) =>
  `${padded(month + 1)}/${padded(day)}/${padded(year % 100)}`
const time = ({ hour, minute, second }: Fields) =>
  `${padded(hour)}:${padded(minute)}:${padded(second)}`
const noon = ({ hour }: Fields) => (hour < 12 ? 'AM' : 'PM')
const shortMonth = ({ month }: Fields) => short(MONTHS[month])
const shortWeekday = ({ weekday }: Fields) => short(WEEKDAYS[weekday])

const TIMES: Readonly<Record<string, (at: Fields) => string>> = {
  c: (at) =>
    `${shortWeekday(at)} ${shortMonth(at)} ${padded(at.day, 2, ' ')} ${time(at)} ${at.year}`,
  D: date,
  F: ({ year, month, day }) => `${padded(year, 4)}-${padded(month + 1)}-${padded(day)}`,
  x: date,
  p: noon,
  r: (at) => `${padded(twelve(at.hour))}:${padded(at.minute)}:${padded(at.second)} ${noon(at)}`,
  R: ({ hour, minute }) => `${padded(hour)}:${padded(minute)}`,
  T: time,
  X: time,
  z: ({ zone }) => zoneText(zone.offset),
  Z: ({ zone }) => zone.name,
  C: ({ year }) => padded(Math.floor(year / 100)),
  G: (at) => padded(isoWeek(at).year, 4),
  g: (at) => padded(isoWeek(at).year % 100),
  Y: ({ year }) => String(year),
  y: ({ year }) => padded(year % 100),
  b: shortMonth,
  B: ({ month }) => MONTHS[month] ?? '',
  h: shortMonth,
  m: ({ month }) => padded(month + 1),
  U: ({ dayOfYear, weekday }) => padded(Math.floor((dayOfYear + 7 - weekday) / 7)),
  V: (at) => padded(isoWeek(at).week),
  W: (at) => padded(Math.floor((at.dayOfYear + 8 - isoWeekday(at)) / 7)),
  a: shortWeekday,
  A: ({ weekday }) => WEEKDAYS[weekday] ?? '',
  d: ({ day }) => padded(day),
  e: ({ day }) => padded(day, 2, ' '),
  j: ({ dayOfYear }) => padded(dayOfYear + 1, 3),
  u: (at) => String(isoWeekday(at)),
  w: ({ weekday }) => String(weekday),
  H: ({ hour }) => padded(hour),
  I: ({ hour }) => padded(twelve(hour)),
  k: ({ hour }) => padded(hour, 2, ' '),
  l: ({ hour }) => padded(twelve(hour), 2, ' '),
  M: ({ minute }) => padded(minute),
  // As the documentation has it; it is no conversion of `strftime`.
  f: ({ hundredth }) => padded(hundredth),
  s: ({ now }) => String(Math.floor(now / 1000)),
  S: ({ second }) => padded(second),
}
