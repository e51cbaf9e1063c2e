import { expect, test } from 'vitest'
import type { ScheduleStore, StoredSchedule } from '../../state/schedules.ts'
import { startClock } from '../../clock/clock.ts'
import { checkCalendar, openSchedules } from './schedules.ts'

const STOCKHOLM = {
  'root.Time.TimeZone': 'Europe/Stockholm',
  'root.Time.POSIXTimeZone': 'CET-1CEST,M3.5.0,M10.5.0/3',
  'root.Time.DST.Enabled': true,
}
const UTC = { ...STOCKHOLM, 'root.Time.TimeZone': 'UTC' }

const event = (start: string, end: string, more = '') => `DTSTART:${start}\nDTEND:${end}${more}`
const daily = (from: string, to: string) =>
  event(`19700101T${from}00`, `1970010${to <= from ? 2 : 1}T${to}00`, '\nRRULE:FREQ=DAILY')

/** Schedules with the EventIDs 0, 1, …, in a zone that can be changed. */
function schedulesWith(calendars: readonly string[], zone = STOCKHOLM) {
  const values = { ...zone }
  const rows: StoredSchedule[] = calendars.map((calendar, at) => ({
    eventId: String(at),
    name: `Schedule ${at}`,
    calendar,
    version: '1',
  }))
  const listeners = new Set<() => void>()
  const scheduleStore = {
    all: () => rows,
    find: (id: string) => rows.find(({ eventId }) => eventId === id),
    subscribe(fn: () => void) {
      listeners.add(fn)
      return () => listeners.delete(fn)
    },
  } as unknown as ScheduleStore
  const get = ((name: keyof typeof STOCKHOLM) => values[name]) as never
  const schedules = openSchedules({
    scheduleStore,
    parameters: { get, subscribe: () => () => {} },
    clock: startClock({ host: { now: () => 0, monotonic: () => 0 } }),
    events: { publish() {}, forget() {} },
  })
  return {
    schedules,
    values,
    listeners,
    /** Replaces the calendar of the first schedule. */
    replace(calendar: string) {
      rows[0] = { eventId: '0', name: 'Schedule 0', calendar, version: '2' }
      for (const fn of listeners) fn()
    },
    isActive: (utc: string, id = '0') => schedules.isActive(id, Date.parse(utc)),
  }
}

const FACTORY = {
  weekdays: event('19700105T000000', '19700110T000000', '\nRRULE:FREQ=WEEKLY'),
  office: event('19700101T080000', '19700101T180000', '\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'),
  after: event('19700101T180000', '19700102T080000', '\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'),
  weekends: event('19700103T000000', '19700105T000000', '\nRRULE:FREQ=WEEKLY'),
}

test('the schedules of the factory, in local time (PHONEBOOK-32, PHONEBOOK-33)', () => {
  const { isActive } = schedulesWith(Object.values(FACTORY))
  const active = (utc: string) =>
    Object.keys(FACTORY).filter((_, at) => isActive(utc, String(at)) === true)
  // Central European Time is an hour ahead of UTC in winter.
  expect(active('2026-11-23T06:59:59Z')).toEqual(['weekdays'])
  expect(active('2026-11-23T07:00:00Z')).toEqual(['weekdays', 'office'])
  expect(active('2026-11-23T16:59:59.999Z')).toEqual(['weekdays', 'office'])
  expect(active('2026-11-23T17:00:00Z')).toEqual(['weekdays', 'after'])
  expect(active('2026-11-27T22:59:59Z')).toEqual(['weekdays', 'after'])
  expect(active('2026-11-27T23:00:00Z')).toEqual(['after', 'weekends'])
  expect(active('2026-11-28T06:59:59Z')).toEqual(['after', 'weekends'])
  expect(active('2026-11-28T07:00:00Z')).toEqual(['weekends'])
  expect(active('2026-11-29T22:59:59Z')).toEqual(['weekends'])
  expect(active('2026-11-29T23:00:00Z')).toEqual(['weekdays'])
  // In summer it is two hours ahead.
  expect(active('2026-07-01T05:59:59Z')).toEqual(['weekdays', 'after'])
  expect(active('2026-07-01T06:00:00Z')).toEqual(['weekdays', 'office'])
})

