import { socketCall, streamCall } from '@lintel/contract/call'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { serve, serveSocket } from './serve.ts'
import { basic } from './testing/ask.ts'
import { testDoor, type TestDoor } from './testing/test-door.ts'

const origin = {
  access: 'viewer',
  effect: 'read',
  summary: '',
  source: '',
  proof: 'own design',
} as const
const talk = socketCall({ ...origin, id: 'talk', path: '/talk' })
const film = streamCall({
  ...origin,
  id: 'film',
  path: '/film',
  contentType: 'video/x',
  request: v.object({}),
})

let door: TestDoor
/** The check that runs every 30 s. */
let check: () => void

beforeEach(async () => {
  const timer = vi.spyOn(globalThis, 'setInterval')
  door = await testDoor({
    calls: [
      serve(film, () => ({
        contentType: 'video/x',
        async run(write, signal) {
          write(Buffer.from('picture'))
          await new Promise<void>((resolve) => {
            signal.addEventListener('abort', () => resolve())
          })
        },
      })),
    ],
    sockets: [serveSocket(talk, () => {})],
  })
  const [call] = timer.mock.calls.filter(([, every]) => every === 30_000)
  check = call?.[0] as () => void
  timer.mockRestore()
  door.device.state.policy = 'basic'
})
afterEach(() => door.close())

async function connect(headers: Record<string, string>, options = {}): Promise<WebSocket> {
  const socket = new WebSocket(door.url.replace('http', 'ws') + talk.path, { headers, ...options })
  await new Promise((resolve) => socket.once('open', resolve))
  return socket
}
const closing = (socket: WebSocket): Promise<string> =>
  new Promise((resolve) => socket.once('close', () => resolve('closed')))
const later = (): Promise<string> =>
  new Promise((resolve) => {
    setTimeout(() => resolve('open'), 100)
  })
const view = { authorization: basic('view', 'pass-view') }

test('keeps a socket that answers pings and drops one that does not', async () => {
  const alive = await connect(view)
  const dead = await connect(view, { autoPong: false })
  const [one, other] = [closing(alive), closing(dead)]
  check()
  await later()
  check()
  expect(await Promise.race([other, later()])).toBe('closed')
  expect(await Promise.race([one, later()])).toBe('open')
  alive.terminate()
})

test.each([
  ['its session ended', () => door.device.sessions.endFor('view')],
  ['its account was removed', () => void door.device.accounts.delete('view')],
  ['its role was taken away', () => door.device.addAccount('view', 'pass-view', ['users'])],
])('drops a socket by cookie when %s', async (_what, happen) => {
  const closes = closing(await connect(door.signedIn('view')))
  check()
  await later()
  happen()
  check()
  expect(await Promise.race([closes, later()])).toBe('closed')
})

test('drops a socket and a stream by password when the password changed', async () => {
  const closes = closing(await connect(view))
  const stream = await fetch(door.url + film.path, { headers: view })
  const ends = stream.text().then(
    () => 'ended',
    () => 'closed',
  )
  check()
  expect(await Promise.race([ends, later()])).toBe('open')
  door.device.addAccount('view', 'other', ['viewer'])
  check()
  expect(await Promise.race([closes, later()])).toBe('closed')
  expect(await Promise.race([ends, later()])).toBe('closed')
})
