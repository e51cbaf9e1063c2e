import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HealthRange } from '@lintel/contract/calls/health'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startClock } from '../../clock/clock.ts'
import { openThermometer } from '../../hardware/thermometer.ts'
import { openDatabase } from '../../state/database.ts'
import type { Database } from '../../state/database.ts'
import { openHealthSamples } from '../../state/health-samples.ts'
import { openHealth } from './health.ts'
import { combine, sampleOf } from './sample.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOON = Date.UTC(2026, 10, 20, 12)

const NOTHING = {
  temperature: undefined,
  processor: undefined,
  memory: undefined,
  connections: undefined,
  received: undefined,
  sent: undefined,
  storage: undefined,
}

let folder: string
const opened: (() => void)[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-health-'))
})
afterEach(() => {
  for (const close of opened.splice(0)) close()
  rmSync(folder, { recursive: true, force: true })
})

/** A device's health from a boot at this time on, on the database of the test. */
function boot(at = NOON, hostNow?: () => number) {
  const full = { disk: false }
  const database = openDatabase(join(folder, 'state.db'), { diskFull: () => full.disk })
  // The host's clock stands still, so only the test moves time.
  const clock = startClock({ host: { now: () => at, monotonic: () => 0 } })
  const thermometer = openThermometer({ plugged: { world: { temperature: 20 } } })
  const work = { processorMs: 0, memory: 100_000_000, used: 2_000 }
  const traffic = { connections: 3, received: 0, sent: 0 }
  const health = openHealth(
    {
      clock,
      database,
      thermometer,
      storage: { space: () => ({ total: 10_000, free: 10_000 - work.used }) },
      log: { warn: () => {} },
    },
    // The host's time passes like the device's.
    { ofProcess: () => work, cores: 2, hostNow: hostNow ?? (() => clock.monotonic()) },
  )
  health.open({ traffic: () => traffic })
  health.start()
  const cut = () => {
    opened.splice(opened.indexOf(cut), 1)
    database.close()
  }
  opened.push(cut)
  return {
    health,
    clock,
    database,
    work,
    traffic,
    full,
    heat: (temperature: number) => thermometer.worldChanged({ temperature }),
    /** Ends without saving, as in a power cut. */
    cut,
    shutDown() {
      health.close()
      cut()
    },
  }
}

type Booted = ReturnType<typeof boot>

/** The mean temperatures of a range; undefined where nothing was measured. */
const temperatures = ({ health }: Booted, range: HealthRange = 'hour') =>
  health.samples(range).samples.map((one) => one?.figures.temperature?.mean)

const measured = (list: readonly unknown[]) => list.filter((one) => one !== undefined).length

const rowsOf = (database: Database, step: number) =>
  Number(database.get('SELECT count(*) AS n FROM health_samples WHERE step = ?', step)?.['n'])

test('a minute has the mean, the lowest and the highest of its readings', async () => {
  const device = boot()
  await device.clock.advance(20_000)
  device.heat(50)
  device.heat(26)
  await device.clock.advance(MINUTE)
  const { from, samples } = device.health.samples('hour')
  expect(from).toBe(NOON - 58 * MINUTE)
  expect(samples).toHaveLength(60)
  // A reading at 0 s, and two of the changes.
  expect(samples[58]).toMatchObject({
    at: NOON,
    readings: 3,
    figures: { temperature: { mean: (20 + 50 + 26) / 3, low: 20, high: 50 } },
  })
  expect(samples[59]?.figures.temperature).toEqual({ mean: 26, low: 26, high: 26 })
  expect(samples.slice(0, 58)).toEqual(Array.from({ length: 58 }, () => undefined))
})

test('the latest loads and rates are those since the reading before', async () => {
  const device = boot()
  expect(device.health.latest()).toMatchObject({ processor: undefined, received: undefined })
  device.work.processorMs = 4_000
  Object.assign(device.traffic, { received: 20_000, sent: 1_000_000, connections: 7 })
  await device.clock.advance(20_000)
  expect(device.health.latest()).toEqual({
    temperature: 20,
    // 4 s of 20 s on one of two cores.
    processor: 10,
    memory: 100_000_000,
    connections: 7,
    received: 1_000,
    sent: 50_000,
    storage: 2_000,
  })
  await device.clock.advance(20_000)
  expect(device.health.latest()).toMatchObject({ processor: 0, received: 0, sent: 0 })
})

