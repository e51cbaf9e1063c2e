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
