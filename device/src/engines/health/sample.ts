import { HEALTH_MEASURES } from '@lintel/contract/calls/health'
import type { HealthMeasure } from '@lintel/contract/calls/health'

/** What is measured at one time; undefined where there is nothing to measure. */
export type Reading = Record<HealthMeasure, number | undefined>

/** The figures of a measure over some time. */
export interface Figures {
  mean: number
  low: number
  high: number
}

/** The readings of a minute or a longer interval. */
export interface Sample {
  /** When the interval begins (UTC milliseconds). */
  at: number
  /** How many readings there were. */
  readings: number
  figures: Partial<Record<HealthMeasure, Figures>>
}

/** A sample with a single reading. */
export function sampleOf(at: number, reading: Reading): Sample {
  const figures: Sample['figures'] = {}
  for (const measure of HEALTH_MEASURES) {
    const value = reading[measure]
    if (value !== undefined) figures[measure] = { mean: value, low: value, high: value }
  }
  return { at, readings: 1, figures }
}

/**
 * All samples of an interval as one. The mean of a measure counts the samples that have it, by their
 * readings.
 * @param samples at least one
 */
export function combine(at: number, samples: readonly Sample[]): Sample {
  const [only] = samples
  if (only && samples.length === 1) return { ...only, at }
  const figures: Sample['figures'] = {}
  for (const measure of HEALTH_MEASURES) {
    const combined = figuresOf(samples, measure)
    if (combined) figures[measure] = combined
  }
  return { at, readings: samples.reduce((sum, { readings }) => sum + readings, 0), figures }
}

function figuresOf(samples: readonly Sample[], measure: HealthMeasure): Figures | undefined {
  let [count, sum, low, high] = [0, 0, Infinity, -Infinity]
  for (const { readings, figures } of samples) {
    const one = figures[measure]
    if (!one) continue
    count += readings
    sum += one.mean * readings
    low = Math.min(low, one.low)
    high = Math.max(high, one.high)
  }
  return count === 0 ? undefined : { mean: sum / count, low, high }
}

/**
 * Samples on a grid, as one for each of its steps; undefined where there are none.
 * @param grid.step in milliseconds
 */
export function onGrid(
  samples: readonly Sample[],
  { from, step, count }: { from: number; step: number; count: number },
): (Sample | undefined)[] {
  const cells: Sample[][] = Array.from({ length: count }, () => [])
  for (const sample of samples) cells[Math.floor((sample.at - from) / step)]?.push(sample)
  return cells.map((cell, index) =>
    cell.length === 0 ? undefined : combine(from + index * step, cell),
  )
}
