import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  deviceTime,
  formatClock,
  formatOffset,
  localAt,
  offsetAt,
  toNextSecond,
  utcAt,
} from './device-clock.ts'
import type { DeviceTime } from './device-clock.ts'

function time(local: string, zone?: string, at = 0): DeviceTime {
  const read = deviceTime(local, zone, at)
  if (!read) throw new Error(`no time: ${local}`)
  return read
}

test('the clock advances from the response, in the device’s zone (EXPECT-23)', () => {
  const stockholm = time('2026-11-20T14:07:32+01:00', 'Europe/Stockholm', 5_000)
  expect(formatClock(localAt(stockholm, 5_000))).toBe('14:07:32')
  expect(formatClock(localAt(stockholm, 5_999))).toBe('14:07:32')
  expect(formatClock(localAt(stockholm, 6_000))).toBe('14:07:33')
  expect(formatClock(localAt(stockholm, 5_000 + 3_600_000))).toBe('15:07:32')
})

test('summer time begins by the rules of the zone (EXPECT-24)', () => {
  const before = time('2026-03-29T01:59:59+01:00', 'Europe/Stockholm')
  expect(formatClock(localAt(before, 0))).toBe('01:59:59')
  expect(formatClock(localAt(before, 1_000))).toBe('03:00:00')
  const back = time('2026-10-25T02:59:59+02:00', 'Europe/Stockholm')
  expect(formatClock(localAt(back, 1_000))).toBe('02:00:00')
})

test('a new response replaces the old time (EXPECT-24)', () => {
  const old = time('2026-11-20T14:07:32Z', 'UTC')
  const set = time('2031-01-01T00:00:00Z', 'UTC', 1_000)
  expect(formatClock(localAt(old, 1_000))).toBe('14:07:33')
  expect(localAt(set, 1_000).toISOString()).toBe('2031-01-01T00:00:00.000Z')
})

test('without a known zone the offset of the response is used', () => {
  for (const zone of [undefined, 'Mars/Olympus', '']) {
    const odd = time('2026-11-20T14:07:32-03:30', zone)
    expect(odd.zone).toBeUndefined()
    expect(offsetAt(odd, utcAt(odd, 0))).toBe(-210)
    expect(formatClock(localAt(odd, 0))).toBe('14:07:32')
  }
  expect(deviceTime('soon', 'UTC', 0)).toBeUndefined()
})

test('offsets are written with their sign', () => {
  expect([0, 60, -210, 765].map(formatOffset)).toEqual([
    'UTC+00:00',
    'UTC+01:00',
    'UTC-03:30',
    'UTC+12:45',
  ])
})

test('the next tick is the next full second of the device', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 4e12 }), fc.nat(1e6), (utc, monotonic) => {
      const clock = { utc, at: 0, offset: 0, zone: undefined }
      const wait = toNextSecond(clock, monotonic)
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(1000)
      expect(Math.abs(utcAt(clock, monotonic + wait) % 1000)).toBe(0)
    }),
  )
})
