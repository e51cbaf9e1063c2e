import { EventEmitter } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { PRODUCTS, productCalled } from '@lintel/contract/products/products'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createPicture } from '../../engines/video/picture.ts'
import { FREE_LENS } from '../../engines/video/orders.ts'
import type { Lens, ToWorker } from '../../engines/video/orders.ts'
import type { Service } from '../service.ts'
import { parameterService } from '../parameters/parameters.ts'
import { servicesOf } from '../services.ts'
import { openTestDevice } from '../testing/test-device.ts'
import { darkImageService, darkImageServiceWith } from './dark-images.ts'

/** The camera's worker without a thread: it draws, and answers when `answers` lets it. */
class Drawing extends EventEmitter {
  private readonly picture = createPicture(160, 90)
  lens: Lens = FREE_LENS
  ended = false
  private readonly answers: () => boolean
  constructor(answers: () => boolean) {
    super()
    this.answers = answers
  }
  postMessage(order: ToWorker): void {
    if (order.type === 'lens') this.lens = order.lens
    if (order.type !== 'look' || !this.answers()) return
    const dark = this.picture.darkness(NIGHT, this.lens)
    setImmediate(() => this.emit('message', { ask: order.ask, dark }))
  }
  terminate(): Promise<number> {
    this.ended = true
    this.emit('exit', 1)
    return Promise.resolve(1)
  }
}

const NIGHT = Date.UTC(2026, 10, 20)

/** @param isCovered whether the camera was covered before the device started */
async function open(isCovered = false) {
  const workers: Drawing[] = []
  const camera = { works: true }
  const limits: AbortController[] = []
  const timeout = () => {
    const limit = new AbortController()
    limits.push(limit)
    return limit.signal
  }
  const startWorker = () => {
    workers.push(new Drawing(() => camera.works))
    return workers.at(-1) as unknown as Worker
  }
  let closeService: (() => void) | undefined
  const service: Service = (parts) => {
    const world = { ...parts.plugged.world, cameraCovered: isCovered }
    const plugged = { ...parts.plugged, world }
    const opened = darkImageServiceWith(startWorker, timeout)({ ...parts, plugged })
    closeService = () => opened.close?.()
    return opened
  }
  const device = await openTestDevice([service])
  onTestFinished(() => device.close())
  const events: unknown[] = []
  device.events.subscribe(({ topic, source, data }) => {
    if (topic === 'VideoSource/Tampering') events.push([source, data])
  })
  const settled = async () => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
  }
  const cover = async (cameraCovered: boolean) => {
    device.receive({ type: 'world', world: { ...PLAIN_WORLD, cameraCovered } })
    await settled()
  }
  const passes = async (seconds: number) => {
    await device.clock.advance(seconds * 1000)
    await settled()
  }
  /** The look that is going on has taken too long. */
  const expire = async () => {
    limits.at(-1)?.abort(new Error('too slow'))
    await settled()
  }
  return {
    ...device,
    expire,
    closeService: () => closeService?.(),
    workers,
    camera,
    told: events,
    cover,
    passes,
    settled,
  }
}

const TAMPERING = [{ channel: '1' }, { tampering: '1' }]

test('a picture that stays dark is told of once, and again when it was light in between (DETECT-01)', async () => {
  const { cover, passes, told, benchLog, ...device } = await open()
  await cover(true)
  await passes(19)
  expect(told).toEqual([])
  await passes(1)
  expect(told).toEqual([TAMPERING])
  await passes(7200)
  expect(told).toHaveLength(1)
  await cover(false)
  await cover(true)
  await passes(20)
  expect(told).toEqual([TAMPERING, TAMPERING])
  const logged = device.sent.filter(
    (one) => one.type === 'happened' && one.happening.id === 'detected.dark',
  )
  expect(logged).toHaveLength(2)
  expect(benchLog).toHaveLength(0)
})

test('what is dark for a moment only is not told of', async () => {
  const { cover, passes, told } = await open()
  await cover(true)
  await passes(15)
  await cover(false)
  await passes(15)
  await cover(true)
  await passes(19)
  await cover(false)
  await passes(600)
  expect(told).toEqual([])
})

test('what has become light by itself in the meantime is not told of', async () => {
  const { cover, passes, told, workers, parameters } = await open()
  parameters.set({ 'root.Tampering.T0.MinDuration': 3 })
  await cover(true)
  for (const worker of workers) worker.lens = FREE_LENS
  await passes(3)
  expect(told).toEqual([])
})

test('darkness that comes back counts from its new beginning', async () => {
  const { cover, passes, told, workers, parameters, ...device } = await open()
  parameters.set({ 'root.Tampering.T0.MinDuration': 4 })
  await cover(true)
  await passes(3)
  // Nobody has looked in between.
  device.receive({ type: 'world', world: { ...PLAIN_WORLD, cameraCovered: false } })
  await cover(true)
  await passes(3)
  expect(told).toEqual([])
  for (const worker of workers) worker.lens = FREE_LENS
  await passes(1)
  expect(told).toEqual([])
  // The look of each hour finds it dark again.
  await passes(3594)
  expect(told).toEqual([])
  await passes(4)
  expect(told).toEqual([TAMPERING])
})

