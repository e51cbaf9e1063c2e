import { expect, test } from 'vitest'
import { openShownBefore } from './shown-before.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A clock that is asked as time passes and whenever it is set. */
function wall(start: number) {
  const shown = openShownBefore()
  let now = { local: start, elapsed: 5000 }
  shown.isRepeated(now)
  return {
    pass(milliseconds: number) {
      now = { local: now.local + milliseconds, elapsed: now.elapsed + milliseconds }
      return shown.isRepeated(now)
    },
    jump(by: number) {
      now = { ...now, local: now.local + by }
      return shown.isRepeated(now)
    },
  }
}

test('the hour that is repeated in autumn was shown before, and what comes after was not', () => {
  const clock = wall(0)
  expect(clock.pass(3 * HOUR)).toBe(false)
  expect(clock.jump(-HOUR)).toBe(true)
  expect(clock.pass(30 * MINUTE)).toBe(true)
  expect(clock.pass(30 * MINUTE)).toBe(false)
  expect(clock.pass(HOUR)).toBe(false)
})

test('how far it was shown counts, and not when it was last asked', () => {
  const clock = wall(0)
  clock.pass(HOUR)
  // Set back by two minutes, a minute later.
  expect(clock.jump(-MINUTE)).toBe(true)
  expect(clock.jump(-MINUTE)).toBe(true)
  expect(clock.pass(MINUTE)).toBe(true)
  expect(clock.pass(MINUTE)).toBe(false)
})

test('what was right before the start counts as shown, and what comes after that too', () => {
  const clock = wall(0)
  clock.pass(10 * MINUTE)
  expect(clock.jump(-15 * MINUTE)).toBe(true)
  expect(clock.pass(14 * MINUTE)).toBe(true)
  expect(clock.pass(MINUTE)).toBe(false)
})

test('times that the clock has skipped, or that it showed long before, are new', () => {
  const clock = wall(0)
  clock.pass(HOUR)
  expect(clock.jump(2 * HOUR)).toBe(false)
  expect(clock.jump(-90 * MINUTE)).toBe(false)
  expect(clock.pass(10 * MINUTE)).toBe(false)
  expect(clock.jump(-5 * MINUTE)).toBe(true)
  const far = wall(0)
  far.pass(5 * HOUR)
  expect(far.jump(-3 * HOUR)).toBe(false)
  expect(far.pass(HOUR)).toBe(false)
})

test('tiny corrections are none', () => {
  const clock = wall(0)
  clock.pass(HOUR)
  expect(clock.jump(-100)).toBe(false)
  expect(clock.pass(10)).toBe(false)
})
