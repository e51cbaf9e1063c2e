import { createCanvas, loadImage } from '@napi-rs/canvas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Camera } from '../../engines/video/camera.ts'
import { missingFfmpeg, run } from '../../testing/ffmpeg.ts'
import { parameterService } from '../parameters/parameters.ts'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { takePicture } from './camera-of.ts'
import { startSourceWorker } from './testing/start-worker.ts'
import { videoServiceWith } from './video.ts'

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([parameterService, videoServiceWith(startSourceWorker)])
  device.makeAccounts()
  device.clock.set(Date.UTC(2026, 10, 24, 12))
})
afterEach(() => device.close())

async function save(values: Record<string, string>): Promise<void> {
  const query = new URLSearchParams({ action: 'update' })
  for (const [name, value] of Object.entries(values)) query.set(`Image.I0.${name}`, value)
  const answer = await device.text(`/axis-cgi/param.cgi?${query.toString()}`, { as: 'oper' })
  expect(answer.trim()).toBe('OK')
}

/** A snapshot: its bytes, and the brightness of each pixel row by row, 0 to 255. */
async function snapshot() {
  const response = await device.fetch('/axis-cgi/jpg/image.cgi', { as: 'view' })
  const bytes = Buffer.from(await response.arrayBuffer())
  const image = await loadImage(bytes)
  const { width, height } = image
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const light = Array.from(
    { length: width * height },
    (_, at) => ((data[at * 4] ?? 0) + (data[at * 4 + 1] ?? 0) + (data[at * 4 + 2] ?? 0)) / 3,
  )
  return { bytes, width, height, light }
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, one) => sum + one, 0) / values.length
const apart = (one: readonly number[], other: readonly number[]) =>
  mean(one.map((light, at) => Math.abs(light - (other[at] ?? 0))))

test('resolution, compression, rotation, mirroring and overlay that an operator saves are in the next picture (OPEN-20)', async () => {
  await save({ 'Appearance.Resolution': '320x240', 'Text.TextEnabled': 'no' })
  await save({ 'Text.DateEnabled': 'no', 'Text.ClockEnabled': 'no' })
  const plain = await snapshot()
  expect([plain.width, plain.height]).toEqual([320, 240])

  await save({ 'Appearance.Compression': '90' })
  expect((await snapshot()).bytes.length).toBeLessThan(plain.bytes.length * 0.6)
  await save({ 'Appearance.Compression': '30', 'Appearance.Rotation': '180' })
  const turned = await snapshot()
  expect(apart(turned.light, plain.light.toReversed())).toBeLessThan(
    apart(turned.light, plain.light) / 3,
  )
  await save({ 'Appearance.MirrorEnabled': 'yes' })
  const rows = Array.from({ length: 240 }, (_, row) =>
    plain.light.slice(row * 320, (row + 1) * 320),
  )
  const flipped = await snapshot()
  expect(apart(flipped.light, rows.toReversed().flat())).toBeLessThan(
    apart(flipped.light, plain.light.toReversed()) / 2,
  )

  await save({ 'Appearance.Rotation': '0', 'Appearance.MirrorEnabled': 'no' })
  const top = ({ light }: { light: readonly number[] }) => mean(light.slice(0, 320 * 10))
  const bottom = ({ light }: { light: readonly number[] }) => mean(light.slice(-320 * 10))
  await save({ 'Text.TextEnabled': 'yes', 'Text.String': 'Yard' })
  const labelled = await snapshot()
  expect(top(labelled)).toBeLessThan(top(plain) * 0.9)
  expect(bottom(labelled)).toBeCloseTo(bottom(plain), -1)
  await save({ 'Text.Position': 'bottom' })
  const below = await snapshot()
  expect(top(below)).toBeCloseTo(top(plain), -1)
  expect(bottom(below)).toBeLessThan(bottom(plain) * 0.9)
})

test('ffprobe reads the live picture by HTTP', async ({ skip }) => {
  if (missingFfmpeg) skip(missingFfmpeg)
  const address = device.url.replace('http://', 'http://view:pass-view@')
  const { output } = await run(
    'ffprobe',
    '-v',
    'error',
    '-show_entries',
    'stream=codec_name,width,height',
    '-of',
    'csv=p=0',
    `${address}/axis-cgi/mjpg/video.cgi?resolution=320x240&fps=10`,
  )
  expect(output.trim()).toBe('mjpeg,320,240')
})

test('a picture that takes too long is given up in the host’s time, and its viewer leaves', async () => {
  let viewers = 0
  const camera = {
    watch() {
      viewers += 1
      return () => void (viewers -= 1)
    },
  } as unknown as Camera
  const request = { width: 320, height: 240, compression: 30, fps: 5 }
  const limit = new AbortController()
  const gone = new AbortController()
  const late = takePicture(camera, request, gone.signal, limit.signal)
  limit.abort()
  await expect(late).rejects.toThrow('The camera did not deliver a picture.')
  const left = takePicture(camera, request, gone.signal)
  await device.clock.advance(60_000)
  expect(viewers).toBe(1)
  gone.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  await expect(takePicture(camera, request, gone.signal)).rejects.toThrow('gone')
  expect(viewers).toBe(0)
})