test('minutes are kept for a day and quarters for a week', async () => {
  const { database, health, clock } = boot()
  const store = openHealthSamples(database)
  const first = NOON - 10 * DAY
  for (let day = 0; day < 10; day += 1) {
    const minutes = Array.from({ length: 24 * 60 }, (_, index) =>
      sampleOf(first + day * DAY + index * MINUTE, { ...NOTHING, temperature: day }),
    )
    store.add(minutes, first + (day + 1) * DAY)
    expect(rowsOf(database, MINUTE)).toBeLessThanOrEqual(25 * 60)
    expect(rowsOf(database, 15 * MINUTE)).toBeLessThanOrEqual(8 * 96)
  }
  expect(rowsOf(database, MINUTE)).toBe(24 * 60 + 59)
  expect(rowsOf(database, 15 * MINUTE)).toBe(8 * 96 - 1)
  await clock.advance(1)
  for (const range of ['hour', 'day', 'week'] as const) {
    const { samples } = health.samples(range)
    expect(measured(samples)).toBe(samples.length)
  }
  expect(statSync(join(folder, 'state.db')).size).toBeLessThan(2_000_000)
})

test.each([
  ['once in five minutes', HOUR, undefined, 12],
  // In parts of six hours.
  ['once the clock has arrived while the bench advances it', DAY, () => 0, 4],
])('the disk is written to %s', async (_, time, hostNow, most) => {
  const device = boot(NOON, hostNow)
  let writes = 0
  const before = device.database.tx.bind(device.database)
  device.database.tx = (work) => {
    writes += 1
    return before(work)
  }
  await device.clock.advance(time)
  await expect.poll(() => rowsOf(device.database, MINUTE)).toBe(time / MINUTE)
  expect(writes).toBe(most)
  const { samples } = device.health.samples(time === HOUR ? 'hour' : 'day')
  expect(measured(samples)).toBe(samples.length)
  expect(samples.at(-5)?.readings).toBe(time === HOUR ? 1 : 5)
})

test('forty days that the bench advances leave a week, and are never written at once', async () => {
  const device = boot(NOON, () => 0)
  await device.clock.advance(MINUTE)
  const run = device.database.run.bind(device.database)
  const tx = device.database.tx.bind(device.database)
  const writes: number[] = []
  device.database.tx = (work) => {
    writes.push(0)
    return tx(work)
  }
  device.database.run = (sql, ...values) => {
    writes.push((writes.pop() ?? 0) + 1)
    run(sql, ...values)
  }
  await device.clock.advance(40 * DAY)
  const stored = () => device.database.get('SELECT max(at) AS at FROM health_samples')?.['at']
  await expect.poll(stored).toBe(NOON + 40 * DAY)
  device.clock.set(NOON)
  expect(writes.length).toBeGreaterThan(30)
  expect(Math.max(...writes)).toBeLessThan(400)
  expect(rowsOf(device.database, MINUTE)).toBe(25 * 60 - 1)
  expect(rowsOf(device.database, 15 * MINUTE)).toBe(8 * 96 - 1)
  for (const range of ['hour', 'day', 'week'] as const) {
    const { samples } = device.health.samples(range)
    expect(measured(samples)).toBe(samples.length)
  }
})

test('a sample has all traffic since the one before, whoever looks in between', async () => {
  const device = boot()
  await device.clock.advance(MINUTE)
  device.traffic.sent = 600_000
  await device.clock.advance(50_000)
  expect(device.health.latest().sent).toBe(12_000)
  await device.clock.advance(10_000)
  expect(device.health.samples('hour').samples.at(-1)?.figures.sent?.mean).toBe(10_000)
  expect(device.health.latest().sent).toBe(10_000)
})

test('a power cut loses the last minutes, and the time without power is a gap', async () => {
  const first = boot()
  await first.clock.advance(23 * MINUTE)
  first.cut()
  const second = boot(NOON + 40 * MINUTE)
  await second.clock.advance(4 * MINUTE)
  const list = temperatures(second)
  // The range ends with the minute that goes on, 12:44.
  const at = (minute: number) => list[59 - 44 + minute]
  const of = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => at(from + index))
  expect(measured(of(0, 19))).toBe(19)
  expect(measured(of(24, 40))).toBe(0)
  expect(measured(of(40, 45))).toBe(5)
  expect(second.health.since()).toBe(NOON)
})

test('an orderly restart loses nothing', async () => {
  const first = boot()
  await first.clock.advance(3 * MINUTE)
  first.shutDown()
  // Within the same minute.
  const second = boot(NOON + 3 * MINUTE + 30_000)
  second.shutDown()
  const third = boot(NOON + 5 * MINUTE)
  expect(measured(temperatures(third))).toBe(5)
  expect(third.health.samples('hour').samples.at(-3)).toMatchObject({ readings: 2 })
})

