import { getShockEnabled, getShockSensitivity } from '@lintel/contract/calls/shock-detection'
import { TOPICS } from '@lintel/contract/events'
import { PRODUCTS, productCalled } from '@lintel/contract/products/products'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Service } from '../service.ts'
import { servicesOf } from '../services.ts'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { shockDetectionService } from './shock-detection.ts'

let device: TestDevice
let shocks: unknown[]
let changes: number
let closeService: () => void
beforeEach(async () => {
  const service: Service = (parts) => {
    const opened = shockDetectionService(parts)
    closeService = () => opened.close?.()
    return opened
  }
  device = await openTestDevice([service])
  onTestFinished(() => device.close())
  device.makeAccounts()
  shocks = []
  changes = 0
  device.events.subscribe(({ topic, source, data }) => {
    if (topic === TOPICS.changed) changes += 1
    else shocks.push([topic, source, data])
  })
})

const call = (name: string, query: string, as = 'oper') =>
  device.fetch(`/axis-cgi/shockdetection/${name}.cgi?${query}`, { as })
const text = async (name: string, query = 'schemaversion=1') => (await call(name, query)).text()
const enable = (enabled: string) => text('setenabled', `schemaversion=1&enabled=${enabled}`)
const sense = (level: string) => text('setsensitivitylevel', `schemaversion=1&level=${level}`)
const knock = (force: number) => device.receive({ type: 'knock', force })

const document = (content: string) =>
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<ShockDetectionResponse xmlns="http://www.axis.com/vapix/http_cgi/shockdetection1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
  ' xsi:schemaLocation="http://www.axis.com/vapix/http_cgi/shockdetection1 http://www.axis.com/vapix/http_cgi/shockdetection1" SchemaVersion="1.0">' +
  `${content}</ShockDetectionResponse>\n`
const error = (code: number, description: string) =>
  document(
    `<Error><GeneralError><ErrorCode>${code}</ErrorCode><ErrorDescription>${description}</ErrorDescription></GeneralError></Error>`,
  )
const SUCCESS = document('<Success><GeneralSuccess/></Success>')
const enabledIs = (enabled: boolean) =>
  document(
    `<Success><GetEnabledSuccess><Enabled>${enabled}</Enabled></GetEnabledSuccess></Success>`,
  )
const levelIs = (level: number) =>
  document(
    `<Success><GetSensitivityLevelSuccess><SensitivityLevel><Level>${level}</Level></SensitivityLevel></GetSensitivityLevelSuccess></Success>`,
  )

test('it is switched on and off, byte for byte as documented (DETECT-03, DEVICE-130, DEVICE-131)', async () => {
  const answer = await call('getenabled', 'schemaversion=1')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/xml; charset=utf-8',
  ])
  expect(await answer.text()).toBe(enabledIs(false))
  expect(await enable('true')).toBe(SUCCESS)
  expect(await text('getenabled')).toBe(enabledIs(true))
  expect(await text('getenabled', 'schemaversion=1.0')).toBe(enabledIs(true))
  expect(await enable('false')).toBe(SUCCESS)
  expect(await text('getenabled')).toBe(enabledIs(false))
})

test('open consoles are told of every change', async () => {
  await enable('true')
  await sense('60')
  expect(changes).toBe(2)
  await sense('101')
  expect(changes).toBe(2)
})

test('its sensitivity is read and set (DETECT-04, DEVICE-132, DEVICE-133)', async () => {
  expect(await text('getsensitivitylevel')).toBe(levelIs(50))
  for (const level of [0, 60, 100]) {
    expect(await sense(String(level))).toBe(SUCCESS)
    expect(await text('getsensitivitylevel')).toBe(levelIs(level))
  }
  expect(await text('getschemaversion', '')).toBe(
    document(
      '<Success><GetSchemaVersionsSuccess><SchemaVersion><VersionNumber>1.0</VersionNumber><Deprecated>false</Deprecated></SchemaVersion></GetSchemaVersionsSuccess></Success>',
    ),
  )
})

test('a client reads the state back (DETECT-02)', async () => {
  await enable('true')
  await sense('73')
  expect(getShockEnabled.format.refuse?.('x', ['20'])).toContain('<ErrorCode>20</ErrorCode>')
  expect(await text('getenabled')).toContain('<Enabled>true</Enabled>')
  expect(getShockSensitivity.format.encode(73)).toBe(await text('getsensitivitylevel'))
})

