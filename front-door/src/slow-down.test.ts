import { expect, test } from 'vitest'
import { FREE_PER_ACCOUNT, FREE_PER_ADDRESS, openSlowDown } from './slow-down.ts'

function withClock() {
  const clock = { now: 1_000_000 }
  return { clock, slowDown: openSlowDown(() => clock.now) }
}

test('allows five wrong passwords, then doubles the wait from 1 s to 60 s', () => {
  const { clock, slowDown } = withClock()
  const waits: number[] = []
  for (let failure = 0; failure < 14; failure += 1) {
    slowDown.failed('10.0.0.1', 'root')
    waits.push(slowDown.wait('10.0.0.1', 'root') / 1000)
    clock.now += slowDown.wait('10.0.0.1', 'root')
    expect(slowDown.wait('10.0.0.1', 'root')).toBe(0)
  }
  expect(waits).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60])
})

test('slows one address and account, not the others', () => {
  const { slowDown } = withClock()
  for (let failure = 0; failure < FREE_PER_ACCOUNT; failure += 1)
    slowDown.failed('10.0.0.1', 'root')
  expect(slowDown.wait('10.0.0.1', 'root')).toBe(1000)
  expect(slowDown.wait('10.0.0.1', 'guard')).toBe(0)
  expect(slowDown.wait('10.0.0.2', 'root')).toBe(0)
})

test('slows an address that tries one account after the other', () => {
  const { slowDown } = withClock()
  for (let failure = 0; failure < FREE_PER_ADDRESS; failure += 1) {
    expect(slowDown.wait('10.0.0.1', 'new')).toBe(0)
    slowDown.failed('10.0.0.1', `user${failure}`)
  }
  expect(slowDown.wait('10.0.0.1', 'new')).toBe(1000)
})

test("the right password clears an account's own failures, and nobody else's", () => {
  const { slowDown } = withClock()
  for (let failure = 0; failure < FREE_PER_ADDRESS; failure += 1) {
    slowDown.failed('10.0.0.1', `user${failure}`)
  }
  slowDown.failed('10.0.0.1', 'root')
  slowDown.succeeded('10.0.0.1', 'root')
  expect(slowDown.wait('10.0.0.1', 'root')).toBe(1000)
  for (let failure = 0; failure < FREE_PER_ADDRESS; failure += 1) {
    slowDown.succeeded('10.0.0.1', `user${failure}`)
  }
  expect(slowDown.wait('10.0.0.1', 'root')).toBe(0)
})

test('forgets after a quarter of an hour, and when the clock is set back', () => {
  const { clock, slowDown } = withClock()
  const fail = (): void => {
    for (let failure = 0; failure < 8; failure += 1) slowDown.failed('10.0.0.1', 'root')
  }
  fail()
  clock.now += 15 * 60_000
  expect(slowDown.wait('10.0.0.1', 'root')).toBe(0)
  fail()
  clock.now -= 365 * 24 * 3_600_000
  expect(slowDown.wait('10.0.0.1', 'root')).toBe(0)
})

test('counts the IPv6 addresses of one network as one', () => {
  const { slowDown } = withClock()
  for (let failure = 0; failure < FREE_PER_ACCOUNT; failure += 1) {
    slowDown.failed(`2001:db8:1:2::${failure}`, 'root')
  }
  expect(slowDown.wait('2001:db8:1:2:a:b:c:d', 'root')).toBe(1000)
  expect(slowDown.wait('2001:db8:1:3::1', 'root')).toBe(0)
  expect(slowDown.wait('::1', 'root')).toBe(0)
})

test('remembers at most ten thousand', () => {
  const { slowDown } = withClock()
  for (let failure = 0; failure < FREE_PER_ACCOUNT; failure += 1)
    slowDown.failed('10.0.0.1', 'root')
  for (let other = 0; other < 10_000; other += 1) slowDown.failed('10.0.0.2', `user${other}`)
  expect(slowDown.wait('10.0.0.1', 'root')).toBe(0)
  expect(slowDown.wait('10.0.0.2', 'new')).toBeGreaterThan(0)
})
