import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uploadCall } from '@lintel/contract/call'
import { Refusal } from '@lintel/contract/fault'
import { sentencePage } from '@lintel/contract/text'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { serve } from '../serve.ts'
import { ask, basic } from '../testing/ask.ts'
import { curl } from '../testing/curl.ts'
import { testDoor, type TestDoor } from '../testing/test-door.ts'

const MOST = 300_000
const PATH = '/upload'
const upload = uploadCall({
  id: 'sample.upload',
  path: PATH,
  access: 'admin',
  effect: 'write',
  summary: '',
  source: '',
  proof: 'own design',
  part: 'file',
  maxBytes: MOST,
  request: v.object({ type: v.optional(v.picklist(['normal', 'other']), 'normal') }),
  format: sentencePage('Upload'),
})

let door: TestDoor
/** What the handler made of each file. */
let seen: string[]
/** How many bytes it has read. */
let read: number
/** What it does instead of reading. */
let refuse: Refusal | undefined

beforeAll(async () => {
  door = await testDoor({
    calls: [
      serve(upload, async ({ fields, file }) => {
        if (refuse) throw refuse
        let length = 0
        try {
          for await (const chunk of file.bytes) read = length += chunk.length
        } catch (error) {
          seen.push(`${length > 0 ? 'some bytes, then ' : ''}${(error as Error).message}`)
          throw error
        }
        seen.push(`${fields.type} ${file.name} ${length}`)
        return `Took ${length} bytes.`
      }),
    ],
  })
  door.device.state.policy = 'basic'
})
afterAll(() => door.close())
beforeEach(() => {
  seen = []
  read = 0
  refuse = undefined
})
afterEach(() => vi.useRealTimers())

const root = { authorization: basic('root', 'pass-root') }
const page = (text: string): string =>
  `<html><head><title>Upload</title></head><body>${text}</body></html>\n`