/** Every change between two times, to the half hour. */
function changes(
  { isActive }: ReturnType<typeof schedulesWith>,
  from: string,
  to: string,
): string[] {
  const found: string[] = []
  let before: boolean | undefined
  for (let at = Date.parse(from); at <= Date.parse(to); at += 1_800_000) {
    const utc = new Date(at).toISOString()
    const now = isActive(utc)
    if (before !== undefined && now !== before)
      found.push(`${utc.slice(5, 16)} ${now ? 'on' : 'off'}`)
    before = now
  }
  return found
}

/** The clock goes from 02:00 to 03:00, at 01:00 UTC. */
const SPRING = ['2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z'] as const
/** The clock goes from 03:00 back to 02:00, at 01:00 UTC. */
const AUTUMN = ['2026-10-24T12:00:00Z', '2026-10-25T12:00:00Z'] as const

test.each([
  ['a day', '0800', '1000', ['03-29T06:00 on', '03-29T08:00 off']],
  ['a night', '2200', '0600', ['03-28T21:00 on', '03-29T04:00 off']],
  ['an hour that is skipped', '0200', '0300', []],
  ['an hour that begins in the gap', '0230', '0330', ['03-29T01:00 on', '03-29T01:30 off']],
  ['an hour that ends in the gap', '0130', '0230', ['03-29T00:30 on', '03-29T01:00 off']],
])('%s when the clock goes forward', (_, from, to, expected) => {
  expect(changes(schedulesWith([daily(from, to)]), ...SPRING)).toEqual(expected)
})

test.each([
  ['a day', '0800', '1000', ['10-25T07:00 on', '10-25T09:00 off']],
  ['a night', '2200', '0600', ['10-24T20:00 on', '10-25T05:00 off']],
  ['the hour that is repeated', '0200', '0300', ['10-25T00:00 on', '10-25T02:00 off']],
  [
    'a part of it',
    '0200',
    '0230',
    ['10-25T00:00 on', '10-25T00:30 off', '10-25T01:00 on', '10-25T01:30 off'],
  ],
])('%s when the clock goes back', (_, from, to, expected) => {
  expect(changes(schedulesWith([daily(from, to)]), ...AUTUMN)).toEqual(expected)
})

test('another zone applies at once, and a POSIX rule as well', () => {
  const opened = schedulesWith([FACTORY.office])
  expect(opened.isActive('2026-11-23T07:30:00Z')).toBe(true)
  opened.values['root.Time.TimeZone'] = 'America/New_York'
  expect(opened.isActive('2026-11-23T07:30:00Z')).toBe(false)
  expect(opened.isActive('2026-11-23T13:00:00Z')).toBe(true)
  // Summer in the south.
  Object.assign(opened.values, {
    'root.Time.TimeZone': '',
    'root.Time.POSIXTimeZone': 'AEST-10AEDT,M10.1.0,M4.1.0/3',
  })
  expect(opened.isActive('2026-11-22T21:00:00Z')).toBe(true)
  expect(opened.isActive('2026-11-23T07:30:00Z')).toBe(false)
})

test.each([
  'DTSTART:20260101T080000\nDTEND:20260101T090000\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
  'DTSTART:20260101T080000\nRRULE:FREQ=DAILY;COUNT=1\nEXDATE:20260101T080000',
  'DTSTART:20700101T080000',
])('%s is refused', (text) => {
  expect(() => checkCalendar(text)).toThrow(
    'An event of the schedule never takes place until 2069.',
  )
})

