import { expect, test } from 'vitest'
import { calendarRow } from './testing/calendar-row.ts'
import { calendarFor, checkSchedule, newValues, valuesOf } from './values.ts'
import type { Kind, ScheduleValues } from './values.ts'

const NOW = Date.UTC(2026, 10, 20, 14, 7)
const OFFICE = 'DTSTART:19700105T080000\nDTEND:19700105T180000\nRRULE:FREQ=WEEKLY;WKST=MO;BYDAY=MO'

/** The ids of what is wrong, by field. */
const wrong = (kind: Kind, change: Partial<ScheduleValues>, others: string[] = []) => {
  const values = { ...newValues(kind, NOW), name: 'Gate', ...change }
  const errors = checkSchedule(
    values,
    kind,
    others.map((name) => ({ name })),
  )
  return Object.fromEntries(Object.entries(errors).map(([field, found]) => [field, found.id]))
}

test('a new schedule has office hours, a new recurrence happens each hour', () => {
  expect(calendarFor(newValues('Interval', NOW), undefined)).toBe(
    'DTSTART:19700101T080000\nDTEND:19700101T180000\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  )
  expect(calendarFor(newValues('Pulse', NOW), undefined)).toBe(
    'DTSTART:19700101T000000\nRRULE:FREQ=HOURLY',
  )
  expect(wrong('Interval', {})).toEqual({})
  expect(wrong('Pulse', {})).toEqual({})
})

test.each([
  ['Interval', OFFICE],
  ['Interval', 'DTSTART:20261224\nRRULE:FREQ=YEARLY'],
  ['Interval', 'DTSTART:20261224T120000\nDTEND:20261224T180000'],
  ['Pulse', 'DTSTART:20261120T080000\nRRULE:FREQ=DAILY;INTERVAL=3'],
  ['Pulse', 'DTSTART:19700131T080000\nRRULE:FREQ=MONTHLY'],
] as const)('of %s, another name leaves the calendar as it was written: %s', (type, calendar) => {
  const values = valuesOf({ name: 'Gate', type, ...calendarRow(calendar) }, NOW)
  expect(checkSchedule(values, type, [])).toEqual({})
  expect(calendarFor({ ...values, name: 'Door' }, { calendar, values })).toBe(calendar)
})

test('a change replaces the calendar, also back and forth between the ways to say it', () => {
  const values = valuesOf({ name: 'Gate', type: 'Interval', ...calendarRow(OFFICE) }, NOW)
  const opened = { calendar: OFFICE, values }
  expect(values).toMatchObject({ mode: 'weekly', MO: true, TU: false, from: '08:00', to: '18:00' })
  expect(calendarFor({ ...values, TU: true }, opened)).toBe(
    'DTSTART:19700101T080000\nDTEND:19700101T180000\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU',
  )
  const dates = '24/12/2026 – 26/12/2026\n\n 31/12/2026 '
  expect(calendarFor({ ...values, mode: 'dates', dates, yearly: true }, opened)).toBe(
    'BEGIN:VEVENT\nDTSTART:20261224T000000\nDTEND:20261227T000000\nRRULE:FREQ=YEARLY\nEND:VEVENT\n' +
      'BEGIN:VEVENT\nDTSTART:20261231T000000\nDTEND:20270101T000000\nRRULE:FREQ=YEARLY\nEND:VEVENT',
  )
  expect(calendarFor({ ...values, mode: 'text' }, opened)).toBe(OFFICE)
})

test('dates are shown as they are typed', () => {
  const calendar =
    'BEGIN:VEVENT\nDTSTART:20261224\nDTEND:20261227\nEND:VEVENT\nBEGIN:VEVENT\nDTSTART:20270101\nEND:VEVENT'
  expect(valuesOf({ name: 'a', type: 'Interval', ...calendarRow(calendar) }, NOW)).toMatchObject({
    mode: 'dates',
    dates: '24/12/2026 – 26/12/2026\n01/01/2027',
    yearly: false,
  })
})

test.each<[Partial<ScheduleValues>, object]>([
  [{ name: ' ' }, { name: 'validation.errorRequired' }],
  [{ name: 'x'.repeat(65) }, { name: 'validation.errorMaxCharacters' }],
  [{ name: ' Door ' }, { name: 'schedules.nameIsTaken' }],
  [{ MO: false, TU: false, WE: false, TH: false, FR: false }, { MO: 'schedules.noDay' }],
  [
    { from: '8:00', to: '24:00' },
    { from: 'dateTime.invalidTime', to: 'dateTime.invalidTime' },
  ],
  [{ from: '8', to: '', allDay: true }, {}],
  [{ from: '22:00', to: '06:00' }, {}],
  [{ mode: 'dates' }, { dates: 'validation.errorRequired' }],
  [{ mode: 'dates', dates: '24/12/2026\n31/02/2026' }, { dates: 'schedules.dateWrong' }],
  [{ mode: 'dates', dates: '24/12/2026-25/12/2026-26/12/2026' }, { dates: 'schedules.dateWrong' }],
  [{ mode: 'dates', dates: '26/12/2026 - 24/12/2026' }, { dates: 'schedules.datesSwapped' }],
  [{ mode: 'dates', dates: '01/01/1899' }, { dates: 'dateTime.yearRange' }],
  [{ mode: 'dates', dates: '01/01/2026-31/12/2027' }, {}],
  [
    { mode: 'dates', dates: '01/01/2026-31/12/2027', yearly: true },
    { dates: 'schedules.moreThanYear' },
  ],
  [{ mode: 'dates', dates: '24/12/2026\n'.repeat(51) }, { dates: 'schedules.tooManyDates' }],
  [{ mode: 'text', calendar: ' ' }, { calendar: 'validation.errorRequired' }],
  [{ mode: 'text', calendar: 'tomorrow' }, { calendar: 'schedules.hasNoEnd' }],
  [{ mode: 'text', calendar: 'DTSTART:20260101T080000' }, { calendar: 'schedules.hasNoEnd' }],
  [{ mode: 'text', calendar: 'DTSTART:20260101' }, {}],
])('of a schedule with %j is wrong: %j', (change, expected) => {
  expect(wrong('Interval', change, ['Door'])).toEqual(expected)
})

test.each<[Partial<ScheduleValues>, object]>([
  [{ count: '0' }, { count: 'validation.errorBetween' }],
  [{ count: '' }, { count: 'validation.errorRequired' }],
  [{ count: 'many' }, { count: 'validation.errorNaN' }],
  [{ mode: 'days', firstDay: '' }, {}],
  [{ mode: 'days', dayCount: '2', firstDay: '' }, { firstDay: 'dateTime.invalidDate' }],
  [
    { mode: 'days', dayCount: '1.5', time: '8' },
    { dayCount: 'validation.errorBetween', firstDay: undefined, time: 'dateTime.invalidTime' },
  ],
  [
    { mode: 'weekdays', MO: false, TU: false, WE: false, TH: false, FR: false },
    { MO: 'schedules.noDay' },
  ],
  [{ mode: 'monthly', time: '25:00' }, { time: 'dateTime.invalidTime' }],
  [{ mode: 'text', calendar: 'DTSTART:20260101' }, { calendar: 'schedules.hasEnd' }],
  [{ mode: 'text', calendar: 'DTSTART:20260101T080000' }, {}],
])('of a recurrence with %j is wrong: %j', (change, expected) => {
  expect(wrong('Pulse', change)).toEqual(expected)
})
