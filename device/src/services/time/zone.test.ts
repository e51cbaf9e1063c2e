import fc from 'fast-check'
import { expect, test } from 'vitest'
import { posixRuleOf } from './derive.ts'
import { parsePosix, posixZone } from './posix.ts'
import { ianaZone, isZoneName, toLocal, toUtc, transitions, withoutDst } from './zone.ts'

const NAMES = Intl.supportedValuesOf('timeZone')
const HOUR = 3_600_000
const anyZone = fc.constantFrom(...NAMES)
/** 1970 to 2069, what the device can be set to. */
const anyTime = fc.integer({ min: 0, max: Date.UTC(2069, 11, 31) })

const stockholm = ianaZone('Europe/Stockholm')
const utc = (text: string) => Date.parse(`${text}Z`)

test('an offset is what the zone keeps at that time', () => {
  expect(stockholm.offsetAt(utc('2026-11-20T13:07:32.500'))).toBe(HOUR)
  expect(stockholm.offsetAt(utc('2026-07-01T00:00:00'))).toBe(2 * HOUR)
  expect(ianaZone('Asia/Kolkata').offsetAt(0)).toBe(5.5 * HOUR)
  expect(ianaZone('Africa/Monrovia').offsetAt(0)).toBe(-(44 * 60 + 30) * 1000)
})

test('a zone is known by its name and by its other names', () => {
  for (const name of ['Europe/Stockholm', 'UTC', 'Asia/Kolkata', 'US/Eastern', 'EST5EDT']) {
    expect(isZoneName(name), name).toBe(true)
  }
  for (const name of ['', 'Nowhere/Land', '+01:00', 'CET-1CEST', 'Europe/Stockholm ']) {
    expect(isZoneName(name), name).toBe(false)
  }
})

test('a local time that is left out means that much later', () => {
  expect(toUtc(stockholm, utc('2026-03-29T02:30:00'))).toBe(utc('2026-03-29T01:30:00'))
  expect(toLocal(stockholm, utc('2026-03-29T01:30:00'))).toBe(utc('2026-03-29T03:30:00'))
  // A whole day was left out when Samoa crossed the date line.
  const apia = ianaZone('Pacific/Apia')
  expect(toLocal(apia, toUtc(apia, utc('2011-12-30T12:00:00')))).toBe(utc('2011-12-31T12:00:00'))
})

test('a local time that comes twice means the first', () => {
  expect(toUtc(stockholm, utc('2026-10-25T02:30:00'))).toBe(utc('2026-10-25T00:30:00'))
  const lordHowe = ianaZone('Australia/Lord_Howe')
  expect(toUtc(lordHowe, utc('2026-04-05T01:45:00'))).toBe(utc('2026-04-04T14:45:00'))
})

test('a local time that exists leads to UTC and back, in any zone', () => {
  fc.assert(
    fc.property(anyZone, anyTime, (name, time) => {
      const zone = ianaZone(name)
      const local = toLocal(zone, time)
      const back = toUtc(zone, local)
      expect(toLocal(zone, back)).toBe(local)
      expect(back).toBeLessThanOrEqual(time)
    }),
    { numRuns: 1500 },
  )
})

test('around every change of clocks of a year, gap and overlap come out right', () => {
  fc.assert(
    fc.property(anyZone, fc.integer({ min: 1975, max: 2035 }), (name, year) => {
      const zone = ianaZone(name)
      for (const { at, before, after } of transitions(zone, Date.UTC(year), Date.UTC(year + 1))) {
        expect(toUtc(zone, at + before - 1)).toBeLessThan(at)
        // The clocks would have shown this, had they not been changed.
        const middle = at + Math.floor((before + after) / 2)
        if (after > before) expect(toUtc(zone, middle)).toBe(middle - before)
        else expect(toUtc(zone, middle)).toBeLessThan(at)
        const later = at + Math.max(before, after)
        expect(toUtc(zone, later)).toBe(later - after)
      }
    }),
    { numRuns: 60 },
  )
})

test('a rule derived from a zone keeps its clocks all year', () => {
  for (const name of NAMES) {
    const text = posixRuleOf(name, 2026)
    const rule = parsePosix(text)
    if (!rule) throw new Error(`${name}: ${text}`)
    const zone = ianaZone(name)
    const start = Date.UTC(2026) - zone.offsetAt(Date.UTC(2026))
    const changes = transitions(zone, start, start + 365 * 24 * HOUR)
    // Whoever gives up daylight saving in this very year keeps no rule in it.
    if (changes.length !== 2 && changes.length !== 0) continue
    const moments = changes.flatMap(({ at }) => [at, at - 1]).concat(start + 200 * 24 * HOUR)
    for (const moment of moments) {
      expect(posixZone(rule).offsetAt(moment), `${name} ${text}`).toBe(zone.offsetAt(moment))
    }
  }
}, 30_000)

test.each([
  ['Europe/Stockholm', 'CET-1CEST,M3.5.0,M10.5.0/3'],
  ['Europe/London', 'GMT0BST,M3.5.0/1,M10.5.0'],
  ['America/New_York', 'EST5EDT,M3.2.0,M11.1.0'],
  ['Australia/Lord_Howe', 'LHST-10:30LHDT-11,M10.1.0,M4.1.0'],
  ['Australia/Sydney', 'AEST-10AEDT,M10.1.0,M4.1.0/3'],
  ['Asia/Tokyo', '<+09>-9'],
  ['Asia/Kolkata', '<+0530>-5:30'],
  ['UTC', 'UTC0'],
])('%s keeps %s in 2026', (name, rule) => {
  expect(posixRuleOf(name, 2026)).toBe(rule)
})

test('without daylight saving the smaller offset holds, north and south', () => {
  expect(withoutDst(stockholm).offsetAt(utc('2026-07-01T12:00:00'))).toBe(HOUR)
  const sydney = withoutDst(ianaZone('Australia/Sydney'))
  expect(sydney.offsetAt(utc('2026-01-01T12:00:00'))).toBe(10 * HOUR)
})
