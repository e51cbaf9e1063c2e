import { deviceCalls } from '@lintel/contract/calls/all'
import { AUDIO_SITE_SET } from '@lintel/contract/calls/certificates'
import { productCalled } from '@lintel/contract/products/products'
import { expect, onTestFinished, test } from 'vitest'
import { audioService } from './audio/audio.ts'
import { certificateService } from './certificates/certificates.ts'
import { intercomService } from './intercom/intercom.ts'
import { mqttService } from './mqtt/mqtt.ts'
import { parameterService } from './parameters/parameters.ts'
import { sendSoap } from './testing/soap.ts'
import { openTestDevice } from './testing/test-device.ts'
import type { TestDevice } from './testing/test-device.ts'
import { sipService } from './sip/sip.ts'
import { timeService } from './time/time.ts'
import { trialService } from './trial/trial.ts'
import { webServerService } from './web-server/web-server.ts'

const SERVICES = [
  audioService,
  certificateService,
  intercomService,
  mqttService,
  parameterService,
  sipService,
  timeService,
  trialService,
  webServerService,
]

async function open(number = 'A8307-E'): Promise<TestDevice> {
  const device = await openTestDevice(SERVICES, undefined, productCalled(number))
  onTestFinished(() => device.close())
  device.makeAccounts()
  // Generates the certificate before any write is counted.
  await device.webServer.refresh()
  return device
}

const SUITE = 'ECDHE-RSA-AES128-GCM-SHA256'

const param = (query: string) => `/axis-cgi/param.cgi?action=${query}`

const read = async (device: TestDevice, path: string) =>
  (await device.fetch(path, { as: 'root' })).headers.get('etag') ?? ''

const write = (device: TestDevice, path: string, version?: string) =>
  device.fetch(path, {
    as: 'root',
    headers: version === undefined ? {} : { 'if-match': version },
  })

