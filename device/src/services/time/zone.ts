/** How a place keeps its clocks. */
export interface Zone {
  /** Milliseconds that local time is ahead of UTC at this UTC time (milliseconds). */
  offsetAt(utc: number): number
}

const DAY = 86_400_000

const zones = new Map<string, Zone>()

/** A zone of the IANA database by its name, as `Intl` knows it; an unknown name throws a RangeError. */
export function ianaZone(name: string): Zone {
  const known = zones.get(name)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const zone: Zone = {
    offsetAt(utc) {
      const parts: Record<string, number> = {}
      for (const { type, value } of format.formatToParts(utc)) parts[type] = Number(value)
      const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
      const local = Date.UTC(year, month - 1, day, hour, minute, second)
      return local - Math.floor(utc / 1000) * 1000
    },
  }
  zones.set(name, zone)
  return zone
}

/** Whether the host knows a zone of this name, of the list or an alias. */
export function isZoneName(name: string): boolean {
  // `+01:00` is no name, though newer hosts take it for one.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    ianaZone(name)
    return true
  } catch {
    return false
  }
}

/** The same zone that never goes over to daylight saving: the smaller offset of the year holds. */
export function withoutDst(zone: Zone): Zone {
  return {
    offsetAt(utc) {
      const year = new Date(utc).getUTCFullYear()
      return Math.min(zone.offsetAt(Date.UTC(year, 0, 1)), zone.offsetAt(Date.UTC(year, 6, 1)))
    },
  }
}

/** Local time, as the milliseconds at which a clock on UTC would show the same. */
export const toLocal = (zone: Zone, utc: number): number => utc + zone.offsetAt(utc)

/**
 * The UTC time at which local clocks show this. A time that comes twice means the first one; a time
 * that is left out means as much later as the clocks were put forward (RFC 5545 §3.3.5).
 */
export function toUtc(zone: Zone, local: number): number {
  const before = zone.offsetAt(local - DAY)
  const offsets = [before, zone.offsetAt(local), zone.offsetAt(local + DAY)]
  const shown = offsets.map((by) => local - by).filter((utc) => toLocal(zone, utc) === local)
  return shown.length > 0 ? Math.min(...shown) : local - before
}

/** A change of a zone's clocks. */
export interface Transition {
  /** UTC milliseconds of the first moment with the new offset. */
  at: number
  before: number
  after: number
}

/** The transitions after `from` up to `to` (UTC milliseconds), oldest first; two on one day hide each other. */
export function transitions(zone: Zone, from: number, to: number): Transition[] {
  const found: Transition[] = []
  for (let start = from; start < to; start += DAY) {
    const end = Math.min(start + DAY, to)
    const before = zone.offsetAt(start)
    const after = zone.offsetAt(end)
    if (before !== after) found.push({ at: moment(zone, start, end, after), before, after })
  }
  return found
}

/** The first millisecond with the offset `after`, between two times of which only the later has it. */
function moment(zone: Zone, start: number, end: number, after: number): number {
  let early = start
  let late = end
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2)
    if (zone.offsetAt(middle) === after) late = middle
    else early = middle
  }
  return late
}