test.each([
  [FACTORY.office, '2026-11-23T10:00:00Z', '2026-11-23T18:00'],
  [FACTORY.office, '2026-11-23T17:00:00Z', '2026-11-24T08:00'],
  [FACTORY.weekdays, '2026-11-23T10:00:00Z', '2026-11-28T00:00'],
  [daily('0000', '1200'), '2026-11-23T10:00:00Z', '2026-11-23T12:00'],
  // Always: the days follow each other.
  [daily('0000', '0000'), '2026-11-23T10:00:00Z', undefined],
  [event('20261120T120000', '20261122T120000'), '2026-11-23T10:00:00Z', undefined],
  ['DTSTART:19700101T083000\nRRULE:FREQ=DAILY', '2026-11-23T07:30:00Z', '2026-11-24T08:30'],
  ['DTSTART:20200101T083000', '2026-11-23T07:30:00Z', undefined],
])('%s changes next, as seen at %s: %s', (calendar, at, expected) => {
  const { schedules } = schedulesWith([calendar])
  const next = () => schedules.next('0', Date.parse(at))
  expect(next() && new Date(Number(next())).toISOString().slice(0, 16)).toBe(expected)
})

test('the next change is known again when the clock goes back', () => {
  const { schedules } = schedulesWith([FACTORY.office])
  const next = (at: string) => schedules.next('0', Date.parse(at))
  expect(next('2026-11-23T18:00:00Z')).toBe(Date.UTC(2026, 10, 24, 8))
  expect(next('2026-11-23T10:00:00Z')).toBe(Date.UTC(2026, 10, 23, 18))
})

test('a pulse is never active, and there may be no such schedule', () => {
  const { isActive, schedules } = schedulesWith([
    'DTSTART:19700101T000000\nRRULE:FREQ=SECONDLY',
    daily('0000', '2359'),
  ])
  expect(isActive('2026-11-23T07:00:00Z')).toBe(false)
  expect(isActive('2026-11-23T07:00:00Z', '2')).toBeUndefined()
  expect(schedules.list().map(({ type }) => type)).toEqual(['Pulse', 'Interval'])
})

test('an event that takes place once, and one that lasts longer than its period', () => {
  const once = schedulesWith([event('20261120T120000', '20261122T120000')], UTC)
  expect(changes(once, '2026-11-19T00:00:00Z', '2026-11-24T00:00:00Z')).toEqual([
    '11-20T12:00 on',
    '11-22T12:00 off',
  ])
  const long = schedulesWith(
    [event('20261120T120000', '20261123T120000', '\nRRULE:FREQ=DAILY;COUNT=3')],
    UTC,
  )
  expect(changes(long, '2026-11-19T00:00:00Z', '2026-11-27T00:00:00Z')).toEqual([
    '11-20T12:00 on',
    '11-25T12:00 off',
  ])
})

test('whole days and exceptions: a shop that is closed on holidays', () => {
  const holidays =
    'BEGIN:VEVENT\nDTSTART;VALUE=DATE:20261224\nDTEND;VALUE=DATE:20261227\nRRULE:FREQ=YEARLY\nEND:VEVENT\n' +
    'BEGIN:VEVENT\nDTSTART;VALUE=DATE:20200101\nRRULE:FREQ=YEARLY\nEND:VEVENT'
  expect(
    changes(schedulesWith([holidays]), '2026-12-23T00:00:00Z', '2027-01-03T00:00:00Z'),
  ).toEqual(['12-23T23:00 on', '12-26T23:00 off', '12-31T23:00 on', '01-01T23:00 off'])
  const open = `${FACTORY.office}\nEXDATE:20261224T080000,20261225T080000`
  expect(changes(schedulesWith([open]), '2026-12-23T12:00:00Z', '2026-12-28T12:00:00Z')).toEqual([
    '12-23T17:00 off',
    '12-28T07:00 on',
  ])
})

