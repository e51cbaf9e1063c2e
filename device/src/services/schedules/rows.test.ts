import { RULE_TOPICS } from '@lintel/contract/events'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { scheduleService } from './schedules.ts'

let device: TestDevice

beforeEach(async () => {
  device = await openTestDevice([scheduleService])
  onTestFinished(() => device.close())
  device.makeAccounts()
})

const OFFICE = 'com.axis.schedules.office_hours'
const NIGHT = 'DTSTART:19700101T220000\nDTEND:19700102T060000\nRRULE:FREQ=DAILY'

async function get(path = '/lintel/schedules') {
  const answer = await device.fetch(path, { as: 'root' })
  return { status: answer.status, body: await answer.json() }
}

async function update(body: object) {
  const answer = await device.fetch('/lintel/schedules/update', {
    as: 'root',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, text: await answer.text() }
}

const stored = (eventId: string) => device.scheduleStore.find(eventId)

test('the page sees what schedules are doing now, by the clock of the device', async () => {
  device.scheduleStore.add({
    eventId: 'hourly',
    name: 'Each hour',
    calendar: 'DTSTART:19700101T003000\nRRULE:FREQ=HOURLY',
  })
  const { body } = await get()
  expect(body).toMatchObject({ timeZone: 'Europe/Stockholm', now: '2026-11-20T14:07:32' })
  const rows = (body as { schedules: Record<string, unknown>[] }).schedules
  expect(rows.map(({ name, type, active, next }) => [name, type, active, next])).toEqual([
    ['Weekdays', 'Interval', true, '2026-11-21T00:00:00'],
    ['Office Hours', 'Interval', true, '2026-11-20T18:00:00'],
    ['After Hours', 'Interval', false, '2026-11-20T18:00:00'],
    ['Weekends', 'Interval', false, '2026-11-21T00:00:00'],
    ['Each hour', 'Pulse', false, '2026-11-20T14:30:00'],
  ])
  device.parameters.set({ 'root.Time.TimeZone': '', 'root.Time.POSIXTimeZone': 'JST-9' })
  expect((await get()).body).toMatchObject({ timeZone: 'JST-9', now: '2026-11-20T22:07:32' })
})

test('a schedule is changed at once, keeps its EventID and its place, and consoles learn of it', async () => {
  const areas: unknown[] = []
  device.events.subscribe(({ data }) => areas.push(data['Area']))
  const version = stored(OFFICE)?.version
  const { status, text } = await update({
    eventId: OFFICE,
    version,
    name: ' Nights ',
    calendar: `  ${NIGHT.replaceAll('\n', '\r\n')} `,
  })
  expect(status).toBe(200)
  expect(JSON.parse(text)).toEqual({
    eventId: OFFICE,
    version: stored(OFFICE)?.version,
    name: 'Nights',
    type: 'Interval',
    calendar: NIGHT,
    events: [{ start: 79_200_000, length: 28_800_000, rule: 'FREQ=DAILY', excluded: [] }],
    active: false,
    next: '2026-11-20T22:00:00',
  })
  expect(device.scheduleStore.all().map(({ name }) => name)).toEqual([
    'Weekdays',
    'Nights',
    'After Hours',
    'Weekends',
  ])
  expect(device.schedules.isActive(OFFICE, Date.UTC(2026, 10, 20, 22))).toBe(true)
  expect(areas).toEqual(['schedules'])
})

test('of two people who change a schedule only the first succeeds (EXPECT-21)', async () => {
  const version = stored(OFFICE)?.version
  const changed = { eventId: OFFICE, version, calendar: NIGHT }
  expect((await update({ ...changed, name: 'First' })).status).toBe(200)
  expect((await update({ ...changed, name: 'Second' })).status).toBe(412)
  expect(stored(OFFICE)?.name).toBe('First')
  // A change of another schedule doesn't count.
  device.scheduleStore.add({ name: 'Lunch', calendar: NIGHT })
  const now = stored(OFFICE)?.version
  expect((await update({ ...changed, name: 'Third', version: now })).status).toBe(200)
})

test.each([
  [{ name: ' ' }, 400, 'A schedule needs a name.'],
  [{ calendar: 'DTSTART:tomorrow' }, 400, 'DTSTART must be a day and a time'],
  [{ calendar: 'DTSTART:20700101T080000' }, 400, 'never takes place until 2069'],
  [{ eventId: 'none' }, 404, '{}'],
])('%j is refused, and nothing is changed', async (wrong, status, message) => {
  const before = device.scheduleStore.all()
  const right = { eventId: OFFICE, version: stored(OFFICE)?.version, name: 'a', calendar: NIGHT }
  const answer = await update({ ...right, ...wrong })
  expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(message)])
  expect(device.scheduleStore.all()).toEqual(before)
})

test('what uses a schedule is told before it is removed', async () => {
  const uses = async (eventId: string) =>
    (await get(`/lintel/schedules/uses?eventId=${encodeURIComponent(eventId)}`)).body
  expect(await uses(OFFICE)).toEqual({ contacts: 0, rules: [] })

  const call = (address: string, scheduleIds: string[]) => ({
    type: 'SIP' as const,
    address,
    accountid: '',
    scheduleIds,
  })
  const entry = { type: 'Person' as const, childIds: [], lastName: 'Lovelace' }
  device.phonebook.set(
    [
      { ...entry, id: 'ada', firstName: 'Ada', callInformation: [call('sip:a', ['x', OFFICE])] },
      { ...entry, id: 'bob', firstName: 'Bob', callInformation: [call('sip:b', ['x'])] },
      { ...entry, id: 'eve', firstName: 'Eve', callInformation: [call('sip:c', [])] },
    ],
    () => {},
  )
  const about = (topic: string, value: string) => ({ topic, items: [{ name: 'id', value }] })
  const rule = {
    enabled: true,
    start: undefined,
    conditions: [],
    configuration: '',
    delay: 0,
    retries: 0,
    stopped: false,
  }
  const { rules } = device.actionRuleStore
  rules.add({ ...rule, name: 'Starts', start: about(RULE_TOPICS.schedule, OFFICE) })
  rules.add({ ...rule, name: 'Holds', conditions: [about(RULE_TOPICS.schedule, OFFICE)] })
  rules.add({ ...rule, name: 'Other', start: about(RULE_TOPICS.schedule, 'x') })
  rules.add({ ...rule, name: 'Beats', start: about(RULE_TOPICS.recurrence, 'beat') })
  expect(await uses(OFFICE)).toEqual({ contacts: 1, rules: ['Starts', 'Holds'] })
  expect(await uses('beat')).toEqual({ contacts: 0, rules: ['Beats'] })
  expect(await uses('x')).toEqual({ contacts: 2, rules: ['Other'] })
})
