import type { Health } from '@lintel/contract/calls/health'
import { expect, test } from 'vitest'
import { offIn, stateOf, withLatest, writerOf } from './measures.ts'

const health = (latest: Partial<Health['latest']>, storage: number | null = 1000) =>
  ({
    latest: { temperature: null, processor: null, storage: null, ...latest },
    limits: { temperature: { cold: -20, warm: 60, hot: 70 }, storage },
  }) as Health

test.each([
  [-21, 'cold'],
  [-20, 'normal'],
  [59.9, 'normal'],
  [60, 'warm'],
  [70, 'hot'],
])('%d °C is %s', (temperature, state) => {
  expect(stateOf('temperature', health({ temperature }))).toBe(state)
})

test('load and card have a state, other measures have none', () => {
  expect(stateOf('processor', health({ processor: 89 }))).toBe('normal')
  expect(stateOf('processor', health({ processor: 90 }))).toBe('busy')
  expect(stateOf('storage', health({ storage: 900 }))).toBe('full')
  expect(stateOf('storage', health({ storage: 900 }, null))).toBeUndefined()
  expect(stateOf('temperature', health({}))).toBeUndefined()
  expect(stateOf('memory', health({}))).toBeUndefined()
})

test('the device was off where it measured nothing at all', () => {
  const column = (mean: (number | null)[]) => ({ mean, low: mean, high: mean })
  const none = column([null, null, null, null, null])
  const samples = {
    temperature: column([null, 20, null, 21, 22]),
    memory: column([null, 20, null, 21, 22]),
    // A load needs two readings, and there was no card at first.
    processor: column([null, 20, null, null, 22]),
    storage: column([null, null, null, null, 7]),
    connections: none,
    received: none,
    sent: none,
  }
  const measured = { samples, from: 1000, since: 1000 } as unknown as Health
  expect(offIn(measured)).toEqual([{ from: 2, to: 3 }])
  expect(offIn({ ...measured, since: 500 })).toEqual([
    { from: 0, to: 1 },
    { from: 2, to: 3 },
  ])
})

test('numbers have their units, in the language of the page', () => {
  expect(writerOf('network', 'en')(12_400)).toBe('12.4 kB/s')
  expect(writerOf('network', 'en')(0)).toBe('0 kB/s')
  expect(writerOf('network', 'en')(500)).toBe('0.5 kB/s')
  expect(writerOf('network', 'de')(2_500_000)).toBe('2,5 MB/s')
  expect(writerOf('processor', 'en')(7.25)).toMatch(/^7\.[23]%$/)
  expect(writerOf('memory', 'fr')(131e6)).toMatch(/^131\sMo$/)
  expect(writerOf('connections', 'en')(3.14)).toBe('3.1')
  expect(writerOf('temperature', 'en')(-4.5)).toBe('−4.5\u00A0°C')
  expect(writerOf('temperature', 'pl')(21)).toBe('21\u00A0°C')
})

test('the latest number is in the last sample, whether that has begun or not', () => {
  const samples = { mean: [2, 3], low: [1, 2], high: [4, 5] }
  expect(withLatest(samples, 7)).toEqual({ mean: [2, 3], low: [1, 2], high: [4, 7] })
  const open = { mean: [2, null], low: [1, null], high: [4, null] }
  expect(withLatest(open, 7)).toEqual({ mean: [2, 7], low: [1, 7], high: [4, 7] })
  expect(withLatest(samples, null)).toBe(samples)
})
