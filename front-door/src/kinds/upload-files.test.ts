import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uploadCall } from '@lintel/contract/call'
import type { IncomingFiles } from '@lintel/contract/call'
import { faultJson } from '@lintel/contract/fault-json'
import { Refusal } from '@lintel/contract/fault'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { serve } from '../serve.ts'
import { ask, basic } from '../testing/ask.ts'
import { curl } from '../testing/curl.ts'
import { SAMPLE } from '../testing/sample-calls.ts'
import { testDoor, type TestDoor } from '../testing/test-door.ts'

const MOST = 300_000
const PATH = '/import'
const importAll = uploadCall({
  ...SAMPLE,
  id: 'sample.import',
  path: PATH,
  access: 'admin',
  effect: 'write',
  part: 'file',
  maxBytes: MOST,
  several: true,
  maxFiles: 3,
  request: v.object({ mode: v.optional(v.picklist(['add', 'replace']), 'add') }),
  format: faultJson<{ files: string[] }>(),
})

/** What the handler has seen so far: the names of files, and why their iteration ended. */
let seen: string[]
/** How it reads; by default every file whole. */
let reading: (files: IncomingFiles['files']) => Promise<string[]>

async function lengthOf(bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let length = 0
  for await (const chunk of bytes) length += chunk.length
  return length
}

async function readAll(files: IncomingFiles['files']): Promise<string[]> {
  const all: string[] = []
  for await (const file of files) {
    seen.push(file.name)
    all.push(`${file.name} ${await lengthOf(file.bytes)}`)
  }
  seen.push('whole')
  return all
}

let door: TestDoor
beforeAll(async () => {
  door = await testDoor({
    calls: [
      serve(importAll, async ({ fields, files }) => {
        try {
          return { files: [fields.mode, ...(await reading(files))] }
        } catch (error) {
          seen.push((error as Error).message)
          throw error
        }
      }),
    ],
  })
  door.device.state.policy = 'basic'
})
afterAll(() => door.close())
beforeEach(() => {
  seen = []
  reading = readAll
})
afterEach(() => vi.useRealTimers())

