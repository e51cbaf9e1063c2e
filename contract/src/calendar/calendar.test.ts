import { expect, test } from 'vitest'
import { SCHEDULE_EVENTS_MAX } from '../rules/schedule.ts'
import { CALENDAR_LENGTH_MAX, readCalendar, tidy } from './calendar.ts'

const OFFICE =
  'DTSTART:19700101T080000\nDTEND:19700101T180000\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'
const HOUR = 3_600_000
const DAY = 24 * HOUR

test('an interval has a length, a pulse has none (PHONEBOOK-33)', () => {
  const start = Date.UTC(1970, 0, 1, 8)
  const rule = 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'
  expect(readCalendar(OFFICE)).toEqual([{ start, length: 10 * HOUR, rule, excluded: [] }])
  expect(readCalendar('DTSTART:19700101T000000\nRRULE:FREQ=MINUTELY;INTERVAL=1')).toEqual([
    { start: 0, length: 0, rule: 'FREQ=MINUTELY;INTERVAL=1', excluded: [] },
  ])
})

test('a month that is counted says its day, which is counted much faster', () => {
  const ruleOf = (rule: string) => readCalendar(`DTSTART:19000131\nRRULE:${rule}`)[0]?.rule
  expect(ruleOf('FREQ=MONTHLY;COUNT=9999')).toBe('FREQ=MONTHLY;COUNT=9999;BYMONTHDAY=31')
  expect(ruleOf('FREQ=MONTHLY;COUNT=9;BYDAY=1MO')).toBe('FREQ=MONTHLY;COUNT=9;BYDAY=1MO')
  expect(ruleOf('FREQ=MONTHLY')).toBe('FREQ=MONTHLY')
})

test.each([
  ['with line ends of Windows', OFFICE.replaceAll('\n', '\r\n')],
  ['with blanks in place of line ends', OFFICE.replaceAll('\n', ' ')],
  ['indented like XML', `\n        ${OFFICE.replaceAll('\n', '\n        ')}\n      `],
  ['with lines that continue', OFFICE.replace('BYDAY', '\n BYDAY').replace('WE', '\n\tWE')],
  ['in small letters', OFFICE.toLowerCase()],
  ['with separators and without seconds', OFFICE.replaceAll(/(\d\d)(\d\d)00(?=\n)/g, '$1:$2')],
  ['with dashes', OFFICE.replaceAll('19700101', '1970-01-01')],
  ['with the value type', OFFICE.replaceAll(/(DT\w+):/g, '$1;VALUE=DATE-TIME:')],
  [
    'as an indented calendar',
    `BEGIN:VCALENDAR\n  BEGIN:VEVENT\n    UID:1\n    ${OFFICE.replaceAll('\n', '\n    ')}\n  END:VEVENT\nEND:VCALENDAR`,
  ],
  [
    'as a whole calendar',
    `BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:1\nSUMMARY;LANGUAGE=en:Open: the END: of it\n${OFFICE}\nEND:VEVENT\nEND:VCALENDAR`,
  ],
])('office hours are read %s', (_, text) => {
  expect(readCalendar(text)).toEqual(readCalendar(OFFICE))
})

test('a calendar is stored with one property in each line', () => {
  expect(tidy(`  ${OFFICE.replaceAll('\n', '\r\n   ')}\r\n `)).toBe(OFFICE)
  expect(tidy(OFFICE)).toBe(OFFICE)
})

test('whole days, several events and exceptions', () => {
  const holidays =
    'BEGIN:VEVENT\nDTSTART;VALUE=DATE:20261224\nDTEND;VALUE=DATE:20261227\nRRULE:FREQ=YEARLY;UNTIL=20301224\nEND:VEVENT\n' +
    'BEGIN:VEVENT\nDTSTART:20260101\nEXDATE:20280101,20290101\nEXDATE;VALUE=DATE:20300101\nRRULE:FREQ=YEARLY\nEND:VEVENT'
  expect(readCalendar(holidays)).toEqual([
    {
      start: Date.UTC(2026, 11, 24),
      length: 3 * DAY,
      rule: 'FREQ=YEARLY;UNTIL=20301224T000000Z',
      excluded: [],
    },
    {
      start: Date.UTC(2026, 0, 1),
      length: DAY,
      rule: 'FREQ=YEARLY',
      excluded: [2028, 2029, 2030].map((year) => Date.UTC(year, 0, 1)),
    },
  ])
})

const START = 'DTSTART:20260101T080000\n'
const WITH_RULE = `${START}DTEND:20260101T090000\nRRULE:`

