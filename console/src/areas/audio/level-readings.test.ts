import { expect, test } from 'vitest'
import { readingsOf } from './level-readings.ts'

test.each([
  [0, 100],
  [-6, 50],
  [-20, 10],
  [-23.4, 7],
  [-120, 0],
  [3, 100],
])('a level of %d dB is %d % of its meter (AUDIO-12)', (decibels, percent) => {
  expect(readingsOf({ peak: 0, channels: [decibels] })[0]?.percent).toBe(percent)
})

test('a reading has channel, level, percentage and threshold for each channel (AUDIO-11)', () => {
  expect(readingsOf({ peak: -3, channels: [-6, -120] })).toEqual([
    { channel: 1, decibels: -6, percent: 50, threshold: 35 },
    { channel: 2, decibels: -120, percent: 0, threshold: 35 },
  ])
})
