import { AsyncLocalStorage } from 'node:async_hooks'
import { RULE_TOPICS } from '@lintel/contract/events'
import type { DeviceEvent } from '@lintel/contract/events'
import { expect, onTestFinished, test } from 'vitest'
import { startClock } from '../../clock/clock.ts'
import { createEventBus } from '../../events/bus.ts'
import type { ScheduleStore, StoredSchedule } from '../../state/schedules.ts'
import { openSchedules } from './schedules.ts'

const OFFICE =
  'DTSTART:19700101T080000\nDTEND:19700101T180000\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'
const pulse = (rule: string, time = '000000') => `DTSTART:19700101T${time}\nRRULE:FREQ=${rule}`
const HOUR = 3_600_000
const DAY = 24 * HOUR

interface Options {
  zone?: string
  started?: boolean
}

/** A device with these schedules, by EventID, at a time (UTC). */
function deviceAt(
  utc: string,
  calendars: Record<string, string>,
  { zone = 'Europe/Stockholm', started = true }: Options = {},
) {
  const values: Record<string, unknown> = {
    'root.Time.TimeZone': zone,
    'root.Time.POSIXTimeZone': 'CET-1CEST,M3.5.0,M10.5.0/3',
    'root.Time.DST.Enabled': true,
  }
  const now = Date.parse(utc)
  const clock = startClock({ host: { now: () => now, monotonic: () => 0 } })
  const rows = new Map(Object.entries(calendars))
  const rowOf = ([eventId, calendar]: [string, string]): StoredSchedule => ({
    eventId,
    calendar,
    name: eventId,
    version: '1',
  })
  const listeners = new Set<() => void>()
  const onZone = new Set<() => void>()
  const events = createEventBus(() => clock.now())
  let found: DeviceEvent[] = []
  const repeated = new Set<DeviceEvent>()
  events.subscribe((event, kind) => {
    found.push(event)
    if (kind === 'repeated') repeated.add(event)
  })
  const schedules = openSchedules({
    scheduleStore: {
      all: () => Array.from(rows, rowOf),
      find: (id: string) => Array.from(rows, rowOf).find(({ eventId }) => eventId === id),
      subscribe(fn: () => void) {
        listeners.add(fn)
        return () => listeners.delete(fn)
      },
    } as unknown as ScheduleStore,
    parameters: {
      get: ((name: string) => values[name]) as never,
      subscribe(_, fn) {
        onZone.add(() => fn([], []))
        return () => onZone.clear()
      },
    },
    clock,
    events,
  })
  onTestFinished(() => schedules.close())
  if (started) schedules.start()

  const shown = (event: DeviceEvent): string => {
    const { topic, at, source, data } = event
    const what = topic === RULE_TOPICS.schedule ? (data['active'] === '1' ? ' on' : ' off') : ''
    const again = repeated.has(event) ? ' again' : ''
    return `${at.slice(5, 19).replace(/:00$/, '')} ${source['id']}${what}${again}`
  }
  return {
    schedules,
    clock,
    events,
    /** What was published since the last time, with the time in UTC. */
    published: () => {
      const all = found.map(shown)
      found = []
      return all
    },
    set: (id: string, calendar: string | undefined) => {
      if (calendar === undefined) rows.delete(id)
      else rows.set(id, calendar)
      for (const fn of listeners) fn()
    },
    setZone: (name: string) => {
      values['root.Time.TimeZone'] = name
      for (const fn of onZone) fn()
    },
  }
}

test('intervals are states: published at the start, and whenever they change', async () => {
  const { clock, events, published } = deviceAt('2026-11-20T13:07:32Z', {
    office: OFFICE,
    weekends: 'DTSTART:19700103T000000\nDTEND:19700105T000000\nRRULE:FREQ=WEEKLY',
  })
  expect(published()).toEqual(['11-20T13:07:32 office on', '11-20T13:07:32 weekends off'])
  await clock.advance(3 * DAY)
  expect(published()).toEqual([
    '11-20T17:00 office off',
    '11-20T23:00 weekends on',
    '11-22T23:00 weekends off',
    '11-23T07:00 office on',
  ])
  expect(events.current()).toMatchObject([
    { topic: RULE_TOPICS.schedule, source: { id: 'office' }, data: { active: '1' } },
    { source: { id: 'weekends' }, data: { active: '0' } },
  ])
})

