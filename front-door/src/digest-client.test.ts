import { updateParameters } from '@lintel/contract/calls/parameters'
import { getUserGroups } from '@lintel/contract/calls/users'
import { createClient } from '@lintel/contract/client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { digestFetch } from './digest-client.ts'
import { NONCE_LIFE_MS } from './nonces.ts'
import { sampleCalls, WHO } from './testing/sample-calls.ts'
import { testDoor, type TestDoor } from './testing/test-door.ts'

let door: TestDoor
let requests = 0
const counting: typeof fetch = (input, init) => {
  requests += 1
  return fetch(input, init)
}
const root = { user: 'root', password: 'pass-root' }

beforeAll(async () => {
  door = await testDoor({ calls: sampleCalls })
})
beforeEach(() => {
  requests = 0
  door.device.state.digestAlgorithms = ['MD5']
})
afterAll(() => door.close())

test.each([[['MD5']], [['SHA-256']], [['SHA-256', 'MD5']]] as const)(
  'makes declared calls where %j is offered, at one extra round trip for all of them',
  async (offered) => {
    door.device.state.digestAlgorithms = offered
    const client = createClient({ base: door.url, fetch: digestFetch(root, counting) })
    expect(await client.call(getUserGroups, {})).toMatchObject({ user: 'root' })
    await client.call(updateParameters, { 'root.A': 'a "b" \\c' })
    await Promise.all(Array.from({ length: 8 }, () => client.call(getUserGroups, {})))
    expect(requests).toBe(11)
  },
)

test('goes on when another algorithm is offered from then on', async () => {
  const client = createClient({ base: door.url, fetch: digestFetch(root, counting) })
  await client.call(getUserGroups, {})
  for (const algorithm of ['SHA-256', 'MD5'] as const) {
    door.device.state.digestAlgorithms = [algorithm]
    expect(await client.call(getUserGroups, {})).toMatchObject({ user: 'root' })
  }
  expect(requests).toBe(6)
})

test('authenticates again when its nonce is stale, and resends the body', async () => {
  const client = createClient({ base: door.url, fetch: digestFetch(root, counting) })
  await client.call(getUserGroups, {})
  door.device.state.now += NONCE_LIFE_MS + 1
  await client.call(updateParameters, { 'root.A': '1' })
  expect(requests).toBe(4)
})

test('gives up after one wrong password', async () => {
  const client = createClient({
    base: door.url,
    fetch: digestFetch({ user: 'root', password: 'wrong' }, counting),
  })
  await expect(client.call(getUserGroups, {})).rejects.toMatchObject({ kind: 'signedOut' })
  expect(requests).toBe(2)
})

test('passes on responses that it cannot answer', async () => {
  door.device.state.policy = 'basic'
  const response = await digestFetch(root, counting)(door.url + WHO)
  expect([response.status, requests]).toEqual([401, 1])
  door.device.state.policy = 'digest'
  const request = new Request(door.url + WHO, { headers: { accept: 'text/plain' } })
  expect((await digestFetch(root)(request)).status).toBe(200)
})
