import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { challengesIn } from './challenge-list.ts'
import type { DigestAlgorithm } from './authorization.ts'
import { digestResponse, hash } from './digest.ts'
import { NONCE_LIFE_MS } from './nonces.ts'
import { ask, type RawResponse } from './testing/ask.ts'
import { curl } from './testing/curl.ts'
import { sampleCalls, UPDATE, WHO } from './testing/sample-calls.ts'
import { testDoor, type TestDoor } from './testing/test-door.ts'

let door: TestDoor

beforeAll(async () => {
  door = await testDoor({ calls: sampleCalls })
})
beforeEach(() => {
  door.device.state.policy = 'recommended'
  door.device.state.digestAlgorithms = ['MD5']
})
afterAll(() => door.close())

const NONCE = '[A-Za-z0-9+/]{11}=[0-9a-f]{40}'

test('one challenge in the recorded form, or two that share a nonce, the stronger first', async () => {
  const form = (algorithm: string) =>
    expect.stringMatching(
      `^Digest realm="AXIS_ACCC8E012345", nonce="${NONCE}", algorithm=${algorithm}, qop="auth"$`,
    ) as string
  const { status, challenges } = await ask(door.url + WHO)
  expect([status, challenges]).toEqual([401, [form('MD5')]])
  door.device.state.digestAlgorithms = ['SHA-256']
  expect((await ask(door.url + WHO)).challenges).toEqual([form('SHA-256')])
  door.device.state.digestAlgorithms = ['SHA-256', 'MD5']
  const both = (await ask(door.url + WHO)).challenges
  expect(both).toEqual([form('SHA-256'), form('MD5')])
  const nonces = both.map((one) => challengesIn(one)[0]?.parameters.get('nonce'))
  expect(nonces[0]).toBe(nonces[1])
})

test('offers what the policy says', async () => {
  const schemes = async (): Promise<string[]> =>
    (await ask(door.url + WHO)).challenges.map((one) => one.split(',')[0] ?? '')
  const realm = 'realm="AXIS_ACCC8E012345"'
  door.device.state.policy = 'basic'
  expect(await schemes()).toEqual([`Basic ${realm}`])
  door.device.state.policy = 'basic_digest'
  expect(await schemes()).toEqual([`Digest ${realm}`, `Basic ${realm}`])
  door.device.state.policy = 'digest'
  expect(await schemes()).toEqual([`Digest ${realm}`])
})

test('accepts Basic over plain http only where the policy allows it', async () => {
  expect((await curl('--basic', '-u', 'root:pass-root', door.url + WHO)).status).toBe(401)
  door.device.state.policy = 'basic_digest'
  expect((await curl('--basic', '-u', 'root:pass-root', door.url + WHO)).status).toBe(200)
  door.device.state.policy = 'basic'
  expect((await curl('--digest', '-u', 'root:pass-root', door.url + WHO)).status).toBe(401)
})

test('lets curl in, by GET and by POST, and nobody with a wrong password', async () => {
  const account = ['--digest', '-u', 'root:pass-root']
  expect(await curl(...account, `${door.url}${WHO}?a=b,c&d=%22e%22`)).toEqual({
    status: 200,
    text: 'root\nroot admin operator viewer ptz\n',
  })
  expect(await curl(...account, '-d', 'root.B=2', door.url + UPDATE)).toEqual({
    status: 200,
    text: 'OK\n',
  })
  expect((await curl('--digest', '-u', 'root:wrong', door.url + WHO)).status).toBe(401)
  expect((await curl('--digest', '-u', 'nobody:pass-root', door.url + WHO)).status).toBe(401)
})

interface Parts {
  algorithm?: DigestAlgorithm
  nonce?: string
  nc?: string
  uri?: string
  method?: string
  user?: string
  realm?: string
}

const freshNonce = async (): Promise<string> =>
  challengesIn((await ask(door.url + WHO)).challenges[0] ?? '')[0]?.parameters.get('nonce') ?? ''

/** An Authorization header with the right password, and any part of it changed. */
function answerTo(nonce: string, parts: Parts = {}): string {
  const { nc = '00000001', uri = WHO, method = 'GET', user = 'root', algorithm = 'MD5' } = parts
  const realm = parts.realm ?? door.device.realm
  const ha1 = hash(algorithm, `${user}:${door.device.realm}:pass-${user}`)
  const fields = { algorithm, nonce, nc, cnonce: 'abc', uri } as const
  const response = digestResponse(ha1, method, fields)
  return `Digest username="${user}", realm="${realm}", nonce="${nonce}", uri="${uri}", algorithm=${algorithm.toLowerCase()}, qop=auth, nc=${nc}, cnonce="abc", response="${response}"`
}

const askWith = (authorization: string, path = WHO): Promise<RawResponse> =>
  ask(door.url + path, { headers: { authorization } })
const isStale = ({ status, challenges }: RawResponse): boolean =>
  status === 401 && challenges.every((one) => one.endsWith(', stale=true'))

test('refuses a replay as stale, so that the client may retry', async () => {
  const authorization = answerTo(await freshNonce())
  expect((await askWith(authorization)).status).toBe(200)
  expect(isStale(await askWith(authorization))).toBe(true)
})

test('accepts the counts of requests that overtake each other, each once', async () => {
  const nonce = await freshNonce()
  const counts = ['00000003', '00000001', '00000005', '00000002', '00000004']
  const answer = await Promise.all(counts.map((nc) => askWith(answerTo(nonce, { nc }))))
  expect(answer.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const again = await Promise.all(counts.map((nc) => askWith(answerTo(nonce, { nc }))))
  expect(again.every(isStale)).toBe(true)
})

test('reports an old nonce as stale, but only for the right password', async () => {
  const nonce = await freshNonce()
  door.device.state.now += NONCE_LIFE_MS + 1
  expect(isStale(await askWith(answerTo(nonce)))).toBe(true)
  const wrong = await askWith(answerTo(nonce).replace(/response="../, 'response="zz'))
  expect([wrong.status, isStale(wrong)]).toEqual([401, false])
})

test('accepts only an algorithm that it offers, and lets the client choose anew', async () => {
  const stronger = async () => askWith(answerTo(await freshNonce(), { algorithm: 'SHA-256' }))
  expect(isStale(await stronger())).toBe(true)
  door.device.state.digestAlgorithms = ['SHA-256']
  expect((await stronger()).status).toBe(200)
  expect(isStale(await askWith(answerTo(await freshNonce())))).toBe(true)
  door.device.state.digestAlgorithms = ['SHA-256', 'MD5']
  expect((await stronger()).status).toBe(200)
  expect((await askWith(answerTo(await freshNonce()))).status).toBe(200)
})

test('binds a response to its URI, method and realm', async () => {
  const nonce = await freshNonce()
  expect((await askWith(answerTo(nonce, { uri: `${WHO}?x=1` }))).status).toBe(401)
  expect((await askWith(answerTo(nonce), `${WHO}?x=1`)).status).toBe(401)
  expect((await askWith(answerTo(nonce, { method: 'POST' }))).status).toBe(401)
  expect((await askWith(answerTo(nonce, { realm: 'AXIS_OTHER' }))).status).toBe(401)
  expect((await askWith(answerTo(nonce))).status).toBe(200)
})

test('answers 403 to a role that is too low, without another challenge', async () => {
  door.device.addAccount('none', 'pass-none', ['users'])
  const answer = await askWith(answerTo(await freshNonce(), { user: 'none' }))
  expect([answer.status, answer.challenges]).toEqual([403, []])
})
