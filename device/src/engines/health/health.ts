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
import { MINUTE, openHealthSamples, QUARTER } from '../../state/health-samples.ts'
import type { Engine } from '../engine.ts'
import type { Storage } from '../storage/storage.ts'
import { combine, onGrid, sampleOf } from './sample.ts'
import type { Reading, Sample } from './sample.ts'

/** Milliseconds from one reading to the next. */
const READ_EVERY = MINUTE
/** Milliseconds after which minutes are written to the disk: what a power cut takes at the most. */
const SAVE_EVERY = 5 * MINUTE
/** The shortest time over which loads and rates are measured, in milliseconds. */
const SHORTEST = 1_000
/** Minutes that wait while the disk is full or the clock is moved; the oldest make room. */
const WAITING_MAX = 8 * 24 * 60

/**
 * Milliseconds between readings while the bench moves the clock forward: there is nothing new to
 * measure, and a reading for each minute of 40 days would take half a minute.
 */
const HURRIED_EVERY = 6 * 60 * MINUTE

const minuteOf = (at: number): number => Math.floor(at / MINUTE) * MINUTE

/** What the host knows of the device's process. */
interface ProcessFigures {
  /** Milliseconds of processor time since the start, of all threads and cores. */
  processorMs: number
  /** Bytes. */
  memory: number
}

/** Measures the device, and remembers the figures of a week across restarts. */
export interface Health extends Engine {
  /** Counts the traffic of this web server from now on. */
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
  /** What loads and rates are measured from. */
  let before = totals()
  let rates: Pick<Reading, 'processor' | 'received' | 'sent'> = NO_RATES
  /** The minute that goes on. */
  let minute: Sample | undefined
  /** Minutes that are not on the disk yet. */
  let waiting: Sample[] = []
  let savedAt = clock.monotonic()
  /** When the last reading was due, on both clocks. */
  let due = { host: hostNow(), at: clock.monotonic() }
  /** The first minute of this run; undefined until the first reading of the present state. */
  let runBegan: number | undefined
  /** By how much the time of day is ahead of the time since the boot. */
  let ahead = clock.now() - clock.monotonic()
  let readEvery = READ_EVERY
  let stopReadings: (() => void) | undefined
  const ends: (() => void)[] = []

  function totals() {
    const { received = 0, sent = 0, connections } = door?.traffic() ?? {}
    return { at: clock.monotonic(), received, sent, connections, ...ofProcess() }
  }

  function latest(): Reading {
    const now = totals()
    const elapsed = now.at - before.at
    if (elapsed >= SHORTEST) {
      rates = {
        processor: Math.min((100 * (now.processorMs - before.processorMs)) / elapsed / cores, 100),
        received: ((now.received - before.received) * 1000) / elapsed,
        sent: ((now.sent - before.sent) * 1000) / elapsed,
      }
      before = now
    }
    const space = storage.space(SD_CARD)
    return {
      ...rates,
      temperature: thermometer.celsius(),
      memory: now.memory,
      connections: now.connections,
      storage: space && space.total - space.free,
    }
  }

  /** Whether the bench is moving the clock forward: time passes on the device, but not on the host. */
  function isHurried(): boolean {
    const now = { host: hostNow(), at: clock.monotonic() }
    const hurried = now.at - due.at >= READ_EVERY && now.host - due.host < READ_EVERY / 20
    due = now
    return hurried
  }

  function read(): void {
    const hurried = isHurried()
    take(hurried)
    const next = hurried ? HURRIED_EVERY : READ_EVERY
    if (next !== readEvery) readAt(next)
  }

  function readAt(interval: number): void {
    stopReadings?.()
    readEvery = interval
    stopReadings = clock.every(interval, read)
  }

  /** The minutes between two hurried readings were like the one before them. */
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
    readAt(READ_EVERY)
  }

  /** @param hurried it is written later */
  function take(hurried = false): void {
    if (readEvery > READ_EVERY) fill()
    const at = minuteOf(clock.now())
    runBegan ??= at
    if (minute && minute.at !== at) endMinute()
    const reading = sampleOf(at, latest())
    minute = combine(at, minute ? [minute, reading] : [reading])
    if (!hurried && clock.monotonic() - savedAt >= SAVE_EVERY) save()
  }

  function endMinute(): void {
    if (minute) waiting.push(minute)
    minute = undefined
    // Not each time, as that would move all of them.
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

  function save(): void {
    savedAt = clock.monotonic()
    if (waiting.length === 0) return
    if (written(() => store.add(waiting, clock.now()))) waiting = []
  }

  /** What was measured in this run was measured so long ago, whatever the clock showed then. */
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

  // Measurements of before belong to another state.
  database.onRestoring(() => {
    minute = undefined
    waiting = []
    runBegan = undefined
  })

  return {
    open(frontDoor) {
      door = frontDoor
      before = totals()
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
        thermometer.subscribe(() => take()),
      )
    },
    // The first figures of the new state, as of a device that has just started.
    stateRestored: () => take(),
    close() {
      for (const end of ends) end()
      endMinute()
      save()
    },
  }
}

const NO_RATES = { processor: undefined, received: undefined, sent: undefined }

function figuresOfProcess(): ProcessFigures {
  const { user, system } = process.cpuUsage()
  return { processorMs: (user + system) / 1000, memory: process.memoryUsage.rss() }
}
