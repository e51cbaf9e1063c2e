import { Refusal } from '../fault.ts'
import { readLocal, utcStamp } from './local-time.ts'
import type { LocalValue } from './local-time.ts'

/**
 * The parts that go with each frequency. The documented ones, and those that calendars of people
 * use: UNTIL, COUNT, WKST, BYMONTHDAY, and BYDAY and BYMONTH with DAILY.
 */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  YEARLY: ['BYMONTH', 'BYMONTHDAY', 'BYDAY'],
  MONTHLY: ['BYMONTH', 'BYMONTHDAY', 'BYDAY'],
  WEEKLY: ['BYMONTH', 'BYDAY'],
  DAILY: ['BYMONTH', 'BYDAY'],
  HOURLY: [],
  MINUTELY: [],
  SECONDLY: [],
}
const OF_ALL = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST']
const OF_ANY = [...OF_ALL, ...new Set(Object.values(PARTS).flat())]

const WEEKDAY = '(?:MO|TU|WE|TH|FR|SA|SU)'
const listOf = (item: string) => new RegExp(`^(?:${item})(?:,(?:${item}))*$`)

/** The most that a rule counts, and all rules of a schedule together. Own design. */
export const COUNT_MAX = 9999

/** What the values of parts look like, and what to say of others (RFC 5545 §3.3.10). */
const VALUES: Readonly<Record<string, [RegExp, string]>> = {
  INTERVAL: [/^0*[1-9]\d{0,4}$/, 'a number from 1 to 99999'],
  COUNT: [/^0*[1-9]\d{0,3}$/, `a number from 1 to ${COUNT_MAX}`],
  WKST: [new RegExp(`^${WEEKDAY}$`), 'a weekday such as MO'],
  BYMONTH: [listOf('0?[1-9]|1[0-2]'), 'months from 1 to 12'],
  BYMONTHDAY: [listOf('[+-]?(?:0?[1-9]|[12][0-9]|3[01])'), 'days from 1 to 31, or from -1 to -31'],
  BYDAY: [
    listOf(`(?:[+-]?(?:0?[1-9]|[1-4][0-9]|5[0-3]))?${WEEKDAY}`),
    'weekdays such as MO,TU, or with a number such as -1FR',
  ],
}

const invalid = (message: string): Refusal => new Refusal('invalid', message)

/**
 * The value of RRULE in capitals, with UNTIL as if it were in UTC.
 * @throws Refusal `invalid` that says what is wrong
 */
export function checkRule(text: string, start: LocalValue): string {
  const parts = new Map<string, string>()
  for (const part of text.toUpperCase().split(';').filter(Boolean)) {
    const [name = '', value = ''] = part.split('=', 2)
    if (!OF_ANY.includes(name)) throw invalid(`RRULE: ${part.slice(0, 64)} is not supported.`)
    if (parts.has(name)) throw invalid(`RRULE: there is more than one ${name}.`)
    const [form, wanted] = VALUES[name] ?? []
    if (form?.test(value) === false) throw invalid(`RRULE: ${name} must be ${wanted}.`)
    parts.set(name, value)
  }
  const frequency = parts.get('FREQ') ?? ''
  const allowed = PARTS[frequency]
  if (!allowed) throw invalid(`RRULE: FREQ must be ${Object.keys(PARTS).join(', ')}.`)
  for (const name of parts.keys()) {
    if (OF_ALL.includes(name) || allowed.includes(name)) continue
    throw invalid(`RRULE: ${name} is not possible with FREQ=${frequency}.`)
  }
  const isNumbered = /\d/.test(parts.get('BYDAY') ?? '')
  if (isNumbered && frequency !== 'MONTHLY' && frequency !== 'YEARLY') {
    throw invalid(`RRULE: BYDAY can't have numbers with FREQ=${frequency}.`)
  }
  const until = parts.get('UNTIL')
  if (until !== undefined) {
    if (parts.has('COUNT')) throw invalid('RRULE: there can be UNTIL or COUNT, not both.')
    const last = readLocal(until, 'RRULE: UNTIL')
    if (last.isDay !== start.isDay) {
      throw invalid(
        `RRULE: UNTIL must be ${start.isDay ? 'a day' : 'a day and a time'}, like DTSTART.`,
      )
    }
    parts.set('UNTIL', utcStamp(last.at))
  }
  const isPlain = !parts.has('BYDAY') && !parts.has('BYMONTHDAY')
  if (frequency === 'MONTHLY' && parts.has('COUNT') && isPlain) {
    // It means the same, and the library counts many times as fast.
    parts.set('BYMONTHDAY', String(new Date(start.at).getUTCDate()))
  }
  return Array.from(parts, ([name, value]) => `${name}=${value}`).join(';')
}

/** How many times the event takes place at most by COUNT; 0 without it. */
export const countIn = (rule = ''): number => Number(/COUNT=(\d+)/.exec(rule)?.[1] ?? 0)