const INVALID = error(20, 'Invalid request.')
const VERSION = error(40, 'Specified version is not supported.')
const RANGE = error(
  30,
  'Unable to set shock detection sensitivity. Specified value is out of range.',
)

test.each([
  ['getenabled', '', INVALID],
  ['getenabled', 'schemaversion=2', VERSION],
  ['getsensitivitylevel', 'schemaversion=x', VERSION],
  ['getsensitivitylevel', '', INVALID],
  ['setenabled', 'enabled=true', INVALID],
  ['setenabled', 'schemaversion=1', INVALID],
  ['setenabled', 'schemaversion=1&enabled=yes', INVALID],
  ['setenabled', 'schemaversion=3&enabled=true', VERSION],
  ['setsensitivitylevel', 'schemaversion=1', INVALID],
  ['setsensitivitylevel', 'schemaversion=1&level=6.5', INVALID],
  ['setsensitivitylevel', 'schemaversion=1&level=high', INVALID],
  ['setsensitivitylevel', 'schemaversion=1&level=101', RANGE],
  ['setsensitivitylevel', 'schemaversion=1&level=-1', RANGE],
  ['setsensitivitylevel', 'schemaversion=9&level=60', VERSION],
])('%s?%s is refused with its code and changes nothing', async (name, query, refused) => {
  const answer = await call(name, query)
  expect([answer.status, await answer.text()]).toEqual([200, refused])
  expect(await text('getenabled')).toBe(enabledIs(false))
  expect(await text('getsensitivitylevel')).toBe(levelIs(50))
})

test('what can’t be stored is an error of the device', async () => {
  const logged = vi.spyOn(device.log, 'error').mockImplementation(() => {})
  device.fillDisk(true)
  expect(await enable('true')).toBe(error(10, 'Error while processing the request.'))
  expect(logged).toHaveBeenCalledOnce()
  device.fillDisk(false)
  expect(await text('getenabled')).toBe(enabledIs(false))
})

test('a knock raises the event, if it is on and strong enough (DETECT-04)', async () => {
  knock(100)
  expect(shocks).toEqual([])
  await enable('true')
  await sense('60')
  knock(39)
  expect(shocks).toEqual([])
  knock(40)
  expect(shocks).toEqual([['Device/Tampering/ShockDetected', { channel: '1' }, {}]])
  expect(device.benchLog).toEqual([['detected.shock', {}]])
})

test.each([
  ['0', 100, 99],
  ['99', 1, 0],
])('at a sensitivity of %s, a force of %d counts and %d does not', async (level, counts, not) => {
  await enable('true')
  await sense(level)
  knock(not)
  expect(shocks).toEqual([])
  knock(counts)
  expect(shocks).toHaveLength(1)
})

test('one shock is told of once in five seconds', async () => {
  await enable('true')
  knock(100)
  await device.clock.advance(4_999)
  knock(100)
  expect(shocks).toHaveLength(1)
  await device.clock.advance(1)
  knock(100)
  expect(shocks).toHaveLength(2)
})

test('after it has closed no knock is told of', async () => {
  await enable('true')
  closeService()
  knock(100)
  expect(shocks).toEqual([])
})

test('viewers neither read nor change it', async () => {
  for (const name of ['getenabled', 'setenabled', 'getsensitivitylevel', 'setsensitivitylevel']) {
    expect((await call(name, 'schemaversion=1&enabled=true&level=1', 'view')).status).toBe(403)
  }
  expect(await text('getenabled')).toBe(enabledIs(false))
})

test.each(PRODUCTS.map(({ number }) => number))(
  '%s has it if it has the sensor (OPEN-113)',
  async (number) => {
    const product = productCalled(number)
    expect(servicesOf(product).includes(shockDetectionService)).toBe(product.shockSensor)
    expect(product.shockSensor).toBe(product.camera)
    const other = await openTestDevice([], undefined, product)
    onTestFinished(() => other.close())
    const property = other.parameters.get('root.Properties.Tampering.ShockDetection')
    expect(property).toBe(product.shockSensor)
  },
)
