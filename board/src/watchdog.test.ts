import { expect, test } from 'vitest'
import { fakeTime } from './testing/fake-time.ts'
import { createWatchdog } from './watchdog.ts'

test('a device that does not run within its boot time and 20 s is killed', () => {
  const time = fakeTime()
  const watchdog = createWatchdog(5, time)
  let bites = 0
  watchdog.started(() => (bites += 1))
  time.pass(24_999)
  expect(bites).toBe(0)
  time.pass(1)
  expect(bites).toBe(1)
  time.pass(100_000)
  expect(bites).toBe(1)
})

test('a running device is left alone, and so is one without power', () => {
  const time = fakeTime()
  const watchdog = createWatchdog(0, time)
  const bite = () => expect.unreachable()
  watchdog.started(bite)
  time.pass(19_000)
  watchdog.running()
  time.pass(60_000)
  watchdog.started(bite)
  watchdog.reset()
  time.pass(60_000)
})

/** A watchdog of a device that runs and has sent a heartbeat. */
function watched() {
  const time = fakeTime()
  const watchdog = createWatchdog(0, time)
  const bites: string[] = []
  watchdog.started((why) => bites.push(why))
  watchdog.running()
  watchdog.heartbeat()
  return { time, watchdog, bites }
}

test('a device that misses more than six heartbeats is killed, once', () => {
  const { time, watchdog, bites } = watched()
  for (let beat = 0; beat < 100; beat += 1) {
    time.pass(5_000)
    watchdog.heartbeat()
  }
  time.pass(30_000)
  watchdog.heartbeat()
  time.pass(34_999)
  expect(bites).toEqual([])
  time.pass(1)
  expect(bites).toEqual(['silent'])
  time.pass(100_000)
  expect(bites).toEqual(['silent'])
})

test('what the board slept through does not count: its host was suspended or too busy', () => {
  const { time, watchdog, bites } = watched()
  time.pass(30_000)
  time.oversleep(3_600_000)
  time.pass(30_000)
  expect(bites).toEqual([])
  watchdog.heartbeat()
  // Here every second look of the board is late.
  for (let turn = 0; turn < 20; turn += 1) {
    time.pass(5_000)
    time.oversleep(20_000)
  }
  expect(bites).toEqual([])
  time.pass(35_000)
  expect(bites).toEqual(['silent'])
})

test('firmware that never sends a heartbeat is not watched, and one without power neither', () => {
  const { time, watchdog, bites } = watched()
  watchdog.reset()
  time.pass(100_000)
  watchdog.started((why) => bites.push(why))
  watchdog.running()
  time.pass(100_000)
  expect(bites).toEqual([])
})

test('a device beats while at most one heartbeat is missing', () => {
  const { time, watchdog } = watched()
  time.pass(9_999)
  expect(watchdog.beats()).toBe(true)
  time.pass(1)
  expect(watchdog.beats()).toBe(false)
  expect(createWatchdog(0, time).beats()).toBe(false)
})

test('a device that hangs right after its start is a quick crash, one that hangs later is not', () => {
  const { time, watchdog } = watched()
  const hangAfter = (seconds: number) => {
    watchdog.started(() => {})
    watchdog.running()
    time.pass(seconds * 1000)
    watchdog.heartbeat()
    time.pass(35_000)
    return watchdog.ended(false).pauseMs
  }
  expect([hangAfter(4), hangAfter(4), hangAfter(11)]).toEqual([1000, 2000, 0])
})

test('quick crashes are followed by pauses of 1 to 30 s; the third one makes it failed', () => {
  const watchdog = createWatchdog(0, fakeTime())
  const verdicts = Array.from({ length: 7 }, () => {
    watchdog.started(() => {})
    return watchdog.ended(false)
  })
  expect(verdicts.map(({ pauseMs }) => pauseMs / 1000)).toEqual([1, 2, 4, 8, 16, 30, 30])
  expect(verdicts.map(({ failed }) => failed)).toEqual([false, false, true, true, true, true, true])
})

test('a crash right after the start counts as quick, one after a while restarts the count', () => {
  const time = fakeTime()
  const watchdog = createWatchdog(0, time)
  const crashAfter = (ms: number) => {
    watchdog.started(() => {})
    watchdog.running()
    time.pass(ms)
    return watchdog.ended(false).pauseMs
  }
  expect([crashAfter(9_999), crashAfter(9_999)]).toEqual([1000, 2000])
  expect([crashAfter(10_000), crashAfter(0)]).toEqual([0, 1000])
})

test('a requested restart is not a crash', () => {
  const watchdog = createWatchdog(0, fakeTime())
  watchdog.ended(false)
  watchdog.ended(false)
  expect(watchdog.ended(true)).toEqual({ pauseMs: 0, failed: false })
  expect(watchdog.ended(false)).toEqual({ pauseMs: 1000, failed: false })
})
