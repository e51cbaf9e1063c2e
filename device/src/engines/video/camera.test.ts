import { EventEmitter } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { beforeEach, expect, test } from 'vitest'
import { startClock } from '../../clock/clock.ts'
import { openLog } from '../../log.ts'
import { openCamera } from './camera.ts'
import type { Camera } from './camera.ts'
import { DEFAULT_OVERLAY, DEFAULT_SETTINGS, FREE_LENS } from './orders.ts'
import type { Lens, PictureSettings, ToWorker } from './orders.ts'

/** A fake thread that records its messages and sends what the test provides. */
class FakeWorker extends EventEmitter {
  orders: ToWorker[] = []
  ended = false
  postMessage(order: ToWorker): void {
    this.orders.push(order)
  }
  terminate(): Promise<number> {
    this.ended = true
    this.emit('exit', 1)
    return Promise.resolve(1)
  }
  give(key: string, count = 1): void {
    for (let n = 0; n < count; n += 1) this.emit('message', { key, jpeg: new Uint8Array([n]) })
  }
}

const VGA = { width: 640, height: 480, compression: 30, fps: 15 }
const KEY = '640x480 70'

let workers: FakeWorker[]
let clock: ReturnType<typeof startClock>
let camera: Camera
let name: string
let settings: PictureSettings
let lens: Lens
const newest = () => workers.at(-1) ?? new FakeWorker()
const encodings = (worker = newest()) =>
  worker.orders.flatMap((order) => (order.type === 'encode' ? [order.encoding] : []))

beforeEach(() => {
  workers = []
  name = 'Gate'
  settings = DEFAULT_SETTINGS
  lens = FREE_LENS
  clock = startClock({ host: { now: () => 0, monotonic: () => 0 } })
  camera = openCamera({
    clock,
    log: openLog('silent'),
    every: (ms, fn) => clock.every(ms, fn),
    caption: () => ({ ahead: clock.offset(), name, overlay: DEFAULT_OVERLAY }),
    settings: () => settings,
    lens: () => lens,
    startWorker() {
      workers.push(new FakeWorker())
      return newest() as unknown as Worker
    },
  })
})

test('no worker runs before the first viewer; viewers with equal settings share an encoder', () => {
  expect(workers).toHaveLength(0)
  const seen = [0, 0]
  camera.watch(VGA, () => (seen[0] = (seen[0] ?? 0) + 1))
  camera.watch(VGA, () => (seen[1] = (seen[1] ?? 0) + 1))
  camera.watch({ ...VGA, compression: 50 }, () => {})
  expect(workers).toHaveLength(1)
  expect(encodings().map(({ key }) => key)).toEqual([KEY, '640x480 50'])
  newest().give(KEY, 3)
  expect(seen).toEqual([3, 3])
})

test('the encoder runs at its fastest viewer’s rate, and each viewer gets its own rate', () => {
  let slow = 0
  let fast = 0
  camera.watch({ ...VGA, fps: 5 }, () => (slow += 1))
  const leave = camera.watch({ ...VGA, fps: 30 }, () => (fast += 1))
  expect(encodings().map(({ fps }) => fps)).toEqual([5, 30])
  newest().give(KEY, 60)
  expect(fast).toBe(60)
  expect(Math.abs(slow - 10)).toBeLessThanOrEqual(1)
  leave()
  expect(encodings().at(-1)?.fps).toBe(5)
})

test('the worker stops some seconds after the last viewer has left, unless another one arrives', async () => {
  const first = camera.watch(VGA, () => {})
  first()
  expect(newest().orders.at(-1)).toEqual({ type: 'end', key: KEY })
  await clock.advance(3000)
  const second = camera.watch(VGA, () => {})
  await clock.advance(60_000)
  expect(newest().ended).toBe(false)
  second()
  await clock.advance(5000)
  expect(newest().ended).toBe(true)
  camera.watch(VGA, () => {})
  expect(workers).toHaveLength(2)
})

test('a failed worker is restarted, and its viewers continue', async () => {
  let seen = 0
  camera.watch(VGA, () => (seen += 1))
  newest().emit('error', new Error('out of memory'))
  newest().emit('exit', 1)
  expect(workers).toHaveLength(1)
  await clock.advance(1000)
  expect(workers).toHaveLength(2)
  expect(encodings()).toHaveLength(1)
  newest().give(KEY)
  expect(seen).toBe(1)
})

