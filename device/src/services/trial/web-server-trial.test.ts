import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { ask } from '@lintel/front-door/testing/ask'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { parametersOf } from '../../engines/web-server/settings.ts'
import { authorization, openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { webServerService } from '../web-server/web-server.ts'
import { trialService } from './trial.ts'

const CIPHERS = ['ECDHE-ECDSA-AES128-GCM-SHA256']
const ONLY_HTTPS = { certificate: 'device', policy: 'Https', ciphers: CIPHERS }

let device: TestDevice
/** Its URLs before any change. */
let https: string
beforeEach(async () => {
  device = await openTestDevice([trialService, webServerService])
  device.makeAccounts()
  await device.webServer.refresh()
  https = device.network.urls().https ?? ''
})
afterEach(() => device.close())

interface TrialResponse {
  status: number
  answer: {
    ticket?: string
    stored?: boolean
    addresses?: object
    seconds?: number
    error?: { message: string }
  }
}

/** Posts as the console does, over its own connection unless the agent reuses one. */
function post(
  path: string,
  body: object,
  base = device.url,
  agent?: Agent,
): Promise<TrialResponse> {
  const headers = {
    'x-lintel-console': '1',
    'content-type': 'application/json',
    authorization: authorization('root'),
  }
  if (!agent) {
    const options = { method: 'POST', headers, body: JSON.stringify(body) }
    return ask(`${base}/lintel/trial/${path}`, options).then(({ status, text }) => ({
      status,
      answer: JSON.parse(text) as TrialResponse['answer'],
    }))
  }
  return new Promise((resolve, reject) => {
    const sent = request(
      `${base}/lintel/trial/${path}`,
      { method: 'POST', headers, agent },
      (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => (text += chunk.toString()))
        response.once('end', () => {
          const answer = JSON.parse(text) as TrialResponse['answer']
          resolve({ status: response.statusCode ?? 0, answer })
        })
      },
    )
    sent.once('error', reject)
    sent.end(JSON.stringify(body))
  })
}

const sessionOf = (user: string) =>
  `session_ACCC8E012345=${device.sessions.create(user, device.clock.now())}`
const start = (requested: object) => post('web-server', requested)
const policy = () => device.webServer.settings().policy
const state = async () => {
  const base = policy() === 'Https' ? https : device.url
  const headers = { authorization: authorization('root') }
  return JSON.parse((await ask(`${base}/lintel/trial/state`, { headers })).text) as object
}

test('a trial takes effect at once, and its ticket confirms it', async () => {
  const { status, answer } = await start(ONLY_HTTPS)
  expect({ status, ...answer, ticket: '' }).toEqual({
    status: 200,
    stored: false,
    ticket: '',
    addresses: { http: device.url, https },
    seconds: 120,
  })
  expect(await state()).toEqual({
    state: 'running',
    user: 'root',
    kind: 'security',
    policy: 'Https',
    certificate: 'device',
  })
  // Plain http only redirects by now, so a client that can't use https can't confirm.
  const plain = await ask(`${device.url}/lintel/trial/confirm`, { method: 'POST' })
  expect(plain.status).toBe(307)
  expect((await post('confirm', { ticket: answer.ticket }, https)).status).toBe(200)
  await device.clock.advance(300_000)
  expect(policy()).toBe('Https')
})

test('unconfirmed settings revert after two minutes, with a report', async () => {
  await start(ONLY_HTTPS)
  await device.clock.advance(120_000)
  await device.webServer.settled()
  expect(policy()).toBe('HttpAndHttps')
  expect(await state()).toEqual({
    state: 'reverted',
    user: 'root',
    kind: 'security',
    policy: 'Https',
    certificate: 'device',
    at: '2026-11-20T13:09:32.000Z',
    why: 'unconfirmed',
  })
  expect(device.benchLog).toContainEqual([
    'trial.securityReverted',
    { policy: 'Https', certificate: 'device' },
  ])
})

test('settings stored meanwhile by SetWebServerTlsConfiguration are no longer on trial', async () => {
  await start({ ...ONLY_HTTPS, policy: 'HttpAndHttps' })
  const { parameters, webServer } = device
  parameters.update(parameters.encode(parametersOf(webServer.settings())), ['admin'])
  expect(await state()).toEqual({ state: 'none' })
  await device.clock.advance(120_000)
  expect(await state()).toEqual({ state: 'none' })
  expect(device.benchLog.filter(([id]) => id === 'trial.securityReverted')).toEqual([])
})

test('a certificate added meanwhile does not change a trial', async () => {
  const { answer } = await start({ ...ONLY_HTTPS, policy: 'HttpAndHttps' })
  const { cert, key } = device.certificates.find('device') ?? { cert: '', key: '' }
  device.certificates.put([{ id: 'other', kind: 'own', cert, key, factory: false }])
  expect(await state()).toMatchObject({ state: 'running' })
  expect((await post('confirm', { ticket: answer.ticket })).status).toBe(200)
  await device.clock.advance(120_000)
  expect(await state()).toEqual({ state: 'none' })
  expect(device.webServer.settings().ciphers).toEqual(CIPHERS)
})

