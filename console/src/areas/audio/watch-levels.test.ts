import { encodeLevels } from '@lintel/contract/audio-level'
import { DeviceFault } from '@lintel/contract/fault'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LEVEL_AGAIN, LEVEL_RESTART } from '../../app/timing.ts'
import { levelFailure } from '../../app/audio-level/follow-levels.ts'
import { readingsOf, watchLevels } from './watch-levels.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Streams that a test writes to, in the order in which they were opened. */
function streams() {
  const opened: {
    send: (text: string) => void
    end: () => void
    signal: AbortSignal
  }[] = []
  const open = (signal: AbortSignal) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        signal.addEventListener('abort', () => controller.error(signal.reason))
        opened.push({
          send: (text) => controller.enqueue(new TextEncoder().encode(text)),
          end: () => controller.close(),
          signal,
        })
      },
    })
    return Promise.resolve(new Response(body))
  }
  return { opened, open }
}

const pass = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds)
const line = (...channels: number[]) => encodeLevels({ peak: 0, channels })

test.each([
  [0, 100],
  [-6, 50],
  [-20, 10],
  [-23.4, 7],
  [-120, 0],
  [3, 100],
])('a level of %d dB is %d % of its meter (AUDIO-12)', (decibels, percent) => {
  expect(readingsOf({ peak: 0, channels: [decibels] })[0]?.percent).toBe(percent)
})

test('a reading has channel, level, percentage and threshold for each channel (AUDIO-11)', () => {
  expect(readingsOf({ peak: -3, channels: [-6, -120] })).toEqual([
    { channel: 1, decibels: -6, percent: 50, threshold: 35 },
    { channel: 2, decibels: -120, percent: 0, threshold: 35 },
  ])
})

test('levels are shown as they arrive, also in pieces, and fetched anew every 20 s (AUDIO-13)', async () => {
  const { opened, open } = streams()
  const onReadings = vi.fn()
  const onFailed = vi.fn()
  const stop = watchLevels({ open, onReadings, onFailed })
  await pass()
  const text = line(-20)
  opened[0]?.send(text.slice(0, 31))
  await pass()
  expect(onReadings).not.toHaveBeenCalled()
  opened[0]?.send(text.slice(31))
  await pass()
  opened[0]?.send(`${line(-20)}${line(-6)}`)
  await pass()
  expect(onReadings.mock.calls.map(([[reading]]) => reading.percent)).toEqual([10, 50])
  await pass(LEVEL_RESTART - 1)
  expect(opened).toHaveLength(1)
  expect(opened[0]?.signal.aborted).toBe(false)
  await pass(1)
  expect(opened[0]?.signal.aborted).toBe(true)
  expect(opened).toHaveLength(2)
  await pass(LEVEL_RESTART)
  expect(opened).toHaveLength(3)
  expect(onFailed).not.toHaveBeenCalled()
  stop()
})

test('a stream that ends by itself is fetched again after a pause', async () => {
  const { opened, open } = streams()
  const stop = watchLevels({ open, onReadings: vi.fn(), onFailed: vi.fn() })
  await pass()
  opened[0]?.end()
  await pass(LEVEL_AGAIN - 1)
  expect(opened).toHaveLength(1)
  await pass(1)
  expect(opened).toHaveLength(2)
  stop()
})

test('nothing is read once it is stopped, and the stream is closed', async () => {
  const { opened, open } = streams()
  const onReadings = vi.fn()
  const onFailed = vi.fn()
  const stop = watchLevels({ open, onReadings, onFailed })
  await pass()
  stop()
  expect(opened[0]?.signal.aborted).toBe(true)
  await pass(3 * LEVEL_RESTART)
  expect(opened).toHaveLength(1)
  expect(onReadings).not.toHaveBeenCalled()
  expect(onFailed).not.toHaveBeenCalled()
})

test.each([
  [new DeviceFault('refused', 'audio.level', '', { status: 405 }), 405],
  [new DeviceFault('refused', 'audio.level', '', { status: 500 }), 503],
  [new DeviceFault('unreachable', 'audio.level', ''), 503],
  [new TypeError('no stream'), 503],
  [new DeviceFault('missing', 'audio.level', '', { status: 404 }), 'missing'],
])('%o is reported as %s (AUDIO-17)', (fault, failure) => {
  expect(levelFailure(fault)).toBe(failure)
})

test('a fetch that fails, or is not answered, is reported once and ends it (AUDIO-17)', async () => {
  const onFailed = vi.fn()
  const open = vi.fn(() => Promise.reject(new DeviceFault('refused', '', '', { status: 405 })))
  watchLevels({ open, onReadings: vi.fn(), onFailed })
  await pass(LEVEL_RESTART)
  expect(open).toHaveBeenCalledTimes(1)
  expect(onFailed.mock.calls).toEqual([[405]])
  const silent = (signal: AbortSignal) =>
    new Promise<Response>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  watchLevels({ open: silent, onReadings: vi.fn(), onFailed })
  await pass(LEVEL_RESTART)
  expect(onFailed.mock.calls).toEqual([[405], [503]])
})
