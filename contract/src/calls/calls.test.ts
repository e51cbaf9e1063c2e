import { expect, test } from 'vitest'
import { mayCall, roleOf } from '../access.ts'
import type { Call } from '../call.ts'
import { eventsIn, matchesTopic, notifyMessage, subscribeMessage, TOPICS } from '../events.ts'
import { deviceCalls } from './all.ts'
import { readPorts } from './io-ports.ts'
import { listParameters } from './parameters.ts'
import { restart } from './system.ts'
import { getUserGroups, getUsers, rootPasswordSet } from './users.ts'

test('every call has a unique id and a unique endpoint', () => {
  const ids = deviceCalls.map((call) => call.id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBeGreaterThan(20)
  const partOf = (call: Call): unknown => {
    if (call.kind === 'text') return call.selectedBy ?? call.action
    if (call.kind === 'stream') return call.selectedBy ?? ''
    if (call.kind === 'upload') return call.selectedBy ?? call.action ?? 'POST'
    if (call.kind === 'download') return call.action ?? ''
    if (call.kind === 'json') return call.method
    if (call.kind === 'action') return call.operation
    if (call.kind === 'soap') return `${call.service.namespace} ${call.operation}`
    return call.kind === 'rest' ? call.methods : ''
  }
  const places = deviceCalls.map((call) => `${call.path} ${String(partOf(call))}`)
  expect(new Set(places).size).toBe(places.length)
})

test('account lists of 12.11 and of older firmware decode alike (DEVICE-05)', () => {
  const recorded = [
    'admin="root20,fakeroot,root"',
    'operator="root20,fakeroot,acs,root"',
    'viewer="root20,fakeroot,acs,root"',
    'ptz="root20,fakeroot,root"',
    'digusers="root,fakeroot,root20,acs"',
    '',
  ].join('\n')
  const lists = getUsers.format.decode(recorded)
  expect(lists.operator).toEqual(['root20', 'fakeroot', 'acs', 'root'])
  expect(getUsers.format.encode(lists)).toBe(recorded)
  const older = getUsers.format.decode(
    `root="root"\r\n${recorded.replaceAll('\n', '\r\n')}sdk="sdk"\r\n`,
  )
  expect(older).toEqual(lists)
})

test('groups are decoded in any order, with or without the user among them (DEVICE-04, SHELL-67)', () => {
  const recorded = 'root\nadmin operator viewer ptz\n'
  const read = getUserGroups.format.decode(recorded)
  expect(read).toEqual({ user: 'root', groups: ['admin', 'operator', 'viewer', 'ptz'] })
  expect(getUserGroups.format.encode(read)).toBe(recorded)
  expect(getUserGroups.format.decode('viewer\nusers viewer\n').groups).toEqual(['users', 'viewer'])
})

test('the root password response is a word in a text (DEVICE-03)', () => {
  expect(rootPasswordSet.format.decode('yes\n')).toBe(true)
  expect(rootPasswordSet.format.decode('root password set: no')).toBe(false)
  expect(() => rootPasswordSet.format.decode('<html>')).toThrow(SyntaxError)
})

test('parameters are decoded with and without root., and values keep their equals signs (DEVICE-23, SHELL-11)', () => {
  const text =
    "Network.BootProto=dhcp\n# Error: Error -1 getting param in group 'Does.Not.Exist'\nroot.HTTPS.Ciphers=a=b:c\n"
  const read = listParameters.format.decode(text)
  expect([...read.values]).toEqual([
    ['root.Network.BootProto', 'dhcp'],
    ['root.HTTPS.Ciphers', 'a=b:c'],
  ])
  expect(read.missing).toEqual([{ group: 'Does.Not.Exist', after: 1 }])
  expect(listParameters.format.encode(read)).toBe(text.replace('Network', 'root.Network'))
  expect(listParameters.format.faultIn(text)).toBeUndefined()
  expect(listParameters.format.faultIn("# Error: Error -1 getting param in group 'X'\n")).toContain(
    'X',
  )
})

test('blanks around a value are part of it (DEVICE-23)', () => {
  const { values } = listParameters.format.decode('root.Network.UPnP.FriendlyName= gate \r\n')
  expect(values.get('root.Network.UPnP.FriendlyName')).toBe(' gate ')
})

test('ports are found by their whole number, among other lines (DEVICE-49)', () => {
  const read = readPorts.format.decode('port1=active\r\n# note\n port12=inactive\n')
  expect(read).toEqual([
    ['port1', 'active'],
    ['port12', 'inactive'],
  ])
})

test('names are escaped in HTML responses and decoded as they were (EXPECT-31)', () => {
  const name = '<img src=x onerror=alert(1)> & co.'
  const accepted = restart.format.encode(name)
  const refused = restart.format.refuse?.(name) ?? ''
  for (const page of [accepted, refused]) expect(page).not.toContain('<img')
  expect(restart.format.decode(accepted)).toBe(name)
  expect(restart.format.faultIn(refused)).toBe(name)
})

test('a role includes the rights of those below it (SHELL-59)', () => {
  expect(roleOf(['ptz', 'viewer', 'operator'])).toBe('operator')
  expect(mayCall('operator', ['admin'], 'ready')).toBe(true)
  expect(mayCall('admin', ['operator', 'viewer'], 'ready')).toBe(false)
  expect(mayCall('viewer', ['ptz'], 'ready')).toBe(false)
  expect(mayCall('viewer', undefined, 'ready')).toBe(false)
  expect(mayCall('setup', undefined, 'setup')).toBe(true)
  expect(mayCall('setup', ['admin'], 'ready')).toBe(false)
  expect(mayCall('anyone', undefined, 'ready')).toBe(true)
})

test('the subscribe message is the specified one (DEVICE-149)', () => {
  expect(JSON.parse(subscribeMessage([TOPICS.heat], 'one'))).toEqual({
    apiVersion: '1.0',
    method: 'axev:subscribe',
    params: {
      style: 'ttMessage',
      functions: ['axev:notify'],
      topics: ['Device/Intercom/OperatingState'],
    },
    id: 'one',
  })
})

test('a recorded notification is decoded, with the names and values of its items (DEVICE-153)', () => {
  const recorded =
    '{"apiVersion":"1.0","method":"axev:notify","params":{"notifications":[{"topic":"tns1:Device/tnsaxis:Intercom/KeypadState","timestamp":"2020-10-04T11:30:08.885643Z","data":{"Source":{"SimpleItem":[{"Name":"Source","Value":"Internal"}]},"Data":{"SimpleItem":[{"Name":"State","Value":"KSM_IDLE"}]}}}]}}'
  const event = {
    at: '2020-10-04T11:30:08.885643Z',
    source: { Source: 'Internal' },
    data: { State: 'KSM_IDLE' },
  }
  expect(eventsIn(recorded)).toEqual([{ topic: 'Device/Intercom/KeypadState', ...event }])
  // Encoding the same event yields the recorded text, byte for byte.
  expect(notifyMessage({ topic: 'Device/Intercom/KeypadState', ...event })).toBe(recorded)
  const none = ['', '{', 'null', '7', '{"method":"x"}', '{"method":"axev:notify"}']
  const odd = [null, 7, {}].map((params) => JSON.stringify({ method: 'axev:notify', params }))
  for (const other of [...none, ...odd]) expect(eventsIn(other), other).toEqual([])
  const empty = { source: {}, data: {} }
  const half = [null, { topic: 'a', timestamp: 'b', data: { Data: { SimpleItem: { Name: 'x' } } } }]
  const text = JSON.stringify({ method: 'axev:notify', params: { notifications: half } })
  expect(eventsIn(text)).toMatchObject([empty, { topic: 'a', at: 'b', ...empty }])
})

test('events of calls have the topics of the public call service (DEVICE-152)', () => {
  const event = { at: '', source: { SIPAccountId: 'sip_account_0' }, data: { Status: '200' } }
  const wire = notifyMessage({ topic: TOPICS.sipAccountStatus, ...event })
  expect(wire).toContain('"topic":"tnsaxis:Call/SIPAccountStatus"')
  expect(eventsIn(wire)).toEqual([{ topic: 'Call/SIPAccountStatus', ...event }])
  expect(matchesTopic('tnsaxis:Call', TOPICS.callState)).toBe(true)
})

test.each([
  [TOPICS.speakerTest, 'tns1:Device/tnsaxis:SpeakerTest/TestResult'],
  [TOPICS.shock, 'tns1:Device/tnsaxis:Tampering/ShockDetected'],
  [TOPICS.audioDetection, 'tns1:AudioSource/tnsaxis:TriggerLevel'],
  [TOPICS.tampering, 'tns1:VideoSource/tnsaxis:Tampering'],
] as const)('%s has the topic of the public documentation', (topic, documented) => {
  const event = { at: '', source: { channel: '1' }, data: {} }
  const wire = notifyMessage({ topic, ...event })
  expect(wire).toContain(`"topic":"${documented}"`)
  expect(eventsIn(wire)).toEqual([{ topic, ...event }])
})

test('a subscription covers a topic and all below it (DEVICE-151)', () => {
  expect(matchesTopic('Device/Intercom', TOPICS.heat)).toBe(true)
  expect(matchesTopic('tns1:Device/tnsaxis:Intercom/OperatingState', TOPICS.heat)).toBe(true)
  expect(matchesTopic('Device/Int', TOPICS.heat)).toBe(false)
  expect(matchesTopic('Device/Intercom/KeypadState', TOPICS.heat)).toBe(false)
})
