/** The axes of charts, and the paths that they draw. Free of React, for tests. */
import type { LanguageCode } from '@lintel/contract/languages'
import { scaleLinear, scaleUtc } from 'd3-scale'
import type { ScaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'

/** One number for each moment; null where nothing was measured. */
export type Column = readonly (number | null)[]

/** About how many steps between round values fit the height of a chart. */
const DISTANCES = 3

/** An axis of values, from the top of a chart to its bottom. */
export interface ValueAxis {
  /** Where a value is, in percent from the top. Values beyond the ends are at the ends. */
  y: ScaleLinear<number, number>
  /** Its round values, at both ends and between them. */
  marks: readonly number[]
}

/**
 * The axis from the lowest to the highest value, extended to round values at both ends.
 * @param least the smallest distance between two marks: 1, 2 or 5 times a power of ten. Values that
 *   differ by less are in the middle of the axis.
 */
export function valueAxis(low: number, high: number, least = 0): ValueAxis {
  const around = Math.max(2 * least - (high - low), 0) / 2
  const ends = [low - around, high + around]
  const count = least > 0 ? Math.min((high - low + 2 * around) / least, DISTANCES) : DISTANCES
  const y = scaleLinear(ends, [100, 0]).nice(count).clamp(true)
  return { y, marks: y.ticks(count) }
}

/** In the middle of a step. */
const middle = (_: unknown, index: number) => index + 0.5

/** Digits of a percent. */
const DIGITS = 2

/**
 * The path of a line through the middle of each step, in units of one step and of a percent from the
 * top. It is broken where there is no number; a lone number is a dot.
 */
export function lineThrough(column: Column, { y }: ValueAxis): string {
  const path = line<number | null>(middle, (value) => y(value ?? 0))
    .defined((value) => value !== null)
    .digits(DIGITS)
  return path(column) ?? ''
}

/** The path of the area between the lowest and the highest numbers, in the same units. */
export function areaBetween(low: Column, high: Column, { y }: ValueAxis): string {
  const path = area<number | null>(
    middle,
    (value) => y(value ?? 0),
    (_, index) => y(high[index] ?? 0),
  )
    .defined((value) => value !== null)
    .digits(DIGITS)
  return path(low) ?? ''
}

/** A part of a column. */
export interface Run {
  from: number
  /** The step after it. */
  to: number
}

/** The parts of a column that have numbers. */
function runsOf(column: Column): Run[] {
  const runs: Run[] = []
  column.forEach((value, index) => {
    if (value === null) return
    const last = runs.at(-1)
    if (last?.to === index) last.to += 1
    else runs.push({ from: index, to: index + 1 })
  })
  return runs
}

/**
 * The parts between the first and the last number that have none.
 * @param begun whether there were numbers before the first step
 */
export function gapsIn(column: Column, begun: boolean): Run[] {
  const runs = runsOf(column)
  const [first] = runs
  const between = runs
    .slice(1)
    .map(({ from }, index): Run => ({ from: runs[index]?.to ?? from, to: from }))
  const before = begun && first && first.from > 0 ? [{ from: 0, to: first.from }] : []
  return [...before, ...between]
}

const HOUR = 3_600_000

/** About how many round times fit the width of a chart. */
const TICKS = 6

/** A mark on an axis of time. */
export interface Tick {
  /** The step at which it is. */
  index: number
  label: string
}

/**
 * The round moments of an axis of time: times of day, or days where it is longer than one. A step that
 * reaches a round moment has its mark, so they are in the right place when the clock is changed, and
 * twice in an hour that is repeated.
 * @param moments milliseconds, whose UTC fields are those to show; also across a change of the zone
 */
export function ticksOf(moments: readonly number[], language: LanguageCode): Tick[] {
  const [first, last] = [Math.min(...moments), Math.max(...moments)]
  const round = scaleUtc([first, last], []).ticks(TICKS).map(Number)
  const format = formatOf(
    language,
    last - first <= 30 * HOUR
      ? { hour: '2-digit', minute: '2-digit' }
      : { weekday: 'short', day: 'numeric' },
  )
  return moments.flatMap((moment, index) => {
    const before = moments[index - 1] ?? moment - 1
    const reached = round.findLast((one) => before < one && one <= moment)
    return reached === undefined ? [] : [{ index, label: format.format(reached) }]
  })
}

/** Writes moments of an axis: the time of day, with the day of the week where that says more. */
export function momentFormat(
  moments: readonly number[],
  language: LanguageCode,
): (moment: number) => string {
  const [first = 0, last = 0] = [moments[0], moments.at(-1)]
  const day = last - first > 2 * HOUR ? ({ weekday: 'short' } as const) : {}
  const format = formatOf(language, { ...day, hour: '2-digit', minute: '2-digit' })
  return (moment) => format.format(moment)
}

/** British days, as everywhere. */
const formatOf = (language: LanguageCode, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    ...parts,
    timeZone: 'UTC',
    hourCycle: 'h23',
  })

/**
 * The lowest, the mean and the highest of parts of a column; undefined where nothing was measured.
 * @param to the step after the last one
 */
export function figuresOf(
  { mean, low, high }: { mean: Column; low: Column; high: Column },
  from = 0,
  to = mean.length,
): { mean: number; low: number; high: number } | undefined {
  const some = (column: Column) => column.slice(from, to).filter((value) => value !== null)
  const means = some(mean)
  if (means.length === 0) return undefined
  return {
    mean: means.reduce((sum, value) => sum + value, 0) / means.length,
    low: Math.min(...some(low)),
    high: Math.max(...some(high)),
  }
}
