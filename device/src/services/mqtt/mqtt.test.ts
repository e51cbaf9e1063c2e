import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { usersOf } from '../certificates/sets.ts'
import { discoveryService } from '../discovery/discovery.ts'
import { mqttService } from './mqtt.ts'

const SECRET = 'open sesame 4711'

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([mqttService, discoveryService])
  device.makeAccounts()
})
afterEach(() => device.close())

const cgi = (path: string) => (method: string, params?: object, apiVersion?: string) =>
  device.json(
    `/axis-cgi/mqtt/${path}.cgi`,
    { apiVersion: apiVersion ?? '1.0', context: 'c', method, ...(params && { params }) },
    'root',
  )
const client = cgi('client')
const event = cgi('event')

const done = (method: string, apiVersion = '1.0') => ({
  apiVersion,
  context: 'c',
  method,
  data: {},
})

const post = (path: string, body: object, version = '*') =>
  device.fetch(path, {
    as: 'root',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'if-match': version },
    body: JSON.stringify(body),
  })

test('the client is configured as documented, and never tells its password', async () => {
  const given = {
    server: { protocol: 'tcp', host: '127.0.0.1', port: 1 },
    username: 'user_1',
    password: SECRET,
    clientId: 'unique_id',
    keepAliveInterval: 20,
    connectTimeout: 30,
    cleanSession: false,
    autoReconnect: false,
    deviceTopicPrefix: 'some/prefix',
    lastWillTestament: { useDefault: false, topic: 'a', message: 'b', retain: true, qos: 1 },
    connectMessage: { useDefault: true },
  }
  expect(await client('configureClient', given)).toEqual(done('configureClient'))
  const { password: _, ...config } = given
  const before = await client('getClientStatus', {})
  expect(before).toEqual({
    ...done('getClientStatus'),
    data: {
      status: { state: 'inactive', connectionStatus: 'disconnected' },
      config: {
        ...config,
        server: { ...config.server, basepath: '', alpnProtocol: '' },
        activateOnReboot: true,
      },
    },
  })
  expect(JSON.stringify(before)).not.toContain(SECRET)
  expect(await client('activateClient')).toEqual(done('activateClient'))
  expect(await client('getClientStatus')).toMatchObject({ data: { status: { state: 'active' } } })
  // It keeps the password if it is told to.
  await client('configureClient', { ...config, keepExistingPassword: true })
  expect(device.mqtt.store.password()).toBe(SECRET)
  await client('configureClient', config)
  expect(device.mqtt.store.password()).toBe('')
  expect(await client('deactivateClient')).toEqual(done('deactivateClient'))
})

test('what is not given has the documented values', async () => {
  await client('configureClient', { server: { host: 'broker.example.com', protocol: 'wss' } })
  expect(await client('getClientStatus')).toMatchObject({
    data: {
      config: {
        server: { protocol: 'wss', port: 443, basepath: '' },
        clientId: 'ACCC8E012345',
        keepAliveInterval: 60,
        connectTimeout: 60,
        cleanSession: true,
        autoReconnect: true,
        deviceTopicPrefix: 'axis/ACCC8E012345',
      },
    },
  })
  expect(device.mqtt.store.get().client).not.toHaveProperty('lastWillTestament')
})

const server = { host: '127.0.0.1' }
const own = { useDefault: false, topic: 'a', message: 'b', retain: false, qos: 0 }
test.each<[string, object, number]>([
  ['no server', {}, 2103],
  ['a host that is none', { server: { host: 'a b' } }, 2104],
  ['a port that is none', { server: { ...server, port: 70_000 } }, 2104],
  ['an unknown protocol', { server: { ...server, protocol: 'quic' } }, 2104],
  ['a long ALPN protocol', { server: { ...server, alpnProtocol: 'ü'.repeat(128) } }, 2104],
  ['a path with a query', { server: { ...server, basepath: 'a?b' } }, 2104],
  ['a prefix with a wildcard', { server, deviceTopicPrefix: 'a/#' }, 2104],
  ['a prefix of the broker itself', { server, deviceTopicPrefix: '$SYS' }, 2104],
  ['half a last will', { server, lastWillTestament: { useDefault: false, topic: 'a' } }, 2103],
  ['a last will without a topic', { server, lastWillTestament: { ...own, topic: '' } }, 2104],
  ['QoS 3', { server, lastWillTestament: { ...own, qos: 3 } }, 2104],
  ['an unknown authority', { server, ssl: { CACertID: 'nobody' } }, 2104],
  ['an unknown certificate', { server, ssl: { clientCertID: 'nobody' } }, 2104],
  ['a proxy', { server, httpProxy: 'proxy.example.com' }, 2104],
])('a configuration with %s is refused, and nothing changes', async (_, params, code) => {
  const before = device.mqtt.store.get()
  expect(await client('configureClient', params)).toMatchObject({
    method: 'configureClient',
    error: { code },
  })
  expect(device.mqtt.store.get()).toEqual(before)
})

