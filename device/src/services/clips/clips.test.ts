import type { Sound } from '@lintel/contract/wire'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parameterService } from '../parameters/parameters.ts'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { clipService } from './clips.ts'

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([clipService, parameterService])
  device.makeAccounts()
})
afterEach(() => device.close())

const play = (query: string, as = 'view') =>
  device.fetch(`/axis-cgi/playclip.cgi?${query}&timestamp=1`, { as })
const sounds = (): (Sound | null)[] =>
  device.sent.flatMap((message) => (message.type === 'sound' ? [message.sound] : []))
const playing = async () =>
  (await device.fetch('/lintel/playing', { as: 'view' })).json() as Promise<{ sound: unknown }>

test('consoles find the clips as parameters (DEVICE-119, CLIPS-03)', async () => {
  const text = await device.text('/axis-cgi/operator/param.cgi?action=list&group=root.MediaClip', {
    as: 'oper',
  })
  expect(text).toContain(
    'root.MediaClip.M0.Location=/etc/audioclips/ding_dong16k.wav\nroot.MediaClip.M0.Name=Ding dong\nroot.MediaClip.M0.Type=audio\n',
  )
})

test('a clip plays for its own length, and the board gets its start and end (DEVICE-120)', async () => {
  const answer = await play('clip=0')
  expect([answer.status, await answer.text()]).toEqual([200, 'OK\n'])
  const [sound] = sounds()
  expect(sound).toMatchObject({ name: 'Ding dong', seconds: 2, plays: 1, volume: 100 })
  expect(sound?.since).toBe(device.clock.now())
  await device.clock.advance(1999)
  expect(sounds().length).toBe(1)
  await device.clock.advance(1)
  expect(sounds().at(-1)).toBeNull()
  expect(device.benchLog).toEqual([
    ['sound.started', { name: 'Ding dong', plays: 1 }],
    ['sound.ended', {}],
  ])
})

test('the loudspeaker plays its samples, not silent and not clipped', async () => {
  await play('clip=2')
  await device.clock.advance(1000)
  const { peak = 0 } = device.sound?.level('output') ?? {}
  expect(peak).toBeGreaterThan(-12)
  expect(peak).toBeLessThan(0)
  await device.clock.advance(3000)
  expect(device.sound?.level('output').hold).toBe(-Infinity)
})

test('a clip repeats as often as requested, and endlessly with -1 (DEVICE-120, CLIPS-10)', async () => {
  await play('clip=0&repeat=2&volume=200')
  expect(sounds().at(-1)).toMatchObject({ plays: 3, volume: 200 })
  await device.clock.advance(5999)
  expect(sounds().length).toBe(1)
  await device.clock.advance(1)
  expect(sounds().length).toBe(2)
  await play('location=/etc/audioclips/attention16k.wav&repeat=-1')
  expect(sounds().at(-1)).toMatchObject({ name: 'Attention', plays: -1 })
  await device.clock.advance(24 * 3600 * 1000)
  expect(sounds().length).toBe(3)
})

test.each([
  ['/etc/audioclips/att*', 'Attention'],
  ['*/ding_*.wav', 'Ding dong'],
  ['*arm16k*', 'Alarm'],
  ['/etc/audioclips/alarm16k.wav*', 'Alarm'],
])('a location of %s plays %s', async (location, name) => {
  expect((await play(`location=${encodeURIComponent(location)}`)).status).toBe(200)
  expect(sounds().at(-1)).toMatchObject({ name })
})

test('of several clips that match a location, one is played by chance', async () => {
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0.99)
  await play('location=*')
  chance.mockReturnValue(0)
  await play('location=*.wav')
  chance.mockRestore()
  expect(sounds().map((sound) => sound?.name)).toEqual(['Alarm', 'Ding dong'])
})

test('a clip replaces another, which then does not end it', async () => {
  await play('clip=0')
  await device.clock.advance(1000)
  await play('clip=2')
  await device.clock.advance(1999)
  expect(sounds().map((sound) => sound?.name)).toEqual(['Ding dong', 'Alarm'])
  await device.clock.advance(1)
  expect(sounds().at(-1)).toBeNull()
})

test.each(['POST', 'GET'])('%s stops it (DEVICE-121)', async (method) => {
  await play('clip=0&repeat=-1')
  const answer = await device.fetch('/axis-cgi/stopclip.cgi', { method, as: 'view' })
  expect([answer.status, await answer.text()]).toEqual([200, 'OK\n'])
  expect(sounds().at(-1)).toBeNull()
  await device.fetch('/axis-cgi/stopclip.cgi', { method, as: 'view' })
  expect(sounds().length).toBe(2)
})

test.each([
  'clip=9',
  'clip=x',
  'location=/etc/passwd',
  'location=*.mp3',
  'location=ding*',
  'location=/etc/audioclips/alarm*alarm*',
  '',
  'clip=0&repeat=-2',
  'clip=0&volume=1001',
])('a request of %j is a 400 with a reason, and nothing plays', async (query) => {
  const answer = await play(query)
  expect(answer.status).toBe(400)
  expect(await answer.text()).toMatch(/^Error: .+\n$/)
  expect(sounds()).toEqual([])
})

test('the state and volume of a playing clip can be read and set, those of silence not', async () => {
  const louder = (volume: number) =>
    device.fetch('/lintel/playing', {
      method: 'POST',
      body: JSON.stringify({ volume }),
      as: 'view',
    })
  expect(await playing()).toEqual({ sound: null })
  await louder(300)
  expect(sounds()).toEqual([])
  await play('clip=1')
  await louder(300)
  expect(await playing()).toEqual({
    sound: {
      clip: '1',
      name: 'Attention',
      seconds: 1.5,
      plays: 1,
      volume: 300,
      since: device.clock.now(),
    },
  })
  expect(sounds().at(-1)).toMatchObject({ volume: 300 })
})
