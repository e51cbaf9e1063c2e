import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePosix, posixZone } from './posix.ts'
import { ianaZone } from './zone.ts'

const HOUR = 3_600_000
const utc = (text: string) => Date.parse(`${text}Z`)

/** Hours that a rule is ahead of UTC at a UTC time. */
function offset(text: string, at: string): number {
  const rule = parsePosix(text)
  if (!rule) throw new Error(`no rule: ${text}`)
  return posixZone(rule).offsetAt(utc(at)) / HOUR
}

test('a rule with names, offsets and days is read', () => {
  expect(parsePosix('CET-1CEST,M3.5.0,M10.5.0/3')).toEqual({
    name: 'CET',
    offset: 3600,
    dst: {
      name: 'CEST',
      offset: 7200,
      start: { day: { kind: 'M', month: 3, week: 5, day: 0 }, time: 7200 },
      end: { day: { kind: 'M', month: 10, week: 5, day: 0 }, time: 10_800 },
    },
  })
  expect(parsePosix('UTC0')).toEqual({ name: 'UTC', offset: 0, dst: undefined })
  expect(parsePosix('<-03>3')).toMatchObject({ name: '<-03>', offset: -10_800 })
})

test('the rule that a device was recorded with changes on the right Sundays', () => {
  const rule = '<UTC1>-1<UTC2>-2,M3.5.0/2:00:00,M10.5.0/3:00:00'
  expect(offset(rule, '2026-03-29T00:59:59')).toBe(1)
  expect(offset(rule, '2026-03-29T01:00:00')).toBe(2)
  expect(offset(rule, '2026-10-25T00:59:59')).toBe(2)
  expect(offset(rule, '2026-10-25T01:00:00')).toBe(1)
})

test('days are counted with (n) and without (J) the leap day', () => {
  expect(offset('AAA0BBB,J60/0,J300/0', '2028-02-29T23:59:59')).toBe(0)
  expect(offset('AAA0BBB,J60/0,J300/0', '2028-03-01T00:00:00')).toBe(1)
  expect(offset('AAA0BBB,59/0,300/0', '2028-02-29T00:00:00')).toBe(1)
  expect(offset('AAA0BBB,59/0,300/0', '2027-03-01T00:00:00')).toBe(1)
})

test('in the south the saving spans the new year', () => {
  const rule = 'AEST-10AEDT,M10.1.0,M4.1.0/3'
  expect(offset(rule, '2026-12-31T20:00:00')).toBe(11)
  expect(offset(rule, '2026-07-01T00:00:00')).toBe(10)
})

test('hours beyond the day and before it are taken (RFC 8536)', () => {
  // Late on the Saturday before the last Sunday of March.
  const rule = '<-02>2<-01>,M3.5.0/-1,M10.5.0/0'
  expect(offset(rule, '2026-03-29T00:59:59')).toBe(-2)
  expect(offset(rule, '2026-03-29T01:00:00')).toBe(-1)
  // Daylight saving for ever.
  expect(offset('XXX3EDT4,0/0,J365/23', '2026-12-31T12:00:00')).toBe(-4)
})

test('a saving without days has the usual ones; it may be half an hour', () => {
  expect(offset('EST5EDT', '2026-03-08T07:00:00')).toBe(-4)
  expect(offset('EST5EDT', '2026-11-01T06:00:00')).toBe(-5)
  expect(offset('<+1030>-10:30<+11>-11,M10.1.0,M4.1.0', '2026-12-01T00:00:00')).toBe(11)
})

test('what is no rule is refused', () => {
  const wrong = [
    '',
    'CET',
    'CE-1',
    '-1',
    'CET-25',
    'CET-1:60',
    'CET-1CEST,M3.5.0',
    'CET-1CEST,M13.5.0,M10.5.0',
    'CET-1CEST,M3.6.0,M10.5.0',
    'CET-1CEST,M3.5.7,M10.5.0',
    'CET-1CEST,J0,J300',
    'CET-1CEST,366,J300',
    'CET-1CEST,M3.5.0/168,M10.5.0',
    '<CE T>-1',
    'CET-1 ',
    'CET-1\nCEST',
    `${'C'.repeat(130)}-1`,
    'Europe/Stockholm',
  ]
  for (const text of wrong) expect(parsePosix(text), text).toBeUndefined()
})

test('whatever is typed is refused or has an offset', () => {
  const piece = fc.constantFrom('CET', '<+01>', '-1', '5:30', ',', 'M3.5.0', 'J60', '/2', '366', '')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
      const rule = parsePosix(pieces.join(''))
      if (rule) expect(Number.isFinite(posixZone(rule).offsetAt(0))).toBe(true)
    }),
  )
})

test('without daylight saving the standard time holds', () => {
  const rule = parsePosix('CET-1CEST,M3.5.0,M10.5.0/3')
  expect(rule && posixZone(rule, false).offsetAt(utc('2026-07-01T00:00:00'))).toBe(HOUR)
})

test('the European rule is the European zone, at any time of our century', () => {
  const zone = ianaZone('Europe/Stockholm')
  const rule = parsePosix('CET-1CEST,M3.5.0,M10.5.0/3')
  if (!rule) throw new Error('no rule')
  const derived = posixZone(rule)
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(2000), max: Date.UTC(2069) }), (time) => {
      expect(derived.offsetAt(time)).toBe(zone.offsetAt(time))
    }),
    { numRuns: 500 },
  )
})
