import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NETWORK_SHARE, SD_CARD } from '@lintel/contract/disks'
import type { DiskId } from '@lintel/contract/disks'
import { DiskFull } from '@lintel/disk-image/file-system'
import type { Files } from '@lintel/disk-image/file-system'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPhotographer } from '../../../services/storage/photographer.ts'
import { openPictures } from '../../../services/storage/pictures.ts'
import { openTestDevice } from '../../../services/testing/test-device.ts'
import type { TestDevice } from '../../../services/testing/test-device.ts'
import { missingFfmpeg, run as execute } from '../../../testing/ffmpeg.ts'
import type { Camera, PictureRequest } from '../../video/camera.ts'
import { createPicture } from '../../video/picture.ts'
import { openLocalActions } from './local-actions.ts'
import type { LocalActions } from './local-actions.ts'
import { FILE_BYTES, FILE_MS } from './recorder.ts'
import { settle, starterOf } from './testing/actions.ts'

let device: TestDevice
let actions: LocalActions
let start: ReturnType<typeof starterOf>
let closing: AbortController

/** The card and the share in memory. */
let disks: Record<DiskId, { files: Map<string, Uint8Array>; failure?: Error; isMounted: boolean }>
/** Those who look through the camera. */
let viewers: Map<(jpeg: Uint8Array) => void, PictureRequest>

beforeEach(async () => {
  device = await openTestDevice([])
  closing = new AbortController()
  viewers = new Map()
  disks = {
    [SD_CARD]: { files: new Map(), isMounted: true },
    [NETWORK_SHARE]: { files: new Map(), isMounted: false },
  }
  const storage = {
    mounted: (id: DiskId) => (disks[id].isMounted ? filesOf(id) : undefined),
    subscribe: () => () => undefined,
  }
  const camera = {
    watch(request: PictureRequest, onPicture: (jpeg: Uint8Array) => void) {
      viewers.set(onPicture, request)
      return () => void viewers.delete(onPicture)
    },
  } as unknown as Camera
  const pictures = openPictures({ ...device, storage })
  const photographer = openPhotographer({ ...device, camera, pictures })
  const parts = { ...device, camera, pictures, photographer, closed: closing.signal }
  actions = openLocalActions(parts)
  start = starterOf(actions)
})
afterEach(() => device.close())

const filesOf = (id: DiskId): Files => ({
  usage: () => Promise.resolve({ total: 1e9, free: 1e9 }),
  list: (folder) =>
    Promise.resolve(
      Array.from(disks[id].files, ([path, { length }]) => ({ path, size: length, modified: 0 })),
    ).then((all) => all.filter(({ path }) => path.startsWith(`${folder}/`))),
  read: (path) => Promise.resolve(disks[id].files.get(path)),
  write: (path, bytes) => {
    const { failure, files } = disks[id]
    if (failure) return Promise.reject(failure)
    files.set(path, bytes)
    return Promise.resolve()
  },
  remove: (path) => Promise.resolve(void disks[id].files.delete(path)),
})

/** The camera delivers a picture. */
function deliver(jpeg: Uint8Array = new Uint8Array(1000)): void {
  for (const viewer of Array.from(viewers.keys())) viewer(jpeg)
}
/** Time passes, with pictures as a camera delivers them. */
async function film(milliseconds: number, jpeg?: Uint8Array): Promise<void> {
  for (let at = 0; at < milliseconds; at += 200) {
    deliver(jpeg)
    await device.clock.advance(200)
  }
}

const stored = (id: DiskId = SD_CARD) => Array.from(disks[id].files.keys())
const sizes = () => Array.from(disks[SD_CARD].files.values(), ({ length }) => length)
const record = (runs: 'fixed' | 'unlimited', post_duration: string, storage_id: string = SD_CARD) =>
  start(`${runs}.recording.storage`, { storage_id, post_duration })

/** When the device starts: 2026-11-20, 13:07:32. */
const FIRST = 'recordings/20261120/130732.avi'

test('a video is recorded as long as asked for, and ffprobe finds its pictures and its length', async ({
  skip,
}) => {
  const run = record('fixed', '4000')
  const [request] = viewers.values()
  expect(request).toMatchObject({ fps: 5 })
  const { width = 0, height = 0 } = request ?? {}
  await film(4000, createPicture(width, height).draw(0, 'Gate', 50))
  expect(await run.result).toBe(FIRST)
  expect([stored(), viewers.size]).toEqual([[FIRST], 0])
  if (missingFfmpeg !== undefined) skip(missingFfmpeg)
  const path = join(device.plugged.dataFolder, 'video.avi')
  writeFileSync(path, disks[SD_CARD].files.get(FIRST) ?? '')
  const entries = 'stream=codec_name,width,height,nb_read_frames:format=duration'
  const { output } = await execute(
    'ffprobe',
    '-v',
    'error',
    '-count_frames',
    '-show_entries',
    entries,
    '-of',
    'json',
    path,
  )
  expect(JSON.parse(output)).toMatchObject({
    streams: [{ codec_name: 'mjpeg', width, height, nb_read_frames: '20' }],
    format: { duration: '4.000000' },
  })
})

