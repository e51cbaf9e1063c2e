import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { downloadCall } from '@lintel/contract/call'
import { createClient } from '@lintel/contract/client'
import { Refusal } from '@lintel/contract/fault'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChunkedFileAnswer } from './serve.ts'
import { attachment } from './send-file.ts'
import { serve } from './serve.ts'
import { ask, basic } from './testing/ask.ts'
import { curl } from './testing/curl.ts'
import { SAMPLE } from './testing/sample-calls.ts'
import { testDoor, type TestDoor } from './testing/test-door.ts'

const sample = { ...SAMPLE, access: 'viewer', contentType: 'application/json' } as const
const list = downloadCall({ ...sample, id: 'list', path: '/list', request: v.object({}) })
const image = downloadCall({
  ...sample,
  id: 'image',
  path: '/image',
  methods: ['GET', 'POST'],
  request: v.object({ by: v.optional(v.string()) }),
})

const authorization = basic('view', 'pass-view')
const CHUNK = Buffer.alloc(16 * 1024, 'x')
/** How many chunks have been asked for, and how often their iteration was ended from outside. */
let asked = 0
let returned = 0
/** How often the bytes of the image were read. */
let readings = 0
let chunks: () => ChunkedFileAnswer['chunks']

/** Chunks until the given number. */
function counting(most: number, last = async (): Promise<void> => {}): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        asked += 1
        if (asked <= most) return { done: false, value: CHUNK }
        await last()
        return { done: true, value: undefined }
      },
      async return() {
        returned += 1
        return { done: true, value: undefined }
      },
    }),
  }
}

let door: TestDoor
beforeAll(async () => {
  door = await testDoor({
    calls: [
      serve(list, () => ({ contentType: list.contentType, fileName: 'a.json', chunks: chunks() })),
      serve(image, ({ by }, context) => {
        if (by === 'version') {
          context.version('v1')
          return Buffer.from('image')
        }
        return {
          contentType: 'image/png',
          etag: 'v1',
          bytes: () => {
            if (by === 'nobody') throw new Refusal('absent', 'There is no image.')
            readings += 1
            return Buffer.from('image')
          },
        }
      }),
    ],
  })
})
beforeEach(() => {
  asked = 0
  returned = 0
  readings = 0
  chunks = () => counting(10)
  door.device.state.policy = 'basic'
  door.device.state.persona = 'own'
  door.device.addAccount('view', 'pass-view', ['viewer'])
  door.device.faults.set([])
  door.device.lines.length = 0
})
afterAll(() => door.close())

const get = (path: string, headers = {}, method = 'GET') =>
  ask(door.url + path, { method, headers: { authorization, ...headers } })

/** A client that has asked for the list and reads nothing until it is told to. */
async function slowly(version = '1.1'): Promise<Socket> {
  const { hostname, port } = new URL(door.url)
  const socket = connect(Number(port), hostname)
  socket.pause()
  await once(socket, 'connect')
  socket.write(
    `GET /list HTTP/${version}\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n\r\n`,
  )
  return socket
}

/** How many chunks have been asked for when a hundred turns of the event loop bring no more. */
async function untilItWaits(): Promise<number> {
  let before = 0
  for (let still = 0; still < 100; still += 1) {
    if (asked === 0 || asked !== before) still = 0
    before = asked
    await new Promise(setImmediate)
  }
  return asked
}

