import { actionCall } from '@lintel/contract/call'
import { getApiList } from '@lintel/contract/calls/discovery'
import { firmwareStatus } from '@lintel/contract/calls/firmware'
import { getUnrestrictedProperties } from '@lintel/contract/calls/identity'
import { listDefinitions } from '@lintel/contract/calls/parameter-definitions'
import { listParameters } from '@lintel/contract/calls/parameters'
import { systemReady } from '@lintel/contract/calls/system'
import { addUser, getUserGroups, getUsers } from '@lintel/contract/calls/users'
import { Refusal } from '@lintel/contract/fault'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { personaOf } from './persona.ts'
import { serve, serveSocket } from './serve.ts'
import { eventSocket } from '@lintel/contract/calls/events'
import { WebSocket } from 'ws'
import { ask } from './testing/ask.ts'
import type { TestDoor } from './testing/test-door.ts'
import { testDoor } from './testing/test-door.ts'

const common = {
  access: 'viewer',
  effect: 'read',
  summary: '',
  source: '',
  proof: 'own design',
} as const
const schemas = { request: v.object({}), data: v.object({ Known: v.boolean() }) }
const named = actionCall({
  ...common,
  ...schemas,
  id: 'intercom.probe',
  path: '/vapix/axdsapi',
  publicPath: '/vapix/intercom',
  operation: 'Probe',
})
const gone = actionCall({
  ...common,
  ...schemas,
  id: 'audiorelay.peers',
  path: '/vapix/audiorelay',
  operation: 'Peers',
})
const ours = actionCall({
  ...common,
  ...schemas,
  id: 'trial.probe',
  path: '/lintel/probe',
  operation: 'Probe',
  own: true,
})

let door: TestDoor
beforeAll(async () => {
  door = await testDoor({
    calls: [
      serve(named, () => ({ Known: true })),
      serve(gone, () => ({ Known: true })),
      serve(ours, () => ({ Known: true })),
      serve(getUsers, () => ({
        admin: ['root'],
        operator: ['root'],
        viewer: ['root', 'eva'],
        ptz: ['root'],
        digusers: ['root', 'eva'],
      })),
      serve(addUser, ({ user }) => {
        if (user === 'eva') throw new Refusal('invalid', 'account user name.')
        return `Created account ${user}.`
      }),
      serve(getUserGroups, (_input, { user = '' }) => ({
        user,
        groups: ['root', 'admin', 'operator', 'viewer', 'ptz'],
      })),
      serve(listParameters, () => ({
        values: new Map([
          ['root.Brand.ProdNbr', 'A8307-E'],
          ['root.Properties.API.Lintel.Version', '1'],
          ['root.Properties.Firmware.Version', '1.0.0'],
          ['root.Time.SyncSource', 'NTP'],
        ]),
        missing: [],
      })),
      serve(listDefinitions, () => ({
        model: 'A8307-E',
        firmwareVersion: '1.0.0',
        origin: 'http://127.0.0.1',
        parameters: [
          ['root.Properties.API.Lintel.Version', '1'],
          ['root.Properties.Firmware.Version', '1.0.0'],
        ].map(([name = '', value = '']) => ({
          name,
          value,
          securityLevel: '7717',
          niceName: 'Version',
          type: { kind: 'string' as const, maxlen: 64 },
          marks: [],
        })),
      })),
      serve(firmwareStatus, () => ({
        activeFirmwareVersion: '1.0.0',
        activeFirmwarePart: '1',
        isCommited: true,
      })),
      serve(getApiList, () => ({ apiList: [] })),
      serve(getUnrestrictedProperties, () => ({ propertyList: { Version: '1.0.0' } as never })),
      serve(systemReady, () => ({
        systemready: 'yes' as const,
        needsetup: 'no' as const,
        uptime: '4',
        bootid: 'b',
        passphrasepolicy: 'none',
      })),
    ],
    sockets: [serveSocket(eventSocket, (socket) => socket.close())],
  })
})
afterAll(() => door.close())
beforeEach(() => {
  door.device.state.persona = 'own'
})

/** By session, so that the policy of challenges does not matter. */
const as = (user: string) => ({ ...door.signedIn(user), 'x-lintel-console': '1' })

const get = (path: string) => ask(door.url + path, { headers: as('root') })
const post = (path: string, body: object) =>
  ask(door.url + path, { method: 'POST', headers: as('root'), body: JSON.stringify(body) })
