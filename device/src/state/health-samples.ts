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
   * Stores minutes in one transaction, and the quarters that follow from them. Of minutes that are too
   * old to be kept, only the quarters; they need all of their minutes at once.
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

  /** Adds minutes to those of the same time that are there already. */
  function addMinutes(minutes: readonly Sample[], now: number): void {
    const all = new Map<number, Sample>()
    for (const quarter of new Set(minutes.map(({ at }) => quarterOf(at)))) {
      for (const one of between(MINUTE, quarter, quarter + QUARTER)) all.set(one.at, one)
    }
    for (const minute of minutes) {
      const before = all.get(minute.at)
      const sample = before ? combine(minute.at, [before, minute]) : minute
      all.set(minute.at, sample)
      if (sample.at > now - KEPT[MINUTE]) put(MINUTE, sample)
    }
    putQuarters(Array.from(all.values()))
  }

  /** @param minutes all minutes of the quarters in which they are */
  function putQuarters(minutes: readonly Sample[]): void {
    const quarters = new Map<number, Sample[]>()
    for (const minute of minutes) {
      const quarter = quarterOf(minute.at)
      const others = quarters.get(quarter)
      if (others) others.push(minute)
      else quarters.set(quarter, [minute])
    }
    for (const [quarter, some] of quarters) put(QUARTER, combine(quarter, some))
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

  /** From the first to the end of the last; undefined if there are none. */
  function minutesSince(since: number): { from: number; to: number } | undefined {
    const { first, last } =
      database.get(
        'SELECT min(at) AS first, max(at) AS last FROM health_samples WHERE step = ? AND at >= ?',
        MINUTE,
        since,
      ) ?? {}
    return typeof first === 'number' && typeof last === 'number'
      ? { from: first, to: last + MINUTE }
      : undefined
  }

  /** @param step negative for samples that are being moved */
  function remove(step: number, from: number, to: number): void {
    database.run('DELETE FROM health_samples WHERE step = ? AND at >= ? AND at < ?', step, from, to)
  }

  /** Brings samples that are being moved to their new time. */
  function putBack(length: Length, by: number): void {
    database.run(
      'UPDATE OR REPLACE health_samples SET step = ?, at = at + ? WHERE step = ?',
      length,
      by,
      -length,
    )
  }

  return {
    add(minutes, now) {
      database.tx(() => {
        addMinutes(minutes, now)
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
        const minutes = minutesSince(since)
        // Within the database, and out of the way of each other: reading and writing all of them would
        // block the device.
        database.run('UPDATE health_samples SET step = -step WHERE at >= ?', since)
        // Where there are minutes, quarters follow from them.
        if (minutes) remove(-QUARTER, quarterOf(minutes.from), Infinity)
        putBack(QUARTER, Math.round(by / QUARTER) * QUARTER)
        if (minutes) {
          const [from, to] = [minutes.from + by, minutes.to + by]
          const others = between(MINUTE, from, to)
          remove(MINUTE, from, to)
          putBack(MINUTE, by)
          addMinutes(others, now)
          putQuarters(between(MINUTE, quarterOf(from), quarterOf(to) + QUARTER))
          // What is left of the quarter in which they began, if anything.
          const began = quarterOf(since)
          if (minutes.from === since) remove(QUARTER, began, began + 1)
          putQuarters(between(MINUTE, began, began + QUARTER))
        }
        prune(now)
      })
    },
  }
}

/** When the quarter of an hour begins that a time is in (UTC milliseconds). */
export const quarterOf = (at: number): number => Math.floor(at / QUARTER) * QUARTER

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
