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

const date = (query: string, as = 'root') =>
  device.text(`/axis-cgi/date.cgi?action=${query}`, { as })

test('date and time are read as documented (DEVICE-36, DEVICE-37)', async () => {
  expect(await date('get', 'view')).toBe('Nov 20, 2026 14:07:32\r\n')
  expect(await date('getdate', 'view')).toBe('2026-11-20')
  expect(await date('gettime', 'view')).toBe('14:07:32')
  device.clock.set(Date.UTC(2005, 0, 24, 11, 11, 57))
  expect(await date('get')).toBe('Jan 24, 2005 12:11:57\r\n')
})

test('the members sent are set, the others stay (DEVICE-38)', async () => {
  expect(await date('set&year=2027&month=03&day=1&hour=9&minute=5&second=0')).toBe('OK\n')
  expect(await date('get')).toBe('Mar 01, 2027 09:05:00\r\n')
  await date('set&hour=23')
  expect(await date('get')).toBe('Mar 01, 2027 23:05:00\r\n')
  await date('set&day=28&second=7')
  expect(await date('get')).toBe('Mar 28, 2027 23:05:07\r\n')
})

test('a second that is sent starts at its beginning; otherwise the current one continues (DEVICE-38)', async () => {
  device.clock.set(Date.UTC(2026, 10, 20, 13, 7, 32, 250))
  await date('set&minute=8')
  expect(new Date(device.clock.now()).toISOString()).toBe('2026-11-20T13:08:32.250Z')
  await date('set&second=0')
  expect(new Date(device.clock.now()).toISOString()).toBe('2026-11-20T13:08:00.000Z')
})

test('a zone alone leaves the clock running; a time sent with it is in that zone (DEVICE-38)', async () => {
  const before = device.clock.now()
  expect(await date('set&timezone=Asia/Tokyo')).toBe('OK\n')
  expect(device.clock.now()).toBe(before)
  expect(await date('gettime')).toBe('22:07:32')
  await date('set&timezone=America/New_York&hour=8&minute=0&second=0')
  expect(new Date(device.clock.now()).toISOString()).toBe('2026-11-20T13:00:00.000Z')
})

test('a time in the spring gap is moved past the gap', async () => {
  await date('set&year=2026&month=3&day=29&hour=2&minute=30&second=0')
  expect(await date('get')).toBe('Mar 29, 2026 03:30:00\r\n')
})

test('an ambiguous time is the first of the two', async () => {
  await date('set&year=2026&month=10&day=25&hour=2&minute=30&second=0')
  expect(new Date(device.clock.now()).toISOString()).toBe('2026-10-25T00:30:00.000Z')
})

test('it can be set while the source is NTP, and the source stays (DEVICE-38, TIME-05)', async () => {
  expect(device.parameters.get('root.Time.SyncSource')).toBe('NTP')
  expect(await date('set&hour=9&minute=0&second=0')).toBe('OK\n')
  expect(await date('gettime')).toBe('09:00:00')
  expect(device.parameters.get('root.Time.SyncSource')).toBe('NTP')
})

test.each([
  ['year=2026&month=2&day=30', 'there is no 2026-02-30.'],
  ['month=2&day=29', 'there is no 2026-02-29.'],
  ['month=13', 'month must be a number from 1 to 12.'],
  ['hour=24', 'hour must be a number from 0 to 23.'],
  ['minute=%2B5', 'minute must be a number from 0 to 59.'],
  ['second=5.0', 'second must be a number from 0 to 59.'],
  ['second=', 'second must be a number from 0 to 59.'],
  ['year=1970&month=1&day=1&hour=0', 'the date must be 1970 or later in UTC.'],
  ['year=26', 'year must be a number from 1970 to 2069.'],
  ['timezone=Nowhere/Land&hour=3', 'unknown time zone.'],
  ['hour=25&timezone=Asia/Tokyo', 'hour must be a number from 0 to 23.'],
  ['', 'nothing to set.'],
])('setting %s fails and changes nothing', async (fields, message) => {
  expect(await date(`set&${fields}`)).toBe(`Request failed: ${message}\n`)
  expect(await date('get')).toBe('Nov 20, 2026 14:07:32\r\n')
})

test('only administrators can set the date', async () => {
  const refused = await device.fetch('/axis-cgi/date.cgi?action=set&year=2030', { as: 'oper' })
  expect(refused.status).toBe(403)
  expect(await date('getdate')).toBe('2026-11-20')
})