const post = (device: TestDevice, path: string, body: object, version: string) =>
  device.fetch(path, {
    as: 'root',
    method: 'POST',
    headers: { 'if-match': version, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('of two writers with the same version only the first succeeds (EXPECT-21)', async () => {
  const device = await open()
  const list = param('list&group=root.SNMP')
  const [one, other] = [await read(device, list), await read(device, list)]
  const update = (community: string) => param(`update&SNMP.V1ReadCommunity=${community}`)
  const statuses = await Promise.all([
    write(device, update('first'), one).then(({ status }) => status),
    write(device, update('second'), other).then(({ status }) => status),
  ])
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 412])
  const winner = statuses[0] === 200 ? 'first' : 'second'
  expect(device.parameters.get('root.SNMP.V1ReadCommunity')).toBe(winner)
  const late = await write(device, update('third'), one)
  expect(await late.text()).toBe('# Error: The record was changed in between.\n')
})

test('a write without a version succeeds, and list responses are unchanged', async () => {
  const device = await open()
  const before = await read(device, param('list&group=root.SNMP'))
  expect(await (await write(device, param('update&SNMP.V1ReadCommunity=a'))).text()).toBe('OK\n')
  expect(await (await write(device, param('update&SNMP.V1ReadCommunity=b'), '*')).text()).toBe(
    'OK\n',
  )
  const list = await device.fetch(param('list&group=root.SNMP.V1ReadCommunity'), { as: 'root' })
  expect(await list.text()).toBe('root.SNMP.V1ReadCommunity=b\n')
  expect(list.headers.get('etag')).not.toBe(before)
})

test('changing another group, or writing the current value, leaves a version current', async () => {
  const device = await open()
  const version = await read(device, param('list'))
  device.parameters.set({ 'root.Network.HostName': 'gate' })
  const community = device.parameters.get('root.SNMP.V1ReadCommunity')
  await write(device, param(`update&SNMP.V1ReadCommunity=${community}`))
  expect((await write(device, param('update&SNMP.V1ReadCommunity=a'), version)).status).toBe(200)
})

test('a trial makes the version stale, and so does its end', async () => {
  const device = await open()
  const name = 'root.Network.HostName'
  const list = param('list&group=root.Network')
  const before = await read(device, list)
  device.parameters.attempt({ [name]: 'tried' }, ['admin'], () => undefined)
  expect((await write(device, param(`update&${name}=a`), before)).status).toBe(412)
  const during = await read(device, list)
  device.parameters.dropAttempt()
  expect((await write(device, param(`update&${name}=a`), during)).status).toBe(412)
})

test('members of a group are added and removed only with the current version', async () => {
  const device = await open()
  const add = param(
    'add&template=streamprofile&group=StreamProfile&StreamProfile.S.Name=a&StreamProfile.S.Parameters=fps%3D5',
  )
  const empty = await read(device, param('list&group=root.StreamProfile'))
  expect((await write(device, add, empty)).status).toBe(200)
  expect((await write(device, add, empty)).status).toBe(412)
  const remove = param('remove&group=StreamProfile.S0')
  expect((await write(device, remove, empty)).status).toBe(412)
  const one = await read(device, param('list&group=root.StreamProfile'))
  expect((await write(device, remove, one)).status).toBe(200)
  expect((await write(device, remove, one)).status).toBe(412)
})

test.each([
  [
    'an address on trial',
    { values: { 'root.Network.BootProto': 'none', 'root.Network.IPAddress': '192.0.2.10' } },
    '/lintel/trial/start',
  ],
  ['a policy on trial', { policy: 'Http', ciphers: [SUITE] }, '/lintel/trial/web-server'],
  [
    'a time zone',
    { apiVersion: '1.0', method: 'setTimeZone', params: { timeZone: 'Asia/Kolkata' } },
    '/axis-cgi/time.cgi',
  ],
  [
    'a POSIX time zone',
    { apiVersion: '1.0', method: 'setPosixTimeZone', params: { posixTimeZone: 'JST-9' } },
    '/axis-cgi/time.cgi',
  ],
  ['the factory time zone', { apiVersion: '1.0', method: 'resetTimeZone' }, '/axis-cgi/time.cgi'],
])('%s is set only with the current version', async (_, body, path) => {
  const device = await open()
  const version = await read(device, param('list'))
  device.parameters.set({
    'root.Network.HostName': 'gate',
    'root.HTTPS.Ciphers': [SUITE],
    'root.Time.NTP.Server': '192.0.2.1',
  })
  const before = await device.text(param('list'), { as: 'root' })
  expect((await post(device, path, body, version)).status).toBe(412)
  expect(await device.text(param('list'), { as: 'root' })).toBe(before)
  expect((await post(device, path, body, await read(device, param('list')))).status).toBe(200)
})

test('the time zones and the settings of the web server have versions', async () => {
  const device = await open()
  const body = { apiVersion: '1.0', method: 'getAll' }
  const time = await post(device, '/axis-cgi/time.cgi', body, '*')
  const { etag } = await sendSoap(device, '<aweb:GetWebServerTlsConfiguration/>')
  expect([time.headers.get('etag'), etag]).toEqual(Array(2).fill(await read(device, param('list'))))
})

test('the settings of the web server are set only with the current version', async () => {
  const device = await open()
  const { etag = '' } = await sendSoap(device, '<aweb:GetWebServerTlsConfiguration/>')
  device.parameters.set({ 'root.HTTPS.Ciphers': [SUITE] })
  const set =
    '<aweb:SetWebServerTlsConfiguration><aweb:Configuration name="WebServer"><aweb:Tls>false</aweb:Tls>' +
    '<aweb:ConnectionPolicies><aweb:Admin>Http</aweb:Admin></aweb:ConnectionPolicies><aweb:Ciphers/>' +
    '<aweb:CertificateSet><acert:Certificates/></aweb:CertificateSet></aweb:Configuration></aweb:SetWebServerTlsConfiguration>'
  expect((await sendSoap(device, set, { 'if-match': etag })).status).toBe(412)
  expect(device.parameters.get('root.HTTPS.Ciphers')).toEqual([SUITE])
})

test('a time zone sent with a date is set only with the current version', async () => {
  const device = await open()
  const version = await read(device, param('list'))
  device.parameters.set({ 'root.Time.NTP.Server': '192.0.2.1' })
  const set = '/axis-cgi/date.cgi?action=set&timezone=Asia/Tokyo'
  expect((await write(device, set, version)).status).toBe(412)
  expect(device.parameters.get('root.Time.TimeZone')).toBe('Europe/Stockholm')
  expect((await write(device, set, await read(device, param('list')))).status).toBe(200)
})

test('the configuration of the intercom is changed only with the current version', async () => {
  const device = await open()
  const call = (operation: string, Configuration: object, version: string) =>
    post(device, '/vapix/axdsapi', { [`axdsapi:${operation}`]: { Configuration } }, version)
  const current = async () => {
    const body = { 'axdsapi:GetConfiguration': {} }
    return (await post(device, '/vapix/axdsapi', body, '*')).headers.get('etag') ?? ''
  }
  const version = await current()
  expect((await call('UpdateConfiguration', { PresenceTimeout: 90 }, version)).status).toBe(200)
  expect((await call('UpdateConfiguration', { PresenceTimeout: 20 }, version)).status).toBe(412)
  expect((await call('SetConfiguration', {}, version)).status).toBe(412)
  expect(device.intercomSettings.get().PresenceTimeout).toBe(90)
  expect((await call('SetConfiguration', {}, await current())).status).toBe(200)
})

test('a certificate set and an audio site are changed only with the current version', async () => {
  const device = await open('C1310-E')
  const named = `<acertificates:CertSetName>${AUDIO_SITE_SET}</acertificates:CertSetName>`
  const { etag = '' } = await sendSoap(
    device,
    `<acertificates:GetCertSet>${named}</acertificates:GetCertSet>`,
  )
  const set = (version: string) =>
    sendSoap(
      device,
      `<acertificates:SetCertSet>${named}<acertificates:CertSet><acert:Certificates/></acertificates:CertSet></acertificates:SetCertSet>`,
      { 'if-match': version },
    )
  expect((await set('"other"')).status).toBe(412)
  expect((await set(etag)).status).toBe(200)

  const site = (version: string, method: string, body?: object) =>
    device.fetch('/lintel/audio-site', {
      as: 'root',
      method,
      headers: { 'if-match': version },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  await site('*', 'POST', { name: 'Yard' })
  const version = await read(device, '/vapix/audioSite/setup/api/getSite')
  expect((await site(version, 'POST', { name: 'Court' })).status).toBe(200)
  expect((await site(version, 'POST', { name: 'Hall' })).status).toBe(412)
  expect((await site(version, 'DELETE')).status).toBe(412)
  const now = await read(device, '/vapix/audioSite/setup/api/getSite')
  expect((await site(now, 'DELETE')).status).toBe(200)
})

test.each<[string, string, object, string, object]>([
  [
    'SIP settings are',
    'GetSIPConfiguration',
    {},
    'SetSIPConfiguration',
    { SIPConfiguration: { CallingTimeout: 30 } },
  ],
  [
    'codecs are',
    'GetAudioCodecs',
    {},
    'SetAudioCodecs',
    { AudioCodec: [{ Name: 'PCMU', SampleRate: 8000 }] },
  ],
  ['SIP accounts are', 'GetSIPAccounts', {}, 'SetSIPAccount', { SIPAccount: { UserId: 'gate' } }],
  [
    'a SIP account is',
    'GetSIPAccount',
    { SIPAccountId: 'sip_account_0' },
    'RemoveSIPAccount',
    { SIPAccountId: 'sip_account_0' },
  ],
  [
    'DTMF configurations are',
    'GetDTMFConfigurations',
    {},
    'SetDTMFConfiguration',
    { DTMFConfiguration: { Name: 'Gate' } },
  ],
])('%s changed only with the current version (EXPECT-21)', async (_, read, which, write, body) => {
  const device = await open()
  const call = (operation: string, input: object, version: string) =>
    post(device, '/vapix/call', { [`axcall:${operation}`]: input }, version)
  const version = (await call(read, which, '*')).headers.get('etag') ?? ''
  expect((await call(write, body, '"other"')).status).toBe(412)
  expect((await call(write, body, version)).status).toBe(200)
  expect((await call(write, body, version)).status).toBe(412)
})

test('the settings of MQTT are saved only with the current version (EXPECT-21)', async () => {
  const device = await open()
  const { active, client, publication, discovery } = device.mqtt.store.get()
  const save = (prefix: string, version: string) => {
    const body = { active, client, publication, discovery: { ...discovery, prefix } }
    return post(device, '/lintel/mqtt', body, version)
  }
  const version = await read(device, '/lintel/mqtt')
  expect((await save('first', version)).status).toBe(200)
  expect((await save('second', version)).status).toBe(412)
  expect(device.mqtt.store.get().discovery.prefix).toBe('first')
  expect((await save('third', await read(device, '/lintel/mqtt'))).status).toBe(200)
})

/** Tested beside the service; the version of a row is in the request. */
const BESIDE = [
  'mediaProfiles.save',
  'mediaProfiles.remove',
  'dtmfTriggers.add',
  'dtmfTriggers.remove',
  'dtmfTriggers.update',
  'schedules.update',
  'recipients.add',
  'recipients.update',
  'recipients.remove',
  'actionRules.add',
  'actionRules.update',
  'actionRules.remove',
  'phonebook.importCsv',
]

/**
 * Exempt: followers of an audio site are added and removed one by one, and what a leader reports is
 * the truth; a ticket counts once, dismissing is idempotent, the last movement of a volume control wins,
 * and clearing a log means all of it, whatever has been added. A test, or trying a rule, stores
 * nothing.
 */
const WITHOUT_VERSION = [
  'audioSite.addFollower',
  'audioSite.leave',
  'audioSite.membership',
  'audioSite.removeFollower',
  'trial.confirm',
  'trial.dismiss',
  'playing.setVolume',
  'accessLog.clear',
  'callLog.clear',
  'pictures.remove',
  'mqtt.test',
  'recipients.test',
  'actionRules.run',
  'actionLog.clear',
]

test('every write of our own design that can overwrite another is tested here', () => {
  const writes = deviceCalls.filter((call) => call.own && call.effect === 'write')
  expect(writes.map(({ id }) => id).toSorted()).toEqual(
    [
      'audioSite.remove',
      'audioSite.save',
      'mqtt.save',
      'trial.start',
      'trial.webServer',
      ...BESIDE,
      ...WITHOUT_VERSION,
    ].toSorted(),
  )
})
