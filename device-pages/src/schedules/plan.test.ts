import { expect, test } from 'vitest'
import { calendarOf, planOf } from './plan.ts'
import { calendarRow } from './testing/calendar-row.ts'

const NOW = Date.UTC(2026, 10, 20, 14)
const DAY = 86_400_000

const lines = (...all: string[]) => all.join('\n')
const weekly = (rule: string, start = '19700101T080000', end = '19700101T180000') =>
  lines(`DTSTART:${start}`, `DTEND:${end}`, `RRULE:FREQ=${rule}`)
const pulse = (rule: string, start = '19700101T080000') =>
  lines(`DTSTART:${start}`, `RRULE:FREQ=${rule}`)
const events = (...all: string[]) =>
  all.map((one) => lines('BEGIN:VEVENT', one, 'END:VEVENT')).join('\n')

const OFFICE = { from: 480, to: 1080 }
const WORKING = ['MO', 'TU', 'WE', 'TH', 'FR']
const WEEK = [...WORKING, 'SA', 'SU']

test.each([
  ['office hours', weekly('WEEKLY;BYDAY=MO,TU,WE,TH,FR'), WORKING, OFFICE],
  ['every day', weekly('DAILY'), WEEK, OFFICE],
  ['weekdays of days', weekly('DAILY;BYDAY=SU,SA'), ['SA', 'SU'], OFFICE],
  [
    'the weekday of its beginning',
    weekly('WEEKLY', '20260101T080000', '20260101T180000'),
    ['TH'],
    OFFICE,
  ],
  [
    'a night',
    weekly('WEEKLY;BYDAY=MO', '19700101T180000', '19700102T080000'),
    ['MO'],
    { from: 1080, to: 480 },
  ],
  [
    'days in a row, as of the factory',
    weekly('WEEKLY', '19700105T000000', '19700110T000000'),
    WORKING,
    undefined,
  ],
  [
    'whole days that reach into the next week',
    weekly('WEEKLY', '19700104', '19700106'),
    ['MO', 'SU'],
    undefined,
  ],
  ['an interval of one', weekly('WEEKLY;INTERVAL=1;WKST=SU;BYDAY=MO'), ['MO'], OFFICE],
  [
    'a day of weekdays without hours',
    lines('DTSTART:20200101', 'RRULE:FREQ=WEEKLY;BYDAY=SA'),
    ['SA'],
    undefined,
  ],
])('weekdays: %s', (_, calendar, days, hours) => {
  expect(planOf(calendarRow(calendar), NOW)).toEqual({ kind: 'weekly', days, hours })
})

const day = (text: string) => Date.parse(text)
const range = (first: string, last = first) => ({ first: day(first), last: day(last) })

test.each([
  ['a day', lines('DTSTART:20261224'), [range('2026-12-24')], false],
  [
    'several days',
    lines('DTSTART:20261224T000000', 'DTEND:20261227T000000'),
    [range('2026-12-24', '2026-12-26')],
    false,
  ],
  [
    'a day of each year',
    lines('DTSTART:20261224', 'RRULE:FREQ=YEARLY'),
    [range('2026-12-24')],
    true,
  ],
  [
    'the same at length',
    lines('DTSTART:20261224', 'RRULE:FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24'),
    [range('2026-12-24')],
    true,
  ],
  ['the day before the year 1970', lines('DTSTART:19691231'), [range('1969-12-31')], false],
  [
    'holidays',
    events(
      lines('DTSTART:20270101', 'RRULE:FREQ=YEARLY'),
      lines('DTSTART:20261224', 'DTEND:20261227', 'RRULE:FREQ=YEARLY'),
    ),
    [range('2027-01-01'), range('2026-12-24', '2026-12-26')],
    true,
  ],
])('dates: %s', (_, calendar, ranges, yearly) => {
  expect(planOf(calendarRow(calendar), NOW)).toEqual({ kind: 'dates', ranges, yearly })
})

test.each([
  [pulse('SECONDLY;INTERVAL=30', '19700101T000000'), { kind: 'every', count: 30, unit: 'second' }],
  [pulse('MINUTELY;INTERVAL=15', '20260101T120000'), { kind: 'every', count: 15, unit: 'minute' }],
  [pulse('HOURLY'), { kind: 'every', count: 1, unit: 'hour' }],
  [pulse('DAILY'), { kind: 'days', count: 1, first: 0, time: 480 }],
  [
    pulse('DAILY;INTERVAL=3', '20270101T063000'),
    { kind: 'days', count: 3, first: day('2027-01-01'), time: 390 },
  ],
  [pulse('DAILY;INTERVAL=2;WKST=SU'), { kind: 'days', count: 2, first: 0, time: 480 }],
  [pulse('WEEKLY;BYDAY=FR,MO'), { kind: 'weekdays', days: ['MO', 'FR'], time: 480 }],
  [pulse('WEEKLY'), { kind: 'weekdays', days: ['TH'], time: 480 }],
  [pulse('MONTHLY;BYMONTHDAY=15'), { kind: 'monthly', day: 15, time: 480 }],
  [pulse('MONTHLY;BYMONTHDAY=-1'), { kind: 'monthly', day: -1, time: 480 }],
  [pulse('MONTHLY', '20260131T080000'), { kind: 'monthly', day: 31, time: 480 }],
])('a recurrence: %s', (calendar, plan) => {
  expect(planOf(calendarRow(calendar), NOW)).toEqual(plan)
})

