import { HEALTH_MEASURES } from '@lintel/contract/calls/health'
import type { Health, HealthMeasure } from '@lintel/contract/calls/health'
import type { LanguageCode } from '@lintel/contract/languages'
import { gapsIn } from '@lintel/ui/chart-scale'
import type { Run } from '@lintel/ui/chart-scale'
import { measureText, percentText } from '@lintel/ui/measure-text'
import { sizeText } from '@lintel/ui/size-text'

/** A chart of the page: one measure, or two of the same unit. */
export type Chart = 'temperature' | 'processor' | 'memory' | 'connections' | 'network' | 'storage'

/** What the charts show, the first one first. */
export const MEASURES_OF: Readonly<Record<Chart, readonly HealthMeasure[]>> = {
  temperature: ['temperature'],
  processor: ['processor'],
  memory: ['memory'],
  connections: ['connections'],
  network: ['sent', 'received'],
  storage: ['storage'],
}

/** What an axis always includes, and its smallest step. */
export const AXIS_OF: Readonly<Record<Chart, { from?: number; to?: number; least?: number }>> = {
  temperature: { least: 2 },
  processor: { from: 0, to: 10 },
  memory: { from: 0 },
  connections: { from: 0, to: 4, least: 1 },
  network: { from: 0, to: 1000 },
  storage: { from: 0 },
}

/** The state of a measure in a word; undefined for those that are neither good nor bad. */
export type State = 'normal' | 'cold' | 'warm' | 'hot' | 'busy' | 'full'

/** How good a state is. */
export const STATUS = {
  normal: 'ok',
  cold: 'warn',
  warm: 'warn',
  hot: 'crit',
  busy: 'warn',
  full: 'warn',
} as const satisfies Record<State, string>

/** The limits, in percent. */
const BUSY = 90
const FULL = 90

/** Whether what was measured last is as it should be. */
export function stateOf(chart: Chart, { latest, limits }: Health): State | undefined {
  const { temperature, processor, storage } = latest
  if (chart === 'temperature' && temperature !== null) {
    const { cold, warm, hot } = limits.temperature
    if (temperature < cold) return 'cold'
    if (temperature >= hot) return 'hot'
    return temperature >= warm ? 'warm' : 'normal'
  }
  if (chart === 'processor' && processor !== null) return processor >= BUSY ? 'busy' : 'normal'
  if (chart === 'storage' && storage !== null && limits.storage !== null) {
    return (100 * storage) / limits.storage >= FULL ? 'full' : 'normal'
  }
  return undefined
}

/**
 * When the device was off: where it measured nothing at all. A single measure also lacks numbers while
 * there is nothing to measure, such as without a card.
 */
export function offIn({ samples, since, from }: Health): Run[] {
  const any = samples.temperature.mean.map(
    (_, step) =>
      HEALTH_MEASURES.map((measure) => samples[measure].mean[step] ?? null).find(
        (value) => value !== null,
      ) ?? null,
  )
  return gapsIn(any, since !== null && since < from)
}

type Samples = Health['samples'][HealthMeasure]

/**
 * The samples with the latest number in the last one, whose time isn't over: what stands above a chart
 * is also in it.
 */
export function withLatest(samples: Samples, latest: number | null): Samples {
  const { mean, low, high } = samples
  if (latest === null || mean.length === 0) return samples
  const last = mean.length - 1
  return {
    mean: mean.with(last, mean[last] ?? latest),
    low: low.with(last, Math.min(low[last] ?? latest, latest)),
    high: high.with(last, Math.max(high[last] ?? latest, latest)),
  }
}

type Writer = (value: number) => string

const WRITERS: Readonly<Record<Chart, (language: LanguageCode) => Writer>> = {
  temperature: (language) => (value) => measureText(language, value, '°C'),
  processor: (language) => (value) => percentText(language, value),
  memory: (language) => (value) => sizeText(value, language),
  storage: (language) => (value) => sizeText(value, language),
  network: (language) => (value) => rateText(value, language),
  connections(language) {
    const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
    return (value) => number.format(value)
  },
}

/** Returns a function that writes a number of a chart with its unit, in the language of the page. */
export const writerOf = (chart: Chart, language: LanguageCode): Writer => WRITERS[chart](language)

const RATES = ['kilobyte', 'megabyte', 'gigabyte'] as const

/** `12.4 kB/s`, in decimal units; the same one for all marks of a quiet network. */
function rateText(bytes: number, language: LanguageCode): string {
  const fitting = Math.floor(Math.log10(Math.max(bytes, 1000)) / 3)
  const step = Math.min(fitting, RATES.length)
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: `${RATES[step - 1] ?? 'kilobyte'}-per-second`,
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** step)
}