const probe = async (path: string) => (await post(path, { Probe: {} })).status

test('each firmware knows its own names, ours knows both', async () => {
  const found: Record<string, number[]> = {}
  for (const persona of ['own', '9.80', '12.11'] as const) {
    door.device.state.persona = persona
    found[persona] = [await probe('/vapix/axdsapi'), await probe('/vapix/intercom')]
  }
  expect(found).toEqual({ own: [200, 200], '9.80': [200, 404], '12.11': [404, 200] })
})

test('a call that a firmware lacks is answered with 404, for everybody', async () => {
  door.device.state.persona = '12.11'
  const missing = await ask(`${door.url}/vapix/audiorelay`)
  expect(missing.status).toBe(404)
  expect(missing.headers['content-type']).toBe('text/html; charset=ISO-8859-1')
  expect(missing.text).toContain('The requested URL /vapix/audiorelay was not found')
  door.device.state.persona = '9.80'
  expect((await post('/vapix/audiorelay', { Peers: {} })).status).toBe(200)
  expect(await probe('/lintel/probe')).toBe(404)
  door.device.state.persona = 'own'
  expect(await probe('/lintel/probe')).toBe(200)
})

test('the event socket is at the path of the firmware, and 404 at the other', async () => {
  const opened = (path: string) =>
    new Promise<number>((resolve) => {
      const socket = new WebSocket(door.url.replace('http', 'ws') + path, { headers: as('root') })
      socket.once('open', () => resolve(101))
      socket.once('unexpected-response', (_request, { statusCode = 0 }) => resolve(statusCode))
    })
  door.device.state.persona = '12.11'
  expect(await opened('/vapix/axevws')).toBe(404)
  expect(await opened('/vapix/intercomws')).toBe(101)
})

test('9.80 lists service accounts, as plain text with CRLF', async () => {
  door.device.state.persona = '9.80'
  const { text, headers } = await get('/axis-cgi/pwdgrp.cgi?action=get')
  expect(headers['content-type']).toContain('text/plain')
  expect(text).toContain('admin="wwwaop,wwwaov,AudioManager,sdk,geolocationd,root"\r\n')
  expect(text).toContain('digusers="root,eva"\r\n')
  expect(getUsers.format.decode(text)).toMatchObject({
    viewer: ['sdk', 'AudioSiteProxy', 'root', 'eva'],
    digusers: ['root', 'eva'],
  })
})

test.each(['9.80', '12.11'] as const)(
  '%s does not tell whether a SIP account has a password',
  (id) => {
    const SIPAccount = [
      {
        Name: 'a,"PasswordStored":true',
        PasswordStored: true,
        SIPProxies: [{ Server: 'p', PasswordStored: false }],
      },
    ]
    const answer = { status: 200, type: 'application/json', body: JSON.stringify({ SIPAccount }) }
    const rewritten = personaOf(id).rewrite('sip.GetSIPAccounts', answer, {}).body
    expect(JSON.parse(String(rewritten))).toEqual({
      SIPAccount: [{ Name: 'a,"PasswordStored":true', SIPProxies: [{ Server: 'p' }] }],
    })
    expect(personaOf('own').rewrite('sip.GetSIPAccounts', answer, {})).toBe(answer)
  },
)

test.each(['9.80', '12.11'] as const)(
  '%s has entries of the phonebook without versions, and images where it answers',
  (id) => {
    const label = 'a,"version":"b","image":"/vapix/axdsapi/PhonebookEntries/'
    const image = (service: string) => `/vapix/${service}/PhonebookEntries/c/image`
    const entries = [{ id: 'c', label, image: image('axdsapi'), version: 'v-1' }]
    const answer = (body: object) => ({
      status: 200,
      type: 'application/json',
      body: JSON.stringify(body),
    })
    const rewritten = (call: string, body: object): unknown =>
      JSON.parse(String(personaOf(id).rewrite(call, answer(body), {}).body))
    const theirs = image(id === '9.80' ? 'axdsapi' : 'intercom')
    expect(rewritten('phonebook.GetPhonebookEntries', { phonebookEntries: entries })).toEqual({
      phonebookEntries: [{ id: 'c', label, image: theirs }],
    })
    expect(rewritten('phonebook.setImage', { image: image('axdsapi') })).toEqual({ image: theirs })
  },
)

