import { productCalled } from '@lintel/contract/products/products'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import type { AudioPeer } from '@lintel/contract/wire'
import { expect, onTestFinished, test } from 'vitest'
import { servicesOf } from '../services.ts'
import { openTestDevice } from '../testing/test-device.ts'
import { audioService } from './audio.ts'

async function open(number = 'C1310-E') {
  const device = await openTestDevice([audioService], undefined, productCalled(number))
  onTestFinished(() => device.close())
  device.makeAccounts()
  return device
}
type Opened = Awaited<ReturnType<typeof open>>

const yard: AudioPeer = {
  name: 'Yard',
  address: '192.168.0.7',
  mac: 'AC:CC:8E:00:00:07',
  leader: false,
  status: 'Online',
  type: 'C2005',
}

const action = (device: Opened, path: string, operation: string, as = 'root') =>
  device.json(path, { [operation]: {} }, as)
const peersOf = async (device: Opened) =>
  (
    (await action(device, '/vapix/audiorelay', 'axar:GetAudioPeers')) as {
      Peer: { Configuration: Record<string, unknown>; MetaData: object; ConnectionStatus: string }[]
    }
  ).Peer

const GET_SITE = '/vapix/audioSite/setup/api/getSite'
const GROUPS = '/vapix/audioSite/leader/datastore/AudioManagerEdge/groups'
const site = (device: Opened, body?: object, method = 'POST') =>
  device.fetch('/lintel/audio-site', {
    method,
    as: 'root',
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
const read = async (device: Opened, path = GET_SITE) => {
  const answer = await device.fetch(path, { as: 'root' })
  return [answer.status, await answer.json()] as const
}

test('the device is the first of the audio peers, in the documented form (DEVICE-118)', async () => {
  const device = await open()
  const [own, ...others] = await peersOf(device)
  expect(others).toEqual([])
  expect(Object.keys(own ?? {})).toEqual([
    'Configuration',
    'MetaData',
    'ConnectionStatus',
    'OutputGainDefinitions',
  ])
  expect(own).toMatchObject({
    Configuration: {
      Id: 'ACCC8E012345',
      Name: expect.stringContaining('C1310-E'),
      Address: { IPAddress: '127.0.0.1', MAC: 'AC:CC:8E:01:23:45' },
      Leader: false,
      Credentials: { Password: null },
      OutputGain: [{ Name: 'A0', Value: '0' }],
    },
    MetaData: { Type: 'C1310-E' },
    ConnectionStatus: 'Online',
    OutputGainDefinitions: [{ Name: 'A0', Range: expect.arrayContaining(['mute', '-72', '24']) }],
  })
})

test('other devices on the network are listed after it, and changes notify the consoles (DEVICE-118, OVERVIEW-18)', async () => {
  const device = await open()
  const areas: unknown[] = []
  device.events.subscribe(({ data }) => areas.push(data['Area']))
  const hall: AudioPeer = { ...yard, name: 'Hall', leader: true, status: 'Offline' }
  device.receive({ type: 'world', world: { ...PLAIN_WORLD, peers: [yard, hall] } })
  device.receive({ type: 'world', world: { ...PLAIN_WORLD, temperature: 5, peers: [yard, hall] } })
  expect(areas).toEqual(['audio'])
  const [, first, second] = await peersOf(device)
  expect(first).toMatchObject({
    Configuration: {
      Name: 'Yard',
      Address: { IPAddress: '192.168.0.7', MAC: 'AC:CC:8E:00:00:07' },
      Leader: false,
    },
    MetaData: { Type: 'C2005' },
    ConnectionStatus: 'Online',
  })
  expect(second).toMatchObject({ Configuration: { Leader: true }, ConnectionStatus: 'Offline' })
})

test('a product that ships as a leader has a site; others answer 404 (DEVICE-128)', async () => {
  const leader = await open('C1410')
  expect(await read(leader)).toEqual([
    200,
    { site: { id: expect.stringMatching(/.+/), name: 'AXIS C1410 site', leader: true } },
  ])
  expect(await read(leader, GROUPS)).toEqual([200, []])
  expect((await peersOf(leader))[0]?.Configuration['Leader']).toBe(true)
  const alone = await open()
  expect(await read(alone)).toEqual([404, {}])
  expect(await read(alone, GROUPS)).toEqual([404, {}])
})

test('a site is created, renamed and removed; absent members stay as they are (DEVICE-128, DEVICE-129)', async () => {
  const device = await open()
  expect((await site(device, {})).status).toBe(400)
  const created = (await (await site(device, { name: ' Market hall ' })).json()) as object
  expect(created).toEqual({ site: { id: expect.any(String), name: 'Market hall', leader: true } })
  expect(await read(device)).toEqual([200, created])
  expect((await peersOf(device))[0]?.Configuration['Leader']).toBe(true)
  const groups = [{ name: 'Music', users: ['root'], access: ['all'] }]
  await site(device, { groups })
  expect(await read(device, GROUPS)).toEqual([200, groups])
  await site(device, { name: 'Hall' })
  expect(await read(device)).toEqual([200, { site: { ...siteIn(created), name: 'Hall' } }])
  expect(await read(device, GROUPS)).toEqual([200, groups])
  expect((await site(device, undefined, 'DELETE')).status).toBe(200)
  expect(await read(device)).toEqual([404, {}])
  expect((await site(device, undefined, 'DELETE')).status).toBe(404)
})

const siteIn = (answer: object) => (answer as { site: object }).site

test('a leader’s site stays removed until a snapshot with it is restored', async () => {
  const device = await open('C1410')
  const snapshot = `${device.plugged.dataFolder}/snapshot.db`
  device.database.save(snapshot)
  await site(device, undefined, 'DELETE')
  expect(await read(device)).toEqual([404, {}])
  device.database.restore(snapshot)
  expect((await read(device))[0]).toBe(200)
})

test('a follower has no site of its own', async () => {
  const device = await open()
  const leader: AudioPeer = { ...yard, leader: true }
  device.receive({ type: 'world', world: { ...PLAIN_WORLD, peers: [leader] } })
  const refused = await site(device, { name: 'Mine' })
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { error: { code: 2104, message: 'The device follows Yard.' } },
  ])
  expect(await read(device)).toEqual([404, {}])
  const elsewhere: AudioPeer = { ...leader, status: 'InOtherPeerNetwork' }
  device.receive({ type: 'world', world: { ...PLAIN_WORLD, peers: [elsewhere] } })
  expect((await site(device, { name: 'Mine' })).status).toBe(200)
})

test('only administrators read or change audio peers and sites', async () => {
  const device = await open('C1410')
  for (const path of [GET_SITE, GROUPS]) {
    expect((await device.fetch(path, { as: 'oper' })).status).toBe(403)
  }
  const body = JSON.stringify({ name: 'Mine' })
  const answer = await device.fetch('/lintel/audio-site', { method: 'POST', body, as: 'oper' })
  expect(answer.status).toBe(403)
  expect(await read(device)).toMatchObject([200, { site: { name: 'AXIS C1410 site' } }])
})

test('products without a loudspeaker have none of these calls', () => {
  expect(servicesOf(productCalled('A1601'))).not.toContain(audioService)
  expect(servicesOf(productCalled('A8307-E'))).toContain(audioService)
})

test('devices that answer for audio peers announce it (DEVICE-118)', async () => {
  const version = (device: Opened) =>
    device.parameters.get('root.Properties.API.AudioRelay.Version')
  expect(version(await open())).toBe('1.2')
  const controller = await open('A1601')
  expect(() => version(controller)).toThrow()
})