test('a recording goes on for a while after its event, but not when the device closes', async () => {
  const first = record('unlimited', '5000')
  await film(2000)
  first.end()
  await film(4800)
  expect([first.isOver(), stored()]).toEqual([false, []])
  await film(200)
  await first.result
  const second = record('unlimited', '60000')
  await film(1000)
  second.end()
  await settle()
  expect(second.isOver()).toBe(false)
  closing.abort()
  await actions.settled()
  expect([second.isOver(), stored().length]).toEqual([true, 2])
  expect(await second.result).toBe('recordings/20261120/130739.avi')
})

test('a recording that goes on after its event makes room for the next one of its rule', async () => {
  const runs = []
  for (let times = 0; times < 4; times += 1) {
    const run = record('unlimited', '60000')
    await film(1000)
    run.end()
    await settle()
    runs.push(run)
  }
  expect(runs.map((run) => run.isOver())).toEqual([true, true, true, false])
  await film(60_000)
  for (const run of runs) expect(await run.failure()).toBeUndefined()
  expect(stored()).toHaveLength(4)
})

test('the shortest recording has one picture, however slow the camera is', async () => {
  const run = record('fixed', '0')
  await settle()
  await settle()
  expect(run.isOver()).toBe(false)
  deliver()
  expect(await run.result).toBe(FIRST)
  // One picture, its headers and its place in the index.
  expect(sizes()).toEqual([1256])
})

test('a long recording goes on in another file, before one takes too much memory or time', async () => {
  const run = record('unlimited', '0')
  const large = new Uint8Array(8 << 20)
  await film(1600, large)
  run.end()
  await run.result
  // The picture that is too much for a file is not in the next one.
  expect(sizes().map((size) => Math.floor(size / large.length))).toEqual([2, 2, 2])
  for (const size of sizes()) expect(size).toBeLessThanOrEqual(FILE_BYTES)

  disks[SD_CARD].files.clear()
  const slow = record('unlimited', '0')
  deliver()
  await device.clock.advance(FILE_MS)
  deliver()
  slow.end()
  const paths = (await slow.result).split(', ')
  expect(paths).toEqual(stored())
  expect(paths).toHaveLength(2)
})

test('a recording stops when its disk is full, and says so', async () => {
  const run = record('unlimited', '0')
  disks[SD_CARD].failure = new DiskFull()
  await film(400, new Uint8Array(8 << 20))
  await film(600, new Uint8Array(8 << 20))
  expect(await run.failure()).toEqual({ reason: 'noSpace', detail: '' })
  expect(viewers.size).toBe(0)
})

test('nothing is recorded to a disk that is not mounted, is write protected, or does not exist', async () => {
  expect((await record('fixed', '0', NETWORK_SHARE).failure())?.reason).toBe('notPossible')
  expect((await record('fixed', '0', 'CF').failure())?.reason).toBe('notFound')
  device.parameters.set({ 'root.Storage.S0.Locked': true })
  expect((await record('unlimited', '0').failure())?.reason).toBe('notPossible')
  expect(viewers.size).toBe(0)
  device.parameters.set({ 'root.Storage.S0.Locked': false })
  const run = record('unlimited', '0')
  await film(400)
  disks[SD_CARD].isMounted = false
  run.end()
  expect((await run.failure())?.reason).toBe('notPossible')
})

test('only two recordings run at once, because of their memory', async () => {
  const runs = [record('unlimited', '0'), record('unlimited', '0')]
  expect((await record('fixed', '0').failure())?.reason).toBe('notPossible')
  deliver()
  for (const run of runs) run.end()
  const paths = await Promise.all(runs.map(({ result }) => result))
  expect(new Set(paths).size).toBe(2)
  const next = record('fixed', '0')
  await settle()
  deliver()
  await next.result
})

test('a picture goes to its disk, among those of the call button', async () => {
  const image = (storage_id: string) => start('fixed.image.storage', { storage_id })
  const run = image(SD_CARD)
  deliver()
  expect(await run.result).toBe('SD_DISK/pictures/20261120/130732000.jpg')
  expect(stored()).toEqual(['pictures/20261120/130732000.jpg'])
  expect((await image(NETWORK_SHARE).failure())?.reason).toBe('notPossible')
  disks[SD_CARD].failure = new DiskFull()
  const full = image(SD_CARD)
  deliver()
  expect((await full.failure())?.reason).toBe('noSpace')
})
