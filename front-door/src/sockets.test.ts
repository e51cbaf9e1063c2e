import { socketCall } from '@lintel/contract/call'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { serveSocket } from './serve.ts'
import { basic } from './testing/ask.ts'
import { makeCertificate } from './testing/certificate.ts'
import { SAMPLE } from './testing/sample-calls.ts'
import { testDoor, type TestDoor } from './testing/test-door.ts'

const talk = socketCall({
  ...SAMPLE,
  id: 'talk',
  path: '/vapix/talk',
  aliases: ['/vapix/older'],
  access: 'operator',
})

let door: TestDoor
let secure: string
let open: WebSocket[] = []

beforeAll(async () => {
  const echo = serveSocket(talk, (socket, { user, groups, address }) => {
    socket.send(JSON.stringify([user, groups[0], address]))
    socket.on('message', (data: Buffer) => socket.send(data.toString()))
  })
  door = await testDoor({ sockets: [echo] })
  secure = (await door.door.configure({ tls: await makeCertificate('x'), httpsOnly: false })) ?? ''
})
beforeEach(() => {
  door.device.state.policy = 'basic'
  door.device.faults.set([])
})
afterEach(() => {
  for (const socket of open) socket.terminate()
  open = []
})
afterAll(() => door.close())

interface Opened {
  /** 101, or the status of the refusal. */
  status: number
  headers: Record<string, unknown>
  socket: WebSocket
  /** The first message. */
  first: Promise<string>
}

function connect(
  headers: Record<string, string>,
  base = door.url,
  path = talk.path,
): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const url = base.replace(/^http/, 'ws') + path
    const socket = new WebSocket(url, { headers, rejectUnauthorized: false })
    open.push(socket)
    const first = new Promise<string>((answer) => {
      socket.once('message', (data: Buffer) => answer(data.toString()))
    })
    let answer = false
    socket.once('upgrade', ({ headers }) => {
      answer = true
      resolve({ status: 101, headers, socket, first })
    })
    socket.once('unexpected-response', (_request, response) => {
      response.resume()
      answer = true
      resolve({ status: response.statusCode ?? 0, headers: response.headers, socket, first })
    })
    socket.once('error', (error) => {
      if (!answer) reject(error)
    })
  })
}

const closed = (socket: WebSocket): Promise<number> =>
  new Promise((resolve) => socket.once('close', resolve))
const oper = { authorization: basic('oper', 'pass-oper') }

test('opens for a caller by password, by cookie, by https and at the older address', async () => {
  const opened = await connect(oper)
  expect(opened.status).toBe(101)
  expect(opened.headers['x-request-id']).toBeDefined()
  expect(await opened.first).toBe('["oper","users","127.0.0.1"]')
  expect((await connect(door.signedIn('root'))).status).toBe(101)
  expect((await connect(oper, secure)).status).toBe(101)
  expect((await connect(oper, door.url, '/vapix/older')).status).toBe(101)
})

test('refuses unknown callers, missing rights, other paths and foreign host names', async () => {
  const unknown = await connect({})
  expect([unknown.status, unknown.headers['www-authenticate']]).toEqual([
    401,
    'Basic realm="AXIS_ACCC8E012345"',
  ])
  expect((await connect({ authorization: basic('view', 'pass-view') })).status).toBe(403)
  expect((await connect(oper, door.url, '/vapix/none')).status).toBe(404)
  expect((await connect({ ...oper, host: 'evil.example' })).status).toBe(421)
})

test('accepts the origin of its own pages only', async () => {
  const cookie = door.signedIn('root')
  expect((await connect({ ...cookie, origin: door.url })).status).toBe(101)
  expect((await connect({ ...cookie, origin: 'http://127.0.0.1:1' })).status).toBe(403)
  expect((await connect({ ...cookie, origin: 'null' })).status).toBe(403)
  expect((await connect({ ...cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
})

test('closes on a message that is too long, and accepts the longest allowed', async () => {
  const { socket, first } = await connect(oper)
  await first
  const back = new Promise<number>((resolve) => {
    socket.once('message', (data: Buffer) => resolve(data.length))
  })
  socket.send('x'.repeat(64 * 1024))
  expect(await back).toBe(64 * 1024)
  socket.send('x'.repeat(64 * 1024 + 1))
  expect(await closed(socket)).toBe(1009)
})

test('fails as its fault switch says', async () => {
  door.device.faults.set([{ call: 'talk', fault: 'status', value: 503, times: 1 }])
  expect((await connect(oper)).status).toBe(503)
  door.device.faults.set([{ call: 'talk', fault: 'drop', times: 1 }])
  await expect(connect(oper)).rejects.toThrow()
  door.device.faults.set([{ call: 'talk', fault: 'cut', times: 1 }])
  expect(await closed((await connect(oper)).socket)).toBe(1006)
  door.device.faults.set([{ call: 'talk', fault: 'slow', value: 60, times: 1 }])
  const started = performance.now()
  await connect(oper)
  expect(performance.now() - started).toBeGreaterThan(55)
})

test('opens at once when its slow switch is turned off meanwhile', async () => {
  door.device.faults.set([{ call: 'talk', fault: 'slow', value: 3_600_000, times: 1 }])
  const opened = connect(oper)
  await expect.poll(() => door.device.faults.list()).toEqual([])
  door.device.faults.set([])
  expect((await opened).status).toBe(101)
})