test('peaks survive as the highest of a longer time', async () => {
  const device = boot()
  await device.clock.advance(7 * MINUTE)
  device.heat(70)
  device.heat(20)
  await device.clock.advance(2 * HOUR)
  const peaks = device.health
    .samples('week')
    .samples.flatMap((one) => (one?.figures.temperature?.high === 70 ? [one] : []))
  expect(peaks).toHaveLength(1)
  expect(peaks[0]?.at).toBe(NOON)
})

test('what was measured moves with a clock that is set, quarters included', async () => {
  const device = boot(NOON - 40 * DAY)
  await device.clock.advance(26 * HOUR)
  device.heat(30)
  await device.clock.advance(HOUR)
  const before = { day: temperatures(device, 'day'), week: measured(temperatures(device, 'week')) }
  device.clock.set(NOON)
  expect(temperatures(device, 'day').filter((one) => one === 30)).toEqual(
    before.day.filter((one) => one === 30),
  )
  expect(measured(temperatures(device, 'day'))).toBe(before.day.length)
  expect(Math.abs(measured(temperatures(device, 'week')) - before.week)).toBeLessThanOrEqual(1)
  // And back again, beyond the first boot.
  device.clock.set(NOON - 60 * DAY)
  expect(measured(temperatures(device, 'day'))).toBe(before.day.length)
  await device.clock.advance(10 * MINUTE)
  expect(rowsOf(device.database, MINUTE)).toBeLessThanOrEqual(25 * 60)
})

test('what an earlier run measured stays at its time, unless that is in the future', async () => {
  const first = boot()
  await first.clock.advance(30 * MINUTE)
  first.shutDown()
  const second = boot(NOON + 40 * MINUTE)
  await second.clock.advance(10 * MINUTE)
  second.clock.set(second.clock.now() - 35 * MINUTE)
  // It is 12:15. The run of ten minutes was at 12:05 then, over what was measured before.
  expect(measured(temperatures(second))).toBe(16)
  expect(second.health.samples('hour').samples.slice(-10)).toContainEqual(
    expect.objectContaining({ readings: 2 }),
  )
  await second.clock.advance(5 * MINUTE)
  expect(
    second.database.get('SELECT max(at) AS at FROM health_samples')?.['at'],
  ).toBeLessThanOrEqual(second.clock.now())
})

test('small corrections of the clock move nothing until they add up', async () => {
  const device = boot()
  await device.clock.advance(10 * MINUTE)
  for (let times = 0; times < 5; times += 1) device.clock.set(device.clock.now() + 20_000)
  await device.clock.advance(MINUTE)
  // 100 s are two minutes, to whole ones.
  expect(device.health.since()).toBe(NOON + 2 * MINUTE)
  expect(measured(temperatures(device))).toBe(11)
})

test('advancing the clock moves nothing', async () => {
  const device = boot()
  await device.clock.advance(30 * MINUTE)
  expect(device.health.since()).toBe(NOON)
  expect(measured(temperatures(device))).toBe(31)
})

test('a full disk loses nothing if it has room again in time', async () => {
  const device = boot()
  device.full.disk = true
  await device.clock.advance(22 * MINUTE)
  expect(rowsOf(device.database, MINUTE)).toBe(0)
  expect(measured(temperatures(device))).toBe(23)
  device.clock.set(device.clock.now() + HOUR)
  device.full.disk = false
  await device.clock.advance(5 * MINUTE)
  expect(rowsOf(device.database, MINUTE)).toBeGreaterThanOrEqual(25)
})

test('a restored state has its own past', async () => {
  const device = boot()
  const file = join(folder, 'saved.db')
  device.database.save(file)
  await device.clock.advance(12 * MINUTE)
  device.database.restore(file)
  // As the board does afterwards.
  device.clock.adopt(0)
  expect(measured(temperatures(device))).toBe(0)
  device.health.stateRestored()
  expect(measured(temperatures(device))).toBe(1)
  await device.clock.advance(40_000)
  expect(measured(temperatures(device))).toBe(1)
})

test('the mean of parts is the mean of the whole', () => {
  const list = fc.array(fc.integer({ min: -40, max: 90 }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(list, fc.nat(40), (values, cut) => {
      const samples = values.map((temperature) => sampleOf(0, { ...NOTHING, temperature }))
      const whole = combine(0, samples)
      const parts = [samples.slice(0, cut), samples.slice(cut)].filter((part) => part.length > 0)
      const again = combine(
        0,
        parts.map((part) => combine(0, part)),
      )
      expect(again.readings).toBe(values.length)
      expect(again.figures.temperature?.mean).toBeCloseTo(whole.figures.temperature?.mean ?? NaN)
      expect(again.figures.temperature).toMatchObject({
        low: Math.min(...values),
        high: Math.max(...values),
      })
    }),
  )
})