describe('a file in chunks', () => {
  test('is sent whole, without a length that nobody knows', async () => {
    const { status, headers, text } = await get('/list')
    expect([status, text.length, asked, returned]).toEqual([200, 10 * CHUNK.length, 11, 0])
    expect(headers).toMatchObject({
      'transfer-encoding': 'chunked',
      'content-type': 'application/json',
      'content-disposition': 'attachment; filename="a.json"',
      'cache-control': 'no-store',
    })
    expect(headers['content-length']).toBeUndefined()
    chunks = () => counting(0)
    asked = 0
    expect(await get('/list')).toMatchObject({ status: 200, text: '' })
  })

  test('HEAD has its headers and asks for none of it', async () => {
    const { status, headers } = await get('/list', {}, 'HEAD')
    expect([status, headers['content-type'], asked, returned]).toEqual([
      200,
      'application/json',
      0,
      1,
    ])
  })

  test('HEAD closes what it doesn’t read, such as a file', async () => {
    const file = Readable.from([CHUNK])
    chunks = () => file
    expect((await get('/list', {}, 'HEAD')).status).toBe(200)
    expect(file.destroyed).toBe(true)
  })

  test('is made no faster than its client reads', async () => {
    chunks = () => counting(4000)
    const socket = await slowly()
    // The rest would be in memory; these are in the buffers of the connection.
    expect(await untilItWaits()).toBeLessThan(1000)
    let length = 0
    socket.on('data', (data: Buffer) => (length += data.length))
    socket.resume()
    await expect.poll(() => asked, { timeout: 10_000 }).toBe(4001)
    await expect.poll(() => length).toBeGreaterThan(4000 * CHUNK.length)
    socket.destroy()
  })

  test('ends when its client leaves', async () => {
    chunks = () => counting(4000)
    const socket = await slowly()
    const before = await untilItWaits()
    socket.destroy()
    await expect.poll(() => returned).toBe(1)
    expect(asked).toBe(before)
  })

  test('ends when its client leaves while a chunk is made', async () => {
    let goOn = (): void => {}
    const making = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let ended = false
    chunks = async function* () {
      try {
        yield CHUNK
        await making
        yield CHUNK
        asked += 1
      } finally {
        ended = true
      }
    }
    const socket = await slowly()
    socket.resume()
    await once(socket, 'data')
    socket.destroy()
    await expect.poll(() => door.device.lines.length).toBe(1)
    goOn()
    await expect.poll(() => ended).toBe(true)
    expect(asked).toBe(0)
  })

  test('ends when its client loses the right to it', async () => {
    chunks = () => counting(4000)
    const socket = await slowly()
    socket.on('error', () => {})
    const before = await untilItWaits()
    door.device.addAccount('view', 'other', ['viewer'])
    door.device.rightsChanged()
    await expect.poll(() => returned).toBe(1)
    expect(asked).toBe(before)
    socket.destroy()
  })

  test('breaks off when it fails half-way, for every client', async () => {
    const failing = (): AsyncIterable<Uint8Array> =>
      counting(3, async () => {
        throw new TypeError('a secret detail')
      })
    chunks = failing
    await expect(get('/list')).rejects.toThrow()
    asked = 0
    const client = createClient({ base: door.url, headers: { authorization } })
    await expect(client.call(list, {})).rejects.toMatchObject({ kind: 'unreachable' })
    asked = 0
    const user = ['--user', 'view:pass-view', '--basic']
    await expect(curl('--http1.0', ...user, `${door.url}/list`)).rejects.toThrow()
    expect(door.device.lines.filter(({ message }) => message === 'call failed')).toHaveLength(3)
    asked = 0
    chunks = () => counting(3)
    expect((await curl('--http1.0', ...user, `${door.url}/list`)).text).toHaveLength(
      3 * CHUNK.length,
    )
  })

  test('is refused like any call before its first chunk', async () => {
    chunks = () =>
      counting(0, async () => {
        throw new Refusal('storage', 'The disk is gone.')
      })
    expect(await get('/list')).toMatchObject({ status: 507, text: 'Error: The disk is gone.\n' })
  })

  test('is cut off where a fault switch says so', async () => {
    door.device.faults.set([{ call: 'list', fault: 'cut' }])
    await expect(get('/list')).rejects.toThrow()
    await expect.poll(() => returned).toBe(1)
  })
})

describe('a file with a version', () => {
  test('may be kept, and is sent with its ETag in every firmware', async () => {
    for (const persona of ['own', '9.80', '12.11'] as const) {
      door.device.state.persona = persona
      const { text, headers } = await get('/image')
      expect(text).toBe('image')
      expect(headers).toMatchObject({
        etag: '"v1"',
        'cache-control': 'private, no-cache',
        'content-length': '5',
      })
    }
  })

  test.each(['"v1"', 'W/"v1"', '"v0", "v1"', 'W/"a,b" ,W/"v1"', '*', ' * '])(
    'is not sent to a client that has it: %s',
    async (known) => {
      for (const path of ['/image', '/image?by=version']) {
        for (const method of ['GET', 'HEAD']) {
          const { status, text, headers } = await get(path, { 'if-none-match': known }, method)
          expect([status, text]).toEqual([304, ''])
          expect(headers).toMatchObject({ etag: '"v1"', 'cache-control': 'private, no-cache' })
          expect(headers['content-type']).toBeUndefined()
        }
      }
      expect(readings).toBe(0)
    },
  )

  test.each(['"v0"', 'v1', '"v"', '""', ''])('is sent to one that has %j', async (known) => {
    expect(await get('/image', { 'if-none-match': known })).toMatchObject({
      status: 200,
      text: 'image',
    })
  })

  test('is sent in answer to a POST', async () => {
    expect((await get('/image', { 'if-none-match': '*' }, 'POST')).status).toBe(200)
  })

  test('a refusal has no version and is not kept', async () => {
    const { status, headers } = await get('/image?by=nobody', { 'if-none-match': '"v0"' })
    expect([status, headers.etag, headers['cache-control']]).toEqual([404, undefined, 'no-store'])
  })
})

test.each([
  ['a.json', 'attachment; filename="a.json"'],
  ['Ding dong.wav', 'attachment; filename="Ding dong.wav"'],
  ['Ärger.au', 'attachment; filename="Arger.au"; filename*=UTF-8\'\'%C3%84rger.au'],
  ['字.mp3', 'attachment; filename="_.mp3"; filename*=UTF-8\'\'%E5%AD%97.mp3'],
  ["it's (1)*.wav", 'attachment; filename="it\'s (1)*.wav"'],
  ["'é(*)", "attachment; filename=\"'e(*)\"; filename*=UTF-8''%27%C3%A9%28%2A%29"],
  ['a"b.wav', 'attachment; filename="a_b.wav"; filename*=UTF-8\'\'a%22b.wav'],
  ['../a\\b\r\nX: y.wav', 'attachment; filename=".._a_b__X: y.wav"'],
  ['\ud800.wav', 'attachment; filename="_.wav"; filename*=UTF-8\'\'%EF%BF%BD.wav'],
])('the name %j is sent as %s', (name, header) => {
  expect(attachment(name)).toBe(header)
})
