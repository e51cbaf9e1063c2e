import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { timeService } from './time.ts'

const PATH = '/axis-cgi/ntp.cgi'

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([timeService])
  device.makeAccounts()
})
afterEach(() => device.close())

const call = (method: string, params?: object) =>
  device.json(PATH, { apiVersion: '1.0', method, ...(params && { params }) }, 'root')

const set = (params: object) => call('setNTPClientConfiguration', params)

const sources = () => {
  const { get } = device.parameters
  return [get('root.Time.SyncSource'), get('root.Time.ObtainFromDHCP'), get('root.Time.NTP.Server')]
}

test('the NTP client is described in the recorded form', async () => {
  expect(await call('getNTPInfo')).toEqual({
    apiVersion: '1.5',
    method: 'getNTPInfo',
    data: {
      client: {
        enabled: true,
        NTSEnabled: false,
        serversSource: 'DHCP',
        maxSupportedStaticServers: 5,
        staticServers: [],
        advertisedServers: [],
        staticNTSKEServers: [],
        NTSKEServerCACerts: [],
        synced: false,
        timeToNextSync: 0,
        timeOffset: 0,
        minpoll: 6,
        maxpoll: 10,
      },
    },
  })
})

test('the given settings are set, and the others stay', async () => {
  expect(await set({ serversSource: 'static', staticServers: ['time.example.com'] })).toEqual({
    apiVersion: '1.5',
    method: 'setNTPClientConfiguration',
    data: {},
  })
  expect(sources()).toEqual(['NTP', false, 'time.example.com'])
  await set({ enabled: false })
  expect(sources()).toEqual(['None', false, 'time.example.com'])
  expect(await call('getNTPInfo')).toMatchObject({
    data: {
      client: { enabled: false, serversSource: 'static', staticServers: ['time.example.com'] },
    },
  })
  device.parameters.set({ 'root.Time.SyncSource': 'PC' })
  await set({ enabled: false, staticServers: [] })
  expect(sources()).toEqual(['PC', false, ''])
  await set({ enabled: true })
  expect(sources()[0]).toBe('NTP')
})

test('several servers are kept in their order, until another one is set elsewhere', async () => {
  const several = ['a.example.com', '192.0.2.1', '2001:db8::1', 'd.example.com', 'e.example.com']
  const listed = async () => {
    const { data } = (await call('getNTPInfo')) as { data: { client: { staticServers: string[] } } }
    return data.client.staticServers
  }
  await set({ serversSource: 'static', staticServers: several })
  expect(sources()).toEqual(['NTP', false, 'a.example.com'])
  expect(await listed()).toEqual(several)
  device.parameters.set({ 'root.Time.NTP.Server': 'other.example.com' })
  expect(await listed()).toEqual(['other.example.com'])
  await set({ staticServers: several })
  // Clients clear the list either way.
  for (const none of [[''], []]) {
    await set({ staticServers: several })
    await set({ staticServers: none })
    expect(await listed()).toEqual([])
    expect(sources()[2]).toBe('')
  }
})

test('what the device has anyway may be sent back', async () => {
  const same = {
    enabled: true,
    NTSEnabled: false,
    serversSource: 'DHCP',
    staticServers: [],
    staticNTSKEServers: [''],
    NTSKEServerCACerts: [],
    minpoll: 6,
    maxpoll: 10,
  }
  expect(await set(same)).toMatchObject({ data: {} })
})

test.each([
  { NTSEnabled: true },
  { staticServers: ['a', 'b', 'c', 'd', 'e', 'f'] },
  { staticServers: ['a.example.com', ''] },
  { staticServers: ['a.example.com', 'not a host'] },
  { staticServers: ['a.example.com', 'x'.repeat(65)] },
  { staticNTSKEServers: ['nts.example.com'] },
  { NTSKEServerCACerts: ['authority'] },
  { minpoll: 4 },
  { maxpoll: 12 },
  { iburst: true },
  { staticServers: ['not a host'] },
  { serversSource: 'somewhere' },
  { enabled: 'yes' },
])('%j is refused, and nothing changes', async (params) => {
  const before = sources()
  expect(await set({ serversSource: 'static', ...params })).toMatchObject({ error: { code: 4004 } })
  expect(sources()).toEqual(before)
})