test('certificates are of the right kind', async () => {
  const stored = { cert: 'not read', factory: false }
  device.certificates.put([
    { ...stored, id: 'gate', kind: 'own', key: 'not read' },
    { ...stored, id: 'house', kind: 'authority', key: undefined },
  ])
  const set = (ssl: object) => client('configureClient', { server, ssl })
  expect(await set({ CACertID: 'gate' })).toMatchObject({ error: { code: 2104 } })
  expect(await set({ clientCertID: 'house' })).toMatchObject({ error: { code: 2104 } })
  expect(await set({ CACertID: 'house', clientCertID: 'gate' })).toEqual(done('configureClient'))
})

test('a client without a broker is not activated', async () => {
  expect(await client('activateClient')).toMatchObject({ error: { code: 2104 } })
  expect(device.mqtt.store.get().active).toBe(false)
  // Nor does an active one lose its own.
  await client('configureClient', { server })
  await client('activateClient')
  expect(await client('configureClient', { server: { host: '' } })).toMatchObject({
    error: { code: 2104 },
  })
  expect(device.mqtt.store.get()).toMatchObject({ active: true, client: { server } })
})

test('the published events are configured as documented', async () => {
  expect(await event('getEventPublicationConfig')).toMatchObject({
    data: {
      eventPublicationConfig: {
        topicPrefix: 'default',
        customTopicPrefix: '',
        appendEventTopic: true,
        includeTopicNamespaces: true,
        includeSerialNumberInPayload: false,
        eventFilterList: [],
      },
    },
  })
  const set = {
    eventFilterList: [
      { topicFilter: 'onvif:Device/axis:IO/VirtualPort' },
      { topicFilter: 'onvif:Device/axis:Status//.', qos: 2, retain: 'property' },
      { topicFilter: '//.' },
    ],
  }
  expect(await event('configureEventPublication', set, '1.2')).toEqual(
    done('configureEventPublication', '1.2'),
  )
  expect(await event('getEventPublicationConfig')).toMatchObject({
    data: {
      eventPublicationConfig: {
        topicPrefix: 'default',
        eventFilterList: [
          { topicFilter: 'onvif:Device/axis:IO/VirtualPort', qos: 0, retain: 'none' },
          { topicFilter: 'onvif:Device/axis:Status//.', qos: 2, retain: 'property' },
          { topicFilter: '//.', qos: 0, retain: 'none' },
        ],
      },
    },
  })
  for (const wrong of [
    {},
    { eventFilterList: [{ topicFilter: 'a b' }] },
    { eventFilterList: [{ topicFilter: '//.', retain: 'some' }] },
    { eventFilterList: [], topicPrefix: 'custom' },
    { eventFilterList: [], customTopicPrefix: 'a/+' },
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await event('configureEventPublication', wrong)).toHaveProperty('error.code')
  }
  expect(device.mqtt.store.get().publication.eventFilterList).toHaveLength(3)
})

test('the versions are listed, and newer ones are refused', async () => {
  const versions = (path: string) =>
    device.json(`/axis-cgi/mqtt/${path}.cgi`, { method: 'getSupportedVersions' }, 'root')
  expect(await versions('client')).toMatchObject({ data: { apiVersions: ['1.0'] } })
  expect(await versions('event')).toMatchObject({ data: { apiVersions: ['1.2'] } })
  expect(await client('getClientStatus', {}, '2.0')).toMatchObject({ error: { code: 2100 } })
  const list = { apiVersion: '1.0', method: 'getApiList' }
  expect(JSON.stringify(await device.json('/axis-cgi/apidiscovery.cgi', list, 'root'))).toMatch(
    /"event-mqtt-bridge".*"mqtt-client"/s,
  )
})