test('a picture that is dark as a whole reaches a threshold of 100 %', async () => {
  const { cover, passes, told, parameters } = await open()
  parameters.set({ 'root.Tampering.T0.DarkThreshold': 100 })
  await cover(true)
  await passes(20)
  expect(told).toEqual([TAMPERING])
})

test('after it has closed it looks no more', async () => {
  const device = await open()
  const { cover, passes, settled, expire, workers, camera, log, parameters } = device
  const error = vi.spyOn(log, 'error').mockImplementation(() => {})
  camera.works = false
  await cover(true)
  device.closeService()
  expect(workers.map(({ ended }) => ended)).toEqual([true])
  await expire()
  await cover(false)
  await cover(true)
  parameters.set({ 'root.Tampering.T0.MinDuration': 3 })
  await settled()
  await passes(3600)
  expect([workers.length, error.mock.calls]).toEqual([1, []])
})

test('operators change its parameters (DETECT-01)', async () => {
  const device = await openTestDevice([parameterService])
  onTestFinished(() => device.close())
  device.makeAccounts()
  const update = '/axis-cgi/param.cgi?action=update&root.Tampering.T0.DarkThreshold=80'
  expect(await device.text(update, { as: 'oper' })).toBe('OK\n')
  expect(device.parameters.get('root.Tampering.T0.DarkThreshold')).toBe(80)
})

test('its parameters decide: whether, how much, how long', async () => {
  const { cover, passes, settled, told, parameters } = await open()
  parameters.set({ 'root.Tampering.T0.DarkDetectionEnabled': false })
  await cover(true)
  await passes(60)
  expect(told).toEqual([])
  parameters.set({
    'root.Tampering.T0.DarkDetectionEnabled': true,
    'root.Tampering.T0.MinDuration': 100,
  })
  await settled()
  await passes(99)
  expect(told).toEqual([])
  await passes(1)
  expect(told).toHaveLength(1)
  await cover(false)
  // The night has some darkness.
  parameters.set({ 'root.Tampering.T0.DarkThreshold': 1, 'root.Tampering.T0.MinDuration': 1 })
  await settled()
  await passes(1)
  expect(told).toHaveLength(2)
})

test('a duration that is changed while it is dark counts from the beginning of the darkness', async () => {
  const { cover, passes, settled, told, parameters } = await open()
  await cover(true)
  await passes(15)
  parameters.set({ 'root.Tampering.T0.MinDuration': 16 })
  await settled()
  expect(told).toEqual([])
  await passes(1)
  expect(told).toHaveLength(1)
  // What has been told of is not told of again.
  parameters.set({ 'root.Tampering.T0.MinDuration': 1, 'root.Tampering.T0.DarkThreshold': 80 })
  await passes(60)
  expect(told).toHaveLength(1)
})

test('a camera that was covered without power is told of after the start', async () => {
  const { passes, settled, told } = await open(true)
  await settled()
  await passes(20)
  expect(told).toEqual([TAMPERING])
})

test('a camera that keeps failing is asked less and less often', async () => {
  const { cover, passes, expire, camera, workers, log } = await open()
  const error = vi.spyOn(log, 'error').mockImplementation(() => {})
  camera.works = false
  await cover(true)
  for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
    await expire()
    const before = workers.length
    await passes(60 * minutes - 1)
    expect(workers.length, `after ${minutes} minutes`).toBe(before)
    await passes(1)
    expect(workers.length, `after ${minutes} minutes`).toBe(before + 1)
  }
  expect(error.mock.calls.length).toBe(8)
})

test('a camera that failed is asked again after a minute', async () => {
  const { cover, passes, expire, told, camera } = await open()
  camera.works = false
  await cover(true)
  await expire()
  camera.works = true
  await passes(60)
  await passes(20)
  expect(told).toEqual([TAMPERING])
})

test('a look is not over because the clock is moved', async () => {
  const { cover, passes, camera, workers, log } = await open()
  const error = vi.spyOn(log, 'error').mockImplementation(() => {})
  camera.works = false
  await cover(true)
  await passes(40 * 86_400)
  expect([error.mock.calls.length, workers.length]).toEqual([0, 1])
})

test('the camera rests while nothing changes, apart from a look each hour', async () => {
  const { cover, passes, workers, parameters, settled } = await open()
  await passes(3599)
  expect(workers).toHaveLength(0)
  await passes(1)
  expect(workers).toHaveLength(1)
  await passes(600)
  await cover(true)
  await passes(600)
  expect(workers.length).toBeGreaterThan(1)
  const before = workers.length
  parameters.set({ 'root.Tampering.T0.DarkDetectionEnabled': false })
  await settled()
  await passes(36_000)
  expect(workers).toHaveLength(before)
})

test.each(PRODUCTS.map(({ number }) => number))(
  '%s has it if it has a camera (OPEN-113)',
  async (number) => {
    const product = productCalled(number)
    expect(servicesOf(product).includes(darkImageService)).toBe(product.camera)
    const device = await openTestDevice([], undefined, product)
    onTestFinished(() => device.close())
    expect(device.parameters.get('root.Properties.Tampering.Tampering')).toBe(product.camera)
  },
)
