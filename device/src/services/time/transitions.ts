/** The zone's offset in milliseconds at this UTC time (milliseconds). */
export type OffsetAt = (utc: number) => number

/** A change of a zone's offset. */
export interface Transition {
  /** UTC milliseconds of the first moment with the new offset. */
  at: number
  before: number
  after: number
}

const DAY = 86_400_000

/**
 * The changes after `from` up to `to` (UTC milliseconds), oldest first; of two on one day neither
 * is found.
 */
export function transitions(offsetAt: OffsetAt, from: number, to: number): Transition[] {
  const found: Transition[] = []
  for (let start = from; start < to; start += DAY) {
    const end = Math.min(start + DAY, to)
    const before = offsetAt(start)
    const after = offsetAt(end)
    if (before !== after) found.push({ at: moment(offsetAt, start, end, after), before, after })
  }
  return found
}

/**
 * Finds the first millisecond with the offset `after` by bisection; only the later of the two times
 * has it.
 */
function moment(offsetAt: OffsetAt, start: number, end: number, after: number): number {
  let early = start
  let late = end
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2)
    if (offsetAt(middle) === after) late = middle
    else early = middle
  }
  return late
}
