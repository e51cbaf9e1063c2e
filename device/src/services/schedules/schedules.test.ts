import { SCHEDULES_MAX } from '@lintel/contract/rules/schedule'
import { readXml } from '@lintel/front-door/xml'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { timeService } from '../time/time.ts'
import { sendSoap } from '../testing/soap.ts'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { scheduleService } from './schedules.ts'

let device: TestDevice

beforeEach(async () => {
  device = await openTestDevice([scheduleService, timeService])
  onTestFinished(() => device.close())
  device.makeAccounts()
})

const OFFICE =
  'DTSTART:19700101T080000\nDTEND:19700101T180000\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'

/** An element of a response, as documented (device-calls #9). */
const listed = (id: string, name: string, calendar: string) =>
  `<aev:ScheduledEvent><aev:EventID>${id}</aev:EventID><aev:Name>${name}</aev:Name>` +
  `<aev:Schedule><aev:ICalendar Dialect="http://www.axis.com/vapix/ws/ical1">${calendar}</aev:ICalendar></aev:Schedule></aev:ScheduledEvent>`
const response = (...events: string[]) =>
  `<aev:GetScheduledEventsResponse><aev:ScheduledEvents>${events.join('')}</aev:ScheduledEvents></aev:GetScheduledEventsResponse>`

