import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCertificate } from './testing/certificate.ts'
import { OPEN, sampleCalls } from './testing/sample-calls.ts'
import { testDoor, type TestDoor } from './testing/test-door.ts'

let door: TestDoor
let secure: string

beforeAll(async () => {
  door = await testDoor({ calls: sampleCalls })
  secure =
    (await door.door.configure({ tls: await makeCertificate('first'), httpsOnly: false })) ?? ''
})
afterAll(() => door.close())

const REQUEST = `GET ${OPEN} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-padding: ${'x'.repeat(4000)}\r\n\r\n`

/** Resolves with the socket, once the answer to one request is there. */
async function ask(url: string) {
  const { hostname: host, port, protocol } = new URL(url)
  const options = { host, port: Number(port), rejectUnauthorized: false }
  const socket = protocol === 'https:' ? connectTls(options) : connect(options)
  socket.write(REQUEST)
  await new Promise((resolve) => socket.once('data', resolve))
  return socket
}

test.each(['http', 'https'])(
  'the bytes of open and of closed %s connections count',
  async (scheme) => {
    // The server has closed the connection over which it tested its certificate.
    await expect.poll(() => door.door.traffic().connections).toBe(0)
    const before = door.door.traffic()
    const socket = await ask(scheme === 'http' ? door.url : secure)
    const open = door.door.traffic()
    expect(open.connections).toBe(1)
    expect(open.received - before.received).toBeGreaterThanOrEqual(REQUEST.length)
    // A handshake is more than the answer.
    expect(open.sent - before.sent).toBeGreaterThan(scheme === 'http' ? 100 : 700)
    socket.destroy()
    await expect.poll(() => door.door.traffic().connections).toBe(0)
    expect(door.door.traffic().received).toBeGreaterThanOrEqual(open.received)
    expect(door.door.traffic().sent).toBeGreaterThanOrEqual(open.sent)
  },
)