test('all settings are read and saved at once, with the current version alone', async () => {
  const read = async () => {
    const answer = await device.fetch('/lintel/mqtt', { as: 'root' })
    return { version: answer.headers.get('etag') ?? '', settings: (await answer.json()) as object }
  }
  const { version, settings } = await read()
  expect(settings).toMatchObject({
    active: false,
    passwordSet: false,
    discovery: { enabled: false, prefix: 'homeassistant' },
    certificates: { own: [], authorities: [] },
    defaults: { clientId: 'ACCC8E012345', deviceTopicPrefix: 'axis/ACCC8E012345' },
  })
  const next = {
    active: false,
    client: { server, password: SECRET },
    publication: { eventFilterList: [{ topicFilter: '//.' }] },
    discovery: { enabled: true, prefix: 'hass' },
  }
  expect((await post('/lintel/mqtt', next, version)).status).toBe(200)
  expect((await post('/lintel/mqtt', next, version)).status).toBe(412)
  const after = await read()
  expect(after.settings).toMatchObject({ passwordSet: true, discovery: next.discovery })
  expect(JSON.stringify(after)).not.toContain(SECRET)
  // A changed password alone is another version; without one it stays.
  expect((await post('/lintel/mqtt', next, after.version)).status).toBe(200)
  expect((await read()).version).not.toBe(after.version)
  await post('/lintel/mqtt', { ...next, client: { server } })
  expect(device.mqtt.store.password()).toBe(SECRET)
  const wrong = [
    { ...next, active: true, client: { server: { host: '' } } },
    { ...next, discovery: { enabled: true, prefix: 'a/#' } },
    { ...next, discovery: { enabled: true, prefix: '' } },
    { ...next, publication: { eventFilterList: [{ topicFilter: 'a b' }] } },
  ]
  for (const body of wrong) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect((await post('/lintel/mqtt', body)).status).toBe(400)
  }
})

test('the password is stored sealed, and a new one replaces it for good', async () => {
  await client('configureClient', { server, password: SECRET })
  const { dataFolder } = device.plugged
  const stored = () =>
    readdirSync(dataFolder)
      .filter((name) => /\.db/.test(name))
      .map((name) => readFileSync(join(dataFolder, name)).toString('latin1'))
      .join('')
  expect(stored()).toContain('"mqtt"'.slice(1, -1))
  expect(stored()).not.toContain(SECRET)
  device.fillDisk(true)
  expect(await client('configureClient', { server, password: 'x' })).toHaveProperty('error')
  device.fillDisk(false)
  expect(device.mqtt.store.password()).toBe(SECRET)
})

test('certificates that it uses are in use', () => {
  const { mqtt } = device
  const { client } = mqtt.store.get()
  const ssl = { validateServerCert: true, CACertID: 'house', clientCertID: 'gate' }
  expect(usersOf(device, 'house').usedBy).toEqual([])
  mqtt.store.change({ client: { ...client, ssl } })
  expect(['house', 'gate', 'other'].map((id) => usersOf(device, id).usedBy)).toEqual([
    ['MQTT'],
    ['MQTT'],
    [],
  ])
})

test('a test of settings tells why it failed, and stores nothing', async () => {
  const tryIt = async (more: object) =>
    (await post('/lintel/mqtt/test', { client: { server: { ...server, ...more } } })).json()
  expect(await tryIt({ port: 1 })).toEqual({
    ok: false,
    reason: 'unreachable',
    detail: 'ECONNREFUSED',
  })
  // A broker of MQTT 3.1.1 that accepts everybody.
  const broker = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (bytes: Buffer) => {
      socket.write(Buffer.from(bytes[8] === 5 ? [0x20, 3, 0, 0, 0] : [0x20, 2, 0, 0]))
    })
  }).listen(0, '127.0.0.1')
  await once(broker, 'listening')
  onTestFinished(() => void broker.close())
  const { port } = broker.address() as AddressInfo
  expect(await tryIt({ port })).toEqual({ ok: true, detail: '' })
  expect((await post('/lintel/mqtt/test', { client: { server: { host: '' } } })).status).toBe(400)
  expect(device.mqtt.store.get().client.server.host).toBe('')
  device.receive({ type: 'world', world: { ...device.plugged.world, cable: false } })
  await expect(device.mqtt.test(device.mqtt.store.get().client, '')).rejects.toMatchObject({
    reason: 'unreachable',
  })
})

test('the status says what the client does', async () => {
  const status = async () => (await device.fetch('/lintel/mqtt/status', { as: 'root' })).json()
  expect(await status()).toEqual({
    state: 'inactive',
    server: '',
    since: '2026-11-20T13:07:32.000Z',
    detail: '',
    queued: 0,
    dropped: 0,
  })
})
