import { once } from 'node:events'
import { get } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { CONSOLE_HEADER } from '@lintel/contract/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { STREAMS_PER_ACCOUNT } from './open-connections.ts'
import { basic } from './testing/ask.ts'
import { testDoor } from './testing/test-door.ts'
import type { TestDoor } from './testing/test-door.ts'

let door: TestDoor
/** Answers that have begun and not ended. */
let begun: ServerResponse[]

beforeEach(async () => {
  begun = []
  door = await testDoor({
    folders: [
      {
        base: '/own/',
        find: (path) => ({
          access: path === 'public' ? 'anyone' : 'viewer',
          answer(_request, response, { user }) {
            if (path !== 'long') {
              response.end(user ?? 'nobody')
              return
            }
            response.write('begun')
            begun.push(response)
          },
        }),
      },
    ],
  })
  door.device.state.policy = 'basic'
})
afterEach(() => door.close())

const as = (user: string) => ({ authorization: basic(user, `pass-${user}`) })
const ask = (path: string, options: RequestInit = {}) => fetch(`${door.url}/own/${path}`, options)
const answered = async (path: string, options?: RequestInit) => {
  const answer = await ask(path, options)
  return [answer.status, answer.ok ? await answer.text() : '']
}

test('a folder is for those for whom it is declared', async () => {
  expect(await answered('page')).toEqual([401, ''])
  expect(await answered('public')).toEqual([200, 'nobody'])
  expect(await answered('page', { headers: as('view') })).toEqual([200, 'view'])
})

test('a write with a cookie needs the word of a browser that it comes from here', async () => {
  const post = (headers: Record<string, string>) =>
    answered('page', { method: 'POST', headers: { ...door.signedIn('view'), ...headers } })
  expect(await post({})).toEqual([403, ''])
  expect(await post({ origin: 'http://other.example' })).toEqual([403, ''])
  expect(await post({ origin: door.url })).toEqual([200, 'view'])
  expect(await post({ [CONSOLE_HEADER]: '1' })).toEqual([200, 'view'])
  expect(await answered('page', { headers: door.signedIn('view') })).toEqual([200, 'view'])
  // One who sends a password means it.
  expect(await answered('page', { method: 'POST', headers: as('view') })).toEqual([200, 'view'])
})

/** Begins an answer that doesn't end. */
async function begin(user: string): Promise<IncomingMessage> {
  const request = get(`${door.url}/own/long`, { headers: as(user), agent: false })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  return answer.on('error', () => undefined).resume()
}

test('an answer that lasts ends when its account does', async () => {
  const answer = await begin('view')
  door.device.accounts.delete('view')
  door.device.rightsChanged()
  await expect.poll(() => answer.closed).toBe(true)
  expect(begun[0]?.destroyed).toBe(true)
})

test('an account has so many lasting answers at most, and room again when one ends', async () => {
  const answers = await Promise.all(
    Array.from({ length: STREAMS_PER_ACCOUNT }, () => begin('view')),
  )
  expect((await ask('long', { headers: as('view') })).status).toBe(503)
  expect((await begin('oper')).statusCode).toBe(200)
  answers[0]?.destroy()
  await expect.poll(async () => (await answered('page', { headers: as('view') }))[0]).toBe(200)
})
