import { CONSOLE_HEADER } from '@lintel/contract/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ask, basic, type RawResponse } from './testing/ask.ts'
import { OPEN, sampleCalls, WHO } from './testing/sample-calls.ts'
import { testDoor, type TestDoor } from './testing/test-door.ts'

let door: TestDoor

beforeEach(async () => {
  door = await testDoor({ calls: sampleCalls })
  door.device.state.policy = 'basic'
})
afterEach(() => door.close())

const tryAs = (user: string, password: string, path = WHO): Promise<RawResponse> =>
  ask(door.url + path, { headers: { authorization: basic(user, password) } })

async function fail(times: number, user = 'root'): Promise<void> {
  for (let attempt = 0; attempt < times; attempt += 1) {
    expect((await tryAs(user, 'wrong')).status).toBe(401)
  }
}

test('requires a wait after five wrong passwords, whatever comes next', async () => {
  await fail(5)
  const answer = await tryAs('root', 'pass-root')
  expect([answer.status, answer.headers['retry-after'], answer.challenges]).toEqual([429, '1', []])
  expect(answer.text).toBe('Error: Too many failed sign-ins.\n')
  expect((await tryAs('view', 'pass-view')).status).toBe(200)
  expect((await tryAs('root', 'wrong', OPEN)).status).toBe(200)
  door.device.state.now += 1_000
  expect((await tryAs('root', 'pass-root')).status).toBe(200)
  await fail(5)
})

test('counts wrong passwords of the sign-in page and of calls together', async () => {
  await fail(3)
  const page = (): Promise<RawResponse> =>
    ask(`${door.url}/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'user=root&password=wrong',
    })
  expect((await page()).status).toBe(401)
  expect((await page()).status).toBe(401)
  const answer = await page()
  expect([answer.status, answer.headers['retry-after']]).toEqual([429, '1'])
  expect(answer.text).toContain('Too many wrong attempts. Try again in 1 second.')
  door.device.state.language = 'German'
  expect((await page()).text).toContain('Versuchen Sie es in 1 Sekunde erneut.')
})

test('leaves existing sessions alone', async () => {
  const cookie = door.signedIn('root')
  await fail(5)
  expect((await ask(door.url + WHO, { headers: cookie })).status).toBe(200)
})

test('logs how an attempt failed, with the name only when it is an account', async () => {
  await tryAs('root', 'wrong')
  await tryAs('MyPassw0rd', 'wrong')
  await ask(`${door.url}/sign-in`, { method: 'POST', body: '{"user":"view","password":"wrong"}' })
  const failed = door.device.lines.filter(({ message }) => message === 'sign-in failed')
  expect(failed.map(({ values: { user, by } }) => [user, by])).toEqual([
    ['root', 'basic'],
    [undefined, 'basic'],
    ['view', 'page'],
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
