import { once } from 'node:events'
import { downloadCall, socketCall, streamCall } from '@lintel/contract/call'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { STREAMS_PER_ACCOUNT } from './open-connections.ts'
import { serve, serveSocket } from './serve.ts'
import { basic } from './testing/ask.ts'
import { SAMPLE } from './testing/sample-calls.ts'
import { testDoor, type TestDoor } from './testing/test-door.ts'

const talk = socketCall({ ...SAMPLE, id: 'talk', path: '/talk', access: 'viewer' })
const film = streamCall({
  ...SAMPLE,
  id: 'film',
  path: '/film',
  access: 'viewer',
  contentType: 'video/x',
  request: v.object({}),
})

const file = downloadCall({
  ...SAMPLE,
  id: 'file',
  path: '/file',
  access: 'viewer',
  contentType: 'application/x',
  request: v.object({}),
})
const flood = streamCall({ ...film, id: 'flood', path: '/flood' })
/** More than the buffers between two sockets hold. */
const LARGE = 64 * 1024 * 1024
const PICTURE = Buffer.alloc(64 * 1024)

let door: TestDoor
/** The check that runs every 30 s. */
let check: () => void
/** The device's end of the latest socket. */
let taken: WebSocket
/** Pictures that did not fit the buffers between device and client. */
let dropped: number

beforeEach(async () => {
  dropped = 0
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
      serve(flood, () => ({
        contentType: 'video/x',
        async run(write, signal) {
          while (!signal.aborted) {
            if (!write(PICTURE)) dropped += 1
            await new Promise(setImmediate)
          }
        },
      })),
      serve(file, () => new Uint8Array(LARGE)),
    ],
    sockets: [serveSocket(talk, (socket) => (taken = socket))],
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
/** Sends a ping and waits for its answer, by when what was sent before has arrived, too. */
async function roundTrip(socket: WebSocket): Promise<void> {
  socket.ping()
  await once(socket, 'pong')
}
const view = { authorization: basic('view', 'pass-view') }

test('keeps a socket that answers pings and drops one that does not', async () => {
  const alive = await connect(view)
  const dead = await connect(view, { autoPong: false })
  const pinged = once(alive, 'ping')
  const dropped = closing(dead)
  check()
  await pinged
  await roundTrip(alive)
  check()
  expect(await dropped).toBe('closed')
  await roundTrip(alive)
  alive.terminate()
})

test.each([
  ['its session ended', () => door.device.sessions.endFor('view')],
  ['its account was removed', () => void door.device.accounts.delete('view')],
  ['its role was taken away', () => door.device.addAccount('view', 'pass-view', ['users'])],
])('drops a socket by cookie when %s', async (_what, happen) => {
  const socket = await connect(door.signedIn('view'))
  const closes = closing(socket)
  const pinged = once(socket, 'ping')
  check()
  await pinged
  await roundTrip(socket)
  happen()
  check()
  expect(await closes).toBe('closed')
})

test('drops a socket and a stream by password when the password changed', async () => {
  const socket = await connect(view)
  const closes = closing(socket)
  const stream = await fetch(door.url + film.path, { headers: view })
  let state = 'open'
  const ends = stream.text().then(
    () => (state = 'ended'),
    () => (state = 'closed'),
  )
  check()
  await roundTrip(socket)
  expect(state).toBe('open')
  door.device.addAccount('view', 'other', ['viewer'])
  check()
  expect(await closes).toBe('closed')
  expect(await ends).toBe('ended')
})

/** The status with which the door refuses a socket. */
const refused = (headers: Record<string, string>): Promise<number | undefined> =>
  new Promise((resolve) => {
    const socket = new WebSocket(door.url.replace('http', 'ws') + talk.path, { headers })
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode))
  })

test('ends sockets, streams and downloads as soon as accounts have changed', async () => {
  const closes = closing(await connect(view))
  const stream = await fetch(door.url + film.path, { headers: view })
  const download = await fetch(door.url + file.path, { headers: view })
  const other = await fetch(door.url + file.path, {
    headers: { authorization: basic('oper', 'pass-oper') },
  })
  const ends = [stream, download].map((one) =>
    one.arrayBuffer().then(
      () => 'ended',
      () => 'cut',
    ),
  )
  door.device.accounts.delete('view')
  door.device.rightsChanged()
  expect(await closes).toBe('closed')
  expect(await Promise.all(ends)).toEqual(['ended', 'cut'])
  expect((await other.arrayBuffer()).byteLength).toBe(LARGE)
})

test('cuts off a second later who does not take the end of a socket or a stream', async () => {
  const socket = await connect(view)
  socket.pause()
  const stream = await fetch(door.url + flood.path, { headers: view })
  await expect.poll(() => dropped).toBeGreaterThan(100)
  const timers = vi.spyOn(globalThis, 'setTimeout')
  door.device.accounts.delete('view')
  door.device.rightsChanged()
  const farewells = timers.mock.calls.filter(([, after]) => after === 1_000)
  timers.mockRestore()
  expect([farewells.length, taken.readyState]).toEqual([2, WebSocket.CLOSING])
  const cut = closing(taken)
  for (const [end] of farewells) end()
  expect(await cut).toBe('closed')
  await expect(stream.arrayBuffer()).rejects.toThrow()
  socket.terminate()
})

test('one account has a quarter of all streams and sockets; others still get one', async () => {
  const open = Array.from({ length: STREAMS_PER_ACCOUNT }, () => connect(view))
  const sockets = await Promise.all(open)
  expect(await refused(view)).toBe(503)
  const over = await fetch(door.url + film.path, { headers: view })
  expect([over.status, await over.text()]).toEqual([
    503,
    'Error: Your account has too many streams open.\n',
  ])
  const other = await connect({ authorization: basic('oper', 'pass-oper') })
  other.terminate()
  const closes = closing(sockets[0] as WebSocket)
  sockets[0]?.terminate()
  await closes
  await expect
    .poll(() =>
      connect(view).then(
        (one) => one.terminate(),
        () => 'refused',
      ),
    )
    .toBeUndefined()
  for (const socket of sockets) socket.terminate()
})
