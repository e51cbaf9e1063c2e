import { LANGUAGES } from '@lintel/contract/languages'
import { expect, test } from 'vitest'
import {
  formatAgo,
  formatDay,
  formatDayRange,
  formatDuration,
  formatInstant,
  formatReported,
  formatWeekday,
} from './dates.tsx'

const AT = Date.UTC(2026, 10, 2, 0, 7, 5)

test('an instant has one form in each language, with the day first and 24 hours', () => {
  expect(Object.fromEntries(LANGUAGES.map(({ code }) => [code, formatInstant(code, AT)]))).toEqual({
    en: '2 Nov 2026, 00:07',
    de: '2. Nov. 2026, 00:07',
    es: '2 nov 2026, 00:07',
    fr: '2 nov. 2026, 00:07',
    it: '2 nov 2026, 00:07',
    pl: '2 lis 2026, 00:07',
    sv: '2 nov. 2026 00:07',
  })
  for (const { code } of LANGUAGES) {
    expect(formatInstant(code, AT)).toContain(formatDay(code, AT))
    expect(formatInstant(code, AT, 'second')).toBe(`${formatInstant(code, AT)}:05`)
  }
})

test('days in a row are a range, of every year without the year', () => {
  const days = (code: 'en' | 'de', yearly: boolean, last = AT + 2 * 86_400_000) =>
    formatDayRange(code, AT, last, yearly).replaceAll(/\s*–\s*/g, '–')
  expect([days('en', false), days('en', true)]).toEqual(['2–4 Nov 2026', '2–4 Nov'])
  expect([days('de', false), days('de', true)]).toEqual(['2.–4. Nov. 2026', '2.–4. Nov.'])
  expect([days('en', false, AT), days('de', true, AT)]).toEqual(['2 Nov 2026', '2. Nov.'])
  expect([formatWeekday('en', AT), formatWeekday('de', AT)]).toEqual(['Mon', 'Mo'])
})

test('a time that the device reports as text gets this form; another text stays', () => {
  expect(formatReported('en', '2026-11-02 00:07:05')).toBe('2 Nov 2026, 00:07:05')
  expect(formatReported('de', '2026-11-02T00:07:05.123Z')).toBe('2. Nov. 2026, 00:07:05')
  expect(formatReported('en', '02/11/2026')).toBe('02/11/2026')
  expect(formatReported('en', '2026-13-02 00:07:05')).toBe('2026-13-02 00:07:05')
})

test('a length of time is in its largest unit', () => {
  expect([59.4, 59.6, 90, 5_400, 86_400].map((length) => formatDuration('en', length))).toEqual([
    '59 seconds',
    '1 minute',
    '1.5 minutes',
    '1.5 hours',
    '1 day',
  ])
  expect(formatDuration('de', 5_400)).toBe('1,5 Stunden')
  expect(formatAgo('en', 200)).toBe('3 minutes ago')
  expect(formatAgo('de', 20)).toBe('jetzt')
})
