import { afterEach, beforeEach, expect, test } from 'vitest'
import { productCalled } from '@lintel/contract/products/products'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { identityService } from './identity.ts'

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([identityService], undefined, productCalled('A8105-E'))
})
afterEach(() => device.close())

test('anyone can read the product’s name, byte for byte as recorded except for the manual (DEVICE-09)', async () => {
  const answer = await device.fetch('/axis-cgi/prod_brand_info/getbrand.cgi?timestamp=1')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('application/json')
  const recorded =
    '{"Brand":{"Brand":"AXIS","ProdType":"Network Video Door Station","ProdNbr":"A8105-E","ProdShortName":"AXIS A8105-E","ProdFullName":"AXIS A8105-E Network Video Door Station"}}'
  const manual = ',"ManualURL":"https://help.axis.com/axis-a8105-e"'
  const text = await answer.text()
  expect(text).toContain(manual)
  expect(text.replace(manual, '')).toBe(recorded)
})
