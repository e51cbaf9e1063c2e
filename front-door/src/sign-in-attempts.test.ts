import { createHash } from 'node:crypto'
import { Agent } from 'node:http'
import { CONSOLE_HEADER } from '@lintel/contract/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { NONCE_LIFE_MS } from './nonces.ts'
import { EVERY_MS, NETWORK_BURST } from './slow-down.ts'
import { ask, basic, type RawRequest, type RawResponse } from './testing/ask.ts'
import { OPEN, sampleCalls, WHO } from './testing/sample-calls.ts'
import { testDoor, type TestDoor } from './testing/test-door.ts'

let door: TestDoor

beforeEach(async () => {
  door = await testDoor({ calls: sampleCalls })
  door.device.state.policy = 'basic'
})
afterEach(() => door.close())

const tryAs = (user: string, password: string, more: RawRequest = {}): Promise<RawResponse> =>
  ask(door.url + WHO, { headers: { authorization: basic(user, password) }, ...more })

const onPage = (password: string, cookie = ''): Promise<RawResponse> =>
  ask(`${door.url}/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
    body: `user=root&password=${password}`,
  })

const failures = (): number =>
  door.device.lines.filter(({ message }) => message === 'sign-in failed').length

async function fail(times: number, user = 'root'): Promise<void> {
  for (let attempt = 0; attempt < times; attempt += 1) {
    expect((await tryAs(user, 'wrong')).status).toBe(401)
  }
}

/** Makes so many wrong attempts at once that some of them have to wait; none is answered yet. */
async function flood(): Promise<void> {
  door.device.state.skipWaits = false
  const before = door.device.waits.length
  const attempts = Array.from({ length: 20 }, () => tryAs('root', 'wrong'))
  for (const attempt of attempts) attempt.catch(() => {})
  // All but the first two wait.
  await expect.poll(() => door.device.waits.length - before).toBe(18)
  expect(failures()).toBe(NETWORK_BURST)
}

test('a right password gets through at once, however many wrong ones come from the same address', async () => {
  for (let round = 0; round < 20; round += 1) {
    await fail(1)
    const before = door.device.waits.length
    for (const answer of [await tryAs('root', 'pass-root'), await onPage('pass-root')]) {
      expect([200, 303]).toContain(answer.status)
    }
    expect(door.device.waits).toHaveLength(before)
  }
})

test('the answers to wrong passwords come late', async () => {
  const start = door.device.state.now
  await fail(20)
  expect(door.device.waits.slice(0, 2)).toEqual([EVERY_MS, EVERY_MS])
  expect(door.device.state.now - start).toBe(18 * EVERY_MS)
})

test('thirty made-up names block nobody', async () => {
  for (let name = 0; name < 30; name += 1) await fail(5, `made-up-${name}`)
  const before = door.device.waits.length
  expect((await tryAs('root', 'pass-root')).status).toBe(200)
  expect((await tryAs('view', 'wrong')).status).toBe(401)
  expect(door.device.waits.length - before).toBeLessThanOrEqual(1)
})

test('of many attempts at once, few are made; the others wait, then are refused', async () => {
  await flood()
  expect((await tryAs('view', 'pass-view')).status).toBe(200)
  const before = door.device.waits.length
  const [answer, page] = [tryAs('root', 'pass-root'), onPage('wrong')]
  await expect.poll(() => door.device.waits.slice(before)).toEqual([4_000, 4_000])
  door.device.advance(4_000)
  const { status, headers, challenges, text } = await answer
  expect([status, headers['retry-after'], challenges]).toEqual([429, '11', []])
  expect(text).toBe('Error: Too many failed sign-ins.\n')
  const refused = await page
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '11'])
  expect(refused.text).toContain('Too many wrong attempts. Try again in 11 seconds.')
  expect(failures()).toBe(NETWORK_BURST)
})

test.runIf(process.platform === 'linux')('other addresses still get in', async () => {
  await flood()
  const answer = await tryAs('root', 'pass-root', { localAddress: '127.0.0.2' })
  expect(answer.status).toBe(200)
})

test('an attempt that has to wait is made as soon as there is one', async () => {
  await flood()
  door.device.advance(13_000)
  const answer = tryAs('root', 'pass-root')
  await expect.poll(() => door.device.waits.at(-1)).toBe(2_000)
  door.device.advance(2_000)
  expect((await answer).status).toBe(200)
})

test('a browser in which somebody has signed in is not slowed down by others', async () => {
  const cookie = (await onPage('pass-root')).headers['set-cookie']?.[1]
  expect(cookie).toMatch(
    /^browser_ACCC8E012345=[\w-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Strict$/,
  )
  const mark = cookie?.split(';')[0] ?? ''
  await flood()
  const again = await onPage('pass-root', mark)
  expect([again.status, again.headers['set-cookie']?.length]).toEqual([303, 1])
  // It is slowed down by its own attempts.
  door.device.state.skipWaits = true
  const before = door.device.waits.length
  for (let turn = 0; turn < 6; turn += 1) await onPage('wrong', mark)
  expect(door.device.waits.length - before).toBeGreaterThanOrEqual(2)
})

test('what a browser or a connection has proved is void with another password', async () => {
  const mark = (await onPage('pass-root')).headers['set-cookie']?.[1]?.split(';')[0] ?? ''
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  expect((await tryAs('root', 'pass-root', { agent })).status).toBe(200)
  door.device.addAccount('root', 'another', ['admin'])
  await flood()
  const before = door.device.waits.length
  const answers = [onPage('another', mark), tryAs('root', 'another', { agent })]
  await expect.poll(() => door.device.waits.length - before).toBe(2)
  door.device.advance(4_000)
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([429, 429])
  agent.destroy()
})

test('a connection on which somebody has signed in is not slowed down by others', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  expect((await tryAs('root', 'pass-root', { agent })).status).toBe(200)
  await flood()
  expect((await tryAs('root', 'pass-root', { agent })).status).toBe(200)
  agent.destroy()
})

const nonceIn = ({ challenges }: RawResponse): string =>
  /nonce="([^"]*)"/.exec(challenges[0] ?? '')?.[1] ?? ''

/** A request of a Digest client with the present password of root. */
function send(nonce: string, nc: string): Promise<RawResponse> {
  const { device } = door
  const fields = { uri: WHO, nonce, nc, cnonce: 'c', qop: 'auth' }
  const ha1 = device.credentials('root')?.ha1.md5 ?? ''
  const md5 = (text: string) => createHash('md5').update(text).digest('hex')
  const response = md5(`${ha1}:${nonce}:${nc}:c:auth:${md5(`GET:${WHO}`)}`)
  const quoted = { username: 'root', realm: device.realm, ...fields, response }
  const authorization = `Digest ${Object.entries(quoted)
    .map(([name, value]) => (name === 'nc' ? `nc=${value}` : `${name}="${value}"`))
    .join(', ')}`
  return ask(door.url + WHO, { headers: { authorization } })
}

test('a Digest client goes on with its nonce, and with the one that replaces it', async () => {
  const { device } = door
  device.state.policy = 'digest'
  const nonce = nonceIn(await ask(door.url + WHO))
  expect((await send(nonce, '00000001')).status).toBe(200)
  device.state.policy = 'basic_digest'
  await flood()
  expect((await send(nonce, '00000002')).status).toBe(200)
  device.state.now += NONCE_LIFE_MS + 1
  await flood().catch(() => {})
  const stale = await send(nonce, '00000003')
  expect([stale.status, stale.challenges[0]]).toEqual([401, expect.stringContaining('stale=true')])
  expect((await send(nonceIn(stale), '00000001')).status).toBe(200)
})

test('a nonce that a Digest client has used is void with another password', async () => {
  const { device } = door
  device.state.policy = 'digest'
  const nonce = nonceIn(await ask(door.url + WHO))
  expect((await send(nonce, '00000001')).status).toBe(200)
  device.state.policy = 'basic_digest'
  device.addAccount('root', 'another', ['admin'])
  await flood()
  const before = device.waits.length
  const answer = send(nonce, '00000002')
  await expect.poll(() => device.waits.length - before).toBe(1)
  device.advance(4_000)
  expect((await answer).status).toBe(429)
})

test('leaves existing sessions alone', async () => {
  const cookie = door.signedIn('root')
  await flood()
  expect((await ask(door.url + WHO, { headers: cookie })).status).toBe(200)
})

test('logs and reports how an attempt failed, with the name only when it is an account', async () => {
  await tryAs('root', 'wrong')
  await tryAs('MyPassw0rd', 'wrong')
  await ask(`${door.url}/sign-in`, { method: 'POST', body: '{"user":"view","password":"wrong"}' })
  const failed = door.device.lines.filter(({ message }) => message === 'sign-in failed')
  expect(failed.map(({ values: { user, by } }) => [user, by])).toEqual([
    ['root', 'basic'],
    [undefined, 'basic'],
    ['view', 'page'],
  ])
  const address = '127.0.0.1'
  expect(door.device.signInFailures).toEqual([
    { user: 'root', address },
    { user: '', address },
    { user: 'view', address },
  ])
})

test('sends no challenge to our own pages and to people with a browser', async () => {
  const challenged = async (headers: Record<string, string>): Promise<boolean> => {
    const answer = await ask(door.url + WHO, { headers })
    expect(answer.status).toBe(401)
    return answer.challenges.length > 0
  }
  expect(await challenged({})).toBe(true)
  expect(await challenged({ accept: '*/*' })).toBe(true)
  expect(await challenged({ [CONSOLE_HEADER]: '1' })).toBe(false)
  expect(await challenged({ accept: 'text/html,application/xhtml+xml' })).toBe(false)
})

test('refuses foreign host names before anything else', async () => {
  const at = (host: string, path: string, headers = {}): Promise<RawResponse> =>
    ask(door.url + path, { headers: { host, ...headers } })
  const cookie = door.signedIn('root')
  for (const path of [WHO, OPEN, '/', '/sign-in', '/webapp/hw/', '/none', '/%zz']) {
    const answer = await at('evil.example', path, cookie)
    expect([path, answer.status]).toEqual([path, 421])
    expect(answer.headers['x-request-id']).toBeDefined()
  }
  door.device.state.hostNames = ['gate.example']
  expect((await at('gate.example:8080', WHO, cookie)).status).toBe(200)
  expect((await at('localhost', WHO, cookie)).status).toBe(200)
})
