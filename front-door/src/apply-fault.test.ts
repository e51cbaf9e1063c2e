import { updateParameters } from '@lintel/contract/calls/parameters'
import { getUserGroups } from '@lintel/contract/calls/users'
import type { FaultSwitch } from '@lintel/contract/wire'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { serve } from './serve.ts'
import { ask, basic, type RawResponse } from './testing/ask.ts'
import { OPEN, sampleCalls, UPDATE, WHO } from './testing/sample-calls.ts'
import { testDoor, type TestDoor } from './testing/test-door.ts'

let door: TestDoor
let written = 0

beforeAll(async () => {
  const [who, , open] = sampleCalls
  door = await testDoor({
    calls: [
      who,
      open,
      serve(updateParameters, () => {
        written += 1
        return null
      }),
    ].filter((one) => one !== undefined),
  })
  door.device.state.policy = 'basic'
})
beforeEach(() => {
  written = 0
})
afterAll(() => door.close())

const get = (path: string): Promise<RawResponse> =>
  ask(door.url + path, { headers: { authorization: basic('root', 'pass-root') } })
const fault = (one: FaultSwitch): void => door.device.faults.set([one])

test('answers late', async () => {
  fault({ call: getUserGroups.id, fault: 'slow', value: 80 })
  const started = performance.now()
  expect((await get(WHO)).status).toBe(200)
  expect(performance.now() - started).toBeGreaterThan(75)
})

test('answers at once when the switch is turned off meanwhile', async () => {
  fault({ call: getUserGroups.id, fault: 'slow', value: 3_600_000, times: 2 })
  const answers = [get(WHO), get(WHO)]
  await expect.poll(() => door.device.faults.list()).toEqual([])
  door.device.faults.set([])
  for (const { status } of await Promise.all(answers)) expect(status).toBe(200)
})

test('closes instead of answering, and changes nothing', async () => {
  fault({ call: 'param', fault: 'drop' })
  await expect(get(UPDATE)).rejects.toThrow('socket hang up')
  expect(written).toBe(0)
})

test('answers another status, and changes nothing', async () => {
  fault({ call: 'param.update', fault: 'status', value: 503 })
  const answer = await get(UPDATE)
  expect([answer.status, answer.headers['content-type']]).toEqual([
    503,
    'text/html; charset=ISO-8859-1',
  ])
  expect(answer.text).toContain('503 Service Unavailable')
  expect(written).toBe(0)
})

test('answers 401 as a device does, with its challenge', async () => {
  fault({ call: '*', fault: 'status', value: 401, times: 1 })
  expect((await get(WHO)).challenges).toHaveLength(1)
  expect((await get(WHO)).status).toBe(200)
})

test('carries out the call and breaks off the answer half-way', async () => {
  fault({ call: 'param', fault: 'cut' })
  const response = await fetch(door.url + UPDATE, {
    headers: { authorization: basic('root', 'pass-root') },
  })
  expect([response.status, response.headers.get('content-length')]).toEqual([200, '3'])
  await expect(response.text()).rejects.toThrow()
  expect(written).toBe(1)
})

test('counts only calls that reached the device', async () => {
  fault({ call: 'usergroup', fault: 'status', value: 503, times: 1 })
  expect((await ask(door.url + WHO)).status).toBe(401)
  expect((await get(OPEN)).status).toBe(200)
  expect((await get(WHO)).status).toBe(503)
  expect((await get(WHO)).status).toBe(200)
  expect(door.device.used.at(-1)).toEqual([])
})

test('makes signing in fail', async () => {
  fault({ call: 'session', fault: 'status', value: 500, times: 1 })
  const post = (): Promise<RawResponse> =>
    ask(`${door.url}/sign-in`, { method: 'POST', body: '{"user":"root","password":"pass-root"}' })
  expect((await post()).status).toBe(500)
  expect((await post()).status).toBe(200)
})
