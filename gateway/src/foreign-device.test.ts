/** Devices that do what ours does not. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ask } from '@lintel/front-door/testing/ask'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signInAt, testGateway } from './testing/test-gateway.ts'
import type { TestGateway } from './testing/test-gateway.ts'

const DIGEST = 'Digest realm="AXIS", nonce="n", algorithm=MD5, qop="auth"'

let challenge = DIGEST
let groups = 'users viewer'
let status = 200
let headers: Record<string, string> = {}
/** The credentials of the requests so far. */
let sent: (string | undefined)[] = []
let device: Server
let gateway: TestGateway

/** Accepts whoever answers its challenge, and has no call but that. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const { authorization } = request.headers
  sent.push(authorization)
  if (request.url !== '/axis-cgi/usergroup.cgi') response.writeHead(404).end()
  else if (authorization === undefined) {
    response.writeHead(401, { 'www-authenticate': challenge }).end()
  } else response.writeHead(status, headers).end(`anna\n${groups}\n`)
}

beforeEach(async () => {
  challenge = DIGEST
  groups = 'users viewer'
  status = 200
  headers = {}
  sent = []
  device = createServer(answer).listen(0, '127.0.0.1')
  await once(device, 'listening')
  const { port } = device.address() as AddressInfo
  gateway = await testGateway({ name: 'door', url: new URL(`http://127.0.0.1:${port}`) })
})
afterEach(async () => {
  await gateway.close()
  device.closeAllConnections()
  device.close()
})

test('a device without the readiness call is ready', () => {
  expect(gateway.devices).toMatchObject([{ state: 'ready' }])
})

test('the password itself is never sent without encryption', async () => {
  challenge = 'Basic realm="AXIS"'
  await expect(signInAt(gateway.http, 'anna')).rejects.toThrow('401')
  expect(new Set(sent)).toEqual(new Set([undefined]))
})

test('an account without a role starts no session, whatever the device answers it', async () => {
  groups = 'users ptz'
  await expect(signInAt(gateway.http, 'anna')).rejects.toThrow('401')
})

test('an account that has lost its last role is signed out with the next page', async () => {
  const session = await signInAt(gateway.http, 'anna')
  groups = 'users ptz'
  const asked = { headers: { ...session, accept: 'text/html' } }
  const page = await ask(`${gateway.http}/webapp/hw/`, asked)
  expect(page.headers.location).toBe('/sign-in')
})

test('the answer to a change of the own account arrives, whatever follows', async () => {
  const session = await signInAt(gateway.http, 'anna')
  status = 500
  const url = `${gateway.http}/axis-cgi/pwdgrp.cgi?action=update&user=anna&pwd=another`
  expect((await ask(url, { headers: session })).status).toBe(404)
})

test('what comes from the device can’t run at the gateway, whatever the device allows', async () => {
  headers = {
    'content-type': 'text/html',
    'content-security-policy': "script-src 'self' 'unsafe-inline'",
    'set-cookie': 'session=1',
  }
  const session = await signInAt(gateway.http, 'anna')
  const found = await ask(`${gateway.http}/axis-cgi/usergroup.cgi`, { headers: session })
  expect(found.status).toBe(200)
  expect(found.headers['content-security-policy']).toMatch(/^default-src 'none'.* sandbox$/)
  expect(found.headers['set-cookie']).toBeUndefined()
})