const BOUNDARY = 'x-boundary'
const FORM = { ...root, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
const filePart = (content: string, name = 'a.bin'): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="any"; filename="${name}"\r\n` +
  `Content-Type: application/octet-stream\r\n\r\n${content}\r\n`
const fieldPart = (name: string, value: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const END = `--${BOUNDARY}--\r\n`
const post = (body: string, headers: Record<string, string> = FORM) =>
  ask(door.url + PATH, { method: 'POST', headers, body })

test('accepts the file of a curl form under any name, and as the bare body', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-upload-'))
  const file = join(folder, 'image.bin')
  await writeFile(file, Buffer.alloc(200_000, 7))
  const options = ['--user', 'root:pass-root', '--basic', `${door.url}${PATH}?type=other`]
  const form = await curl('--form', `whatever=@${file}`, ...options)
  expect(form).toEqual({ status: 200, text: page('Took 200000 bytes.') })
  const octets = ['--header', 'content-type: application/octet-stream']
  const bare = await curl('--data-binary', `@${file}`, ...octets, ...options)
  expect(bare).toEqual({ status: 200, text: page('Took 200000 bytes.') })
  expect(seen).toEqual(['other image.bin 200000', 'other  200000'])
  await rm(folder, { recursive: true })
})

test('accepts fields before the file, and none after it or twice', async () => {
  const before = await post(fieldPart('type', 'other') + filePart('abc') + END)
  expect([before.status, seen]).toEqual([200, ['other a.bin 3']])
  const behind = await post(filePart('abc') + fieldPart('type', 'other') + END)
  expect(behind.text).toBe(page('Error: The fields of the form come before the file.'))
  const wrong = await post(fieldPart('type', 'odd') + filePart('abc') + END)
  expect(wrong.text).toContain("Error: Parameter 'type' is not valid.")
})

test.each([
  ['no file', fieldPart('type', 'normal') + END, 'The form holds no file.'],
  ['nothing', END, 'The form holds no file.'],
  ['two files', filePart('one') + filePart('two', 'b.bin') + END, 'more than one file.'],
  ['no end', filePart('some content'), 'The upload was interrupted.'],
  ['no end of the file', filePart('some content').slice(0, -4), 'The upload was interrupted.'],
  ['no form', 'something else', 'The form'],
])('refuses a form with %s, with the reason', async (_what, body, reason) => {
  const answer = await post(body)
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('Error: ')])
  expect(answer.text).toContain(reason)
  expect(seen.filter((one) => one.startsWith('normal'))).toEqual([])
})

test('refuses a form without a boundary', async () => {
  const answer = await post(filePart('abc') + END, {
    ...root,
    'content-type': 'multipart/form-data',
  })
  expect(answer.text).toBe(page('Error: The form could not be read.'))
})

test('refuses a file that is too large, declared or not, and the response gets through', async () => {
  const large = 'x'.repeat(MOST + 1)
  const form = await post(filePart(large) + END)
  expect([form.status, form.text]).toEqual([413, page('Error: The file is too large.')])
  const bare = await post(large, root)
  expect([bare.status, bare.text]).toEqual([413, page('Error: The file is too large.')])
  expect((await post(filePart('x'.repeat(MOST)) + END)).status).toBe(200)
  // More than the form around it could account for, so it is known before a byte is read.
  seen = []
  await post('x'.repeat(3_000_000), root).catch(() => {})
  expect(seen).toEqual(['The file is too large.'])
})

test('the refusal of a handler that does not read gets through, and the connection stays', async () => {
  refuse = new Refusal('busy', 'Another upload runs.')
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
  expect(await send(filePart('x'.repeat(MOST - 1000)) + END)).toBe(409)
  refuse = undefined
  expect(await send(filePart('abc') + END)).toBe(200)
  expect(ports.size).toBe(1)
  agent.destroy()
})

test('a cookie needs our header, and the account its role', async () => {
  const body = filePart('x'.repeat(100_000)) + END
  const type = { 'content-type': FORM['content-type'] }
  const { cookie } = door.signedIn('root')
  expect((await post(body, { ...type, cookie })).status).toBe(403)
  expect((await post(body, { ...type, authorization: basic('oper', 'pass-oper') })).status).toBe(
    403,
  )
  expect((await post(body, type)).status).toBe(401)
  expect(seen).toEqual([])
  expect((await post(body, { ...type, cookie, 'x-lintel-console': '1' })).status).toBe(200)
})

/** A connection that has sent its headers. */
async function begin(headers: Record<string, string | number>): Promise<Socket> {
  const { hostname, port, host } = new URL(door.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`)
  socket.write(`POST ${PATH} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  return socket
}

const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => socket.once('close', () => resolve()))

test.each([
  ['form', FORM, filePart('x'.repeat(1000)).slice(0, -100)],
  ['bare body', root, 'x'.repeat(900)],
])(
  'when the sender of a %s disconnects, its reader gets an error',
  async (_what, headers, part) => {
    const socket = await begin({ ...headers, 'content-length': 100_000 })
    socket.write(part)
    await vi.waitFor(() => expect(read).toBeGreaterThan(0))
    socket.destroy()
    await vi.waitFor(() => expect(seen).toEqual(['some bytes, then The upload was interrupted.']))
    expect((await post(filePart('abc') + END)).status).toBe(200)
  },
)

test('a file may take long, but not pause for half a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const socket = await begin({ ...root, 'content-length': 5 })
  let answer = ''
  socket.on('data', (data: Buffer) => (answer += data.toString()))
  const round = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  const rounds = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await round()
  }
  for (let minute = 0; minute < 5; minute += 1) {
    await rounds()
    vi.advanceTimersByTime(29_000)
    socket.write('x')
  }
  await rounds()
  expect(answer).toContain('Took 5 bytes.')

  const slow = await begin({ ...root, 'content-length': 5 })
  slow.write('x')
  await rounds()
  vi.advanceTimersByTime(30_000)
  await closed(slow)
  await rounds()
  expect(seen.at(-1)).toBe('some bytes, then The upload was interrupted.')
  socket.destroy()
})

test('any other body has half a minute in total', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // The sender is unknown, so nothing of it is read.
  const socket = await begin({ 'content-length': 100 })
  const [data] = (await once(socket, 'data')) as [Buffer]
  expect(data.toString()).toMatch(/^HTTP\/1\.1 401 /)
  socket.write('x')
  vi.advanceTimersByTime(30_000)
  await closed(socket)
})
