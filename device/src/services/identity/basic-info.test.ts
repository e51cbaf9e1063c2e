import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { identityService } from './identity.ts'

const PATH = '/axis-cgi/basicdeviceinfo.cgi'

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([identityService])
  device.makeAccounts()
})
afterEach(() => device.close())

const call = (method: string, params?: object, as?: string) =>
  device.json(PATH, { apiVersion: '1.0', method, ...(params && { params }) }, as)

test('what identifies the device is public, in the recorded form without the method', async () => {
  const { get } = device.parameters
  expect(await call('getAllUnrestrictedProperties')).toEqual({
    apiVersion: '1.3',
    data: {
      propertyList: {
        Brand: get('root.Brand.Brand'),
        BuildDate: get('root.Properties.Firmware.BuildDate'),
        HardwareID: get('root.Properties.System.HardwareID'),
        ProdFullName: get('root.Brand.ProdFullName'),
        ProdNbr: 'A8307-E',
        ProdShortName: get('root.Brand.ProdShortName'),
        ProdType: 'Network Video Door Station',
        ProdVariant: '',
        SerialNumber: 'ACCC8E012345',
        Version: get('root.Properties.Firmware.Version'),
        WebURL: get('root.Brand.WebURL'),
      },
    },
  })
  expect(await device.json(PATH, { method: 'getSupportedVersions' })).toEqual({
    apiVersion: '1.3',
    data: { apiVersions: ['1.3'] },
  })
})

test('operators read all properties, or those that they name', async () => {
  expect(await call('getAllProperties', undefined, 'oper')).toMatchObject({
    data: {
      propertyList: {
        ProdNbr: 'A8307-E',
        Architecture: device.parameters.get('root.Properties.System.Architecture'),
        Soc: device.parameters.get('root.Properties.System.Soc'),
        SocSerialNumber: 'ACCC8E01-8E012345',
      },
    },
  })
  const propertyList = ['SerialNumber', 'Brand']
  expect(await call('getProperties', { propertyList }, 'oper')).toEqual({
    apiVersion: '1.3',
    data: {
      propertyList: {
        SerialNumber: 'ACCC8E012345',
        Brand: device.parameters.get('root.Brand.Brand'),
      },
    },
  })
  expect(await call('getProperties', { propertyList: [] }, 'oper')).toMatchObject({
    data: { propertyList: {} },
  })
  const refused = await device.fetch(PATH, {
    method: 'POST',
    as: 'view',
    body: JSON.stringify({ apiVersion: '1.0', method: 'getAllProperties' }),
  })
  expect(refused.status).toBe(403)
})

test('an unknown property and a missing list are refused as documented', async () => {
  const propertyList = ['Brand', 'invalid_property_name']
  expect(await call('getProperties', { propertyList }, 'oper')).toEqual({
    apiVersion: '1.3',
    error: { code: 1000, message: 'Property not supported: invalid_property_name' },
  })
  expect(await call('getProperties', {}, 'oper')).toMatchObject({ error: { code: 4002 } })
})
