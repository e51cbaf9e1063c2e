/** One row of the table: what was measured, against which budget. */
export interface Figure {
  what: string
  /** `≤ 120 kB`; empty for figures without a budget. */
  budget: string
  figure: string
  /** Undefined when there is no budget, or when the figure could not be measured here. */
  ok: boolean | undefined
}

/** A figure with an upper limit. */
export const atMost = (what: string, figure: number, budget: number, unit: string): Figure => ({
  what,
  budget: `≤ ${budget} ${unit}`,
  figure: `${round(figure)} ${unit}`,
  ok: figure <= budget,
})

/** A figure with a lower limit. */
export const atLeast = (what: string, figure: number, budget: number, unit: string): Figure => ({
  what,
  budget: `≥ ${budget} ${unit}`,
  figure: `${round(figure)} ${unit}`,
  ok: figure >= budget,
})

/** A figure that could not be measured, with the reason. */
export const skipped = (what: string, reason: string): Figure => ({
  what,
  budget: '',
  figure: `skipped: ${reason}`,
  ok: undefined,
})

const round = (value: number) =>
  value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)))

/** The median. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
