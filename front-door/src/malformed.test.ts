import { once } from 'node:events'
import { createServer } from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { malformedAnswer } from './malformed.ts'
import { ask } from './testing/ask.ts'
import { makeCertificate } from './testing/certificate.ts'
import { memoryDevice } from './testing/memory-device.ts'
import { OPEN, sampleCalls } from './testing/sample-calls.ts'
import { testDoor, type TestDoor } from './testing/test-door.ts'
import { openVisitorLog } from './visitor-log.ts'

let door: TestDoor
beforeAll(async () => {
  door = await testDoor({ calls: sampleCalls })
})
afterAll(() => door.close())

/** Sends bytes and resolves with everything received until the connection closes. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(door.url)
    let text = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'))
    socket.on('data', (data) => {
      text += data.toString('latin1')
    })
    socket.once('error', reject)
    socket.once('close', () => resolve(text))
  })
}

test.each([
  ['nonsense', 'nonsense\r\n\r\n', 400],
  ['an unknown method', 'BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
  ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    400,
  ],
  [
    'a length and chunks',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    400,
  ],
  ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: a\r\nX: \0\r\n\r\n', 400],
  ['endless headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  [
    'two hosts',
    'GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil\r\nConnection: close\r\n\r\n',
    400,
  ],
  ['TLS to the plain port', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
])('answers %s and keeps working', async (_what, bytes, status) => {
  expect(await raw(bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect((await ask(door.url + OPEN)).status).toBe(200)
})

test('answers a path that cannot be decoded', async () => {
  expect(await raw('GET /%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 400 /,
  )
})

test('accepts an absolute URL, and checks its host name', async () => {
  const get = (url: string): Promise<string> =>
    raw(`GET ${url} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  expect(await get(`http://localhost${OPEN}`)).toMatch(/^HTTP\/1\.1 200 /)
  expect(await get(`http://evil.example${OPEN}`)).toMatch(/^HTTP\/1\.1 421 /)
})

test('serves HTTP/1.0 without a host name', async () => {
  expect(await raw(`GET ${OPEN} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 [\s\S]*yes\n$/)
})

test('treats an HTTP/2 upgrade as the plain request that it also is', async () => {
  const offer =
    'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n'
  const answer = await raw(`GET ${OPEN} HTTP/1.1\r\nHost: localhost\r\n${offer}\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*yes\n$/)
  const body = await raw(
    `POST ${OPEN} HTTP/1.1\r\nHost: localhost\r\n${offer}Content-Length: 3\r\n\r\na=b`,
  )
  expect(body).toMatch(/^HTTP\/1\.1 400 /)
})

test('closes connections that never complete the handshake', async () => {
  const server = createServer({ ...(await makeCertificate('silent')), handshakeTimeout: 50 })
  server.on('clientError', malformedAnswer(openVisitorLog(memoryDevice())))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'close')
  server.close()
  await once(server, 'close')
})
