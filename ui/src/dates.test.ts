import { LANGUAGES } from '@lintel/contract/languages'
import { expect, test } from 'vitest'
import {
  formatAgo,
  formatDay,
  formatDayRange,
  formatDuration,
  formatElapsed,
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

test('a length of time is in its two largest units', () => {
  const lengths = [0, 59.4, 59.6, 125, 5_400, 33_845, 86_400, 273_600]
  const plain = (text: string) => text.replaceAll('\u00A0', ' ')
  expect(lengths.map((length) => plain(formatDuration('en', length)))).toEqual([
    '0 s',
    '59 s',
    '1 min',
    '2 min 05 s',
    '1 h 30 min',
    '9 h 24 min',
    '1 day',
    '3 days 4 h',
  ])
  expect(lengths.map((length) => plain(formatElapsed('en', length)))).toEqual([
    '0 s',
    '59 s',
    '59 s',
    '2 min 05 s',
    '1 h 30 min',
    '9 h 24 min',
    '1 day 0 h',
    '3 days 4 h',
  ])
  expect(formatDuration('de', 273_600)).toBe('3 Tage 4\u00A0h')
  expect(formatDuration('fr', 125)).toBe('2\u202Fmin 05\u202Fs')
})

test('a time ago is in its largest unit', () => {
  expect(formatAgo('en', 200)).toBe('3 minutes ago')
  expect(formatAgo('de', 20)).toBe('jetzt')
})
