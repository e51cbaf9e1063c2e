import { expect, test } from 'vitest'
import { durationIn, durationOf } from './duration.ts'

test.each([
  ['PT60S', 60_000],
  ['PT1M30.5S', 90_500],
  ['P1DT2H', 93_600_000],
  [' PT0S ', 0],
])('%s has %i ms', (text, ms) => {
  expect(durationIn(text)).toBe(ms)
})

test.each(['', 'P', 'PT', '60', 'P1M', 'P1Y', '-PT1S', 'PT1S2'])('"%s" is none', (text) => {
  expect(durationIn(text)).toBeUndefined()
})

test('seconds are written as they are read', () => {
  expect(durationIn(durationOf(75))).toBe(75_000)
})
