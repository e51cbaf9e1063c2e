import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openRtspRig } from './testing/rtsp-rig.ts'
import type { RtspRig } from './testing/rtsp-rig.ts'

let rig: RtspRig
beforeEach(async () => {
  rig = await openRtspRig()
})
afterEach(() => rig.close())

/** A connection whose text is kept. */
function open(localAddress = '127.0.0.1') {
  const socket = connect({ port: rig.rtsp.port() ?? 0, host: '127.0.0.1', localAddress })
  let text = ''
  let closed = false
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
  socket.on('error', () => undefined)
  socket.on('close', () => (closed = true))
  return { socket, text: () => text, isClosed: () => closed }
}

const head = (method: string, cookie = 'a1b2') =>
  `${method} /onvif-media/media.amp HTTP/1.1\r\nX-SessionCookie: ${cookie}\r\n\r\n`

async function openGet(cookie?: string) {
  const one = open()
  one.socket.write(head('GET', cookie))
  await expect.poll(one.text).toContain('\r\n\r\n')
  return one
}

const options = (number: number) =>
  Buffer.from(`OPTIONS * RTSP/1.0\r\nCSeq: ${number}\r\n\r\n`).toString('base64')

test('a POST brings requests, in parts and each with padding, and the GET their answers', async () => {
  const get = await openGet()
  expect(get.text()).toMatch(/^HTTP\/1\.0 200 OK\r\n.*application\/x-rtsp-tunnelled/s)
  expect(options(1)).toMatch(/=$/)
  const post = open()
  post.socket.write(head('POST') + options(1).slice(0, 5))
  await expect.poll(() => rig.accepted).toHaveLength(2)
  post.socket.write(`${options(1).slice(5)}\r\n${options(2)}`)
  await expect.poll(get.text).toContain('CSeq: 2')
  expect(get.text()).toContain('CSeq: 1\r\nPublic: OPTIONS, DESCRIBE')
  expect(post.text()).toBe('')

  // Another POST may take over, and each lasts as long as the GET.
  post.socket.destroy()
  const next = open()
  next.socket.write(head('POST') + options(3))
  await expect.poll(get.text).toContain('CSeq: 3')
  for (let at = 4; at < 20; at += 1) {
    await rig.host.advance(10_000)
    // Something goes over the GET alone.
    rig.accepted[0]?.write(' ')
    await expect.poll(() => get.text().endsWith(' '.repeat(at - 3))).toBe(true)
  }
  expect(next.isClosed()).toBe(false)
  get.socket.destroy()
  await expect.poll(next.isClosed).toBe(true)
})

test('a POST ends with its GET', async () => {
  const get = await openGet()
  const post = open()
  post.socket.write(head('POST') + options(1))
  await expect.poll(get.text).toContain('CSeq: 1')
  get.socket.destroy()
  await expect.poll(post.isClosed).toBe(true)
})

test('a POST reaches no GET with another cookie or of another address', async () => {
  const get = await openGet()
  for (const [cookie, address] of [
    ['other', '127.0.0.1'],
    ['a1b2', '127.0.0.2'],
  ] as const) {
    const post = open(address)
    post.socket.write(head('POST', cookie) + options(1))
    await expect.poll(post.isClosed).toBe(true)
    expect(post.text()).toContain('404 Not Found')
  }
  expect(get.text()).not.toContain('CSeq')
})

test('a second GET with the same cookie is refused, until the first has ended', async () => {
  const get = await openGet()
  const second = await openGet()
  expect(second.text()).toContain('409 Conflict')
  get.socket.destroy()
  await expect.poll(async () => (await openGet()).text()).toContain('200 OK')
})

test.each([
  ['no cookie', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a long cookie', head('GET', 'x'.repeat(300))],
  ['a long head', `POST / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`],
])('HTTP with %s is no tunnel', async (_, text) => {
  const one = open()
  one.socket.write(text)
  await expect.poll(one.isClosed).toBe(true)
  expect(one.text()).toContain('RTSP/1.0 400 Bad Request')
})
