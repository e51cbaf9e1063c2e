import { afterEach, beforeEach, expect, test } from 'vitest'
import { DIRECT_DECODER } from '../../engines/clips/testing/direct-decoder.ts'
import { wavFile } from '../../engines/clips/testing/sound-files.ts'
import { heldUp, openClipDevice } from '../testing/clip-device.ts'
import type { ClipDevice } from '../testing/clip-device.ts'

let open: ClipDevice
beforeEach(async () => {
  open = await openClipDevice()
})
afterEach(() => open.device.close())

const now = async () =>
  JSON.parse(await open.device.text('/lintel/playing', { as: 'view' })) as { sound: unknown }

test('an uploaded clip plays for its length, again and again, and at a volume (DEVICE-120, CLIPS-10)', async () => {
  await open.upload(wavFile({ rate: 22_050 }))
  expect(await open.told('action=play&clip=3&repeat=1&volume=150')).toEqual([200, 'OK\nplaying=3'])
  expect(open.sounds()).toMatchObject([{ name: 'Bell', seconds: 0.5, plays: 2, volume: 150 }])
  await open.device.clock.advance(999)
  expect(open.sounds().length).toBe(1)
  await open.device.clock.advance(1)
  expect(open.sounds().at(-1)).toBeNull()
  const { location } = open.device.clips.find(3) ?? {}
  expect((await open.play(`location=${location}&repeat=-1`)).status).toBe(200)
  await open.device.clock.advance(3_600_000)
  expect(open.sounds().at(-1)).toMatchObject({ name: 'Bell', plays: -1 })
  expect(await open.told('action=stop')).toEqual([200, 'OK\nstopping'])
  expect(open.sounds().at(-1)).toBeNull()
  for (const query of ['clip=9', '', 'clip=3&repeat=-2', 'clip=3&volume=1001']) {
    expect((await open.told(`action=play&${query}`))[0]).toBe(400)
  }
})

test('a clip that is removed is silent, another one goes on', async () => {
  await open.upload(wavFile())
  await open.upload(wavFile())
  await open.play('clip=4&repeat=-1')
  await open.told('action=remove&clip=3')
  expect(open.sounds().at(-1)).toMatchObject({ name: 'Bell' })
  await open.told('action=remove&clip=4')
  expect(open.sounds().at(-1)).toBeNull()
  expect(await now()).toEqual({ sound: null })
})

test('a clip that is renamed goes on under its new name', async () => {
  await open.upload(wavFile())
  await open.play('clip=3&repeat=-1')
  await open.told('action=update&clip=3&name=Gong')
  expect(await now()).toMatchObject({ sound: { clip: '3', name: 'Gong' } })
  expect(open.sounds().length).toBe(1)
})

test('while a clip is decoded, later orders count, and it may be removed', async () => {
  await open.upload(wavFile())
  let held = heldUp()
  let decodings = 0
  open.decoding.decoder = {
    ...DIRECT_DECODER,
    samplesOf: async (file) => {
      const samples = await DIRECT_DECODER.samplesOf(file)
      decodings += 1
      await held.until
      return samples
    },
  }
  const replaced = open.play('clip=3')
  await expect.poll(() => decodings).toBe(1)
  await open.play('clip=0')
  held.release()
  expect((await replaced).status).toBe(200)
  expect(open.sounds().map((sound) => sound?.name)).toEqual(['Ding dong'])
  // Once decoded, a clip plays at once.
  await open.play('clip=3')
  expect(decodings).toBe(1)
  await open.upload(wavFile(), { query: 'name=Other' })
  held = heldUp()
  const removed = open.play('clip=4')
  await expect.poll(() => decodings).toBe(2)
  await open.told('action=remove&clip=4')
  held.release()
  expect((await removed).status).toBe(400)
  expect(open.sounds().at(-1)?.name).toBe('Bell')
  const stopped = heldUp()
  held = stopped
  await open.upload(wavFile(), { query: 'name=Third' })
  const late = open.play('clip=4')
  await expect.poll(() => decodings).toBe(3)
  await open.told('action=stop')
  stopped.release()
  await late
  expect(open.sounds().at(-1)).toBeNull()
})
