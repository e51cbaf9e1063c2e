/** Milliseconds that a zone is ahead of UTC at this UTC time (milliseconds). */
export type OffsetAt = (utc: number) => number

/** A change of a zone's clocks. */
export interface Transition {
  /** UTC milliseconds of the first moment with the new offset. */
  at: number
  before: number
  after: number
}

const DAY = 86_400_000

/** The changes of clocks after `from` up to `to` (UTC milliseconds), oldest first; two on one day hide each other. */
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

/** The first millisecond with the offset `after`, between two times of which only the later has it. */
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
