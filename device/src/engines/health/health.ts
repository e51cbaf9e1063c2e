import { availableParallelism } from 'node:os'
import { HEALTH_RANGES } from '@lintel/contract/calls/health'
import type { HealthRange } from '@lintel/contract/calls/health'
import { SD_CARD } from '@lintel/contract/disks'
import { Refusal } from '@lintel/contract/fault'
import type { FrontDoor } from '@lintel/front-door/front-door'
import type { Clock } from '../../clock/clock.ts'
import type { Thermometer } from '../../hardware/thermometer.ts'
import type { Log } from '../../log.ts'
import type { Database } from '../../state/database.ts'
import { MINUTE, openHealthSamples, QUARTER, quarterOf } from '../../state/health-samples.ts'
import type { Engine } from '../engine.ts'
import type { Storage } from '../storage/storage.ts'
import { combine, onGrid, sampleOf } from './sample.ts'
import type { Reading, Sample } from './sample.ts'

/** Milliseconds from one reading to the next. */
const READ_EVERY = MINUTE
/** Milliseconds between writes to the disk: a power cut loses no more than that. */
const SAVE_EVERY = 5 * MINUTE
/**
 * How much of the time measured is written at once, in milliseconds. That takes a few milliseconds,
 * in which the device does nothing else.
 */
const SAVED_AT_ONCE = 24 * QUARTER
/** The shortest time over which loads and rates are measured, in milliseconds. */
const SHORTEST = 1_000
/** How many minutes wait while the disk is full or the bench advances the clock; the oldest are dropped. */
const WAITING_MAX = 8 * 24 * 60

/**
 * Milliseconds between readings while the bench advances the clock: there is nothing new to measure,
 * and a reading for each minute of 40 days would take half a minute.
 */
const ADVANCED_EVERY = 6 * 60 * MINUTE

const minuteOf = (at: number): number => Math.floor(at / MINUTE) * MINUTE

/** What the host knows about the device's process. */
interface ProcessFigures {
  /** Milliseconds of processor time since the start, of all threads and cores. */
  processorMs: number
  /** Bytes. */
  memory: number
}

/** Measures the device, and keeps the figures of a week across restarts. */
export interface Health extends Engine {
  /** The web server whose connections and traffic count from now on. */
  open(door: Pick<FrontDoor, 'traffic'>): void
  latest(): Reading
  /** A sample for each step of a range, up to now; undefined where nothing was measured. */
  samples(range: HealthRange): { from: number; samples: (Sample | undefined)[] }
  /** When the oldest sample begins. */
  since(): number | undefined
  start(): void
  stateRestored(): void
  close(): void
}

interface HealthParts {
  clock: Pick<Clock, 'now' | 'monotonic' | 'every' | 'onJump'>
  database: Database
  thermometer: Pick<Thermometer, 'celsius' | 'subscribe'>
  storage: Pick<Storage, 'space'>
  log: Pick<Log, 'warn'>
}

/** What loads and rates are computed from. */
interface Totals extends ProcessFigures {
  /** Monotonic milliseconds. */
  at: number
  /** Bytes. */
  received: number
  sent: number
  connections: number | undefined
}

interface HealthOptions {
  ofProcess?: () => ProcessFigures
  cores?: number
  /** Monotonic milliseconds of the host, which the bench doesn't move. */
  hostNow?: () => number
}

