import { cookieName } from '@lintel/front-door/session-cookie'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { startSourceWorker } from './testing/start-worker.ts'
import { VIEWERS_MAX, VIEWERS_PER_ACCOUNT, videoServiceWith } from './video.ts'

const VIDEO = '/axis-cgi/mjpg/video.cgi'
const IMAGE = '/axis-cgi/jpg/image.cgi'

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([videoServiceWith(startSourceWorker)])
  device.makeAccounts()
})
afterEach(() => device.close())

/** An open stream; `read` waits for a number of bytes, `leave` disconnects. */
async function watch(query = '', who: { as: string } | { cookie: string } = { as: 'view' }) {
  const hangUp = new AbortController()
  const by = 'as' in who ? who : { headers: who }
  const response = await device.fetch(VIDEO + query, { ...by, signal: hangUp.signal })
  const reader = response.body?.getReader()
  let held = Buffer.alloc(0)
  return {
    response,
    leave: () => hangUp.abort(),
    read: async (count: number): Promise<Buffer> => {
      while (held.length < count) {
        const { value, done } = (await reader?.read()) ?? { done: true }
        if (done || !value) throw new Error('the stream ended')
        held = Buffer.concat([held, value])
      }
      const part = held.subarray(0, count)
      held = held.subarray(count)
      return part
    },
  }
}

test('live video is one JPEG after the other in the documented framing', async () => {
  const { response, read, leave } = await watch('?resolution=320x240&fps=30')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe(
    'multipart/x-mixed-replace; boundary=myboundary',
  )
  const start = '--myboundary\r\nContent-Type: image/jpeg\r\nContent-Length: '
  for (let picture = 0; picture < 3; picture += 1) {
    expect((await read(start.length)).toString()).toBe(start)
    let digits = ''
    while (!digits.endsWith('\r\n\r\n')) digits += (await read(1)).toString()
    const jpeg = await read(Number(digits.trim()))
    expect(jpeg.subarray(0, 3).toString('hex')).toBe('ffd8ff')
    expect(jpeg.subarray(-2).toString('hex')).toBe('ffd9')
    expect((await read(2)).toString()).toBe('\r\n')
  }
  expect(device.benchLog).toEqual([['viewer.joined', { count: 1 }]])
  leave()
  await expect.poll(() => device.benchLog).toHaveLength(2)
  expect(device.benchLog[1]).toEqual(['viewer.left', { count: 0 }])
})

test('one picture is a JPEG of the default size', async () => {
  const response = await device.fetch(IMAGE, { as: 'view' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/jpeg')
  const jpeg = Buffer.from(await response.arrayBuffer())
  expect(jpeg.subarray(0, 3).toString('hex')).toBe('ffd8ff')
  expect(device.benchLog).toEqual([])
})

test.each([
  'resolution=641x480',
  'resolution=',
  'camera=2',
  'compression=101',
  'compression=-1',
  'compression=x',
])('%s is refused with 400', async (query) => {
  for (const path of [VIDEO, IMAGE]) {
    expect((await device.fetch(`${path}?${query}`, { as: 'view' })).status).toBe(400)
  }
})

test.each(['fps=-1', 'fps=31', 'fps=1.5'])(
  'live video with %s is refused with 400',
  async (query) => {
    expect((await device.fetch(`${VIDEO}?${query}`, { as: 'view' })).status).toBe(400)
  },
)

test('an account has a quarter of the viewers, then all have a limit; one that leaves makes room', async () => {
  const people = ['root', 'oper', 'view', 'more']
  device.accounts.add({ name: 'more', comment: '', groups: ['viewer'] }, 'pass-more')
  device.accounts.add({ name: 'last', comment: '', groups: ['viewer'] }, 'pass-last')
  const query = '?resolution=176x144&fps=1'
  const viewers: Awaited<ReturnType<typeof watch>>[] = []
  for (const as of people) {
    const own = Array.from({ length: VIEWERS_PER_ACCOUNT }, () => watch(query, { as }))
    viewers.push(...(await Promise.all(own)))
    const over = await device.fetch(VIDEO, { as })
    expect([over.status, await over.text()]).toEqual([
      503,
      expect.stringContaining('Your account has too many viewers.'),
    ])
  }
  expect(viewers.map(({ response }) => response.status)).toEqual(viewers.map(() => 200))
  expect(viewers).toHaveLength(VIEWERS_MAX)
  for (const path of [VIDEO, IMAGE]) {
    const over = await device.fetch(path, { as: 'last' })
    expect([over.status, await over.text()]).toEqual([
      503,
      expect.stringContaining('Too many viewers.'),
    ])
  }
  viewers[0]?.leave()
  await expect.poll(() => device.benchLog).toHaveLength(VIEWERS_MAX + 1)
  expect((await device.fetch(IMAGE, { as: 'last' })).status).toBe(200)
  for (const { leave } of viewers) leave()
})

/** Milliseconds: sooner than the check of every open stream would end it. */
const AT_ONCE = 10_000

test.each<[string, (token: string) => void]>([
  ['a new password', () => device.accounts.update('view', { password: 'next' })],
  ['the loss of the role', () => device.accounts.update('view', { groups: [] })],
  ['signing out', (token) => device.sessions.end(token, device.clock.now())],
])(
  '%s ends the picture at once',
  async (_what, change) => {
    const token = device.sessions.create('view', device.clock.now())
    const cookie = `${cookieName(device.plugged.serial, false)}=${token}`
    const { read, response } = await watch('?resolution=176x144&fps=1', { cookie })
    expect(response.status).toBe(200)
    await read(1)
    change(token)
    await expect(read(10_000_000)).rejects.toThrow()
    const events = () => device.benchLog.map(([id]) => id)
    await expect.poll(events).toEqual(['viewer.joined', 'viewer.left'])
  },
  AT_ONCE,
)

test('watching needs credentials', async () => {
  expect((await device.fetch(VIDEO)).status).toBe(401)
  expect((await device.fetch(IMAGE)).status).toBe(401)
})