test('pulses happen at their moments, and are no states', async () => {
  const { clock, events, published } = deviceAt('2026-11-20T13:07:32Z', {
    quarter: pulse('MINUTELY;INTERVAL=15'),
    morning: pulse('WEEKLY;BYDAY=SA', '063000'),
  })
  expect(published()).toEqual([])
  await clock.advance(HOUR)
  expect(published()).toEqual([
    '11-20T13:15 quarter',
    '11-20T13:30 quarter',
    '11-20T13:45 quarter',
    '11-20T14:00 quarter',
  ])
  await clock.advance(16 * HOUR)
  expect(published().filter((one) => !one.endsWith('quarter'))).toEqual(['11-21T05:30 morning'])
  expect(events.current()).toEqual([])
})

test('two moments of one pulse at the same time are one', async () => {
  const { clock, published } = deviceAt('2026-11-20T13:00:00Z', {
    both: ['HOURLY', 'MINUTELY;INTERVAL=30']
      .map((rule) => `BEGIN:VEVENT\n${pulse(rule)}\nEND:VEVENT`)
      .join('\n'),
  })
  await clock.advance(HOUR)
  expect(published()).toEqual(['11-20T13:30 both', '11-20T14:00 both'])
})

test('a pulse each second', async () => {
  const { clock, published } = deviceAt('2026-11-20T13:00:00Z', { tick: pulse('SECONDLY') })
  await clock.advance(60_000)
  expect(published()).toHaveLength(60)
})

/** The clock goes from 02:00 to 03:00, at 01:00 UTC. */
test('in spring, what the clock skips happens at once', async () => {
  const { clock, published } = deviceAt('2026-03-29T00:00:00Z', {
    night: pulse('DAILY', '023000'),
    half: pulse('MINUTELY;INTERVAL=30'),
    open: 'DTSTART:19700101T023000\nDTEND:19700101T033000\nRRULE:FREQ=DAILY',
  })
  published()
  await clock.advance(2 * HOUR)
  expect(published()).toEqual([
    '03-29T00:30 half',
    '03-29T01:00 night',
    '03-29T01:00 half',
    '03-29T01:00 open on',
    '03-29T01:30 half',
    '03-29T01:30 open off',
    '03-29T02:00 half',
  ])
})

test('the clock is changed between two looks, and what that means happens at once', async () => {
  const calendars = { night: pulse('DAILY', '023000') }
  const spring = deviceAt('2026-03-29T00:17:00Z', calendars)
  await spring.clock.advance(2 * HOUR)
  expect(spring.published()).toEqual(['03-29T01:00 night'])
  const open = 'DTSTART:19700101T014500\nDTEND:19700101T024500\nRRULE:FREQ=DAILY'
  const autumn = deviceAt('2026-10-25T00:50:00Z', { open })
  await autumn.clock.advance(2 * HOUR)
  expect(autumn.published()).toEqual([
    '10-25T00:50 open off',
    '10-25T01:00 open on again',
    '10-25T01:45 open off again',
  ])
})

/** The clock goes from 03:00 back to 02:00, at 01:00 UTC. */
test('in autumn, days are not repeated, and minutes go on', async () => {
  const { clock, published } = deviceAt('2026-10-24T23:50:00Z', {
    night: pulse('DAILY', '023000'),
    hour: pulse('HOURLY'),
    half: pulse('MINUTELY;INTERVAL=30'),
  })
  await clock.advance(3 * HOUR)
  expect(published()).toEqual([
    '10-25T00:00 hour',
    '10-25T00:00 half',
    '10-25T00:30 night',
    '10-25T00:30 half',
    '10-25T01:00 hour',
    '10-25T01:00 half',
    '10-25T01:30 half',
    '10-25T02:00 hour',
    '10-25T02:00 half',
    '10-25T02:30 half',
  ])
})