export function openHealth(parts: HealthParts, options: HealthOptions = {}): Health {
  const { clock, database, thermometer, storage, log } = parts
  const {
    ofProcess = figuresOfProcess,
    cores = availableParallelism(),
    hostNow = () => performance.now(),
  } = options
  const store = openHealthSamples(database)
  let door: Pick<FrontDoor, 'traffic'> | undefined
  /** The totals at the last reading that went into a sample, and at the last one of any kind. */
  let sampled = totals()
  let seen = sampled
  let rates: Rates = NO_RATES
  /** The minute in progress. */
  let minute: Sample | undefined
  /** Minutes that are not on the disk yet. */
  let waiting: Sample[] = []
  let savedAt = clock.monotonic()
  let saving: NodeJS.Immediate | undefined
  /** When the last reading was due, on both clocks. */
  let due = { host: hostNow(), at: clock.monotonic() }
  /** The first minute of this run; undefined until the first reading of the present state. */
  let runBegan: number | undefined
  /** How far the time of day is ahead of the time since the boot, in milliseconds. */
  let ahead = clock.now() - clock.monotonic()
  let readEvery = READ_EVERY
  let stopReadings: (() => void) | undefined
  const ends: (() => void)[] = []

  function totals(): Totals {
    const { received = 0, sent = 0, connections } = door?.traffic() ?? {}
    return { at: clock.monotonic(), received, sent, connections, ...ofProcess() }
  }

  /** The mean loads and rates since then; the last ones if that is too short to tell. */
  function ratesSince(then: Totals, now: Totals): Rates {
    const elapsed = now.at - then.at
    if (elapsed < SHORTEST) return rates
    return {
      processor: Math.min((100 * (now.processorMs - then.processorMs)) / elapsed / cores, 100),
      received: ((now.received - then.received) * 1000) / elapsed,
      sent: ((now.sent - then.sent) * 1000) / elapsed,
    }
  }

  function readingOf(now: Totals): Reading {
    const space = storage.space(SD_CARD)
    return {
      ...rates,
      temperature: thermometer.celsius(),
      memory: now.memory,
      connections: now.connections,
      storage: space && space.total - space.free,
    }
  }

  function latest(): Reading {
    const now = totals()
    rates = ratesSince(seen, now)
    if (now.at - seen.at >= SHORTEST) seen = now
    return readingOf(now)
  }

  /** Unlike `latest`, measures since the last sample, so that samples miss nothing in between. */
  function latestForSample(): Reading {
    const now = totals()
    rates = ratesSince(sampled, now)
    if (now.at - sampled.at >= SHORTEST) sampled = seen = now
    return readingOf(now)
  }

  /** Whether the bench is advancing the clock: time passes on the device, but not on the host. */
  function isAdvanced(): boolean {
    const now = { host: hostNow(), at: clock.monotonic() }
    const advanced = now.at - due.at >= READ_EVERY && now.host - due.host < READ_EVERY / 20
    due = now
    return advanced
  }

  function read(): void {
    const advanced = isAdvanced()
    take()
    // What is advanced is written once the clock has arrived.
    if (!advanced) saveIfDue()
    const next = advanced ? ADVANCED_EVERY : READ_EVERY
    if (next !== readEvery) readAt(next)
  }

  function readAt(interval: number): void {
    stopReadings?.()
    readEvery = interval
    stopReadings = clock.every(interval, read)
  }

  /** Fills in the minutes that were not read because the clock was advanced: like the one before. */
  function fill(): void {
    const last = minute
    if (!last) return
    const now = minuteOf(clock.now())
    for (let at = last.at + MINUTE; at < now; at += MINUTE) {
      endMinute()
      minute = { ...last, at, readings: 1 }
    }
  }

  function clockMoved(): void {
    clockSet()
    if (readEvery === READ_EVERY) return
    take()
    saveIfDue()
    readAt(READ_EVERY)
  }

  function take(): void {
    if (readEvery > READ_EVERY) fill()
    const at = minuteOf(clock.now())
    runBegan ??= at
    if (minute && minute.at !== at) endMinute()
    const reading = sampleOf(at, latestForSample())
    minute = combine(at, minute ? [minute, reading] : [reading])
  }

  function endMinute(): void {
    if (minute) waiting.push(minute)
    minute = undefined
    // Not each time, as that would copy all of them.
    if (waiting.length >= 2 * WAITING_MAX) waiting = waiting.slice(-WAITING_MAX)
  }

  /** Runs a write; on a full disk, the next one tries again. */
  function written(write: () => void): boolean {
    try {
      write()
      return true
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause
      log.warn({ err: cause }, 'measurements could not be stored')
      return false
    }
  }

  function saveIfDue(): void {
    if (clock.monotonic() - savedAt < SAVE_EVERY) return
    savedAt = clock.monotonic()
    saveAll()
  }

  /** Writes part after part, with other work in between. */
  function saveAll(): void {
    clearImmediate(saving)
    if (savePart() && waiting.length > 0) saving = setImmediate(saveAll)
  }

  /**
   * Writes the oldest minutes, all those of a quarter of an hour together: the store keeps no minutes
   * of days ago, to which others could be added.
   * @returns whether they could be stored
   */
  function savePart(): boolean {
    const [oldest] = waiting
    if (!oldest) return true
    const end = quarterOf(oldest.at) + SAVED_AT_ONCE
    const part = waiting.filter(({ at }) => at < end)
    if (!written(() => store.add(part, clock.now()))) return false
    waiting = waiting.filter(({ at }) => at >= end)
    return true
  }

  /** When the clock is set, what this run has measured stays as long ago as it was. */
  function clockSet(): void {
    const now = clock.now() - clock.monotonic()
    const by = Math.round((now - ahead) / MINUTE) * MINUTE
    if (by === 0) return
    ahead += by
    if (runBegan === undefined) return
    endMinute()
    waiting = waiting.map((one) => ({ ...one, at: one.at + by }))
    const since = runBegan
    runBegan += by
    written(() => store.move(since, by, clock.now()))
  }

  // What was measured before belongs to another state.
  database.onRestoring(() => {
    minute = undefined
    waiting = []
    runBegan = undefined
  })

  return {
    open(frontDoor) {
      door = frontDoor
      sampled = seen = totals()
    },
    latest,
    samples(range) {
      const { count, step } = HEALTH_RANGES[range]
      const grid = { step: step * 1000, count, from: 0 }
      grid.from = (Math.floor(clock.now() / grid.step) + 1 - count) * grid.step
      const stored = store.between(range === 'week' ? QUARTER : MINUTE, grid.from, Infinity)
      const all = [...stored, ...waiting, ...(minute ? [minute] : [])]
      return { from: grid.from, samples: onGrid(all, grid) }
    },
    since: () => store.oldest() ?? waiting[0]?.at ?? minute?.at,
    start() {
      take()
      readAt(READ_EVERY)
      ends.push(
        () => stopReadings?.(),
        clock.onJump(clockMoved),
        // A peak counts even if it is over by the next reading.
        thermometer.subscribe(take),
      )
    },
    // The first figures of the new state, as after a start.
    stateRestored: take,
    close() {
      for (const end of ends) end()
      clearImmediate(saving)
      endMinute()
      while (waiting.length > 0) if (!savePart()) break
    },
  }
}

type Rates = Pick<Reading, 'processor' | 'received' | 'sent'>

const NO_RATES: Rates = { processor: undefined, received: undefined, sent: undefined }

function figuresOfProcess(): ProcessFigures {
  const { user, system } = process.cpuUsage()
  return { processorMs: (user + system) / 1000, memory: process.memoryUsage.rss() }
}
