import { expect, test } from 'vitest'
import { openPace } from './pace.ts'

/** The share of ten minutes that is spent on pictures that are always due and take this long. */
function shareSpent(share: number, ms: number): number {
  let now = 5_000
  const pace = openPace(share, () => now)
  const end = now + 600_000
  let spent = 0
  while (now < end) {
    now += pace.wait()
    now += ms
    spent += ms
    pace.spent(ms)
  }
  return spent / 600_000
}

test.each([3, 20, 70, 400])('pictures of %i ms take no more than their share', (ms) => {
  expect(shareSpent(0.4, ms)).toBeGreaterThan(0.38)
  expect(shareSpent(0.4, ms)).toBeLessThan(0.41)
})

test('what stays below its share never waits, not even for a burst after a pause', () => {
  let now = 0
  const pace = openPace(0.4, () => now)
  for (let turn = 0; turn < 1000; turn += 1) {
    expect(pace.wait()).toBe(0)
    now += 20
    pace.spent(20)
    now += 46
  }
  now += 60_000
  for (let turn = 0; turn < 5; turn += 1) {
    expect(pace.wait()).toBe(0)
    now += 20
    pace.spent(20)
  }
  for (let turn = 0; turn < 5; turn += 1) pace.spent(20)
  expect(pace.wait()).toBeGreaterThan(0)
})
