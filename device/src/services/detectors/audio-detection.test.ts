import { PRODUCTS, productCalled } from '@lintel/contract/products/products'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { servicesOf } from '../services.ts'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { audioDetectionService, openAudioDetector } from './audio-detection.ts'

type Hear = (levels: { input?: { peak: number } | undefined }) => void

/** 50 % of full scale, the alarm level from the factory. */
const HALF = 20 * Math.log10(0.5)

let device: TestDevice
let listeners: Set<Hear>
/** Whether the microphone may hear something. */
let mayHear: (may: boolean) => void
let told: unknown[]
let close: () => void

beforeEach(async () => {
  device = await openTestDevice([])
  listeners = new Set()
  mayHear = () => expect.unreachable()
  const sound = {
    onMicrophone(fn: (may: boolean) => void) {
      mayHear = fn
      fn(false)
      return () => (mayHear = () => {})
    },
    subscribe(fn: Hear) {
      listeners.add(fn)
      return () => listeners.delete(fn)
    },
  }
  close = openAudioDetector({ ...device, sound })
  told = []
  device.events.subscribe(({ topic, source, data }) => told.push([topic, source, data]))
  onTestFinished(() => {
    close()
    return device.close()
  })
})

async function hear(...peaks: number[]): Promise<void> {
  for (const peak of peaks) {
    for (const fn of Array.from(listeners)) fn({ input: { peak } })
    await device.clock.advance(200)
  }
}
const event = (triggered: string) => ['AudioSource/TriggerLevel', { channel: '1' }, { triggered }]

test('what is louder than the alarm level raises the event, until it has been softer for a second (DETECT-01)', async () => {
  const quiet = HALF - 0.1
  mayHear(true)
  await hear(quiet, HALF, -Infinity)
  expect(told).toEqual([])
  await hear(HALF + 0.1)
  expect(told).toEqual([event('1')])
  await hear(0, quiet, quiet, 0, quiet, quiet, quiet, quiet)
  expect(told).toHaveLength(1)
  await hear(quiet)
  expect(told).toEqual([event('1'), event('0')])
  expect(device.benchLog.map(([id]) => id)).toEqual(['detected.sound', 'detected.silence'])
})

test('the state is known to whoever subscribes later', async () => {
  const state = () =>
    device.events.current().flatMap(({ topic, data }) => (topic === event('0')[0] ? [data] : []))
  expect(state()).toEqual([{ triggered: '0' }])
  mayHear(true)
  await hear(0)
  expect(state()).toEqual([{ triggered: '1' }])
})

test.each([
  [0, -60, -Infinity],
  [1, -39.9, -40.1],
  [88, -1.1, -1.2],
])('at an alarm level of %d %%, %d dBFS counts and %d doesn’t', async (level, loud, soft) => {
  device.parameters.set({ 'root.AudioSource.A0.AlarmLevel': level })
  mayHear(true)
  await hear(soft)
  expect(told).not.toContainEqual(event('1'))
  await hear(loud)
  expect(told).toContainEqual(event('1'))
})

test('nothing reaches an alarm level of 100 %', async () => {
  device.parameters.set({ 'root.AudioSource.A0.AlarmLevel': 100 })
  mayHear(true)
  await hear(0, 0)
  expect(told).not.toContainEqual(event('1'))
})

test('levels without those of the microphone are silence', async () => {
  mayHear(true)
  for (const fn of Array.from(listeners)) fn({})
  expect(told).toEqual([])
})

test('after it has closed it listens no more', () => {
  mayHear(true)
  close()
  expect(listeners.size).toBe(0)
  mayHear(true)
  expect(listeners.size).toBe(0)
})

test('it listens only while there may be something to hear, and until the event has ended', async () => {
  expect(listeners.size).toBe(0)
  mayHear(true)
  mayHear(true)
  expect(listeners.size).toBe(1)
  mayHear(false)
  expect(listeners.size).toBe(0)
  mayHear(true)
  await hear(0)
  mayHear(false)
  expect(listeners.size).toBe(1)
  await hear(...Array.from({ length: 6 }, () => -Infinity))
  expect(told.at(-1)).toEqual(event('0'))
  expect(listeners.size).toBe(0)
})

test.each(PRODUCTS.map(({ number }) => number))(
  '%s has it if it has a microphone, and tells of a real tone (DETECT-01, OPEN-113)',
  async (number) => {
    const product = productCalled(number)
    const isThere = product.audio?.input !== undefined
    expect(servicesOf(product).includes(audioDetectionService)).toBe(isThere)
    if (!isThere) return
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const other = await openTestDevice([audioDetectionService], undefined, product)
    onTestFinished(() => other.close())
    const passes = async (seconds: number) => {
      await other.clock.advance(1000 * seconds)
      vi.advanceTimersByTime(200)
    }
    const state = () => other.events.current().flatMap(({ data }) => data['triggered'] ?? [])
    const idle = vi.getTimerCount()
    other.sound?.speak({ kind: 'tone', hertz: 440, level: 0.8 })
    expect(state()).toEqual(['0'])
    await passes(1)
    expect(state()).toEqual(['1'])
    other.sound?.speak({ kind: 'silence' })
    await passes(0.9)
    expect(state()).toEqual(['1'])
    await passes(0.1)
    expect([state(), vi.getTimerCount()]).toEqual([['0'], idle])
  },
)
