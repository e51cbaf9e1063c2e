import { HEALTH_MEASURES } from '@lintel/contract/calls/health'
import { combine } from '../engines/health/sample.ts'
import type { Figures, Sample } from '../engines/health/sample.ts'
import type { Database, Row } from './database.ts'

export const MINUTE = 60_000
export const QUARTER = 900_000
/** For how long minutes and quarters of an hour are kept: a bit longer than they are shown. */
const KEPT = { [MINUTE]: 25 * 60 * MINUTE, [QUARTER]: 8 * 24 * 60 * MINUTE } as const

type Length = keyof typeof KEPT

/**
 * What the device has measured of itself: samples of a minute for 25 hours, and of a quarter of an
 * hour for 8 days. Older ones are dropped, so there are at most 1,500 and 768.
 */
export interface HealthSamples {
  /**
   * Stores minutes in one transaction; the quarters follow from them.
   * @throws Refusal `storage`
   */
  add(minutes: readonly Sample[], now: number): void
  /** The samples of a length that begin in this time, the oldest first. */
  between(length: Length, from: number, to: number): Sample[]
  /** When the oldest one begins. */
  oldest(): number | undefined
  /**
   * Moves the samples since a time after the clock was set, and drops those that would be in the
   * future.
   * @param by whole minutes in milliseconds
   * @throws Refusal `storage`
   */
  move(since: number, by: number, now: number): void
}

export function openHealthSamples(database: Database): HealthSamples {
  function between(length: Length, from: number, to: number): Sample[] {
    return database
      .all(
        'SELECT at, record FROM health_samples WHERE step = ? AND at >= ? AND at < ? ORDER BY at',
        length,
        from,
        to,
      )
      .map(read)
  }

  function oldestOf(length: Length): number | undefined {
    const row = database.get('SELECT min(at) AS at FROM health_samples WHERE step = ?', length)
    const { at } = row ?? {}
    return typeof at === 'number' ? at : undefined
  }

  function put(length: Length, sample: Sample): void {
    database.run(
      'INSERT OR REPLACE INTO health_samples (step, at, record) VALUES (?, ?, ?)',
      length,
      sample.at,
      recordOf(sample),
    )
  }

  /** Adds minutes to those that may be there already. */
  function addMinutes(minutes: readonly Sample[]): void {
    for (const minute of minutes) {
      const before = between(MINUTE, minute.at, minute.at + MINUTE)
      put(MINUTE, combine(minute.at, [...before, minute]))
    }
    makeQuarters(minutes.map(({ at }) => at))
  }

  /** Makes the quarters of these moments anew, from their minutes. */
  function makeQuarters(moments: readonly number[]): void {
    for (const quarter of new Set(moments.map(quarterOf))) {
      const minutes = between(MINUTE, quarter, quarter + QUARTER)
      if (minutes.length > 0) put(QUARTER, combine(quarter, minutes))
    }
  }

  function prune(now: number): void {
    for (const length of [MINUTE, QUARTER] as const) {
      database.run(
        'DELETE FROM health_samples WHERE step = ? AND (at <= ? OR at > ?)',
        length,
        now - KEPT[length],
        now,
      )
    }
  }

  return {
    add(minutes, now) {
      database.tx(() => {
        addMinutes(minutes)
        prune(now)
      })
    },
    between,
    oldest() {
      const [minute, quarter] = [oldestOf(MINUTE), oldestOf(QUARTER)]
      // The first quarter may have begun before the first minute in it.
      return minute !== undefined && quarterOf(minute) === quarter ? minute : quarter
    },
    move(since, by, now) {
      database.tx(() => {
        const minutes = between(MINUTE, since, Infinity)
        // Where there are minutes, quarters follow from them.
        const quarters = between(QUARTER, since, quarterOf(minutes[0]?.at ?? Infinity))
        database.run('DELETE FROM health_samples WHERE at >= ?', since)
        // What is left of the quarter in which they began, if anything, is made anew.
        if (minutes[0]?.at === since) {
          const began = quarterOf(since)
          database.run('DELETE FROM health_samples WHERE step = ? AND at = ?', QUARTER, began)
        }
        const byQuarters = Math.round(by / QUARTER) * QUARTER
        for (const one of quarters) put(QUARTER, { ...one, at: one.at + byQuarters })
        addMinutes(minutes.map((one) => ({ ...one, at: one.at + by })))
        makeQuarters([since])
        prune(now)
      })
    },
  }
}

const quarterOf = (at: number) => Math.floor(at / QUARTER) * QUARTER

/** To two digits: an average has no more meaning than that, and takes less room. */
const rounded = (value: number) => Math.round(value * 100) / 100

function recordOf({ readings, figures }: Sample): string {
  const numbers = HEALTH_MEASURES.map((measure) => {
    const one = figures[measure]
    return one ? [one.mean, one.low, one.high].map(rounded) : null
  })
  return JSON.stringify([readings, ...numbers])
}

function read({ at, record }: Row): Sample {
  const [readings, ...numbers] = JSON.parse(String(record)) as [
    number,
    ...([mean: number, low: number, high: number] | null)[],
  ]
  const figures = HEALTH_MEASURES.flatMap((measure, index): [string, Figures][] => {
    const [mean, low, high] = numbers[index] ?? []
    return mean === undefined || low === undefined || high === undefined
      ? []
      : [[measure, { mean, low, high }]]
  })
  return { at: Number(at), readings, figures: Object.fromEntries(figures) }
}
