import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localTime, utcOf } from '../../clock/zone.ts'
import { parsePosixZone } from '../../clock/posix-zone.ts'
import { offsetsOf, posixRuleOf } from './derive.ts'
import { transitions } from './transitions.ts'

const NAMES = Intl.supportedValuesOf('timeZone')
const HOUR = 3_600_000
const anyName = fc.constantFrom(...NAMES)
const zoneOf = (name: string) => ({ name, posix: '', daylightSaving: true })
const utc = (text: string) => Date.parse(`${text}Z`)

/** Converts a wall clock time, encoded as if it were UTC, to UTC milliseconds. */
function utcShowing(name: string, local: number): number {
  return utcOf(zoneOf(name), localTime(zoneOf('UTC'), local))
}

test('any existing local time converts to UTC and back, in any zone', () => {
  // 1970 to 2069, the range of the device's clock; whole seconds, as on a wall clock.
  const anySecond = fc.integer({ min: 0, max: Date.UTC(2069, 11, 31) / 1000 })
  fc.assert(
    fc.property(anyName, anySecond, (name, second) => {
      const local = localTime(zoneOf(name), second * 1000)
      const back = utcOf(zoneOf(name), local)
      expect(localTime(zoneOf(name), back)).toEqual(local)
      expect(back).toBeLessThanOrEqual(second * 1000)
    }),
    { numRuns: 1000 },
  )
})

test('gaps and overlaps are right around every clock change of a year', () => {
  fc.assert(
    fc.property(anyName, fc.integer({ min: 1975, max: 2035 }), (name, year) => {
      for (const { at, before, after } of transitions(
        offsetsOf(name),
        Date.UTC(year),
        Date.UTC(year + 1),
      )) {
        expect(utcShowing(name, at + before - 1000)).toBeLessThan(at)
        // What the clock would show without the change.
        const middle = Math.floor((at + (before + after) / 2) / 1000) * 1000
        if (after > before) expect(utcShowing(name, middle)).toBe(middle - before)
        else expect(utcShowing(name, middle)).toBeLessThan(at)
        const later = at + Math.max(before, after)
        expect(utcShowing(name, later)).toBe(later - after)
      }
    }),
    { numRuns: 60 },
  )
})

test('a day that a zone skipped becomes the next one', () => {
  expect(utcShowing('Pacific/Apia', utc('2011-12-30T12:00:00'))).toBe(utc('2011-12-30T22:00:00'))
})

test('a rule derived from a zone agrees with the zone all year', () => {
  for (const name of NAMES) {
    const text = posixRuleOf(name, 2026)
    const rule = parsePosixZone(text)
    expect(rule, `${name} ${text}`).toBeDefined()
    const offsetAt = offsetsOf(name)
    const start = Date.UTC(2026) - offsetAt(Date.UTC(2026))
    const changes = transitions(offsetAt, start, start + 365 * 24 * HOUR)
    // A zone that abolishes daylight saving in this year has a rule without it.
    if (changes.length !== 2 && changes.length !== 0) continue
    const moments = changes.flatMap(({ at }) => [at, at - 1]).concat(start + 200 * 24 * HOUR)
    for (const moment of moments) {
      expect(rule && rule.offsetAt(moment, true) - offsetAt(moment), `${name} ${text}`).toBeCloseTo(
        0,
      )
    }
  }
})

test.each([
  ['Europe/Stockholm', 'CET-1CEST,M3.5.0,M10.5.0/3'],
  ['Europe/London', 'GMT0BST,M3.5.0/1,M10.5.0'],
  ['America/New_York', 'EST5EDT,M3.2.0,M11.1.0'],
  ['America/St_Johns', 'NST3:30NDT,M3.2.0,M11.1.0'],
  ['Australia/Sydney', 'AEST-10AEDT,M10.1.0,M4.1.0/3'],
  ['Asia/Tokyo', '<+09>-9'],
  ['Asia/Kolkata', '<+0530>-5:30'],
  ['UTC', 'UTC0'],
])('the rule of %s is %s in 2026', (name, rule) => {
  expect(posixRuleOf(name, 2026)).toBe(rule)
})