/** The examples of RFC 5545 §3.8.5.3, in local time: first day, rule, and the days that it gives. */
const EXAMPLES: [string, string, string][] = [
  ['19970902', 'FREQ=DAILY;COUNT=10', '1997-09: 2 3 4 5 6 7 8 9 10 11'],
  ['19970902', 'FREQ=DAILY;UNTIL=19970905T000000', '1997-09: 2 3 4'],
  ['19970902', 'FREQ=DAILY;INTERVAL=10;COUNT=5', '1997-09: 2 12 22, 1997-10: 2 12'],
  [
    '19970902',
    'FREQ=WEEKLY;UNTIL=19971007T000000;WKST=SU;BYDAY=TU,TH',
    '1997-09: 2 4 9 11 16 18 23 25 30, 1997-10: 2',
  ],
  [
    '19970901',
    'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000;WKST=SU;BYDAY=MO,WE,FR',
    '1997-09: 1 3 5 15 17 19 29, 1997-10: 1 3 13 15 17 27 29 31, 1997-11: 10 12 14 24 26 28, 1997-12: 8 10 12 22',
  ],
  [
    '19970905',
    'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
    '1997-09: 5, 1997-10: 3, 1997-11: 7, 1997-12: 5, 1998-01: 2, 1998-02: 6, 1998-03: 6, 1998-04: 3, 1998-05: 1, 1998-06: 5',
  ],
  [
    '19970907',
    'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
    '1997-09: 7 28, 1997-11: 2 30, 1998-01: 4 25, 1998-03: 1 29, 1998-05: 3 31',
  ],
  [
    '19970922',
    'FREQ=MONTHLY;COUNT=6;BYDAY=-2MO',
    '1997-09: 22, 1997-10: 20, 1997-11: 17, 1997-12: 22, 1998-01: 19, 1998-02: 16',
  ],
  [
    '19970928',
    'FREQ=MONTHLY;BYMONTHDAY=-3;COUNT=6',
    '1997-09: 28, 1997-10: 29, 1997-11: 28, 1997-12: 29, 1998-01: 29, 1998-02: 26',
  ],
  [
    '19970930',
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
    '1997-09: 30, 1997-10: 1 31, 1997-11: 1 30, 1997-12: 1 31, 1998-01: 1 31, 1998-02: 1',
  ],
  [
    '19970910',
    'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
    '1997-09: 10 11 12 13 14 15, 1999-03: 10 11 12 13',
  ],
  [
    '19970902',
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=TU;COUNT=13',
    '1997-09: 2 9 16 23 30, 1997-11: 4 11 18 25, 1998-01: 6 13 20 27',
  ],
  [
    '19970610',
    'FREQ=YEARLY;COUNT=4;BYMONTH=6,7',
    '1997-06: 10, 1997-07: 10, 1998-06: 10, 1998-07: 10',
  ],
  [
    '19970310',
    'FREQ=YEARLY;INTERVAL=2;COUNT=4;BYMONTH=1,2,3',
    '1997-03: 10, 1999-01: 10, 1999-02: 10, 1999-03: 10',
  ],
  ['19970519', 'FREQ=YEARLY;BYDAY=20MO;COUNT=3', '1997-05: 19, 1998-05: 18, 1999-05: 17'],
  ['19970313', 'FREQ=YEARLY;BYMONTH=3;BYDAY=TH;COUNT=7', '1997-03: 13 20 27, 1998-03: 5 12 19 26'],
  [
    '19970902',
    'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;UNTIL=20001013T090000',
    '1998-02: 13, 1998-03: 13, 1998-11: 13, 1999-08: 13, 2000-10: 13',
  ],
  [
    '19961105',
    'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8;COUNT=3',
    '1996-11: 5, 2000-11: 7, 2004-11: 2',
  ],
  ['19970805', 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '1997-08: 5 10 19 24'],
  ['19970805', 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '1997-08: 5 17 19 31'],
  [
    '20070115',
    'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5',
    '2007-01: 15 30, 2007-02: 15, 2007-03: 15 30',
  ],
  ['20240229', 'FREQ=YEARLY;COUNT=2', '2024-02: 29, 2028-02: 29'],
]

test.each(EXAMPLES)('%s, %s', (first, rule, expected) => {
  const { isActive } = schedulesWith(
    [event(`${first}T090000`, `${first}T091500`, `\nRRULE:${rule}`)],
    UTC,
  )
  const found = new Map<string, number[]>()
  const start = Date.UTC(Number(first.slice(0, 4)), 0, 1, 9, 10)
  for (let at = start; at < start + 10 * 366 * 86_400_000; at += 86_400_000) {
    const day = new Date(at).toISOString()
    if (isActive(day) !== true) continue
    const month = day.slice(0, 7)
    found.set(month, [...(found.get(month) ?? []), Number(day.slice(8, 10))])
  }
  const shown = Array.from(found, ([month, days]) => `${month}: ${days.join(' ')}`)
  expect(shown.join(', ')).toBe(expected)
})

