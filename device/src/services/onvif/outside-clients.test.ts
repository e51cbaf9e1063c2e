import { curl } from '@lintel/front-door/testing/curl'
import onvif from 'onvif'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { TOPICS } from '@lintel/contract/events'
import { scopesOf } from '../../engines/discovery/scopes.ts'
import { onvifUserService } from '../onvif-users/onvif-users.ts'
import { onvifDeviceService } from './device-service.ts'
import { onvifEventService } from './event-service.ts'
import { onvifMediaService } from './media-service.ts'
import { onvifScopeService } from './scopes.ts'

let device: TestDevice

beforeEach(async () => {
  device = await openTestDevice([
    onvifUserService,
    onvifDeviceService,
    onvifScopeService,
    onvifMediaService,
    onvifEventService,
  ])
  device.makeAccounts()
  device.parameters.set({ 'root.Network.HTTP.AuthenticationPolicy': 'digest' })
  device.onvifAccounts.add([
    { name: 'nvr', level: 'Administrator', password: 'a password' },
    { name: 'guest', level: 'User', password: 'another' },
  ])
})
afterEach(() => device.close())

type Done = (error: Error | null, found: unknown) => void

/** The npm package `onvif`, connected: it has asked for time, services, profiles and sources. */
async function clientOf(username: string, password: string) {
  const { hostname, port } = new URL(device.url)
  const cam = new onvif.Cam({
    hostname,
    port: Number(port),
    username,
    password,
    autoconnect: false,
    timeout: 5000,
  }) as unknown as Record<string, (...parameters: unknown[]) => void> & {
    profiles: { name: string; $: { token: string } }[]
    videoSources: unknown[]
  }
  const make = <T = Record<string, unknown>>(name: string, ...parameters: unknown[]): Promise<T> =>
    new Promise((resolve, reject) => {
      const done: Done = (error, found) => (error ? reject(error) : resolve(found as T))
      cam[name]?.(...parameters, done)
    })
  await make('connect')
  return { cam, make }
}

test('an ONVIF client connects, manages users, and gets profiles and the address of the stream (ONVIF-01, ONVIF-07, DEVICE-15)', async () => {
  const { cam, make } = await clientOf('nvr', 'a password')
  expect(cam.profiles.map(({ name }) => name)).toEqual(['Default'])
  expect(cam.videoSources).toHaveLength(1)
  expect(await make('getDeviceInformation')).toMatchObject({
    manufacturer: device.product.brand.name,
    model: 'A8307-E',
    serialNumber: 'ACCC8E012345',
  })
  const { uri } = await make<{ uri: string }>('getStreamUri', { protocol: 'RTSP' })
  expect(uri).toBe('rtsp://127.0.0.1:0/onvif-media/media.amp?profile=profile_1')
  const tunnel = await make<{ uri: string }>('getStreamUri', { protocol: 'HTTP' })
  expect(tunnel.uri).toBe('http://127.0.0.1:0/onvif-media/media.amp?profile=profile_1')
  const snapshot = await make<{ uri: string }>('getSnapshotUri', {})
  expect(snapshot.uri).toBe(`${device.url}/onvif-cgi/jpg/image.cgi?profile=profile_1`)
  await make('createUsers', [{ username: 'desk', password: 'pass', userLevel: 'Operator' }])
  const users = await make<{ username: string }[]>('deleteUsers', ['desk'])
  expect(users.map(({ username }) => username)).toEqual(['nvr', 'guest'])
})

test('a user may look, and change nothing (SHELL-62)', async () => {
  const { cam, make } = await clientOf('guest', 'another')
  expect(cam.profiles).toHaveLength(1)
  await expect(make('createProfile', { name: 'Mine' })).rejects.toThrow('Sender not authorized')
  await expect(make('getUsers')).rejects.toThrow('Sender not authorized')
  expect(device.mediaProfiles.all()).toHaveLength(1)
})

test('a client sets scopes, by which others find the device', async () => {
  const { make } = await clientOf('nvr', 'a password')
  const kept = ['onvif://www.onvif.org/location/gate', 'urn:site:7']
  const fixed = 'onvif://www.onvif.org/hardware/A8307-E'
  const own = async () => {
    type Scope = { scopeDef: string; scopeItem: string }
    const scopes = await make<Scope[]>('getScopes')
    expect(scopes).toContainEqual({ scopeDef: 'Fixed', scopeItem: fixed })
    return scopes.flatMap(({ scopeDef, scopeItem }) =>
      scopeDef === 'Configurable' ? [scopeItem] : [],
    )
  }
  await make('setScopes', kept)
  expect(await own()).toEqual(kept)
  expect(scopesOf(device)).toEqual(expect.arrayContaining([...kept, fixed]))
})

test('a client makes a profile of its own and sets its encoder', async () => {
  const { make } = await clientOf('nvr', 'a password')
  const made = await make<{ $: { token: string } }>('createProfile', { name: 'Small' })
  const profileToken = made.$.token
  await make('addVideoSourceConfiguration', { profileToken, configurationToken: 'source_1' })
  await make('addVideoEncoderConfiguration', { profileToken, configurationToken: 'encoder_2' })
  const before = await make('getVideoEncoderConfiguration', 'encoder_2')
  const options = {
    ...before,
    token: 'encoder_2',
    resolution: { width: 320, height: 240 },
    quality: 60,
    rateControl: { frameRateLimit: 5, encodingInterval: 1, bitrateLimit: 0 },
  }
  await make('setVideoEncoderConfiguration', options)
  expect(device.mediaProfiles.encoders().get('encoder_2')).toMatchObject({
    resolution: '320x240',
    compression: 40,
    fps: 5,
  })
  await expect(
    make('setVideoEncoderConfiguration', { ...options, resolution: { width: 321, height: 240 } }),
  ).rejects.toThrow('SetVideoEncoderConfiguration')
  await make('deleteProfile', profileToken)
  expect(device.mediaProfiles.all().map(({ name }) => name)).toEqual(['Default'])
})

test('a client fetches events until it ends its subscription', async () => {
  const { make } = await clientOf('guest', 'another')
  expect(await make('getEventProperties')).toHaveProperty('topicSet.device')
  await make('createPullPointSubscription')
  device.events.publish({
    topic: TOPICS.heat,
    source: {},
    data: { HeatState: 'Hot' },
  })
  type Pulled = { notificationMessage: Notified | Notified[] }
  type Notified = { topic: { _: string }; message: { message: { data: unknown } } }
  const { notificationMessage } = await make<Pulled>('pullMessages', { messageLimit: 100 })
  expect([notificationMessage].flat()).toContainEqual(
    expect.objectContaining({
      topic: expect.objectContaining({ _: 'tns1:Device/tnsaxis:Intercom/OperatingState' }),
    }),
  )
  await make('renew', {})
  await make('unsubscribe')
})

test('an ONVIF account gets a snapshot by HTTP Digest, and nothing else by HTTP', async () => {
  const url = `${device.url}/onvif-cgi/jpg/image.cgi?profile=`
  const as = (user: string) => ['--digest', '--user', user]
  expect((await curl(`${url}profile_9`)).status).toBe(401)
  // Signed in: the profile is what is missing.
  expect((await curl(...as('guest:another'), `${url}profile_9`)).status).toBe(404)
  expect((await curl(...as('guest:wrong'), `${url}profile_9`)).status).toBe(401)
  expect((await curl(...as('root:pass-root'), `${url}profile_9`)).status).toBe(404)
  const elsewhere = `${device.url}/wsdl/onvif/media.wsdl`
  expect((await curl(...as('nvr:a password'), elsewhere)).status).toBe(401)
})
