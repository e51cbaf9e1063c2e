import type { MediaProfileRow } from '@lintel/contract/calls/onvif-profiles'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MEDIA_PROFILES_MAX, openMediaProfiles } from '../../state/media-profiles.ts'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { mediaProfileService } from './profile-service.ts'

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([mediaProfileService])
  device.makeAccounts()
})
afterEach(() => device.close())

const PATH = '/lintel/onvif/profiles'
const encoder = { resolution: '320x240', compression: 50, fps: 5 }
const gate = { name: 'Gate', video: true, events: false, encoder }

async function list(): Promise<MediaProfileRow[]> {
  const text = await device.text(PATH, { as: 'root' })
  return (JSON.parse(text) as { profiles: MediaProfileRow[] }).profiles
}

const save = async (profile: object) =>
  (
    await device.fetch(PATH, {
      method: 'POST',
      body: JSON.stringify(profile),
      headers: { 'content-type': 'application/json' },
      as: 'root',
    })
  ).status

const remove = async (query: Record<string, string>) =>
  (
    await device.fetch(`${PATH}?${new URLSearchParams(query).toString()}`, {
      method: 'DELETE',
      as: 'root',
    })
  ).status

test('profiles are added, changed and removed, each with an encoder of its own (ONVIF-04)', async () => {
  expect(await save(gate)).toBe(200)
  const [first, added] = await list()
  expect(first).toMatchObject({ name: 'Default', encoder: { resolution: '640x360' } })
  expect(added).toMatchObject({ token: 'profile_2', ...gate, sharedWith: [] })
  const { token = '', version = '' } = added ?? {}
  expect(await save({ ...gate, token, version, name: 'Yard', events: true })).toBe(200)
  expect((await list())[1]).toMatchObject({ name: 'Yard', events: true })
  expect(await remove({ token })).toBe(200)
  expect(await save({ name: 'Bare', video: false, events: false })).toBe(200)
  // Tokens are never used again.
  expect((await list())[1]).toEqual({
    token: 'profile_3',
    version: expect.any(String) as string,
    name: 'Bare',
    video: false,
    events: false,
    sharedWith: [],
  })
})

test('a version that is not the current one is refused, and changes nothing', async () => {
  const [first] = await list()
  const { token = '', version = '' } = first ?? {}
  expect(await save({ ...gate, token, version })).toBe(200)
  expect(await save({ ...gate, token, version, name: 'Late' })).toBe(412)
  expect(await remove({ token, version })).toBe(412)
  expect((await list())[0]).toMatchObject({ name: 'Gate', encoder })
  expect(await remove({ token: 'profile_9' })).toBe(404)
})

test.each([
  ['an empty name', { ...gate, name: '' }],
  ['a resolution that the camera lacks', { ...gate, encoder: { ...encoder, resolution: '1x1' } }],
  ['a frame rate beyond the camera’s', { ...gate, encoder: { ...encoder, fps: 31 } }],
])('%s is refused, and nothing is stored', async (_, profile) => {
  expect(await save(profile)).toBe(400)
  expect(await list()).toHaveLength(1)
})

test('there are as many profiles as encoders, and profiles that share one say so', async () => {
  const names = Array.from({ length: MEDIA_PROFILES_MAX - 1 }, (_, index) => `Profile ${index}`)
  for (const name of names) expect(await save({ ...gate, name })).toBe(200)
  expect(await save(gate)).toBe(400)
  const used = device.mediaProfiles.all().map((one) => one.encoder)
  expect(new Set(used).size).toBe(MEDIA_PROFILES_MAX)
  const [first] = device.mediaProfiles.all()
  if (first) device.mediaProfiles.put({ ...first, encoder: 'encoder_2' })
  expect((await list())[0]?.sharedWith).toEqual(['Profile 0'])
})

test('a token that a client has chosen is not given to another profile', () => {
  const { mediaProfiles: profiles } = device
  const bare = { name: 'Bare', video: false, metadata: false }
  profiles.add(bare, 'profile_2')
  expect(profiles.add(bare).token).toBe('profile_3')
  profiles.remove('profile_3')
  expect(profiles.add(bare).token).toBe('profile_4')
})

test('the encoder of a removed profile begins anew, unless another profile uses it; the rest stay', () => {
  const { mediaProfiles: profiles } = device
  const [first] = profiles.all()
  const settings = profiles.encoders().get('encoder_1')
  if (!first || !settings) throw new Error('the factory profile is missing')
  const changed = { ...settings, fps: 7 }
  for (const token of ['encoder_1', 'encoder_2']) profiles.putEncoder(token, changed)
  const { token } = profiles.add({ ...first, name: 'Same' })
  const rates = () => ['encoder_1', 'encoder_2'].map((one) => profiles.encoders().get(one)?.fps)
  profiles.remove('profile_1')
  expect(rates()).toEqual([7, 7])
  profiles.remove(token)
  expect(rates()).toEqual([15, 7])
})

test('profiles survive a restart', async () => {
  await save(gate)
  expect(openMediaProfiles(device.database).all()).toHaveLength(2)
})