test('a caller that lost the response repeats the request and gets the valid ticket', async () => {
  const lost = await start({ ...ONLY_HTTPS, policy: 'HttpAndHttps' })
  const again = await start({ ...ONLY_HTTPS, policy: 'HttpAndHttps' })
  expect(again.answer.stored).toBe(false)
  expect((await post('confirm', { ticket: lost.answer.ticket })).status).toBe(400)
  expect((await post('confirm', { ticket: again.answer.ticket })).status).toBe(200)
  expect(await state()).toEqual({ state: 'none' })
  expect((await start({ ...ONLY_HTTPS, policy: 'HttpAndHttps' })).answer.stored).toBe(true)
})

test('a caller that confirms with a session keeps it', async () => {
  const { answer } = await start({ ...ONLY_HTTPS, policy: 'HttpAndHttps' })
  const session = { 'x-lintel-console': '1', cookie: sessionOf('root') }
  const confirmed = await fetch(`${device.url}/lintel/trial/confirm`, {
    method: 'POST',
    headers: { ...session, 'content-type': 'application/json' },
    body: JSON.stringify({ ticket: answer.ticket }),
  })
  expect([confirmed.status, confirmed.headers.getSetCookie()]).toEqual([200, []])
  expect((await fetch(`${device.url}/lintel/trial/state`, { headers: session })).status).toBe(200)
})

test('a connection from before the change can’t confirm', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  // A request that waits for its body is in flight, so its connection stays open.
  const slow = request(`${device.url}/lintel/trial/confirm`, {
    method: 'POST',
    agent,
    headers: {
      'x-lintel-console': '1',
      'content-type': 'application/json',
      // Answered when the head has arrived.
      expect: '100-continue',
    },
  })
  const answered = new Promise<{ status: number | undefined; ends: boolean }>((resolve) => {
    slow.once('response', (response) => {
      response.resume()
      const ends = response.headers.connection === 'close'
      resolve({ status: response.statusCode, ends })
    })
  })
  slow.flushHeaders()
  await once(slow, 'continue')
  const requested = { ...ONLY_HTTPS, policy: 'HttpAndHttps' }
  const { answer } = await start(requested)
  slow.end(JSON.stringify({ ticket: answer.ticket }))
  expect(await answered).toEqual({ status: 412, ends: true })
  expect(device.trial.record()?.state).toBe('running')
  expect((await post('confirm', { ticket: answer.ticket }, device.url, agent)).status).toBe(200)
  expect(device.trial.record()).toBeUndefined()
  agent.destroy()
})

test('settings that would lock out everybody are refused like in a plain write, without a trial', async () => {
  for (const requested of [
    { ...ONLY_HTTPS, certificate: 'other' },
    { policy: 'Https', ciphers: CIPHERS },
    { ...ONLY_HTTPS, ciphers: ['DES-CBC3-SHA'] },
    { ...ONLY_HTTPS, ciphers: [] },
    { ...ONLY_HTTPS, policy: 'Both' },
  ]) {
    expect((await start(requested)).status).toBe(400)
  }
  expect(await state()).toEqual({ state: 'none' })
  expect(policy()).toBe('HttpAndHttps')
})

test('if https can’t be opened the trial ends, and nothing has changed', async () => {
  const { hostname, port } = new URL(https)
  device.parameters.set({ 'root.HTTPS.Enabled': false })
  await device.webServer.settled()
  const other = createServer()
  await vi.waitFor(async () => {
    other.listen(Number(port), hostname)
    await once(other, 'listening')
  })
  onTestFinished(() => void other.close())
  const { status, answer } = await start({ ...ONLY_HTTPS, policy: 'HttpAndHttps' })
  expect([status, answer.error?.message]).toEqual([
    500,
    'The web server could not apply these settings.',
  ])
  expect(await state()).toEqual({ state: 'none' })
  expect(policy()).toBe('Http')
  expect(device.network.urls()).toEqual({ http: device.url })
})

test('current settings need no trial', async () => {
  const { ciphers } = device.webServer.settings()
  const { answer } = await start({ certificate: 'device', policy: 'HttpAndHttps', ciphers })
  expect(answer).toEqual({ stored: true, addresses: { http: device.url, https } })
})

test('a certificate that a revert would need can’t be deleted', async () => {
  const { cert, key } = device.certificates.find('device') ?? { cert: '', key: '' }
  device.certificates.put([{ id: 'tried', kind: 'own', cert, key, factory: false }])
  await start({ ...ONLY_HTTPS, certificate: 'tried' })
  expect(['device', 'tried', 'other'].map((id) => device.webServer.uses(id))).toEqual([
    true,
    true,
    false,
  ])
})