test.each([
  ['', 'DTSTART is missing.'],
  ['Monday to Friday', 'Monday to Friday: a line must have a name, a colon and a value.'],
  ['SUMMARY:Open', 'DTSTART is missing.'],
  ['BEGIN:VCALENDAR\nEND:VCALENDAR', 'The schedule has no event.'],
  [`BEGIN:VEVENT\n${START}`, 'BEGIN:VEVENT has no END.'],
  [`BEGIN:VEVENT\n${START}END:VCALENDAR`, 'END:VCALENDAR has no BEGIN.'],
  ['BEGIN:VTODO\nEND:VTODO', 'VTODO is not supported; a schedule has VEVENT components only.'],
  ['BEGIN:VEVENT\nBEGIN:VEVENT', 'A VEVENT can contain no other component.'],
  [`${START}BEGIN:VEVENT\nEND:VEVENT`, 'DTSTART is outside of a VEVENT.'],
  [START + START, 'There is more than one DTSTART.'],
  [`${START}DURATION:PT1H`, 'DURATION is not supported.'],
  [`${START}RDATE:20260102T080000`, 'RDATE is not supported.'],
  ['DTSTART:20260229T080000', 'DTSTART: there is no such time as 20260229T080000.'],
  ['DTSTART:20260101T240000', 'DTSTART: there is no such time as 20260101T240000.'],
  ['DTSTART:18991231T080000', 'DTSTART: there is no such time as 18991231T080000.'],
  ['DTSTART:tomorrow', 'DTSTART must be a day and a time such as 20261231T180000.'],
  ['DTSTART:20260101T080000Z', "DTSTART has a time zone; times are the device's local time."],
  ['DTSTART:20260101T080000+01:00', "DTSTART has a time zone; times are the device's local time."],
  [
    'DTSTART;TZID=Europe/Paris:20260101T080000',
    "DTSTART has a time zone; times are the device's local time.",
  ],
  [
    'DTSTART;VALUE=DATE:20260101T080000',
    'DTSTART: VALUE=DATE is not possible with 20260101T080000.',
  ],
  [`${START}DTEND:20260101T080000`, 'DTEND must be after DTSTART.'],
  [`${START}DTEND:20260102`, 'DTEND must be a day and a time, like DTSTART.'],
  [`${START}EXDATE:20260102`, 'EXDATE must be a day and a time, like DTSTART.'],
  ['DTSTART:20260101\nDTEND:20260102T080000', 'DTEND must be a day, like DTSTART.'],
  [WITH_RULE, 'RRULE: FREQ must be YEARLY, MONTHLY, WEEKLY, DAILY, HOURLY, MINUTELY, SECONDLY.'],
  [`${WITH_RULE}FREQ=SOMETIMES`, 'RRULE: FREQ must be'],
  [`${WITH_RULE}FREQ=DAILY;BYHOUR=8`, 'RRULE: BYHOUR=8 is not supported.'],
  [`${WITH_RULE}FREQ=DAILY;FREQ=DAILY`, 'RRULE: there is more than one FREQ.'],
  [`${WITH_RULE}FREQ=DAILY;INTERVAL=0`, 'RRULE: INTERVAL must be a number from 1 to 99999.'],
  [`${WITH_RULE}FREQ=DAILY;COUNT=10000`, 'RRULE: COUNT must be a number from 1 to 9999.'],
  [`${WITH_RULE}FREQ=WEEKLY;BYDAY=MO,XX`, 'RRULE: BYDAY must be weekdays such as MO,TU'],
  [`${WITH_RULE}FREQ=WEEKLY;BYDAY=2MO`, "RRULE: BYDAY can't have numbers with FREQ=WEEKLY."],
  [`${WITH_RULE}FREQ=MONTHLY;BYDAY=0MO`, 'RRULE: BYDAY must be weekdays such as MO,TU'],
  [`${WITH_RULE}FREQ=YEARLY;BYMONTH=13`, 'RRULE: BYMONTH must be months from 1 to 12.'],
  [`${WITH_RULE}FREQ=MONTHLY;BYMONTHDAY=32`, 'RRULE: BYMONTHDAY must be days from 1 to 31'],
  [`${WITH_RULE}FREQ=HOURLY;BYDAY=MO`, 'RRULE: BYDAY is not possible with FREQ=HOURLY.'],
  [`${WITH_RULE}FREQ=DAILY;WKST=8`, 'RRULE: WKST must be a weekday such as MO.'],
  [`${WITH_RULE}FREQ=DAILY;UNTIL=20270101`, 'RRULE: UNTIL must be a day and a time, like DTSTART.'],
  [
    `${WITH_RULE}FREQ=DAILY;UNTIL=20270101T000000Z`,
    "RRULE: UNTIL has a time zone; times are the device's local time.",
  ],
  [
    `BEGIN:VEVENT\n${WITH_RULE}FREQ=DAILY;COUNT=5000\nEND:VEVENT\n`.repeat(2),
    'RRULE: the COUNTs of a schedule must add up to 9999 at most.',
  ],
  [
    `${WITH_RULE}FREQ=DAILY;COUNT=2;UNTIL=20270101T000000`,
    'RRULE: there can be UNTIL or COUNT, not both.',
  ],
  ['DTSTART:20260101T080000\nRRULE;X=1:FREQ=DAILY', 'RRULE has no parameters.'],
  [
    `BEGIN:VEVENT\n${START}END:VEVENT\n`.repeat(SCHEDULE_EVENTS_MAX + 1),
    'A schedule has at most 50 events.',
  ],
  [START + ' '.repeat(CALENDAR_LENGTH_MAX), 'A schedule has at most 8192 characters.'],
])('%s is refused', (text, message) => {
  expect(() => readCalendar(text)).toThrow(message)
})
