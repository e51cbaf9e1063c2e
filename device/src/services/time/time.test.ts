import { TOPICS } from '@lintel/contract/events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { timeService } from './time.ts'

let device: TestDevice
/** 20 November 2026, 14:07:32 in Stockholm. */
beforeEach(async () => {
  device = await openTestDevice([timeService])
  device.makeAccounts()
})
afterEach(() => device.close())

const time = (method: string, params?: object, as = 'root') =>
  device.json(
    '/axis-cgi/time.cgi',
    { apiVersion: '1.0', context: 'c', method, ...(params ? { params } : {}) },
    as,
  )

const info = {
  dateTime: '2026-11-20T13:07:32Z',
  localDateTime: '2026-11-20T14:07:32+01:00',
  maxYearSupported: 2069,
  timeZone: 'Europe/Stockholm',
  posixTimeZone: 'CET-1CEST,M3.5.0,M10.5.0/3',
  dstEnabled: true,
}

test('the current date and time are answered in the documented form', async () => {
  const text = await device.text('/axis-cgi/time.cgi', {
    method: 'POST',
    body: '{"apiVersion":"1.0","context":"c","method":"getDateTimeInfo"}',
    as: 'view',
  })
  expect(text).toBe(
    `{"apiVersion":"1.1","context":"c","method":"getDateTimeInfo","data":${JSON.stringify(info)}}`,
  )
})

test('all zones of the host are offered, and UTC (DEVICE-39, TIME-15)', async () => {
  const { data } = (await time('getAll')) as { data: { timeZones: string[] } }
  expect(data).toMatchObject({ ...info, dhcpTimeZone: '', dhcpTimeZoneUtilized: false })
  expect(data.timeZones).toEqual(
    Array.from(new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])).toSorted(),
  )
})

test('a zone is set by name, and its rule and the local time follow (DEVICE-40, TIME-15)', async () => {
  const events: unknown[] = []
  device.events.subscribe(({ data }) => events.push(data))
  expect(await time('setTimeZone', { timeZone: 'America/New_York' })).toEqual({
    apiVersion: '1.1',
    context: 'c',
    method: 'setTimeZone',
    data: { timeZone: 'America/New_York' },
  })
  expect(await time('getDateTimeInfo')).toMatchObject({
    data: {
      ...info,
      localDateTime: '2026-11-20T08:07:32-05:00',
      timeZone: 'America/New_York',
      posixTimeZone: 'EST5EDT,M3.2.0,M11.1.0',
    },
  })
  expect(device.parameters.get('root.Time.POSIXTimeZone')).toBe('EST5EDT,M3.2.0,M11.1.0')
  expect(events).toEqual([{ Area: 'time' }])
})

test('an alias is accepted and then listed; other spellings become the listed one', async () => {
  await time('setTimeZone', { timeZone: 'Asia/Kolkata' })
  const { data } = (await time('getAll')) as { data: { timeZones: string[]; timeZone: string } }
  expect(data.timeZone).toBe('Asia/Kolkata')
  expect(data.timeZones).toContain('Asia/Kolkata')
  expect(await time('setTimeZone', { timeZone: 'europe/STOCKHOLM' })).toMatchObject({
    data: { timeZone: 'Europe/Stockholm' },
  })
})

test.each([
  ['setTimeZone', { timeZone: 'Nowhere/Land' }, 4004],
  ['setTimeZone', { timeZone: '+01:00' }, 4004],
  ['setTimeZone', {}, 4003],
  ['setPosixTimeZone', { posixTimeZone: 'CET' }, 4004],
  ['setDateTime', { dateTime: '2026-02-30T00:00:00Z' }, 4004],
  ['setDateTime', { dateTime: '2026-11-20T13:07:32' }, 4004],
  ['setDateTime', { dateTime: '2070-01-01T00:00:00Z' }, 4004],
  ['setDateTime', { dateTime: '1969-12-31T23:59:59Z' }, 4004],
  ['setTheClock', {}, 4000],
])('%s %j is refused with the code %i and changes nothing', async (method, params, code) => {
  const listener: string[] = []
  device.events.subscribe(() => listener.push('event'))
  expect(await time(method, params)).toMatchObject({ method, error: { code } })
  expect(await time('getDateTimeInfo')).toMatchObject({ data: info })
  expect(listener).toEqual([])
})