test('the caption follows the clock and the name', async () => {
  const captions = () =>
    newest().orders.flatMap((order) => (order.type === 'caption' ? [order.caption] : []))
  camera.watch(VGA, () => {})
  expect(captions()).toEqual([{ ahead: 0, name: 'Gate', overlay: DEFAULT_OVERLAY }])
  clock.set(5000)
  name = 'Back door'
  await clock.advance(1000)
  expect(captions().slice(1, 2)).toEqual([{ ahead: 5000, name: 'Gate', overlay: DEFAULT_OVERLAY }])
  expect(captions().at(-1)?.name).toBe('Back door')
})

test('a worker gets the picture settings at its start and after each change', () => {
  const sentSettings = () =>
    newest().orders.flatMap((order) => (order.type === 'settings' ? [order.settings] : []))
  camera.settingsChanged()
  expect(workers).toHaveLength(0)
  camera.watch(VGA, () => {})
  settings = { ...DEFAULT_SETTINGS, contrast: 80 }
  camera.settingsChanged()
  expect(sentSettings()).toEqual([DEFAULT_SETTINGS, settings])
})

test('a closed camera leaves no worker behind', () => {
  const leave = camera.watch(VGA, () => {})
  camera.close()
  leave()
  expect(workers.every(({ ended }) => ended)).toBe(true)
})

const asked = (worker = newest()) =>
  worker.orders.flatMap((order) => (order.type === 'look' ? [order.ask] : []))

test('a worker hears what covers the lens, at its start and after each change', () => {
  const heard = () =>
    newest().orders.flatMap((order) => (order.type === 'lens' ? [order.lens] : []))
  camera.lensChanged()
  expect(workers).toHaveLength(0)
  camera.watch(VGA, () => {})
  lens = { covered: true, lux: 3 }
  camera.lensChanged()
  expect(heard()).toEqual([FREE_LENS, { covered: true, lux: 3 }])
})

test('a look at the picture starts the worker, which stops some seconds later', async () => {
  const looks = [camera.darkness(new AbortController().signal)]
  expect(workers).toHaveLength(1)
  looks.push(camera.darkness(new AbortController().signal))
  const [first = 0, second = 0] = asked()
  newest().emit('message', { ask: second, dark: 0.25 })
  newest().emit('message', { ask: first, dark: 1 })
  expect(await Promise.all(looks)).toEqual([1, 0.25])
  await clock.advance(4_999)
  expect(newest().ended).toBe(false)
  await clock.advance(1)
  expect(newest().ended).toBe(true)
})

test('a look survives a failed worker, and one that nobody waits for is over', async () => {
  const look = camera.darkness(new AbortController().signal)
  newest().emit('exit', 1)
  await clock.advance(1000)
  expect(workers).toHaveLength(2)
  newest().emit('message', { ask: asked()[0], dark: 0.5 })
  expect(await look).toBe(0.5)
  const gone = new AbortController()
  const lost = camera.darkness(gone.signal)
  gone.abort(new Error('gone'))
  await expect(lost).rejects.toThrow('gone')
  await expect(camera.darkness(gone.signal)).rejects.toThrow('gone')
  await clock.advance(5_000)
  expect(newest().ended).toBe(true)
})

test('a look keeps the worker that was about to stop', async () => {
  const first = camera.darkness(new AbortController().signal)
  newest().emit('message', { ask: asked()[0], dark: 0 })
  await first
  await clock.advance(4_000)
  const second = camera.darkness(new AbortController().signal)
  await clock.advance(4_000)
  expect(newest().ended).toBe(false)
  newest().emit('message', { ask: asked()[1], dark: 1 })
  expect(await second).toBe(1)
  expect(workers).toHaveLength(1)
})

test('a look leaves the worker to its viewers', async () => {
  camera.watch(VGA, () => {})
  const look = camera.darkness(new AbortController().signal)
  newest().emit('message', { ask: asked()[0], dark: 0 })
  expect(await look).toBe(0)
  await clock.advance(60_000)
  expect(workers).toHaveLength(1)
  expect(newest().ended).toBe(false)
})
