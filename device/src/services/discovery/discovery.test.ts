import { APIS } from '@lintel/contract/apis'
import type { Call } from '@lintel/contract/call'
import { deviceCalls } from '@lintel/contract/calls/all'
import { PERSONAS } from '@lintel/contract/firmware'
import { PRODUCTS } from '@lintel/contract/products/products'
import { afterEach, expect, test } from 'vitest'
import { servicesOf } from '../services.ts'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { discoveryService } from './discovery.ts'

const PATH = '/axis-cgi/apidiscovery.cgi'

interface Answer {
  data: { apiList: Record<'id' | 'version' | 'name' | 'docLink' | 'status', string>[] }
}

const actionOf = (call: Call) => (call.kind === 'text' ? (call.action ?? '') : '')

let device: TestDevice
afterEach(() => device.close())

async function apis(params?: object): Promise<Answer['data']['apiList']> {
  const request = { apiVersion: '1.0', method: 'getApiList', ...(params && { params }) }
  return ((await device.json(PATH, request, 'root')) as Answer).data.apiList
}

test.each(PRODUCTS.map((product) => [product.number, product] as const))(
  '%s has, in every firmware, each interface that it announces, in that version',
  async (_number, product) => {
    device = await openTestDevice(servicesOf(product), undefined, product)
    device.makeAccounts()
    for (const persona of PERSONAS) {
      device.receive({ type: 'persona', persona })
      const versions = new Map((await apis()).map(({ id, version }) => [id, version]))
      for (const { id, call } of APIS) {
        const version = versions.get(id)
        const answer =
          call.kind === 'json'
            ? await device.fetch(call.path, {
                method: 'POST',
                as: 'root',
                body: JSON.stringify({ apiVersion: version ?? '1.0', method: call.method }),
              })
            : await device.fetch(`${call.path}?action=${actionOf(call)}`, { as: 'root' })
        expect(answer.status, `${persona} ${id}`).toBe(version === undefined ? 404 : 200)
        if (call.kind !== 'json' || version === undefined) continue
        const body = (await answer.json()) as object
        expect(body, id).toMatchObject({ apiVersion: version })
        expect(body, id).not.toHaveProperty('error')
      }
      expect(versions.has('io-port-management')).toBe(
        product.ports.inputs + product.ports.outputs > 0,
      )
    }
  },
)

test('every public JSON call belongs to an interface that is announced', () => {
  const announced = new Set(APIS.map(({ call }) => call.path))
  const json = deviceCalls.filter(({ kind, own }) => kind === 'json' && !own)
  const paths = new Set(json.map(({ path }) => path))
  // Identifying a device has no id in the public documentation.
  paths.delete('/axis-cgi/findmydevice.cgi')
  expect(Array.from(paths).filter((path) => !announced.has(path))).toEqual([])
})

test('an interface whose call the device lacks is not announced', async () => {
  device = await openTestDevice([discoveryService])
  device.makeAccounts()
  expect((await apis()).map(({ id }) => id)).toEqual(['api-discovery'])
})

test('the list is in the recorded form, and filtered by patterns of id and version', async () => {
  device = await openTestDevice(servicesOf(PRODUCTS[0]), undefined, PRODUCTS[0])
  device.makeAccounts()
  const [ntp] = await apis({ id: 'ntp' })
  expect(ntp).toEqual({
    id: 'ntp',
    version: '1.5',
    name: 'NTP',
    docLink: 'https://www.axis.com/partner_pages/vapix_library/#/',
    status: 'official',
  })
  const ids = async (params: object) => (await apis(params)).map(({ id }) => id)
  expect(await ids({ id: '*', version: '*' })).toHaveLength(APIS.length)
  expect(await ids({ id: 'n*' })).toEqual(['network-settings', 'ntp'])
  expect(await ids({ id: 'nt?' })).toEqual(['ntp'])
  expect(await ids({ version: '1.5' })).toEqual(['ntp', 'systemready'])
  expect(await ids({ id: 'ntp', version: '2.*' })).toEqual([])
  expect(await ids({ id: '.*' })).toEqual([])
  expect(await ids({ id: 'api_unsupported_on_this_device' })).toEqual([])
})

test('nobody has to sign in, and requests are refused in the codes of the documentation', async () => {
  device = await openTestDevice([discoveryService])
  expect(await device.json(PATH, { method: 'getSupportedVersions' })).toEqual({
    apiVersion: '1.1',
    method: 'getSupportedVersions',
    data: { apiVersions: ['1.1'] },
  })
  const codeOf = async (request: object) =>
    ((await device.json(PATH, request)) as { error: { code: number } }).error.code
  expect(await codeOf({ apiVersion: '2.0', method: 'getApiList' })).toBe(2003)
  expect(await codeOf({ apiVersion: '1.0', method: 'dance' })).toBe(2004)
  expect(await codeOf({ apiVersion: '1.0', method: 'getApiList', params: { id: 7 } })).toBe(1000)
  expect(await codeOf({ apiVersion: '1.0' })).toBe(4002)
})