test('9.80 reports readiness without boot id and uptime', async () => {
  door.device.state.persona = '9.80'
  const body = { apiVersion: '1.2', method: 'systemready', params: { timeout: 0 } }
  const { text } = await post('/axis-cgi/systemready.cgi', body)
  expect(JSON.parse(text)).toMatchObject({ data: { systemready: 'yes', needsetup: 'no' } })
  expect(text).not.toContain('bootid')
})

test('12.11 answers account calls with the bare sentence', async () => {
  door.device.state.persona = '12.11'
  const add = async (user: string) =>
    (await get(`/axis-cgi/pwdgrp.cgi?action=add&user=${user}&pwd=Abcdef12`)).text
  expect(await add('tom')).toBe('Created account tom.\n')
  expect(addUser.format.faultIn(await add('eva'))).toBe('account user name.')
  expect((await get('/axis-cgi/usergroup.cgi')).text).toBe('root\nadmin operator viewer ptz\n')
})

test('12.11 omits root. only where a parameter was requested by its own name without it', async () => {
  door.device.state.persona = '12.11'
  const list = async (group: string) =>
    (await get(`/axis-cgi/param.cgi?action=list&group=${group}`)).text
  const expanded =
    'root.Brand.ProdNbr=A8307-E\nroot.Properties.Firmware.Version=12.11.77\nroot.Time.SyncSource=NTP\n'
  expect(await list('')).toBe(expanded)
  expect(await list('Brand,root.Properties.Firmware.Version,Time')).toBe(expanded)
  const { values } = listParameters.format.decode(await list('Time.SyncSource'))
  expect(await list('Brand,Time.SyncSource')).toBe(
    expanded.replace('root.Time.SyncSource', 'Time.SyncSource'),
  )
  expect(values.get('root.Time.SyncSource')).toBe('NTP')
})

test.each([
  ['9.80', '9.80.2.2'],
  ['12.11', '12.11.77'],
] as const)('every answer of %s has its version', async (persona, version) => {
  door.device.state.persona = persona
  expect((await get('/axis-cgi/param.cgi?action=list')).text).toContain(
    `root.Properties.Firmware.Version=${version}\n`,
  )
  const { text } = await get('/axis-cgi/param.cgi?action=listdefinitions&listformat=xmlschema')
  expect(listDefinitions.format.decode(text)).toMatchObject({
    firmwareVersion: version,
    parameters: [{ name: 'root.Properties.Firmware.Version', value: version }],
  })
  const status = { apiVersion: '1.0', method: 'status' }
  expect(JSON.parse((await post('/axis-cgi/firmwaremanagement.cgi', status)).text)).toMatchObject({
    data: { activeFirmwareVersion: version, isCommited: true },
  })
  const basic = { apiVersion: '1.0', method: 'getAllUnrestrictedProperties' }
  expect(JSON.parse((await post('/axis-cgi/basicdeviceinfo.cgi', basic)).text)).toEqual({
    apiVersion: '1.3',
    data: { propertyList: { Version: version } },
  })
})

test('9.80 lists its interfaces only after a sign-in', async () => {
  const body = JSON.stringify({ apiVersion: '1.0', method: 'getApiList' })
  const ask9 = (headers: Record<string, string>) =>
    ask(`${door.url}/axis-cgi/apidiscovery.cgi`, { method: 'POST', headers, body })
  expect((await ask9({})).status).toBe(200)
  door.device.state.persona = '9.80'
  expect((await ask9({})).status).toBe(401)
  expect((await ask9(as('root'))).status).toBe(200)
})

test('challenges are those of the firmware', async () => {
  // Firmware that knows only MD5 offers no other.
  door.device.state.digestAlgorithms = ['SHA-256', 'MD5']
  door.device.state.persona = '12.11'
  const { challenges, headers, text } = await ask(`${door.url}/axis-cgi/usergroup.cgi`)
  expect(challenges).toEqual([expect.stringMatching(/^Digest .*algorithm=MD5, qop="auth"$/)])
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(JSON.parse(text)).toHaveProperty('error')
  door.device.state.persona = '9.80'
  const old = await ask(`${door.url}/axis-cgi/usergroup.cgi`)
  expect(old.text).toContain('<H1>401 Unauthorized</H1>')
  door.device.state.persona = 'own'
  expect((await ask(`${door.url}/axis-cgi/usergroup.cgi`)).challenges).toHaveLength(2)
})
