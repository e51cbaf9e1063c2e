import { PRODUCTS, productCalled } from '@lintel/contract/products/products'
import type { MicrophoneInput } from '@lintel/contract/wire'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { servicesOf } from '../services.ts'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { audioDetectionService, openAudioDetector } from './audio-detection.ts'

type Hear = (levels: { input?: { peak: number } }) => void

const TONE: MicrophoneInput = { kind: 'tone', hertz: 440, level: 0.5 }
/** 50 % of full scale, the alarm level from the factory. */
const HALF = 20 * Math.log10(0.5)

let device: TestDevice
let listeners: Set<Hear>
let told: unknown[]

beforeEach(async () => {
  device = await openTestDevice([])
  listeners = new Set()
  const sound = {
    subscribe(fn: Hear) {
      listeners.add(fn)
      return () => listeners.delete(fn)
    },
  }
  const close = openAudioDetector({ ...device, sound })
  told = []
  device.events.subscribe(({ topic, source, data }) => told.push([topic, source, data]))
  onTestFinished(() => {
    close()
    return device.close()
  })
})

const speak = (microphone: MicrophoneInput) =>
  device.receive({ type: 'microphone', ask: 1, microphone })
async function hear(...peaks: number[]): Promise<void> {
  for (const peak of peaks) {
    for (const fn of Array.from(listeners)) fn({ input: { peak } })
    await device.clock.advance(200)
  }
}
const event = (triggered: string) => ['AudioSource/TriggerLevel', { channel: '1' }, { triggered }]

test('what is louder than the alarm level raises the event, until it has been softer for a second (DETECT-01)', async () => {
  const quiet = HALF - 0.1
  speak(TONE)
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
  speak(TONE)
  await hear(0)
  expect(state()).toEqual([{ triggered: '1' }])
})

test.each([
  [0, -60, -Infinity],
  [1, -39.9, -40.1],
  [88, -1.1, -1.2],
])('at an alarm level of %d %%, %d dBFS counts and %d doesn’t', async (level, loud, soft) => {
  device.parameters.set({ 'root.AudioSource.A0.AlarmLevel': level })
  speak(TONE)
  await hear(soft)
  expect(told).not.toContainEqual(event('1'))
  await hear(loud)
  expect(told).toContainEqual(event('1'))
})

test('nothing reaches an alarm level of 100 %', async () => {
  device.parameters.set({ 'root.AudioSource.A0.AlarmLevel': 100 })
  speak(TONE)
  await hear(0, 0)
  expect(told).not.toContainEqual(event('1'))
})

test('it listens only while something sounds, and until the event has ended', async () => {
  expect(listeners.size).toBe(0)
  speak(TONE)
  speak({ kind: 'file', wave: '' })
  expect(listeners.size).toBe(1)
  speak({ kind: 'silence' })
  expect(listeners.size).toBe(0)
  speak(TONE)
  await hear(0)
  speak({ kind: 'silence' })
  expect(listeners.size).toBe(1)
  await hear(...Array.from({ length: 6 }, () => -Infinity))
  expect(told.at(-1)).toEqual(event('0'))
  expect(listeners.size).toBe(0)
})

test.each(PRODUCTS.map(({ number }) => number))(
  '%s has it if it has a microphone, and hears a real tone (OPEN-113)',
  async (number) => {
    const product = productCalled(number)
    const isThere = product.audio?.input !== undefined
    expect(servicesOf(product).includes(audioDetectionService)).toBe(isThere)
    if (!isThere) return
    const other = await openTestDevice([audioDetectionService], undefined, product)
    onTestFinished(() => other.close())
    const levels: number[] = []
    other.sound?.speak({ kind: 'tone', hertz: 440, level: 0.8 })
    await other.clock.advance(1000)
    levels.push(other.sound?.level('input').peak ?? -Infinity)
    expect(100 * 10 ** ((levels[0] ?? 0) / 20)).toBeGreaterThan(75)
    expect(other.events.current().map(({ data }) => data)).toContainEqual({ triggered: '0' })
  },
)
