import { DeviceFault } from '@lintel/contract/fault'
import { expect, test, vi } from 'vitest'
import { VIDEO_GIVE_UP, VIDEO_RETRY_FIRST, VIDEO_STALLED } from '../../app/timing.ts'
import { playVideo } from './video-player.ts'
import type { VideoState } from './video-player.ts'

const PICTURE = '--b\r\nContent-Type: image/jpeg\r\nContent-Length: 3\r\n\r\npic\r\n'

/** A stream that can be fed, ended and broken. */
function feed() {
  let control: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      control = given
    },
  })
  const response = new Response(body, {
    headers: { 'content-type': 'multipart/x-mixed-replace; boundary=b' },
  })
  return {
    response,
    picture: () => control?.enqueue(new TextEncoder().encode(PICTURE)),
    end: () => control?.close(),
    break: () => control?.error(new TypeError('network error')),
  }
}

/** A player whose connections are what `connections` gives one after the other. */
function play(connections: (() => Promise<Response>)[]) {
  vi.useFakeTimers()
  const told: VideoState['phase'][] = []
  let opened = 0
  const player = playVideo({
    open: () => connections[opened++]?.() ?? new Promise(() => {}),
    show: () => Promise.resolve(),
    onState: ({ phase }) => told.push(phase),
    now: () => 0,
  })
  return {
    told,
    opened: () => opened,
    stop() {
      player.stop()
      vi.useRealTimers()
    },
  }
}

const lost = () => Promise.reject(new DeviceFault('unreachable', 'video', ''))
const refused = () => Promise.reject(new DeviceFault('refused', 'video', ''))

test.each(['end', 'break'] as const)(
  'a stream that is over (%s) stands still, is opened again and is live again',
  async (how) => {
    const [first, second] = [feed(), feed()]
    const video = play([
      () => Promise.resolve(first.response),
      lost,
      () => Promise.resolve(second.response),
    ])
    first.picture()
    await vi.advanceTimersByTimeAsync(0)
    expect(video.told).toEqual(['connecting', 'live'])
    first[how]()
    await vi.advanceTimersByTimeAsync(0)
    expect(video.told.at(-1)).toBe('stalled')
    second.picture()
    await vi.advanceTimersByTimeAsync(3 * VIDEO_RETRY_FIRST)
    expect(video.told).toEqual(['connecting', 'live', 'stalled', 'live'])
    video.stop()
  },
)

test('a stream without pictures stands still, is given up and opened again', async () => {
  const first = feed()
  const video = play([() => Promise.resolve(first.response)])
  first.picture()
  await vi.advanceTimersByTimeAsync(VIDEO_STALLED)
  expect(video.told).toEqual(['connecting', 'live', 'stalled'])
  await vi.advanceTimersByTimeAsync(VIDEO_GIVE_UP - VIDEO_STALLED)
  first.break()
  await vi.advanceTimersByTimeAsync(VIDEO_RETRY_FIRST)
  expect(video.told).toEqual(['connecting', 'live', 'stalled'])
  expect(video.opened()).toBe(2)
  video.stop()
})

test.each([
  ['refused', refused],
  ['never reached', lost],
])('a stream that is %s from the start has failed', async (_how, open) => {
  const video = play([open])
  await vi.advanceTimersByTimeAsync(0)
  expect(video.told).toEqual(['connecting', 'failed'])
  video.stop()
})

test('a stream that is refused after it was live has failed', async () => {
  const first = feed()
  const video = play([() => Promise.resolve(first.response), refused])
  first.picture()
  await vi.advanceTimersByTimeAsync(0)
  first.end()
  await vi.advanceTimersByTimeAsync(VIDEO_RETRY_FIRST)
  expect(video.told).toEqual(['connecting', 'live', 'stalled', 'failed'])
  video.stop()
})
