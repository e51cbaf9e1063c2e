import { once } from 'node:events'
import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { decodeLevels } from '@lintel/contract/audio-level'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { authorization, openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { soundService } from './sound.ts'

const PATH = '/axis-cgi/audio/level.cgi?format=html&audiochannel=0'

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([soundService])
  device.makeAccounts()
})
afterEach(() => device.close())

/** Opens the stream, and reads the first of its readings. */
async function open(): Promise<{ answer: IncomingMessage; text: string; leave: () => void }> {
  const request = get(device.url + PATH, { headers: { authorization: authorization('view') } })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  const [chunk] = (await once(answer, 'data')) as [Buffer]
  return { answer, text: String(chunk), leave: () => request.destroy() }
}

test('the level of the microphone comes at once, as a script (DEVICE-126)', async () => {
  device.sound?.speak({ kind: 'tone', hertz: 440, level: 0.1 })
  await device.clock.advance(2000)
  // Those that follow come later.
  if (device.sound) device.sound.subscribe = () => () => {}
  const { answer, text, leave } = await open()
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(text).toBe('<script>window.parent.update(-20.0, -23.0);</script>\n')
  leave()
})

test('the peak is that of the last 1.5 s', async () => {
  device.sound?.speak({ kind: 'tone', hertz: 440, level: 0.1 })
  await device.clock.advance(2000)
  device.sound?.levels()
  device.sound?.speak({ kind: 'silence' })
  await device.clock.advance(500)
  const { text, leave } = await open()
  expect(text).toContain('update(-20.0, -120.0)')
  leave()
})

test('each channel has its level, and silence is a number too (AUDIO-11)', async () => {
  device.parameters.set({ 'root.AudioSource.A0.NbrOfChannels': 2 })
  const { text, leave } = await open()
  expect(decodeLevels(text).readings).toEqual([{ peak: -120, channels: [-120, -120] }])
  leave()
})

test('the stream ends when audio is disabled, and is a 405 from then on (DEVICE-126, AUDIO-17)', async () => {
  const { answer } = await open()
  const ended = once(answer, 'end')
  device.parameters.set({ 'root.Audio.A0.Enabled': false })
  await ended
  const refused = await device.fetch(PATH, { as: 'view' })
  expect([refused.status, await refused.text()]).toEqual([405, 'Error: Audio is disabled.\n'])
})

test.each(['1', '-1', 'x'])('there is no audio channel %s', async (channel) => {
  const answer = await device.fetch(`/axis-cgi/audio/level.cgi?audiochannel=${channel}`, {
    as: 'view',
  })
  expect(answer.status).toBe(400)
})

test('a client that leaves is forgotten', async () => {
  const { sound } = device
  if (!sound) throw new Error('no sound')
  const { leave } = await open()
  let stopped = 0
  const original = device.media.onHeard.bind(device.media)
  device.media.onHeard = (fn) => {
    const stop = original(fn)
    return () => {
      stopped += 1
      stop()
    }
  }
  leave()
  const second = await open()
  second.leave()
  await expect.poll(() => stopped).toBe(1)
})

const SENT = { apiVersion: '1.0', context: 'lintel', method: 'list' }
const post = async (body: string, type: string) => {
  const answer = await device.fetch('/axis-cgi/audio/streamingcapabilities.cgi', {
    method: 'POST',
    as: 'view',
    body,
    headers: { 'content-type': type },
  })
  return answer.json() as Promise<Record<string, unknown>>
}

test.each([
  ['JSON', JSON.stringify(SENT), 'application/json'],
  ['a form', new URLSearchParams(SENT).toString(), 'application/x-www-form-urlencoded'],
])(
  'encoders are listed for %s, with sample rates and bit rates (DEVICE-127, AUDIO-10)',
  async (_, body, type) => {
    expect(await post(body, type)).toMatchObject({
      ...SENT,
      data: {
        encoders: {
          g711: [{ sample_rate: 8000, bit_rates: [64_000] }],
          aac: expect.arrayContaining([
            { sample_rate: 16_000, bit_rates: [16_000, 32_000, 64_000] },
          ]),
        },
      },
    })
  },
)

test.each([
  ['apiVersion=9.0&method=list', 2100],
  ['apiVersion=1.0&method=guess', 2102],
  ['method=list', 2103],
  ['nonsense', 2101],
])('%s is refused with a code and a message (DEVICE-127)', async (form, code) => {
  const { error } = await post(form, 'application/x-www-form-urlencoded')
  expect(error).toMatchObject({ code, message: expect.stringMatching(/\w/) })
})
