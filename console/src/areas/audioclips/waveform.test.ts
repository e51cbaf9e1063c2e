import { expect, test } from 'vitest'
import { levelOf } from './waveform.ts'

test.each([
  [[100, 3], 0],
  [[10, 50], -6],
  [[1], -40],
  [[0, 0], -40],
  [[], -40],
])('the loudest of the peaks %j is at %d dBFS', (peaks, level) => {
  expect(levelOf(peaks)).toBeCloseTo(level, 9)
})
