/** How charts divide their axes, and what they draw. Free of React, for tests. */
import type { LanguageCode } from '@lintel/contract/languages'

/** One number for each moment; null where nothing was measured. */
export type Column = readonly (number | null)[]

/**
 * The values of an axis: round ones, three to six of them, from the lowest to the highest number.
 * @param least the smallest distance between two of them
 */
export function axisOf(low: number, high: number, least = 0): number[] {
  const span = Math.max(high - low, least, Number.MIN_VALUE)
  const raw = span / 4
  const magnitude = 10 ** Math.floor(Math.log10(raw))
  const round = [1, 2, 5, 10].find((factor) => factor * magnitude >= raw) ?? 10
  const step = Math.max(round * magnitude, least)
  const first = Math.floor(low / step)
  const last = Math.max(Math.ceil(high / step), first + 1)
  return Array.from({ length: last - first + 1 }, (_, index) =>
    // Without the error of many small steps.
    Number(((first + index) * step).toPrecision(12)),
  )
}

/** Between the ends of an axis, in percent from the bottom. */
export function heightOn(axis: readonly number[], value: number): number {
  const [first = 0, last = 1] = [axis[0], axis.at(-1)]
  return Math.min(Math.max((100 * (value - first)) / (last - first), 0), 100)
}

/**
 * The path of a line through the middle of each step, in units of one step and of a percent from the
 * top. It is broken where there is no number; a lone number is a dot.
 */
export function lineThrough(column: Column, axis: readonly number[]): string {
  return runsOf(column)
    .map(({ from, to }) => {
      const points = column
        .slice(from, to)
        .map((value, index) => `${from + index + 0.5} ${depth(axis, value)}`)
      return points.length === 1 ? `M${points[0]}h0.001` : `M${points.join('L')}`
    })
    .join('')
}

/** The path of the area between the lowest and the highest numbers. */
export function areaBetween(low: Column, high: Column, axis: readonly number[]): string {
  return runsOf(low)
    .map(({ from, to }) => {
      const along = (column: Column) =>
        column.slice(from, to).map((value, index) => `${from + index + 0.5} ${depth(axis, value)}`)
      return `M${along(high).join('L')}L${along(low).toReversed().join('L')}Z`
    })
    .join('')
}

const depth = (axis: readonly number[], value: number | null | undefined): string =>
  (100 - heightOn(axis, value ?? 0)).toFixed(2)

/** A part of a column. */
interface Run {
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

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** What an axis of time shows, by how long it is. */
const AXES = [
  { upTo: 2 * HOUR, every: 10 * MINUTE, label: { hour: '2-digit', minute: '2-digit' } },
  { upTo: 30 * HOUR, every: 3 * HOUR, label: { hour: '2-digit', minute: '2-digit' } },
  { upTo: Infinity, every: 24 * HOUR, label: { weekday: 'short', day: 'numeric' } },
] as const

/** A mark on an axis of time. */
export interface Tick {
  /** The step at which it is. */
  index: number
  label: string
}

/**
 * The round moments of an axis of time.
 * @param moments milliseconds, whose UTC fields are those to show; also across a change of the zone
 */
export function ticksOf(moments: readonly number[], language: LanguageCode): Tick[] {
  const [first = 0, last = 0] = [moments[0], moments.at(-1)]
  const { every, label } = AXES.find(({ upTo }) => last - first <= upTo) ?? AXES[2]
  const format = formatOf(language, label)
  return moments.flatMap((moment, index) => {
    const before = moments[index - 1]
    const round = Math.floor(moment / every)
    if (before === undefined || Math.floor(before / every) >= round) return []
    return [{ index, label: format.format(round * every) }]
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
