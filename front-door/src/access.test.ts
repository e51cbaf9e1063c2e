import { deviceCalls } from '@lintel/contract/calls/all'
import { CONSOLE_HEADER } from '@lintel/contract/client'
import { Refusal } from '@lintel/contract/fault'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { serveSocket } from './serve.ts'
import type { ServedCall, ServedSocket } from './serve.ts'
import { ACCESS_TABLE } from './testing/access-table.ts'
import { accessMatrix, outcomeOf } from './testing/access-matrix.ts'
import { ask, basic } from './testing/ask.ts'
import { onvifToken } from './testing/onvif-token.ts'
import { testDoor, type TestDoor } from './testing/test-door.ts'

let door: TestDoor
let reached: string[] = []
const NAMES = { viewer: 'view', operator: 'oper', admin: 'root' } as const

beforeAll(async () => {
  const calls = deviceCalls.flatMap((call): ServedCall[] => {
    if (call.kind === 'socket' || call.id.startsWith('session.')) return []
    const handler = (): never => {
      reached.push(call.id)
      throw new Refusal('invalid', 'Reached.')
    }
    return [{ call, handler }]
  })
  const sockets = deviceCalls.flatMap((call): ServedSocket[] =>
    call.kind === 'socket' ? [serveSocket(call, (socket) => socket.close())] : [],
  )
  door = await testDoor({ calls, sockets })
})
beforeEach(() => {
  reached = []
  door.device.state.phase = 'ready'
  door.device.state.policy = 'basic'
})
afterAll(() => door.close())

const cases = accessMatrix(deviceCalls)

test('the table has a row for every call, and none for a call that is gone', () => {
  const ids = deviceCalls.map(({ id }) => id)
  expect(Object.keys(ACCESS_TABLE).toSorted()).toEqual(ids.toSorted())
})

test.each(cases.map((one) => [one.call.id, one.caller ?? 'nobody', one.phase, one] as const))(
  '%s as %s while %s',
  async (_id, _caller, _phase, { call, caller, phase, expected }) => {
    door.device.state.phase = phase
    const headers = caller ? { authorization: basic(NAMES[caller], `pass-${NAMES[caller]}`) } : {}
    expect(await outcomeOf(door.url, call, headers as Record<string, string>)).toBe(expected)
    if (expected !== 'passed') expect(reached).toEqual([])
  },
)

const byToken = cases.filter(({ call, caller }) => call.kind === 'soap' && caller !== undefined)

test.each(byToken.map((one) => [one.call.id, one.caller ?? '', one.phase, one] as const))(
  '%s as an ONVIF account that counts as %s while %s',
  async (_id, role, phase, { call, expected }) => {
    door.device.state.phase = phase
    door.device.tokenAccounts.set('nvr', { password: 'pass-nvr', groups: [role] })
    const created = door.device.state.now
    const token = onvifToken({ user: 'nvr', password: 'pass-nvr', created })
    expect(await outcomeOf(door.url, call, {}, token)).toBe(expected)
    // Calls with required elements refuse the empty message for what it lacks.
    const bare = call.kind === 'soap' && Object.values(call.input).every((f) => f.occurs !== 'once')
    expect(reached).toEqual(expected === 'passed' && bare ? [call.id] : [])
  },
)

const readsAndWrites = cases.filter(({ caller, phase }) => caller === 'admin' && phase === 'ready')

// Browsers post the sign-in form themselves, without our header.
const byHeader = readsAndWrites.filter(({ call }) => call.id !== 'session.signIn')

test.each(byHeader.map(({ call }) => [call.id, call] as const))(
  '%s by cookie needs our header exactly when it writes',
  async (_id, call) => {
    const cookie = door.signedIn('root')
    const needed = call.effect === 'write'
    expect(await outcomeOf(door.url, call, cookie)).toBe(needed ? 'forbidden' : 'passed')
    if (needed) expect(reached).toEqual([])
    expect(await outcomeOf(door.url, call, { ...cookie, [CONSOLE_HEADER]: '1' })).toBe('passed')
  },
)

const FOREIGN = [
  { origin: 'http://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
]

test.each(readsAndWrites.map(({ call }) => [call.id, call] as const))(
  '%s is refused to pages of other sites, however they are signed in',
  async (_id, call) => {
    const known = [
      door.signedIn('root'),
      { authorization: basic('root', 'pass-root') },
      {} as Record<string, string>,
    ]
    for (const headers of known) {
      for (const foreign of FOREIGN) {
        const outcome = await outcomeOf(door.url, call, {
          ...headers,
          ...(foreign as Record<string, string>),
          [CONSOLE_HEADER]: '1',
        })
        expect(outcome).toBe('forbidden')
      }
    }
    expect(reached).toEqual([])
  },
)

test('accepts writes from our own pages, which send their origin', async () => {
  const answer = await ask(`${door.url}/axis-cgi/pwdgrp.cgi?action=remove&user=a`, {
    headers: {
      ...door.signedIn('root'),
      origin: door.url,
      'sec-fetch-site': 'same-origin',
      [CONSOLE_HEADER]: '1',
    },
  })
  expect(answer.text).toContain('Reached.')
})

test('our own origin is no substitute for our header', async () => {
  const answer = await ask(`${door.url}/axis-cgi/pwdgrp.cgi?action=remove&user=a`, {
    headers: { ...door.signedIn('root'), origin: door.url, 'sec-fetch-site': 'same-origin' },
  })
  expect(answer.status).toBe(403)
  expect(reached).toEqual([])
})

test('set-up is only open while there is no administrator', async () => {
  const add = '/axis-cgi/pwdgrp.cgi?action=add&user=root&pwd=x&grp=root'
  door.device.state.phase = 'setup'
  expect((await ask(door.url + add)).status).toBe(200)
  door.device.state.phase = 'ready'
  expect((await ask(door.url + add)).status).toBe(401)
  expect(reached).toEqual(['pwdgrp.add'])
})

test('a removed group or role takes effect at once', async () => {
  door.device.addAccount('temp', 'pass-temp', ['admin'])
  const cookie = door.signedIn('temp')
  const path = '/axis-cgi/pwdgrp.cgi?action=get'
  expect((await ask(door.url + path, { headers: cookie })).status).toBe(200)
  door.device.addAccount('temp', 'pass-temp', ['viewer'])
  expect((await ask(door.url + path, { headers: cookie })).status).toBe(403)
  door.device.addAccount('temp', 'pass-temp', ['users'])
  expect((await ask(door.url + path, { headers: cookie })).status).toBe(401)
  door.device.accounts.delete('temp')
  expect((await ask(door.url + path, { headers: cookie })).status).toBe(401)
})