test('in autumn, what an interval does once more is told as repeated', async () => {
  const daily = (from: string, to: string) =>
    `DTSTART:19700101T${from}\nDTEND:19700101T${to}\nRRULE:FREQ=DAILY`
  const { clock, published } = deviceAt('2026-10-24T23:50:00Z', {
    within: daily('021000', '022000'),
    beyond: daily('023000', '040000'),
    whole: daily('020000', '030000'),
  })
  published()
  await clock.advance(4 * HOUR)
  expect(published()).toEqual([
    '10-25T00:00 whole on',
    '10-25T00:10 within on',
    '10-25T00:20 within off',
    '10-25T00:30 beyond on',
    '10-25T01:00 beyond off again',
    '10-25T01:10 within on again',
    '10-25T01:20 within off again',
    '10-25T01:30 beyond on again',
    '10-25T02:00 whole off',
    '10-25T03:00 beyond off',
  ])
})

test('a clock that is set back a little repeats the begin of an interval, and one set back far does not', async () => {
  const { clock, published } = deviceAt('2026-11-20T06:55:00Z', { office: OFFICE })
  await clock.advance(10 * 60_000)
  published()
  clock.set(Date.parse('2026-11-20T06:50:00Z'))
  await clock.advance(HOUR)
  expect(published()).toEqual(['11-20T06:50 office off again', '11-20T07:00 office on again'])
  clock.set(Date.parse('2026-11-19T06:50:00Z'))
  await clock.advance(HOUR)
  expect(published()).toEqual(['11-19T06:50 office off', '11-19T07:00 office on'])
})

test('another time zone counts at once', async () => {
  const { clock, published, setZone } = deviceAt('2026-11-20T13:00:00Z', {
    office: OFFICE,
    evening: pulse('DAILY', '180000'),
  })
  published()
  setZone('Asia/Kolkata')
  expect(published()).toEqual(['11-20T13:00 office off', '11-20T13:00 evening'])
  // Four and a half hours back: what comes after that happens again.
  setZone('Europe/Stockholm')
  expect(published()).toEqual(['11-20T13:00 office on'])
  await clock.advance(5 * HOUR)
  expect(published()).toEqual(['11-20T17:00 office off', '11-20T17:00 evening'])
})

test('a clock that is set forward or back', async () => {
  const { clock, published } = deviceAt('2026-11-20T13:00:00Z', {
    office: OFFICE,
    daily: pulse('DAILY', '080000'),
    minute: pulse('MINUTELY'),
  })
  published()
  clock.set(Date.parse('2026-12-30T12:00:30Z'))
  expect(published()).toEqual(['12-30T12:00:30 daily', '12-30T12:00:30 minute'])
  await clock.advance(60_000)
  expect(published()).toEqual(['12-30T12:01 minute'])
  clock.set(Date.parse('2026-12-30T12:00:30Z'))
  await clock.advance(90_000)
  expect(published()).toEqual(['12-30T12:01 minute', '12-30T12:02 minute'])
  clock.set(Date.parse('2026-12-30T06:30:00Z'))
  expect(published()).toEqual(['12-30T06:30 office off', '12-30T06:30 minute'])
  await clock.advance(HOUR)
  expect(published().filter((one) => !one.endsWith('minute'))).toEqual([
    '12-30T07:00 office on',
    '12-30T07:00 daily',
  ])
})

