import { streamCall } from '@lintel/contract/call'
import { Refusal } from '@lintel/contract/fault'
import * as v from 'valibot'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { serve } from './serve.ts'
import { ask, basic } from './testing/ask.ts'
import { testDoor, type TestDoor } from './testing/test-door.ts'

const film = streamCall({
  id: 'film',
  path: '/film',
  contentType: 'multipart/x-mixed-replace; boundary=b',
  access: 'viewer',
  effect: 'read',
  summary: '',
  source: '',
  proof: 'own design',
  request: v.object({ size: v.optional(v.string(), '10') }),
})
const authorization = basic('view', 'pass-view')

let door: TestDoor
let taken = 0
let dropped = 0
let ended = 0

beforeAll(async () => {
  door = await testDoor({
    calls: [
      serve(film, ({ size }) => {
        if (size === '0') throw new Refusal('tooMany', 'Too many viewers.')
        const picture = Buffer.alloc(Number(size), 'x')
        return {
          contentType: film.contentType,
          async run(write, signal) {
            while (!signal.aborted) {
              if (write(picture)) taken += 1
              else dropped += 1
              await new Promise((resolve) => {
                setImmediate(resolve)
              })
              if (size === '1') return
              if (size === '2') throw new TypeError('no camera')
            }
            ended += 1
          },
        }
      }),
    ],
  })
  door.device.state.policy = 'basic'
})
beforeEach(() => {
  taken = 0
  dropped = 0
  ended = 0
  door.device.faults.set([])
})
afterAll(() => door.close())

function watch(size: number): Promise<Socket> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(door.url)
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `GET /film?size=${size} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n\r\n`,
      )
      resolve(socket)
    })
  })
}

test('streams until the client disconnects, then stops the handler', async () => {
  const response = await fetch(`${door.url}/film`, { headers: { authorization } })
  expect(response.headers.get('content-type')).toBe('multipart/x-mixed-replace; boundary=b')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const reader = response.body?.getReader()
  const first = await reader?.read()
  expect(Buffer.from(first?.value ?? []).toString()).toMatch(/^x+$/)
  expect(ended).toBe(0)
  await reader?.cancel()
  await expect.poll(() => ended).toBe(1)
})

test('does not start for a client that left while the handler prepared it', async () => {
  let prepared = (): void => {}
  const signals: AbortSignal[] = []
  let started = 0
  const own = await testDoor({
    calls: [
      serve(film, async (_query, context) => {
        await new Promise<void>((resolve) => {
          prepared = resolve
        })
        signals.push(context.signal)
        return {
          contentType: film.contentType,
          run: async () => void (started += 1),
        }
      }),
    ],
  })
  own.device.state.policy = 'basic'
  const leaving = new AbortController()
  const { signal } = leaving
  const answer = fetch(`${own.url}/film`, { headers: { authorization }, signal })
  const waiting = prepared
  await expect.poll(() => prepared).not.toBe(waiting)
  leaving.abort()
  await expect(answer).rejects.toThrow()
  await expect.poll(() => own.device.lines.some(({ message }) => message === 'request')).toBe(true)
  prepared()
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true])
  await own.close()
  expect(started).toBe(0)
})

test('drops whole pictures for a slow client, and buffers little for it', async () => {
  const socket = await watch(100_000)
  socket.pause()
  await expect.poll(() => dropped, { timeout: 5_000 }).toBeGreaterThan(50)
  const before = process.memoryUsage().arrayBuffers
  const was = taken
  const until = dropped + 50
  await expect.poll(() => dropped).toBeGreaterThan(until)
  expect(taken).toBe(was)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000)
  socket.destroy()
  await expect.poll(() => ended).toBe(1)
})

test('ends when the handler is done, and breaks off when it fails', async () => {
  expect((await ask(`${door.url}/film?size=1`, { headers: { authorization } })).text).toBe('x')
  await expect(ask(`${door.url}/film?size=2`, { headers: { authorization } })).rejects.toThrow()
  expect(door.device.lines.some(({ message }) => message === 'call failed')).toBe(true)
})

test('answers why there is no stream', async () => {
  expect(await ask(`${door.url}/film?size=0`, { headers: { authorization } })).toMatchObject({
    status: 503,
    text: 'Error: Too many viewers.\n',
  })
  expect((await ask(`${door.url}/film`)).status).toBe(401)
})

test('answers HEAD without starting', async () => {
  const head = await ask(`${door.url}/film`, { method: 'HEAD', headers: { authorization } })
  expect([head.status, head.headers['content-type']]).toEqual([200, film.contentType])
  expect(taken).toBe(0)
})

test('is cut off where a fault switch says so', async () => {
  door.device.faults.set([{ call: 'film', fault: 'cut' }])
  await expect(ask(`${door.url}/film`, { headers: { authorization } })).rejects.toThrow()
  await expect.poll(() => ended).toBe(1)
})

test('ends when the front door closes', async () => {
  const own = await testDoor({
    calls: [
      serve(film, () => ({
        contentType: film.contentType,
        run: (_write, signal) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => {
              ended += 1
              resolve()
            })
          }),
      })),
    ],
  })
  own.device.state.policy = 'basic'
  const response = await fetch(`${own.url}/film`, { headers: { authorization } })
  await own.close()
  expect(ended).toBe(1)
  expect(await response.text()).toBe('')
})
