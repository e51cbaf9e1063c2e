import { expect, test } from 'vitest'
import { decodeLevels, encodeLevels, levelPercent, wholeDecibels } from './audio-level.ts'

test('a reading is a script with the peak and the channels, silence included (DEVICE-126, AUDIO-11)', () => {
  expect(encodeLevels({ peak: -3.04, channels: [-6.06, -Infinity] })).toBe(
    '<script>window.parent.update(-3.0, -6.1, -120.0);</script>\n',
  )
})

test('just below the full scale is 0 without a sign', () => {
  const line = encodeLevels({ peak: -0.04, channels: [-0.06] })
  expect(line).toContain('update(0.0, -0.1)')
  expect([-0.4, -0.6, 0.4, -20.4].map(wholeDecibels)).toEqual([0, -1, 0, -20])
})

test('a stream without readings does not pile up', () => {
  const { readings, rest } = decodeLevels('x'.repeat(1_000_000))
  expect([readings, rest.length]).toEqual([[], 1000])
})

test('readings are found in parts of a stream, wherever they are cut (DEVICE-126)', () => {
  const text =
    encodeLevels({ peak: -1, channels: [-4] }) + encodeLevels({ peak: -2, channels: [-5] })
  for (let cut = 0; cut <= text.length; cut += 1) {
    const first = decodeLevels(text.slice(0, cut))
    const second = decodeLevels(first.rest + text.slice(cut))
    expect([...first.readings, ...second.readings]).toEqual([
      { peak: -1, channels: [-4] },
      { peak: -2, channels: [-5] },
    ])
  }
})

test.each([
  ['window.parent.update(-23.4);', [{ peak: -23.4, channels: [-23.4] }]],
  ['update(-Infinity, -Infinity)', [{ peak: -Infinity, channels: [-Infinity] }]],
  ['update()', []],
  ['<html>', []],
])('other firmware: %s', (text, readings) => {
  expect(decodeLevels(text).readings).toEqual(readings)
})

test.each([
  [0, 100],
  [-6, 50],
  [-20, 10],
  [-120, 0],
  [-Infinity, 0],
])('%f dB are %i %% of the full amplitude (AUDIO-12)', (decibels, percent) => {
  expect(levelPercent(decibels)).toBe(percent)
})