const root = { authorization: basic('root', 'pass-root') }
const BOUNDARY = 'x-boundary'
const FORM = { ...root, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
const filePart = (name: string, content: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="any"; filename="${name}"\r\n` +
  `Content-Type: application/json\r\n\r\n${content}\r\n`
const fieldPart = (name: string, value: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const NEXT = `--${BOUNDARY}\r\n`
const END = `--${BOUNDARY}--\r\n`
const post = async (body: string, headers: Record<string, string> = FORM) => {
  const { status, text } = await ask(door.url + PATH, { method: 'POST', headers, body })
  return { status, answer: JSON.parse(text) as Record<string, unknown> }
}
const fault = (code: string, message: string) => ({
  Fault: 'env:Sender',
  FaultCode: code,
  FaultMsg: message,
})
const INVALID = 'ter:InvalidArgVal'

test('reads the files of a curl form in their order, and a bare body as one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-files-'))
  const files = ['a.json', 'b.json'].map((name) => join(folder, name))
  for (const [at, file] of files.entries()) await writeFile(file, Buffer.alloc(100_000 + at, 7))
  const options = ['--user', 'root:pass-root', '--basic', `${door.url}${PATH}?mode=replace`]
  const form = await curl(...files.flatMap((file) => ['--form', `any=@${file}`]), ...options)
  expect(form).toEqual({
    status: 200,
    text: '{"files":["replace","a.json 100000","b.json 100001"]}',
  })
  const octets = ['--header', 'content-type: application/octet-stream']
  const bare = await curl('--data-binary', `@${files[0]}`, ...octets, ...options)
  expect(bare).toEqual({ status: 200, text: '{"files":["replace"," 100000"]}' })
  await rm(folder, { recursive: true })
})

test('reads small files that arrive together, with a field before them', async () => {
  const parts = fieldPart('mode', 'replace') + filePart('a', 'a') + filePart('b', '')
  const { answer } = await post(parts + filePart('c', 'ccc') + END)
  expect(answer).toEqual({ files: ['replace', 'a 1', 'b 0', 'c 3'] })
})

test('skips what the handler leaves of a file', async () => {
  reading = async (files) => {
    const first: string[] = []
    for await (const { name, bytes } of files) {
      first.push(name)
      if (name !== 'b') continue
      for await (const chunk of bytes) {
        first.push(String.fromCodePoint(chunk[0] ?? 0))
        break
      }
    }
    return first
  }
  const large = 'x'.repeat(MOST)
  const body = filePart('a', large) + filePart('b', large) + filePart('c', large) + END
  expect(await post(body)).toMatchObject({
    status: 200,
    answer: { files: ['add', 'a', 'b', 'x', 'c'] },
  })
  const larger = await post(filePart('a', `${large}x`) + filePart('b', 'b') + END)
  expect(larger).toMatchObject({ status: 413, answer: fault(INVALID, 'The file is too large.') })
})

test.each([
  ['no file', fieldPart('mode', 'add') + END, 'The form holds no file.'],
  [
    'too many files',
    ['a', 'b', 'c', 'd'].map((name) => filePart(name, name)).join('') + END,
    'The form holds more than 3 files.',
  ],
  [
    'a field after a file',
    filePart('a', 'a') + fieldPart('mode', 'add') + END,
    'The fields of the form come before the file.',
  ],
  ['no end', filePart('a', 'a') + filePart('b', 'b'), 'The upload was interrupted.'],
  [
    'no end of a file',
    filePart('a', 'a') + filePart('b', 'b').slice(0, -4),
    'The upload was interrupted.',
  ],
])('refuses a form with %s, and never calls it whole', async (_what, body, reason) => {
  expect(await post(body)).toMatchObject({ status: 400, answer: fault(INVALID, reason) })
  expect(seen).not.toContain('whole')
})

test('each file has the size limit to itself', async () => {
  const most = 'x'.repeat(MOST)
  const two = await post(filePart('a', most) + filePart('b', most) + END)
  expect(two.answer).toEqual({ files: ['add', `a ${MOST}`, `b ${MOST}`] })
  const larger = await post(filePart('a', 'a') + filePart('b', `${most}x`) + END)
  expect(larger).toMatchObject({ status: 413, answer: fault(INVALID, 'The file is too large.') })
  expect(seen).not.toContain('The upload was interrupted.')
})

test('a handler that stops early is answered for, and the connection stays', async () => {
  reading = async (files) => {
    for await (const { name, bytes } of files) {
      for await (const chunk of bytes) return [`${name} ${chunk.length > 0}`]
    }
    return []
  }
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ports = new Set<number | undefined>()
  const send = (body: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = { ...FORM, 'content-length': body.length }
      const request = httpRequest(door.url + PATH, { method: 'POST', agent, headers }, (answer) => {
        ports.add(request.socket?.localPort)
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
      })
      request.once('error', reject)
      request.end(body)
    })
  const large = filePart('a', 'x'.repeat(MOST))
  expect(await send(large + large + large + END)).toBe(200)
  expect(await send(filePart('b', 'b') + END)).toBe(200)
  expect(ports.size).toBe(1)
  agent.destroy()
})

/** A connection that has sent its headers. */
async function begin(length: number): Promise<Socket> {
  const { hostname, port, host } = new URL(door.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  const headers = { host, ...FORM, 'content-length': length }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.write(`POST ${PATH} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  return socket
}

test.each([
  ['within a file', filePart('a', 'a') + filePart('b', 'x'.repeat(1000)).slice(0, -100)],
  ['between two files', filePart('a', 'a') + filePart('b', 'b') + NEXT],
])('a sender that disconnects %s ends the iteration', async (_where, part) => {
  const socket = await begin(100_000)
  socket.write(part)
  await vi.waitFor(() => expect(seen).toEqual(['a', 'b']))
  socket.destroy()
  await vi.waitFor(() => expect(seen).toEqual(['a', 'b', 'The upload was interrupted.']))
  expect((await post(filePart('c', 'c') + END)).status).toBe(200)
})

test('files wait at the sender until the handler reads them', async () => {
  let goOn = (): void => {}
  reading = async (files) => {
    await new Promise<void>((resolve) => {
      goOn = resolve
    })
    return readAll(files)
  }
  const waits = goOn
  const large = filePart('a', 'x'.repeat(MOST))
  const body = Buffer.from(large + large + large + END)
  const socket = await begin(body.length)
  let answer = ''
  socket.on('data', (data: Buffer) => (answer += data.toString()))
  const before = process.memoryUsage().arrayBuffers
  socket.write(body)
  await vi.waitFor(() => expect(goOn).not.toBe(waits))
  // The buffers on the way hold some of it, from Node 22 on more than before, but never two files.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 * MOST)
  goOn()
  await vi.waitFor(() => expect(answer).toContain(`["add","a ${MOST}","a ${MOST}","a ${MOST}"]`))
  socket.destroy()
})

test('a sender may not pause for half a minute between two files', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const socket = await begin(1000)
  const closed = once(socket, 'close')
  socket.write(filePart('a', 'a') + filePart('b', 'b') + NEXT)
  for (let turn = 0; !seen.includes('b') && turn < 1000; turn += 1) await new Promise(setImmediate)
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
  vi.advanceTimersByTime(30_000)
  await closed
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
  expect(seen).toEqual(['a', 'b', 'The upload was interrupted.'])
})

test('refusals are Faults, and broken content is a parse error', async () => {
  reading = async () => {
    throw new Refusal('malformed', 'a.json: unexpected end')
  }
  expect(await post(filePart('a', '{') + END)).toMatchObject({
    status: 400,
    answer: fault('ter:TagMismatch', 'JSON parse error: a.json: unexpected end'),
  })
  reading = async () => {
    throw new Refusal('absent', 'There is no such contact.')
  }
  expect(await post(filePart('a', '{') + END)).toMatchObject({
    status: 400,
    answer: { FaultSubCode: 'ter:NotFound', FaultMsg: 'There is no such contact.' },
  })
  const viewer = { ...FORM, authorization: basic('view', 'pass-view') }
  expect(await post(filePart('a', '{') + END, viewer)).toMatchObject({
    status: 403,
    answer: { FaultCode: 'ter:NotAuthorized' },
  })
})
