/** Signs in with clients of many makers, under each setting of the Digest algorithm. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DigestAlgorithm } from './authorization.ts'
import type { Client } from './testing/clients/client.ts'
import { md5Fetch } from './testing/clients/md5-fetch.ts'
import { curl, ffmpeg, wget } from './testing/clients/programs.ts'
import { httpx, lwp, requests, urllib } from './testing/clients/scripts.ts'
import { sampleCalls, UPDATE, WHO } from './testing/sample-calls.ts'
import { testDoor, type TestDoor } from './testing/test-door.ts'

let door: TestDoor
beforeAll(async () => {
  door = await testDoor({ calls: sampleCalls })
})
afterAll(() => door.close())

/** Whether the client gets in, with a query and, if it sends any, with a form. */
async function getsIn(client: Client, offered: readonly DigestAlgorithm[]): Promise<boolean> {
  door.device.state.digestAlgorithms = offered
  const reading = { url: door.url + WHO, query: { a: 'b,c', d: '"é"' } }
  const writing = { url: door.url + UPDATE, form: { 'root.B': 'x y' } }
  const sent = client === ffmpeg ? [reading] : [reading, writing, reading]
  const received = await client.send({ user: 'root', password: 'pass-root' }, sent)
  const texts = received.map(({ status, text }) => `${status} ${text.split('\n')[0]}`)
  const expected = sent.map((one) => (one === writing ? '200 OK' : '200 root'))
  return texts.join() === expected.join()
}

const ALL = [curl, wget, ffmpeg, urllib, requests, httpx, lwp, md5Fetch]

/** As measured with Debian 12: others know only MD5, and urllib reads only the first challenge. */
const CASES: readonly [readonly DigestAlgorithm[], readonly Client[]][] = [
  [['MD5'], ALL],
  [['SHA-256'], [curl, requests, httpx]],
  [['SHA-256', 'MD5'], ALL.filter((client) => client !== urllib)],
]

describe.each(CASES)('where %j is offered', (offered, clients) => {
  test.for(clients)('$name gets in', async (client, { skip }) => {
    skip(client.missing !== undefined, `${client.missing} is not installed`)
    expect(await getsIn(client, offered)).toBe(true)
  })
})

test.for(ALL)('$name is refused with a wrong password', async (client, { skip }) => {
  skip(client.missing !== undefined, `${client.missing} is not installed`)
  door.device.state.digestAlgorithms = ['MD5']
  const account = { user: client.name, password: 'wrong' }
  const [answer] = await client.send(account, [{ url: door.url + WHO }])
  // Some try again until they have to wait.
  expect([401, 429]).toContain(answer?.status)
})