test.each([
  ['FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000', ['09:00', '12:00', '15:00']],
  ['FREQ=MINUTELY;INTERVAL=15;COUNT=4', ['09:00', '09:15', '09:30', '09:45']],
  ['FREQ=MINUTELY;INTERVAL=90;COUNT=4', ['09:00', '10:30', '12:00', '13:30']],
])('%s', (rule, expected) => {
  const { isActive } = schedulesWith(
    [event('19970902T090000', '19970902T090500', `\nRRULE:${rule}`)],
    UTC,
  )
  const times = Array.from({ length: 96 }, (_, at) =>
    new Date(Date.UTC(1997, 8, 2) + at * 900_000).toISOString(),
  )
  expect(times.filter((at) => isActive(at)).map((at) => at.slice(11, 16))).toEqual(expected)
})

test('answers about any time, in any order, are the same as the first one', () => {
  const calendar = event('20200102T080000', '20200103T020000', '\nRRULE:FREQ=WEEKLY;BYDAY=MO,TH')
  const kept = schedulesWith([calendar])
  let at = Date.UTC(2026, 0, 1)
  for (let n = 1; n <= 200; n += 1) {
    at += (n % 2 === 0 ? 1 : -1) * n * 3_700_000
    expect(kept.schedules.isActive('0', at)).toBe(
      schedulesWith([calendar]).schedules.isActive('0', at),
    )
  }
})

test('schedules since 1970 answer in less than a millisecond', () => {
  const calendars = [
    ...Object.values(FACTORY),
    event('19700101T000000', '19700101T000030', '\nRRULE:FREQ=MINUTELY'),
    event('19700101T000000', '19700101T000001', '\nRRULE:FREQ=SECONDLY;INTERVAL=2'),
    event('19700101T080000', '19700101T180000', '\nRRULE:FREQ=DAILY;BYMONTH=12'),
    event('19700101T080000', '19700101T180000', '\nRRULE:FREQ=DAILY;COUNT=9999'),
  ]
  const { schedules } = schedulesWith(calendars)
  const now = Date.UTC(2026, 10, 23, 12)
  const ask = (at: number) => {
    for (const index of calendars.keys()) schedules.isActive(String(index), at)
  }
  ask(now)
  const before = performance.now()
  for (let n = 0; n < 500; n += 1) ask(now + n * 10)
  expect((performance.now() - before) / (500 * calendars.length)).toBeLessThan(1)
})

test('rules that count far are counted once', () => {
  const calendars = [
    event('19000131T080000', '19000131T180000', '\nRRULE:FREQ=MONTHLY;COUNT=9999'),
    event('19000131T080000', '19000131T180000', '\nRRULE:FREQ=WEEKLY;BYMONTH=1,2;COUNT=9999'),
  ]
  const { schedules, listeners } = schedulesWith(calendars, UTC)
  const before = performance.now()
  const months = Array.from({ length: 60 }, (_, month) => Date.UTC(2026, month, 31, 12))
  const active = months.filter((at) => {
    // A change of another schedule changes nothing of these.
    for (const fn of listeners) fn()
    schedules.isActive('1', at)
    return schedules.isActive('0', at)
  })
  // Months with 31 days; other dates are in the month after.
  expect(active.map((at) => new Date(at).getUTCDate())).toEqual(
    Array.from({ length: 35 }, () => 31),
  )
  expect(performance.now() - before).toBeLessThan(5000)
})

test('a changed schedule applies at once, and the listener goes when it closes', () => {
  const opened = schedulesWith([FACTORY.office])
  expect(opened.isActive('2026-11-23T07:30:00Z')).toBe(true)
  opened.replace(FACTORY.weekends)
  expect(opened.isActive('2026-11-23T07:30:00Z')).toBe(false)
  opened.schedules.close()
  expect(opened.listeners.size).toBe(0)
})
