import { getOnvifUsers } from '@lintel/contract/calls/onvif-users'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BUDGET_PER_NETWORK } from './body-budget.ts'
import { BODY_LIMIT } from './request-body.ts'
import { serve } from './serve.ts'
import { ask, basic } from './testing/ask.ts'
import { testDoor, type TestDoor } from './testing/test-door.ts'

let door: TestDoor
let open: Socket[]

beforeEach(async () => {
  open = []
  door = await testDoor({ calls: [serve(getOnvifUsers, () => ({ User: [] }))] })
  door.device.state.policy = 'basic'
})
afterEach(async () => {
  for (const socket of open) socket.destroy()
  await door.close()
})

/** Sends a SOAP message but for its last bytes; `answer` is the first thing that comes back. */
function unfinished(authorization = ''): { answer: Promise<string>; sent: Promise<void> } {
  const { hostname, port } = new URL(door.url)
  const socket = connect(Number(port), hostname)
  open.push(socket)
  socket.on('error', () => {})
  const answer = new Promise<string>((resolve) => {
    socket.once('data', (data) => resolve(data.toString()))
  })
  const sent = new Promise<void>((resolve) => {
    socket.write(
      'POST /vapix/services HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/soap+xml\r\n' +
        `${authorization}Content-Length: ${BODY_LIMIT}\r\n\r\n${'x'.repeat(BODY_LIMIT - 10)}`,
      () => resolve(),
    )
  })
  return { answer, sent }
}

const signIn = () => ask(`${door.url}/sign-in`, { method: 'POST', body: SIGN_IN })
const SIGN_IN = '{"user":"root","password":"pass-root"}'

test('bodies of people who are not signed in have a budget, beside which signing in is possible', async () => {
  const bodies = Array.from({ length: BUDGET_PER_NETWORK / BODY_LIMIT + 1 }, () => unfinished())
  const refused = await Promise.race(bodies.map(({ answer }) => answer))
  expect(refused).toMatch(/^HTTP\/1\.1 503 [\s\S]*[Cc]onnection: close/)
  expect(refused).toContain('Too much is being sent without a sign-in.')
  expect((await signIn()).status).toBe(200)
})

test('what has been answered no longer counts', async () => {
  for (let turn = 0; turn < 6; turn += 1) {
    const body = 'x'.repeat(BODY_LIMIT)
    const headers = { 'content-type': 'application/soap+xml' }
    const answer = await ask(`${door.url}/vapix/services`, { method: 'POST', headers, body })
    expect(answer.status).not.toBe(503)
  }
})

test('people who are signed in have none', async () => {
  const authorization = `Authorization: ${basic('root', 'pass-root')}\r\n`
  const all = Array.from({ length: 8 }, () => unfinished(authorization))
  await Promise.all(all.map(({ sent }) => sent))
  const answered = Promise.race(all.map(({ answer }) => answer)).then(() => 'answered')
  // Both of these come after what was sent before.
  expect(await Promise.race([answered, signIn().then(({ status }) => status)])).toBe(200)
})