test.each([
  ['that begins later', weekly('DAILY', '20270101T080000', '20270101T180000')],
  ['that ends', weekly('DAILY;UNTIL=20301231T000000')],
  ['that is counted', weekly('DAILY;COUNT=3')],
  ['with exceptions', lines(weekly('DAILY'), 'EXDATE:20261224T080000')],
  ['every other week', weekly('WEEKLY;INTERVAL=2;BYDAY=MO')],
  ['every other week, by another first day', weekly('WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO')],
  ['of some months', weekly('DAILY;BYMONTH=6,7')],
  ['by the second', weekly('DAILY', '19700101T080030')],
  ['longer than a day', weekly('WEEKLY', '19700101T080000', '19700103T080000')],
  ['of two kinds of dates', events('DTSTART:20261224', 'DTSTART:20261231\nRRULE:FREQ=YEARLY')],
  ['of hours on one day', lines('DTSTART:20261224T120000', 'DTEND:20261224T180000')],
  [
    'of more than a year each year',
    lines('DTSTART:20240101', 'DTEND:20250102', 'RRULE:FREQ=YEARLY'),
  ],
  ['of two weekly events', events(weekly('DAILY'), weekly('WEEKLY;BYDAY=MO'))],
  ['of a length and without', events(weekly('DAILY'), pulse('DAILY'))],
  ['that beats off the hour', pulse('MINUTELY;INTERVAL=15', '19700101T000700')],
  ['that happens once', 'DTSTART:20261224T120000'],
  ['that happens on weekdays later', pulse('WEEKLY;BYDAY=MO', '20270104T080000')],
  ['that happens each month later', pulse('MONTHLY', '20270104T080000')],
  ['that beats later', pulse('HOURLY', '20270104T080000')],
  ['of two days of the month', pulse('MONTHLY;BYMONTHDAY=1,15')],
  ['of the second last day', pulse('MONTHLY;BYMONTHDAY=-2')],
  ['of a weekday of the month', pulse('MONTHLY;BYDAY=1MO')],
  ['of each year', pulse('YEARLY')],
])('a calendar %s stays text', (_, calendar) => {
  expect(planOf(calendarRow(calendar), NOW)).toEqual({ kind: 'text', calendar })
})

test.each([
  { kind: 'weekly', days: ['MO', 'SU'], hours: { from: 480, to: 1080 } },
  { kind: 'weekly', days: ['TU'], hours: { from: 1320, to: 360 } },
  { kind: 'weekly', days: ['TU'], hours: { from: 480, to: 480 } },
  { kind: 'weekly', days: WEEK, hours: undefined },
  { kind: 'dates', ranges: [range('2026-12-24')], yearly: false },
  { kind: 'dates', ranges: [range('2026-12-24', '2026-12-26'), range('2027-01-01')], yearly: true },
  { kind: 'every', count: 7, unit: 'minute' },
  { kind: 'days', count: 1, first: 0, time: 480 },
  { kind: 'days', count: 3, first: day('2026-11-20'), time: 1439 },
  { kind: 'weekdays', days: WEEK.slice(2), time: 0 },
  { kind: 'monthly', day: -1, time: 61 },
] as Parameters<typeof calendarOf>[0][])(
  'a calendar that says this is read as the same: %j',
  (plan) => {
    expect(planOf(calendarRow(calendarOf(plan)), NOW)).toEqual(plan)
  },
)

test('a calendar without events stays text, too', () => {
  const calendar = { calendar: 'X', events: [] }
  expect(planOf(calendar, NOW)).toEqual({ kind: 'text', calendar: 'X' })
})

test('calendars are written as clients of the event service write them', () => {
  expect(calendarOf({ kind: 'weekly', days: ['MO', 'FR'], hours: OFFICE })).toBe(
    'DTSTART:19700101T080000\nDTEND:19700101T180000\nRRULE:FREQ=WEEKLY;BYDAY=MO,FR',
  )
  const first = day('2026-12-24')
  expect(calendarOf({ kind: 'dates', ranges: [{ first, last: first + DAY }], yearly: true })).toBe(
    'DTSTART:20261224T000000\nDTEND:20261226T000000\nRRULE:FREQ=YEARLY',
  )
  const days = { kind: 'days', count: 2, first, time: 480 } as const
  expect(calendarOf(days)).toBe('DTSTART:20261224T080000\nRRULE:FREQ=DAILY;INTERVAL=2')
  // Every day has no first one.
  expect(calendarOf({ ...days, count: 1 })).toBe('DTSTART:19700101T080000\nRRULE:FREQ=DAILY')
})
