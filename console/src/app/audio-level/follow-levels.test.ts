import { encodeLevels } from '@lintel/contract/audio-level'
import type { AudioLevels } from '@lintel/contract/audio-level'
import { DeviceFault } from '@lintel/contract/fault'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LEVEL_AGAIN, LEVEL_RESTART } from '../timing.ts'
import { followLevels } from './follow-levels.ts'
import type { LevelFailure } from './follow-levels.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

interface Stream {
  write: (text: string) => void
  end: () => void
  breakOff: () => void
  signal: AbortSignal
}

/** A device whose streams the test writes to, and what the page learns of them. */
function listen() {
  const streams: Stream[] = []
  const device = {
    streams,
    refusal: undefined as Error | undefined,
    heard: [] as AudioLevels[],
    failures: [] as LevelFailure[],
    /** Writes to the newest stream. */
    write: async (text: string) => {
      streams.at(-1)?.write(text)
      await vi.advanceTimersByTimeAsync(0)
    },
  }
  const stop = followLevels({
    open(signal) {
      if (device.refusal) return Promise.reject(device.refusal)
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          const encoder = new TextEncoder()
          signal.addEventListener('abort', () => controller.error(signal.reason))
          streams.push({
            write: (text) => controller.enqueue(encoder.encode(text)),
            end: () => controller.close(),
            breakOff: () => controller.error(new TypeError('network error')),
            signal,
          })
        },
      })
      return Promise.resolve(new Response(body))
    },
    onLevels: (levels) => device.heard.push(levels),
    onFailed: (status) => device.failures.push(status),
  })
  return { ...device, stop, device }
}

test('levels arrive whichever way the network splits them', async () => {
  const { write, heard } = listen()
  const line = encodeLevels({ peak: -6, channels: [-20, -30] })
  await write(line.slice(0, 30))
  expect(heard).toEqual([])
  await write(line.slice(30))
  expect(heard).toEqual([{ peak: -6, channels: [-20, -30] }])
})

test('a new stream takes the place of the old one every 20 s (AUDIO-13, OPEN-100)', async () => {
  const { write, heard, streams, failures, stop } = listen()
  await write(encodeLevels({ peak: -6, channels: [-20] }))
  await vi.advanceTimersByTimeAsync(LEVEL_RESTART - 1)
  expect(streams).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect([streams.length, streams[0]?.signal.aborted]).toEqual([2, true])
  await write(encodeLevels({ peak: -3, channels: [-9] }))
  expect(heard.at(-1)).toEqual({ peak: -3, channels: [-9] })
  stop()
  await vi.advanceTimersByTimeAsync(2 * LEVEL_RESTART)
  expect([streams.length, failures]).toEqual([2, []])
  expect(streams.every(({ signal }) => signal.aborted)).toBe(true)
})

const refused = (status: number) => new DeviceFault('refused', 'audio.level', '', { status })

test.each([
  [405, refused(405)],
  [503, refused(500)],
  [503, new DeviceFault('unreachable', 'audio.level', '')],
  [503, new TypeError('no stream')],
  ['missing', new DeviceFault('missing', 'audio.level', '')],
])('%s is reported once, and the device left alone (AUDIO-17)', async (told, refusal) => {
  const { write, device, failures, streams } = listen()
  await write(encodeLevels({ peak: -6, channels: [-20] }))
  device.refusal = refusal
  streams[0]?.end()
  await vi.advanceTimersByTimeAsync(2 * LEVEL_RESTART)
  expect(failures).toEqual([told])
  expect(streams).toHaveLength(1)
})

test('a stream that ends or breaks off is fetched again after a pause', async () => {
  const { streams, failures, write, heard, stop } = listen()
  streams[0]?.end()
  await vi.advanceTimersByTimeAsync(LEVEL_AGAIN - 1)
  expect(streams).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  streams[1]?.breakOff()
  await vi.advanceTimersByTimeAsync(LEVEL_AGAIN)
  await write(encodeLevels({ peak: -6, channels: [-20] }))
  expect([streams.length, heard.length, failures]).toEqual([3, 1, []])
  stop()
  await vi.advanceTimersByTimeAsync(2 * LEVEL_RESTART)
  expect(streams).toHaveLength(3)
})

test('a fetch that is not answered is reported once, and nothing after it was stopped (AUDIO-17)', async () => {
  const onFailed = vi.fn()
  const onLevels = vi.fn()
  const open = vi.fn(
    (signal: AbortSignal) =>
      new Promise<Response>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      }),
  )
  const options = { open, onLevels, onFailed }
  followLevels(options)
  await vi.advanceTimersByTimeAsync(LEVEL_RESTART)
  expect(onFailed.mock.calls).toEqual([[503]])
  const stop = followLevels(options)
  stop()
  await vi.advanceTimersByTimeAsync(2 * LEVEL_RESTART)
  expect([open.mock.calls.length, onFailed.mock.calls.length]).toEqual([2, 1])
})
