import { expect, test } from 'vitest'
import { RESTART_TYPES } from './flag.ts'
import { isLate, percentOf, phaseOf, phasesOf } from './phases.ts'
import { EVIDENCE } from './tab.ts'

test.each([...RESTART_TYPES, undefined])(
  'the bar of %s only grows, and reaches neither the next phase nor the end by itself',
  (type) => {
    let last = -1
    for (const [index, evidence] of EVIDENCE.entries()) {
      for (const age of [0, 1_000, 10_000, 60_000, 3_600_000]) {
        const percent = percentOf(type, evidence, 0, age)
        expect(percent).toBeGreaterThanOrEqual(last)
        last = percent
      }
      const next = EVIDENCE[index + 1]
      if (next) expect(last).toBeLessThan(percentOf(type, next, 0, 0))
    }
    expect(last).toBeLessThan(100)
  },
)

test('a clock that is set back does not move the bar below its phase', () => {
  expect(percentOf('restart', 'gone', 1_000, 0)).toBe(percentOf('restart', 'gone', 0, 0))
})

test('each phase is one of those that are listed, in their order', () => {
  for (const type of RESTART_TYPES) {
    const places = EVIDENCE.map((evidence) => phasesOf(type).indexOf(phaseOf(type, evidence)))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBeGreaterThanOrEqual(0)
    expect(places.at(-1)).toBe(phasesOf(type).length - 1)
  }
  expect(phasesOf('upgrade').slice(0, 2)).toEqual(['sending', 'checking'])
})

test('other firmware may take as long as the specification gives it, a restart less', () => {
  expect([isLate('restart', 119_999), isLate('restart', 120_000)]).toEqual([false, true])
  expect([isLate('upgrade', 179_999), isLate('rollback', 180_000)]).toEqual([false, true])
})
