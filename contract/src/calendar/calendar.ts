/**
 * Reads the calendar of a schedule: a subset of iCalendar (RFC 5545). Times are the device's local
 * time, without time zones. Source: public documentation, "Schedules".
 */
import { Refusal } from '../fault.ts'
import { SCHEDULE_EVENTS_MAX } from '../rules/schedule.ts'
import { readLocal } from './local-time.ts'
import type { LocalValue } from './local-time.ts'
import { checkRule, COUNT_MAX, countIn } from './rule.ts'

/** Times are milliseconds, counted as if local time were UTC. */
export interface CalendarEvent {
  start: number
  /** Milliseconds by the clock on the wall; 0 for a pulse. */
  length: number
  /** The value of RRULE; undefined for an event that takes place once. */
  rule: string | undefined
  /** Occurrences that don't take place. */
  excluded: readonly number[]
}

/** Holds the most events that a calendar can have. Own design. */
export const CALENDAR_LENGTH_MAX = 8192

/** What says when an event takes place. Others, such as SUMMARY and UID, say nothing about that. */
const TIMES = ['DTSTART', 'DTEND', 'RRULE', 'EXDATE'] as const
type TimeName = (typeof TIMES)[number]
/** What would say when an event takes place, too. */
const UNSUPPORTED = ['DURATION', 'RDATE', 'EXRULE', 'RECURRENCE-ID']

/** A time may follow another property after a blank, as in an example of the documentation. */
const BEFORE_TIME = new RegExp(String.raw`(?<!\s)\s+(?=(?:${TIMES.join('|')})[;:])`, 'gi')
/**
 * A line that begins with a blank continues the one before (RFC 5545 §3.1), unless it is a property
 * in indented XML.
 */
const CONTINUED = /\n[ \t](?![ \t]*[a-z][\w-]*(?:;[^:\n]*)?:)/gi
const PROPERTY = /^(?<name>[\w-]+)(?<parameters>(?:;[^:]*)?):(?<value>.*)$/

interface Property {
  name: string
  /** With the semicolon before it. */
  parameters: string
  value: string
}

const invalid = (message: string): Refusal => new Refusal('invalid', message)

const shown = (text: string): string => text.slice(0, 64)

/** The calendar with one property in each line. */
export const tidy = (text: string): string =>
  text
    .trim()
    .replaceAll('\r\n', '\n')
    .replaceAll(BEFORE_TIME, '\n')
    .replaceAll(CONTINUED, '')
    .replaceAll(/(?<!\s)\s*\n\s*/g, '\n')

/**
 * The events of a calendar: those of its VEVENT components, or the only one if it has no components.
 * @throws Refusal `invalid` that says what is wrong
 */
export function readCalendar(text: string): CalendarEvent[] {
  if (text.length > CALENDAR_LENGTH_MAX) {
    throw invalid(`A schedule has at most ${CALENDAR_LENGTH_MAX} characters.`)
  }
  const properties = tidy(text)
    .split('\n')
    .filter((line) => line !== '')
    .map(readProperty)
  const events = eventsIn(properties)
  if (events.length === 0) throw invalid('The schedule has no event.')
  if (events.length > SCHEDULE_EVENTS_MAX)
    throw invalid(`A schedule has at most ${SCHEDULE_EVENTS_MAX} events.`)
  const read = events.map(readEvent)
  const counted = read.reduce((sum, { rule }) => sum + countIn(rule), 0)
  if (counted > COUNT_MAX) {
    throw invalid(`RRULE: the COUNTs of a schedule must add up to ${COUNT_MAX} at most.`)
  }
  return read
}

function readProperty(line: string): Property {
  const { name = '', parameters = '', value = '' } = PROPERTY.exec(line)?.groups ?? {}
  if (name === '') throw invalid(`${shown(line)}: a line must have a name, a colon and a value.`)
  return { name: name.toUpperCase(), parameters: parameters.toUpperCase(), value: value.trim() }
}

/** The properties of each event. */
function eventsIn(properties: readonly Property[]): Property[][] {
  const isComponent = ({ name }: Property) => name === 'BEGIN' || name === 'END'
  if (!properties.some(isComponent)) return [[...properties]]
  const events: Property[][] = []
  const open: string[] = []
  for (const property of properties) {
    const { name, value } = property
    const component = value.toUpperCase()
    if (name === 'BEGIN') {
      if (component !== 'VEVENT' && component !== 'VCALENDAR') {
        throw invalid(`${shown(value)} is not supported; a schedule has VEVENT components only.`)
      }
      if (open.at(-1) === 'VEVENT') throw invalid('A VEVENT can contain no other component.')
      open.push(component)
      if (component === 'VEVENT') events.push([])
    } else if (name === 'END') {
      if (open.pop() !== component) throw invalid(`END:${shown(value)} has no BEGIN.`)
    } else if (open.at(-1) === 'VEVENT') events.at(-1)?.push(property)
    else if (isTime(name)) throw invalid(`${name} is outside of a VEVENT.`)
  }
  if (open.length > 0) throw invalid(`BEGIN:${open.at(-1)} has no END.`)
  return events
}

const isTime = (name: string): name is TimeName => TIMES.some((one) => one === name)

function readEvent(properties: readonly Property[]): CalendarEvent {
  const of = (name: TimeName) => properties.filter((one) => one.name === name)
  for (const { name } of properties) {
    if (UNSUPPORTED.includes(name)) throw invalid(`${name} is not supported.`)
    if (isTime(name) && name !== 'EXDATE' && of(name).length > 1) {
      throw invalid(`There is more than one ${name}.`)
    }
  }
  const [dtstart] = of('DTSTART')
  if (!dtstart) throw invalid('DTSTART is missing.')
  const start = timeIn(dtstart, dtstart.value)
  const [dtend] = of('DTEND')
  const end = dtend && alike(start, timeIn(dtend, dtend.value), 'DTEND')
  if (end && end.at <= start.at) throw invalid('DTEND must be after DTSTART.')
  const [rrule] = of('RRULE')
  if (rrule && rrule.parameters !== '') throw invalid('RRULE has no parameters.')
  const excluded = of('EXDATE').flatMap((exdate) =>
    exdate.value.split(',').map((one) => alike(start, timeIn(exdate, one), 'EXDATE').at),
  )
  return {
    start: start.at,
    // Without an end, a whole day lasts a day (RFC 5545 §3.6.1).
    length: end ? end.at - start.at : start.isDay ? 86_400_000 : 0,
    rule: rrule && checkRule(rrule.value, start),
    excluded,
  }
}

function timeIn({ name, parameters }: Property, value: string): LocalValue {
  const read = readLocal(value.trim(), name)
  for (const parameter of parameters.split(';').slice(1)) {
    if (parameter === 'VALUE=DATE' && read.isDay) continue
    if (parameter === 'VALUE=DATE-TIME' && !read.isDay) continue
    if (parameter.startsWith('TZID=')) {
      throw invalid(`${name} has a time zone; times are the device's local time.`)
    }
    throw invalid(`${name}: ${shown(parameter)} is not possible with ${shown(value)}.`)
  }
  return read
}

/** A time that has to be a day or a time like DTSTART. */
function alike(start: LocalValue, value: LocalValue, name: string): LocalValue {
  if (start.isDay === value.isDay) return value
  throw invalid(`${name} must be ${start.isDay ? 'a day' : 'a day and a time'}, like DTSTART.`)
}