test('what a schedule does has no other cause, whoever sets the clock or changes a schedule', () => {
  const causes = new AsyncLocalStorage<string>()
  const { clock, events, set } = deviceAt('2026-11-20T13:00:00Z', { office: OFFICE })
  const heard: (string | undefined)[] = []
  events.subscribe(() => heard.push(causes.getStore()))
  causes.run('a rule', () => {
    clock.set(Date.parse('2026-11-20T18:00:00Z'))
    set('office', undefined)
    set('office', OFFICE)
  })
  expect(heard).toEqual([undefined, undefined])
})

test('schedules are added, changed and removed', async () => {
  const { clock, events, published, set } = deviceAt('2026-11-20T13:00:00Z', { office: OFFICE })
  published()
  set('late', 'DTSTART:19700101T200000\nDTEND:19700101T220000\nRRULE:FREQ=DAILY')
  expect(published()).toEqual(['11-20T13:00 late off'])
  set('late', 'DTSTART:19700101T120000\nDTEND:19700101T220000\nRRULE:FREQ=DAILY')
  expect(published()).toEqual(['11-20T13:00 late on'])
  // Another calendar that says the same about now.
  set('late', 'DTSTART:19700101T120000\nDTEND:19700101T150000\nRRULE:FREQ=DAILY')
  expect(published()).toEqual([])
  await clock.advance(HOUR)
  expect(published()).toEqual(['11-20T14:00 late off'])
  set('office', undefined)
  expect(published()).toEqual(['11-20T14:00 office off'])
  set('late', pulse('MINUTELY'))
  expect(events.current()).toEqual([])
  await clock.advance(60_000)
  expect(published()).toEqual(['11-20T14:01 late'])
  set('late', undefined)
  await clock.advance(DAY)
  expect(published()).toEqual([])
})

test('nothing is published before the start or after the end, and nothing is made up', async () => {
  const device = deviceAt(
    '2026-11-20T06:00:00Z',
    { office: OFFICE, daily: pulse('DAILY', '080000') },
    { started: false },
  )
  await device.clock.advance(2 * HOUR)
  device.set('other', OFFICE)
  expect(device.published()).toEqual([])
  device.schedules.start()
  expect(device.published()).toEqual(['11-20T08:00 office on', '11-20T08:00 other on'])
  device.schedules.close()
  await device.clock.advance(DAY)
  device.clock.set(0)
  expect(device.published()).toEqual([])
})

test('when the state of the device is replaced, pulses go on from then', async () => {
  const { schedules, clock, published } = deviceAt('2026-11-20T06:00:00Z', {
    office: OFFICE,
    hour: pulse('HOURLY'),
  })
  published()
  schedules.stateRestored()
  expect(published()).toEqual([])
  await clock.advance(HOUR)
  expect(published()).toEqual(['11-20T07:00 office on', '11-20T07:00 hour'])
})

const RULES = [
  'DAILY',
  'WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  'MONTHLY;BYMONTHDAY=-1',
  'YEARLY;BYMONTH=2;BYMONTHDAY=29',
  'HOURLY;INTERVAL=5',
  'MINUTELY',
  'SECONDLY',
]

test('a hundred schedules cost little when the clock is set, and nothing while nothing is due', async () => {
  const calendars = Array.from({ length: 100 }, (_, at) => pulse(RULES[at % RULES.length] ?? ''))
  const { clock, published } = deviceAt(
    '2026-11-20T13:00:00.500Z',
    Object.fromEntries(calendars.map((calendar, at) => [`pulse-${at}`, calendar])),
  )
  const before = performance.now()
  clock.set(Date.parse('2026-12-30T13:00:00.500Z'))
  expect(published()).toHaveLength(100 - Math.floor(100 / 7))
  expect((performance.now() - before) / 100).toBeLessThan(5)
})

test('a year that passes is no work for the device', async () => {
  const { clock, published } = deviceAt('2026-11-20T13:00:00Z', {
    yearly: pulse('YEARLY', '080000'),
  })
  const before = process.cpuUsage()
  await clock.advance(365 * DAY)
  expect(published()).toEqual(['01-01T07:00 yearly'])
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000)
})