test('a POSIX rule replaces the zone, with or without daylight saving', async () => {
  await time('setDateTime', { dateTime: '2026-07-01T12:00:00Z' })
  const rule = '<UTC1>-1<UTC2>-2,M3.5.0/2:00:00,M10.5.0/3:00:00'
  await time('setPosixTimeZone', { posixTimeZone: rule, enableDst: true })
  const { data } = (await time('getDateTimeInfo')) as { data: object }
  // Member by member as recorded of a device.
  expect(Object.keys(data)).toEqual([
    'dateTime',
    'localDateTime',
    'maxYearSupported',
    'posixTimeZone',
    'dstEnabled',
  ])
  expect(data).toMatchObject({ localDateTime: '2026-07-01T14:00:00+02:00', posixTimeZone: rule })
  await time('setPosixTimeZone', { posixTimeZone: rule, enableDst: false })
  expect(await time('getDateTimeInfo')).toMatchObject({
    data: { localDateTime: '2026-07-01T13:00:00+01:00', dstEnabled: false },
  })
})

test('a rule written as a parameter takes effect, and a reset returns to the factory zone', async () => {
  device.parameters.update({ 'root.Time.POSIXTimeZone': 'JST-9' }, ['admin'])
  const ruled = (await time('getDateTimeInfo')) as { data: object }
  expect(ruled.data).toMatchObject({ localDateTime: '2026-11-20T22:07:32+09:00' })
  expect(ruled.data).not.toHaveProperty('timeZone')
  await time('resetTimeZone')
  expect(await time('getDateTimeInfo')).toMatchObject({ data: info })
})

test('a clock that jumps notifies the consoles, whoever set it (EXPECT-24)', async () => {
  const events: unknown[] = []
  device.events.subscribe(({ topic, data }) => events.push([topic, data]))
  const event = [TOPICS.changed, { Area: 'time' }]
  await time('setDateTime', { dateTime: '2018-11-19T13:26:53Z' })
  expect(events).toEqual([event])
  device.clock.set(Date.UTC(2026, 10, 20, 13, 7, 32))
  expect(events).toEqual([event, event])
})

test('the clock is set in UTC; the source stays as it is (TIME-05)', async () => {
  const answer = await time('setDateTime', { dateTime: '2018-11-19T13:26:53Z' })
  expect(answer).toMatchObject({ method: 'setDateTime', data: {} })
  expect(await time('getDateTimeInfo')).toMatchObject({
    data: { dateTime: '2018-11-19T13:26:53Z', localDateTime: '2018-11-19T14:26:53+01:00' },
  })
  expect(device.parameters.get('root.Time.SyncSource')).toBe('NTP')
  expect(device.benchLog).toEqual([['time.set', { time: 'Nov 19, 2018 14:26:53' }]])
})

test('viewers read the time and only administrators set it', async () => {
  expect(await time('getSupportedVersions', undefined, 'view')).toMatchObject({
    data: { apiVersions: ['1.0', '1.1'] },
  })
  const body = { apiVersion: '1.0', method: 'resetTimeZone' }
  const refused = await device.fetch('/axis-cgi/time.cgi', {
    method: 'POST',
    body: JSON.stringify(body),
    as: 'oper',
  })
  expect(refused.status).toBe(403)
})

test('viewers read the time server’s status, in a call of our own', async () => {
  const status = await device.text('/lintel/time/status', { as: 'view' })
  expect(JSON.parse(status)).toEqual({ state: 'noServer', server: '' })
  device.parameters.set({ 'root.Time.SyncSource': 'None' })
  expect(JSON.parse(await device.text('/lintel/time/status', { as: 'view' }))).toEqual({
    state: 'off',
    server: '',
  })
})