const FACTORY = [
  listed(
    'com.axis.schedules.weekdays',
    'Weekdays',
    'DTSTART:19700105T000000\nDTEND:19700110T000000\nRRULE:FREQ=WEEKLY',
  ),
  listed('com.axis.schedules.office_hours', 'Office Hours', OFFICE),
  listed(
    'com.axis.schedules.after_hours',
    'After Hours',
    'DTSTART:19700101T180000\nDTEND:19700102T080000\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  ),
  listed(
    'com.axis.schedules.weekends',
    'Weekends',
    'DTSTART:19700103T000000\nDTEND:19700105T000000\nRRULE:FREQ=WEEKLY',
  ),
]

const get = (filter = '') =>
  sendSoap(device, `<aev:GetScheduledEvents>${filter}</aev:GetScheduledEvents>`)
const filtered = (type: string) =>
  get(`<aev:ScheduleFilter><aev:ScheduleType>${type}</aev:ScheduleType></aev:ScheduleFilter>`)
const add = (name: string, calendar: string, id?: string, headers = {}) =>
  sendSoap(
    device,
    `<aev:AddScheduledEvent><aev:NewScheduledEvent><aev:Name>${name}</aev:Name>${
      id === undefined ? '' : `<aev:EventID>${id}</aev:EventID>`
    }<aev:Schedule><aev:ICalendar Dialect="http://www.axis.com/vapix/ws/ical1">${calendar}</aev:ICalendar></aev:Schedule></aev:NewScheduledEvent></aev:AddScheduledEvent>`,
    headers,
  )
const remove = (id: string, headers = {}) =>
  sendSoap(
    device,
    `<aev:RemoveScheduledEvent><aev:EventID>${id}</aev:EventID></aev:RemoveScheduledEvent>`,
    headers,
  )

const added = (id: string) => ({
  status: 200,
  body: `<aev:AddScheduledEventResponse><aev:EventID>${id}</aev:EventID></aev:AddScheduledEventResponse>`,
})
const removed = {
  status: 200,
  body: '<aev:RemoveScheduledEventResponse></aev:RemoveScheduledEventResponse>',
}

test('the schedules of the factory are listed in the documented form (DEVICE-22, PHONEBOOK-33)', async () => {
  expect(await get()).toMatchObject({ status: 200, body: response(...FACTORY) })
})

/** As clients of other makers write them. */
const MESSAGES = [
  [
    'default namespaces',
    `<?xml version="1.0" encoding="UTF-8"?>
<Envelope xmlns="http://www.w3.org/2003/05/soap-envelope">
 <Header/>
 <Body >
  <AddScheduledEvent xmlns="http://www.axis.com/vapix/ws/event1">
   <NewScheduledEvent>
    <Name>Opening hours</Name>
    <EventID>com.axis.schedules.opening</EventID>
    <Schedule>
     <ICalendar Dialect="http://www.axis.com/vapix/ws/ical1">${OFFICE}</ICalendar>
    </Schedule>
   </NewScheduledEvent>
  </AddScheduledEvent>
 </Body>
</Envelope>`,
  ],
  [
    'an indented calendar',
    `<?xml version="1.0" encoding="UTF-8"?>
  <SOAP-ENV:Envelope xmlns:SOAP-ENV="http://www.w3.org/2003/05/soap-envelope">
    <SOAP-ENV:Header/>
    <SOAP-ENV:Body xmlns:aev="http://www.axis.com/vapix/ws/event1">
      <aev:AddScheduledEvent>
        <aev:NewScheduledEvent>
          <aev:EventID>com.axis.schedules.opening</aev:EventID>
          <aev:Name>Opening hours</aev:Name>
          <aev:Schedule>
            <aev:ICalendar>
              ${OFFICE.replaceAll('\n', '\r\n              ')}
            </aev:ICalendar>
        </aev:Schedule>
      </aev:NewScheduledEvent>
    </aev:AddScheduledEvent>
  </SOAP-ENV:Body>
</SOAP-ENV:Envelope>`,
  ],
] as const

test.each(MESSAGES)('a message with %s adds a schedule', async (_, body) => {
  const answer = await device.fetch('/vapix/services', { method: 'POST', body, as: 'root' })
  expect([answer.status, await answer.text()]).toEqual([
    200,
    expect.stringContaining('<aev:EventID>com.axis.schedules.opening</aev:EventID>'),
  ])
  const opening = listed('com.axis.schedules.opening', 'Opening hours', OFFICE)
  expect((await get()).body).toBe(response(...FACTORY, opening))
})

test('new schedules have EventIDs that are never used again, and types', async () => {
  expect(await add('Lunch', OFFICE)).toMatchObject(added('com.axis.schedules.genid.id-0'))
  expect(
    await add('Each minute', 'DTSTART:19700101T000000\nRRULE:FREQ=MINUTELY', ''),
  ).toMatchObject(added('com.axis.schedules.genid.id-1'))
  const pulse = listed(
    'com.axis.schedules.genid.id-1',
    'Each minute',
    'DTSTART:19700101T000000\nRRULE:FREQ=MINUTELY',
  )
  expect((await filtered('Pulse')).body).toBe(response(pulse))
  const lunch = listed('com.axis.schedules.genid.id-0', 'Lunch', OFFICE)
  expect((await filtered('Interval')).body).toBe(response(...FACTORY, lunch))
  expect(await remove('com.axis.schedules.genid.id-1')).toMatchObject(removed)
  expect(await add('New', OFFICE, 'com.axis.schedules.genid.id-2')).toMatchObject({ status: 200 })
  expect(await add('Newer', OFFICE)).toMatchObject(added('com.axis.schedules.genid.id-3'))
})

test('a schedule is changed by removing it and adding it again, and consoles learn of it', async () => {
  const areas: unknown[] = []
  device.events.subscribe(({ data }) => areas.push(data['Area']))
  const id = 'com.axis.schedules.office_hours'
  const noon = Date.UTC(2026, 10, 23, 11)
  expect(device.schedules.isActive(id, noon)).toBe(true)
  expect(await remove(id)).toMatchObject(removed)
  expect(device.schedules.isActive(id, noon)).toBeUndefined()
  const night = 'DTSTART:19700101T220000\nDTEND:19700102T060000\nRRULE:FREQ=DAILY'
  expect(await add('Nights', night, id)).toMatchObject(added(id))
  expect(device.schedules.isActive(id, noon)).toBe(false)
  expect(device.schedules.isActive(id, noon + 12 * 3_600_000)).toBe(true)
  expect(areas).toEqual(['schedules', 'schedules'])
})

test('a service that has closed no longer tells consoles', async () => {
  scheduleService(device).close?.()
  const areas: unknown[] = []
  device.events.subscribe(({ data }) => areas.push(data['Area']))
  await add('Lunch', OFFICE)
  expect(areas).toEqual(['schedules'])
})

test('the device’s time zone decides (PHONEBOOK-32)', async () => {
  const id = 'com.axis.schedules.office_hours'
  const at = Date.UTC(2026, 10, 23, 7, 30)
  expect(device.schedules.isActive(id, at)).toBe(true)
  await device.json(
    '/axis-cgi/time.cgi',
    { apiVersion: '1.0', method: 'setTimeZone', params: { timeZone: 'America/New_York' } },
    'root',
  )
  expect(device.schedules.isActive(id, at)).toBe(false)
  expect(device.schedules.isActive(id, Date.UTC(2026, 10, 23, 13, 30))).toBe(true)
})

test.each([
  ['no name', ' ', OFFICE, undefined, 'A schedule needs a name.'],
  ['a long name', 'a'.repeat(65), OFFICE, undefined, 'A name has at most 64 characters.'],
  ['a line break in a name', 'a&#10;b', OFFICE, undefined, 'A name has no line breaks'],
  ['a blank in an EventID', 'Lunch', OFFICE, 'a b', 'An EventID has 1 to 128 letters'],
  [
    'an EventID that exists',
    'Lunch',
    OFFICE,
    'com.axis.schedules.weekends',
    'A schedule with the EventID com.axis.schedules.weekends already exists.',
  ],
  ['no calendar', 'Lunch', '', undefined, 'DTSTART is missing.'],
  ['a time zone', 'Lunch', 'DTSTART:20260101T080000Z', undefined, 'DTSTART has a time zone'],
])('%s is refused, and nothing is added', async (_, name, calendar, id, reason) => {
  expect(await add(name, calendar, id)).toMatchObject({
    status: 400,
    code: 'InvalidArgVal',
    reason: expect.stringContaining(reason),
  })
  expect((await get()).body).toBe(response(...FACTORY))
})

test('another dialect is refused, and so is removing what does not exist', async () => {
  const other = await sendSoap(
    device,
    '<aev:AddScheduledEvent><aev:NewScheduledEvent><aev:Name>a</aev:Name><aev:Schedule><aev:ICalendar Dialect="urn:other">DTSTART:20260101T080000</aev:ICalendar></aev:Schedule></aev:NewScheduledEvent></aev:AddScheduledEvent>',
  )
  expect(other).toMatchObject({ status: 400 })
  expect(other.body).toContain('ICalendar: Dialect must be http://www.axis.com/vapix/ws/ical1.')
  expect(await remove('com.axis.schedules.none')).toMatchObject({
    status: 400,
    reason: 'There is no schedule with the EventID com.axis.schedules.none.',
  })
})

test('the number of schedules is limited', async () => {
  for (let n = 4; n < SCHEDULES_MAX; n += 1) {
    device.scheduleStore.add({ name: `Schedule ${n}`, calendar: OFFICE })
  }
  expect(await add('One more', OFFICE)).toMatchObject({
    status: 500,
    code: 'Action',
    reason: 'The device keeps at most 100 schedules.',
  })
  expect(device.schedules.list()).toHaveLength(SCHEDULES_MAX)
})

test('a write over an outdated list is refused (EXPECT-21)', async () => {
  const { etag = '' } = await get()
  await add('Lunch', OFFICE)
  expect((await add('Dinner', OFFICE, undefined, { 'if-match': etag })).status).toBe(412)
  expect((await remove('com.axis.schedules.weekends', { 'if-match': etag })).status).toBe(412)
  expect(device.schedules.list()).toHaveLength(5)
})

test('the WSDL describes the calendar as a text with its dialect (DEVICE-10)', async () => {
  const answer = await device.fetch('/wsdl/vapix/EventService.wsdl', { as: 'oper' })
  const text = await answer.text()
  expect(readXml(new TextEncoder().encode(text)).name).toBe('definitions')
  expect(text).toContain(
    '<xs:complexType name="ICalendar"><xs:simpleContent><xs:extension base="xs:string">' +
      '<xs:attribute name="Dialect" type="xs:string" fixed="http://www.axis.com/vapix/ws/ical1"></xs:attribute></xs:extension></xs:simpleContent></xs:complexType>',
  )
})
