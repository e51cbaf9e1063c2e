import { expect, test } from 'vitest'
import type { SoundLevels } from '@lintel/contract/bench-sound'
import { createSoundMonitor } from './sound-monitor.ts'
import { setMicrophone, speakLive } from '@lintel/contract/bench'
import { createClient } from '@lintel/contract/client'
import { benchRig } from './testing/rig.ts'

test('the device is asked for what somebody wants, and no longer', () => {
  const asked: object[] = []
  const monitor = createSoundMonitor((message) => asked.push(message))
  const stops = [monitor.watch(() => {}), monitor.watch(() => {}), monitor.listen(() => {})]
  for (const stop of stops) stop()
  const monitored = (levels: boolean, samples: boolean) => ({ type: 'monitor', levels, samples })
  expect(asked).toEqual([
    monitored(true, false),
    monitored(true, true),
    monitored(false, true),
    monitored(false, false),
  ])
})

test('a device that has just started is asked again', () => {
  const asked: object[] = []
  const monitor = createSoundMonitor((message) => asked.push(message))
  monitor.started()
  expect(asked).toEqual([])
  monitor.watch(() => {})
  monitor.started()
  const monitored = { type: 'monitor', levels: true, samples: false }
  expect(asked).toEqual([monitored, monitored])
})

test('a device that has stopped has no meters', () => {
  const monitor = createSoundMonitor(() => {})
  const seen: SoundLevels[] = []
  monitor.watch((levels) => void seen.push(levels))
  const levels = { input: { rms: -20, peak: -17, hold: null } }
  monitor.receive({ type: 'levels', levels })
  monitor.stopped()
  expect(seen).toEqual([levels, {}])
})

/** The first part of a stream of the bench. */
async function first(url: string): Promise<[string | null, Buffer]> {
  const leave = new AbortController()
  const answer = await fetch(url, { signal: leave.signal })
  const { value } = (await answer.body?.getReader().read()) ?? {}
  leave.abort()
  return [answer.headers.get('content-type'), Buffer.from(value ?? [])]
}

test('the bench streams the meters and the sound of the device', async () => {
  const { url, board } = await benchRig()
  await board.setPower('on')
  const [type, levels] = await first(`${url}/bench/levels`)
  expect(type).toBe('text/event-stream')
  expect(String(levels)).toBe('data: {"input":{"rms":-20,"peak":-17,"hold":null}}\n\n')
  expect(await first(`${url}/bench/sound`)).toEqual([
    'application/octet-stream',
    Buffer.from([1, 2, 3, 4]),
  ])
})

test('the meters end with the power, and go on with it', async () => {
  const { board } = await benchRig()
  await board.setPower('on')
  const seen: SoundLevels[] = []
  const stop = board.sound.watch((levels) => void seen.push(levels))
  await expect.poll(() => seen).toHaveLength(1)
  await board.setPower('off')
  expect(seen.at(-1)).toEqual({})
  await board.setPower('on')
  await expect.poll(() => seen.at(-1)).toHaveProperty('input')
  stop()
})

test('what is spoken live reaches the device, if its microphone is live', async () => {
  const { url, board } = await benchRig()
  const bench = createClient({ base: url })
  await board.setPower('on')
  const pcm = Buffer.from([5, 6, 7, 8])
  const spoken = { pcm: pcm.toString('base64') }
  await expect(bench.call(speakLive, spoken)).rejects.toMatchObject({ kind: 'conflict' })
  await bench.call(setMicrophone, { microphone: { kind: 'live' } })
  expect(board.state().microphone).toBe('live')
  const heard: Buffer[] = []
  board.sound.listen((part) => void heard.push(part))
  await bench.call(speakLive, spoken)
  await expect.poll(() => heard.at(-1)).toEqual(pcm)
})
