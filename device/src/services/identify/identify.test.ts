import { productCalled } from '@lintel/contract/products/products'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { servicesOf } from '../services.ts'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { identifyService } from './identify.ts'

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([identifyService])
  device.makeAccounts()
})
afterEach(() => device.close())

const PATH = '/axis-cgi/findmydevice.cgi'
const ask = (method: string, params?: object, as = 'root') =>
  device.json(PATH, { apiVersion: '1.0', method, ...(params ? { params } : {}) }, as)
const shown = () => device.sent.filter(({ type }) => type === 'identify')

test('it identifies itself for the requested time, and answers as documented (DEVICE-117)', async () => {
  expect(await ask('find', { duration: 10 })).toEqual({
    apiVersion: '1.0',
    method: 'find',
    data: {},
  })
  expect(shown()).toEqual([{ type: 'identify', on: true }])
  await device.clock.advance(9999)
  expect(shown().length).toBe(1)
  await device.clock.advance(1)
  expect(shown()).toEqual([
    { type: 'identify', on: true },
    { type: 'identify', on: false },
  ])
  expect(device.benchLog).toEqual([
    ['identify.started', { seconds: 10 }],
    ['identify.ended', {}],
  ])
})

test('the default duration is five seconds (DEVICE-117)', async () => {
  await ask('find')
  await device.clock.advance(4999)
  expect(shown().length).toBe(1)
  await device.clock.advance(1)
  expect(shown().length).toBe(2)
})

test('a second request while it is active is refused as busy and changes nothing (DEVICE-117)', async () => {
  await ask('find', { duration: 10 })
  expect(await ask('find', { duration: 1 })).toMatchObject({ error: { code: 2201 } })
  await device.clock.advance(9000)
  expect(shown().length).toBe(1)
  await device.clock.advance(1000)
  expect(await ask('find')).toMatchObject({ data: {} })
})

test('stopping ends it at once; stopping again does nothing', async () => {
  await ask('find', { duration: 3600 })
  expect(await ask('stop')).toMatchObject({ method: 'stop', data: {} })
  await ask('stop')
  expect(shown().length).toBe(2)
  await ask('find', { duration: 2 })
  await device.clock.advance(2000)
  expect(shown().length).toBe(4)
})

test.each([0, 3601, 1.5, '5'])('a duration of %j is refused', async (duration) => {
  expect(await ask('find', { duration })).toMatchObject({ error: { code: 2104 } })
  expect(shown()).toEqual([])
})

test('a request without a version returns the supported versions', async () => {
  expect(await device.json(PATH, { method: 'getSupportedVersions' }, 'root')).toMatchObject({
    data: { apiVersions: ['1.0'] },
  })
})

test('only administrators may, with POST', async () => {
  const body = JSON.stringify({ apiVersion: '1.0', method: 'find' })
  expect((await device.fetch(PATH, { method: 'POST', body, as: 'oper' })).status).toBe(403)
  const read = await device.fetch(PATH, { as: 'root' })
  expect(await read.json()).toMatchObject({ error: { code: 2200 } })
  expect(shown()).toEqual([])
})

test('products without a loudspeaker lack this call', () => {
  for (const [number, has] of [
    ['A1601', false],
    ['C1410', true],
  ] as const) {
    expect(servicesOf(productCalled(number)).includes(identifyService)).toBe(has)
  }
})
