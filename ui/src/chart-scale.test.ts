import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  areaBetween,
  figuresOf,
  gapsIn,
  lineThrough,
  momentFormat,
  ticksOf,
  valueAxis,
} from './chart-scale.tsx'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test.each([
  [[15.1, 34.5], 0, [15, 20, 25, 30, 35]],
  [[0, 131e6], 0, [0, 50e6, 100e6, 150e6]],
  [[0, 4], 1, [0, 1, 2, 3, 4]],
  [[-25, -21], 2, [-26, -24, -22, -20]],
  // A number that never changes is in the middle.
  [[21, 21], 2, [18, 20, 22, 24]],
  [[0, 0.3], 0, [0, 0.1, 0.2, 0.3]],
  [[0, 0], 0, [0]],
  // Nothing measured.
  [[Infinity, -Infinity], 0, []],
])('the axis of %j', ([low = 0, high = 0], least, marks) => {
  expect(valueAxis(low, high, least).marks).toEqual(marks)
})

test('an axis has all of its numbers, and few marks, which are not too close', () => {
  const value = fc.double({ min: -1e12, max: 1e12, noNaN: true })
  const least = fc.constantFrom(0, 0.5, 1, 2, 50)
  fc.assert(
    fc.property(value, value, least, (one, other, least) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)]
      fc.pre(high - low > 1e-3)
      const { y, marks } = valueAxis(low, high, least)
      const slack = (high - low) * 1e-6
      expect(marks[0]).toBeLessThanOrEqual(low + slack)
      expect(marks.at(-1)).toBeGreaterThanOrEqual(high - slack)
      // Not -0, which would be written with its sign.
      expect(y.domain().map((end) => end + 0)).toEqual([marks[0], marks.at(-1)])
      expect(marks.length).toBeGreaterThanOrEqual(2)
      expect(marks.length).toBeLessThanOrEqual(7)
      expect((marks[1] ?? 0) - (marks[0] ?? 0)).toBeGreaterThanOrEqual(least * (1 - 1e-6))
    }),
  )
})

test('depths are percent of the axis, and never leave it', () => {
  const { y } = valueAxis(0, 100)
  expect([0, 50, 100, -10, 900].map((value) => y(value))).toEqual([100, 50, 0, 100, 0])
})

test('lines are broken where nothing was measured, and a lone number is a dot', () => {
  const axis = valueAxis(0, 100)
  expect(lineThrough([0, 100 / 3, null, 50, null, null], axis)).toBe('M0.5,100L1.5,66.67M3.5,50Z')
  expect(lineThrough([null, null], axis)).toBe('')
  expect(areaBetween([0, 50, null], [50, 100, null], axis)).toBe('M0.5,50L1.5,0L1.5,50L0.5,100Z')
})

test('a gap is between numbers; before the first one only if there were some earlier', () => {
  const column = [null, null, 1, null, 2, 3, null, null]
  expect(gapsIn(column, false)).toEqual([{ from: 3, to: 4 }])
  expect(gapsIn(column, true)).toEqual([
    { from: 0, to: 2 },
    { from: 3, to: 4 },
  ])
  expect(gapsIn([null, null], true)).toEqual([])
})

const from = Date.UTC(2026, 10, 20, 13, 7)
const momentsOf = (count: number, step: number) =>
  Array.from({ length: count }, (_, index) => from + index * step)

test('an hour has marks each quarter, a day each three hours, a week each day', () => {
  expect(ticksOf(momentsOf(60, MINUTE), 'en').map(({ label }) => label)).toEqual([
    '13:15',
    '13:30',
    '13:45',
    '14:00',
  ])
  expect(ticksOf(momentsOf(288, 5 * MINUTE), 'de').map(({ label }) => label)).toEqual([
    '15:00',
    '18:00',
    '21:00',
    '00:00',
    '03:00',
    '06:00',
    '09:00',
    '12:00',
  ])
  expect(ticksOf(momentsOf(336, 30 * MINUTE), 'en').map(({ label }) => label)).toEqual([
    'Sat 21',
    'Sun 22',
    'Mon 23',
    'Tue 24',
    'Wed 25',
    'Thu 26',
    'Fri 27',
  ])
})

test('the axis of a day on which the clock is put back', () => {
  // Local time repeats an hour at 03:00.
  const moments = momentsOf(24, HOUR).map((moment) =>
    moment >= Date.UTC(2026, 10, 21, 3) ? moment - HOUR : moment,
  )
  expect(ticksOf(moments, 'en').map(({ label }) => label)).toEqual([
    '15:00',
    '18:00',
    '21:00',
    '00:00',
    '03:00',
    '06:00',
    '09:00',
  ])
})

test('the axis of an hour in which the clock is put back, or forward', () => {
  const begin = Date.UTC(2026, 10, 21, 2, 30)
  const shifted = (by: number) =>
    Array.from({ length: 60 }, (_, index) => begin + index * MINUTE + (index < 30 ? 0 : by))
  expect(ticksOf(shifted(-HOUR), 'en')).toEqual([
    { index: 0, label: '02:30' },
    { index: 15, label: '02:45' },
    { index: 45, label: '02:15' },
  ])
  expect(ticksOf(shifted(HOUR), 'en')).toEqual([
    { index: 0, label: '02:30' },
    { index: 15, label: '02:45' },
    { index: 30, label: '04:00' },
    { index: 45, label: '04:15' },
  ])
})

test('moments of a day say which day', () => {
  expect(momentFormat(momentsOf(60, MINUTE), 'en')(from)).toBe('13:07')
  expect(momentFormat(momentsOf(288, 5 * MINUTE), 'de')(from)).toBe('Fr., 13:07')
})

test('figures of a part leave out what was not measured', () => {
  const column = { mean: [1, null, 3, 9], low: [0, null, 2, 9], high: [2, null, 5, 9] }
  expect(figuresOf(column, 0, 3)).toEqual({ mean: 2, low: 0, high: 5 })
  expect(figuresOf(column, 1, 2)).toBeUndefined()
  expect(figuresOf(column)?.high).toBe(9)
})
