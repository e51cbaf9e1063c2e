import { createCanvas, loadImage } from '@napi-rs/canvas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { startSourceWorker } from './testing/start-worker.ts'
import { PREVIEWS_MAX, videoServiceWith } from './video.ts'

const PREVIEW = '/lintel/video/preview'
const SMALL = 'resolution=176x144&fps=5'

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([videoServiceWith(startSourceWorker)])
  device.makeAccounts()
})
afterEach(() => device.close())

/** A stream that is open until `leave`. */
async function open(address: string) {
  const hangUp = new AbortController()
  const response = await device.fetch(address, { as: 'root', signal: hangUp.signal })
  return { response, leave: () => hangUp.abort() }
}

/** Mean of all colour values of the first picture, 0 to 255. */
async function brightnessOf(address: string): Promise<number> {
  const { response, leave } = await open(address)
  const reader = response.body?.getReader()
  let held = Buffer.alloc(0)
  // The start of the second picture ends the first.
  while (held.indexOf('--myboundary', 12) < 0) {
    const { value } = (await reader?.read()) ?? {}
    if (!value) throw new Error('the stream ended')
    held = Buffer.concat([held, value])
  }
  leave()
  const from = held.indexOf('\r\n\r\n') + 4
  const image = await loadImage(held.subarray(from, held.indexOf('--myboundary', 12)))
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 20, image.width, image.height - 20)
  return data.reduce((sum, value) => sum + value, 0) / data.length
}

test('a preview shows other settings; the stored ones and the picture of others stay', async () => {
  const stored = await brightnessOf(`/axis-cgi/mjpg/video.cgi?${SMALL}`)
  expect(await brightnessOf(`${PREVIEW}?${SMALL}&brightness=100`)).toBeGreaterThan(stored * 1.15)
  expect(await brightnessOf(`${PREVIEW}?${SMALL}&brightness=0`)).toBeLessThan(stored * 0.85)
  // What the request omits is as stored.
  expect(Math.abs((await brightnessOf(`${PREVIEW}?${SMALL}`)) - stored)).toBeLessThan(5)
  expect(Math.abs((await brightnessOf(`/axis-cgi/mjpg/video.cgi?${SMALL}`)) - stored)).toBeLessThan(
    5,
  )
  expect(device.parameters.get('root.ImageSource.I0.Sensor.Brightness')).toBe(50)
})

test.each([
  'brightness=101',
  'contrast=-1',
  'colour=red',
  'rotation=90',
  'mirror=perhaps',
  'resolution=7x7',
])('a preview with %s is refused with 400', async (query) => {
  const { response } = await open(`${PREVIEW}?${query}`)
  expect(response.status).toBe(400)
})

test('only administrators get a preview, and only a few at once', async () => {
  for (const as of ['oper', 'view']) {
    expect((await device.fetch(PREVIEW, { as })).status).toBe(403)
  }
  const address = `${PREVIEW}?${SMALL}&mirror=yes`
  const all = await Promise.all(Array.from({ length: PREVIEWS_MAX }, () => open(address)))
  expect(all.map(({ response }) => response.status)).toEqual(all.map(() => 200))
  expect((await open(address)).response.status).toBe(503)
  all[0]?.leave()
  await expect.poll(async () => (await open(address)).response.status).toBe(200)
})
