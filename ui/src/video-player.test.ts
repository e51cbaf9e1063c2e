import { DeviceFault } from '@lintel/contract/fault'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { playVideo } from './video-player.ts'
import type { VideoState } from './video-player.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const advance = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

/** A camera whose stream the test controls. */
function camera(show: (picture: Uint8Array) => Promise<void> = () => Promise.resolve()) {
  const states: VideoState[] = []
  const streams: { feed: (text: string) => void; end: () => void; aborted: () => boolean }[] = []
  const device: { fault: Error | undefined } = { fault: undefined }
  const player = playVideo({
    open: (signal) => {
      if (device.fault) return Promise.reject(device.fault)
      let controller: ReadableStreamDefaultController<Uint8Array> | undefined
      const body = new ReadableStream<Uint8Array>({
        start(started) {
          controller = started
        },
      })
      signal.addEventListener('abort', () => controller?.error(signal.reason))
      streams.push({
        feed: (text) => {
          const part = `--b\r\nContent-Length: ${text.length}\r\n\r\n${text}\r\n`
          controller?.enqueue(new TextEncoder().encode(part))
        },
        end: () => controller?.close(),
        aborted: () => signal.aborted,
      })
      const headers = { 'content-type': 'multipart/x-mixed-replace; boundary=b' }
      return Promise.resolve(new Response(body, { headers }))
    },
    show,
    onState: (state) => states.push(state),
    now: () => performance.now(),
    waits: { stalled: 3_000, giveUp: 10_000, retryFirst: 1_000, retryLongest: 15_000 },
  })
  const last = () => {
    const stream = streams.at(-1)
    if (!stream) throw new Error('not opened')
    return stream
  }
  return { states, streams, device, player, last, phases: () => states.map((s) => s.phase) }
}

test('is live from the first picture on', async () => {
  const { phases, last, player } = camera()
  await advance(0)
  expect(phases()).toEqual(['connecting'])
  last().feed('one')
  await advance(0)
  expect(phases()).toEqual(['connecting', 'live'])
  player.stop()
})

test('is stalled after 3 s without a picture and reports since when', async () => {
  const { states, last, player } = camera()
  await advance(0)
  last().feed('one')
  await advance(0)
  const since = performance.now()
  await advance(2_999)
  expect(states.at(-1)).toEqual({ phase: 'live' })
  await advance(1)
  expect(states.at(-1)).toEqual({ phase: 'stalled', since })
  last().feed('two')
  await advance(0)
  expect(states.at(-1)).toEqual({ phase: 'live' })
  player.stop()
})

test('a stalled stream is closed and opened again', async () => {
  const { phases, last, streams, player } = camera()
  await advance(0)
  last().feed('one')
  await advance(11_000)
  expect(streams).toHaveLength(2)
  expect(streams[0]?.aborted()).toBe(true)
  last().feed('two')
  await advance(0)
  expect(phases().at(-1)).toBe('live')
  player.stop()
})

test('a stream that ends is opened again by itself', async () => {
  const { phases, last, streams, player } = camera()
  await advance(0)
  last().feed('one')
  await advance(0)
  last().end()
  await advance(0)
  expect(phases().at(-1)).toBe('stalled')
  await advance(1_000)
  expect(streams).toHaveLength(2)
  player.stop()
})

test('an unreachable camera is reported and retried with growing pauses', async () => {
  const { phases, device, streams, player } = camera()
  device.fault = new DeviceFault('unreachable', 'video.stream', '')
  await advance(0)
  expect(streams).toHaveLength(1)
  streams[0]?.end()
  await advance(40_000)
  expect(phases()).toEqual(['connecting', 'failed'])
  device.fault = undefined
  await advance(15_000)
  expect(streams).toHaveLength(2)
  player.stop()
})

test.each([
  ['refused', 'failed'],
  ['unreachable', 'stalled'],
] as const)('after a live picture, a stream that is %s shows as %s', async (kind, phase) => {
  const { phases, device, last, player } = camera()
  await advance(0)
  last().feed('one')
  await advance(0)
  device.fault = new DeviceFault(kind, 'video.stream', '')
  last().end()
  await advance(1_000)
  expect(phases().at(-1)).toBe(phase)
  player.stop()
})

test('unreadable pictures do not count as live', async () => {
  const { phases, last, player } = camera(() => Promise.reject(new Error('not a picture')))
  await advance(0)
  last().feed('rubbish')
  await advance(3_000)
  expect(phases()).toEqual(['connecting', 'failed'])
  player.stop()
})

test('a stopped player opens no stream and reports nothing more', async () => {
  const { states, streams, player } = camera()
  await advance(0)
  player.stop()
  await advance(60_000)
  expect([streams.length, states.length]).toEqual([1, 1])
})
