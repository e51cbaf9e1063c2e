import { I18n } from '@lintel/ui/i18n'
import type { Catalogue } from '@lintel/ui/i18n'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import de from '../../messages/schedules/de.json'
import en from '../../messages/schedules/en.json'
import { calendarRow } from './testing/calendar-row.ts'
import { momentText, useWords } from './words.ts'

const NOW = Date.UTC(2026, 10, 20, 14)

function words(calendar: string, language: 'en' | 'de' = 'en'): string {
  const catalogues: Catalogue[] = [language === 'en' ? en : de]
  const wrapper = ({ children }: { children: ReactNode }) => (
    <I18n language={language} catalogues={catalogues}>
      {children}
    </I18n>
  )
  const { current } = renderHook(() => useWords(NOW)(calendarRow(calendar)), { wrapper }).result
  // Versions of the browser differ in the spaces.
  return current.replaceAll(/\s*–\s*/g, '–')
}

const weekly = (days: string, start = '19700101T080000', end = '19700101T180000') =>
  `DTSTART:${start}\nDTEND:${end}\nRRULE:FREQ=WEEKLY;BYDAY=${days}`
const pulse = (rule: string) => `DTSTART:19700101T080000\nRRULE:FREQ=${rule}`
const yearly = (...days: string[]) =>
  days.map((one) => `BEGIN:VEVENT\nDTSTART:${one}\nRRULE:FREQ=YEARLY\nEND:VEVENT`).join('\n')

test.each([
  [weekly('MO,TU,WE,TH,FR'), 'Mon–Fri, 08:00–18:00'],
  [weekly('MO,WE,TH,SA,SU'), 'Mon, Wed, Thu, Sat, Sun, 08:00–18:00'],
  [weekly('MO,TU,WE,TH,FR,SA,SU'), 'Every day, 08:00–18:00'],
  [
    weekly('MO,TU,WE,TH,FR', '19700101T180000', '19700102T080000'),
    'Mon–Fri, 18:00 to 08:00 on the next day',
  ],
  [weekly('MO', '19700101T080000', '19700102T080000'), 'Mon, 08:00 to 08:00 on the next day'],
  [weekly('SA,SU', '19700101', '19700102'), 'Sat, Sun, all day'],
  ['DTSTART:20261224\nDTEND:20261227', '24–26 Dec 2026'],
  [yearly('20261224'), '24 Dec, every year'],
  [
    yearly('20260101', '20260501', '20261003', '20261224', '20261225'),
    '1 Jan, 1 May, 3 Oct, 2 more, every year',
  ],
  [pulse('SECONDLY;INTERVAL=30'), 'Every 30 seconds'],
  [pulse('MINUTELY'), 'Every minute'],
  [pulse('HOURLY;INTERVAL=2'), 'Every 2 hours'],
  [pulse('DAILY'), 'Every day, 08:00'],
  [pulse('DAILY;INTERVAL=3'), 'Every 3 days, 08:00'],
  [pulse('WEEKLY;BYDAY=MO,WE'), 'Mon, Wed, 08:00'],
  [pulse('MONTHLY;BYMONTHDAY=15'), 'Each month on day 15, 08:00'],
  [pulse('MONTHLY;BYMONTHDAY=-1'), 'Each month on the last day, 08:00'],
  [pulse('YEARLY'), 'By its iCalendar text'],
])('%s in words: %s', (calendar, expected) => {
  expect(words(calendar)).toBe(expected)
})

test('the days are those of the language', () => {
  expect(words(weekly('MO,TU,WE'), 'de')).toBe('Mo–Mi, 08:00–18:00')
  expect(words(yearly('20261224'), 'de')).toBe('24. Dez., jedes Jahr')
})

test('a moment of today is only its time', () => {
  const now = '2026-11-20T14:07:32'
  expect(momentText('en', '2026-11-20T18:00:00', now)).toBe('18:00')
  expect(momentText('en', '2026-11-23T08:00:00', now)).toBe('23 Nov 2026, 08:00')
})
