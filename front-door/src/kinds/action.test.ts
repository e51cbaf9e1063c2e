import { actionCall } from '@lintel/contract/call'
import { CONSOLE_HEADER } from '@lintel/contract/client'
import { Refusal } from '@lintel/contract/fault'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BODY_LIMIT } from '../request-body.ts'
import { serve } from '../serve.ts'
import { ask, basic } from '../testing/ask.ts'
import type { RawRequest } from '../testing/ask.ts'
import { encodeFault } from './action.ts'
import { testDoor, type TestDoor } from '../testing/test-door.ts'

const service = {
  path: '/vapix/axdsapi',
  publicPath: '/vapix/intercom',
  prefix: 'axdsapi',
  summary: '',
  source: '',
  proof: 'own design',
} as const
const getVolume = actionCall({
  ...service,
  id: 'volume.get',
  operation: 'GetVolume',
  access: 'viewer',
  effect: 'read',
  request: v.strictObject({ Id: v.string(), Loud: v.optional(v.string(), 'no') }),
  data: v.object({ Volume: v.string() }),
})
const setVolume = actionCall({
  ...service,
  id: 'volume.set',
  operation: 'SetVolume',
  access: 'admin',
  effect: 'write',
  request: v.object({ Volume: v.string() }),
  data: v.object({}),
})

let door: TestDoor
let volumes: string[] = []
beforeAll(async () => {
  door = await testDoor({
    calls: [
      serve(getVolume, ({ Id, Loud }) => {
        if (Id === 'none') throw new Refusal('absent', 'There is no such speaker.')
        if (Id === 'broken') throw new TypeError('a secret detail')
        if (Id === 'busy') throw new Refusal('busy', 'It is played already.')
        return { Volume: `${Id} ${Loud}` }
      }),
      serve(setVolume, ({ Volume }) => {
        volumes.push(Volume)
        return {}
      }),
    ],
  })
  door.device.state.policy = 'basic'
})
beforeEach(() => {
  volumes = []
})
afterAll(() => door.close())

const as = (user: string) => ({ authorization: basic(user, `pass-${user}`) })

const get = (path: string, more: RawRequest = {}) =>
  ask(door.url + path, { headers: as('root'), ...more })

/** A JSON body in, as an administrator. */
const post = (body: object | string, path: string = service.path, headers = as('root')) =>
  ask(door.url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const input = { Id: 'door' }

describe('one operation in five encodings', () => {
  test.each([
    ['by its prefixed name', { 'axdsapi:GetVolume': input }, ''],
    ['by its bare name', { GetVolume: input }, ''],
    ['in the path', input, '/GetVolume'],
    ['prefixed in the path', input, '/axdsapi:GetVolume'],
    ['in the path, with an escape', input, '/Get%56olume'],
    ['in the path and once more in the query', input, '/GetVolume?action=GetVolume'],
  ])('%s', async (_how, body, suffix) => {
    for (const path of ['/vapix/axdsapi', '/vapix/intercom', '/vapix/%61xdsapi']) {
      const { status, headers, text } = await post(body, path + suffix)
      expect([status, text]).toEqual([200, '{"Volume":"door no"}'])
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
      expect(headers['cache-control']).toBe('no-store')
    }
  })

  test('by JSON-RPC 2.0, repeating the id', async () => {
    const call = { jsonrpc: '2.0', method: 'axdsapi:GetVolume', params: input }
    expect((await post({ ...call, id: 7 })).text).toBe(
      '{"jsonrpc":"2.0","result":{"Volume":"door no"},"id":7}',
    )
    expect((await post({ ...call, id: 'a' })).text).toContain('"id":"a"')
    expect((await post(call)).text).toContain('"id":null')
  })

  test('by apiVersion and method, repeating the context', async () => {
    const call = { apiVersion: '1.0', method: 'GetVolume', params: input }
    expect((await post({ ...call, context: 'abc' })).text).toBe(
      '{"apiVersion":"1.0","context":"abc","data":{"Volume":"door no"}}',
    )
    expect((await post(call)).text).toBe('{"apiVersion":"1.0","data":{"Volume":"door no"}}')
  })

  test('by a simple GET', async () => {
    for (const query of ['?format=simple&action=GetVolume&', '?action=axdsapi:GetVolume&']) {
      const answer = await get(`${service.path}${query}Id=hall+1&Loud=yes`)
      expect([answer.status, answer.text]).toEqual([200, '{"Volume":"hall 1 yes"}'])
    }
    expect((await get(`${service.path}/GetVolume?Id=a`)).text).toBe('{"Volume":"a no"}')
  })
})

describe('faults, byte for byte', () => {
  test('with codes of its own, a refusal has its message as the reason', () => {
    const codes = ['env:Receiver', 'ter:Action', 'axast:DeviceNotCalibrated']
    expect(encodeFault('invalid', 'Not calibrated.', codes)).toEqual({
      status: 400,
      type: expect.stringContaining('application/json'),
      body: '{"Fault":"env:Receiver","FaultCode":"ter:Action","FaultSubCode":"axast:DeviceNotCalibrated","FaultReason":"Not calibrated.","FaultMsg":null}',
    })
    expect(encodeFault('busy', 'x', codes.slice(0, 2))).toMatchObject({
      status: 400,
      body: expect.stringContaining('"FaultSubCode":null'),
    })
  })

  const fault = (code: string, subcode: string | null, reason: string, message: string) =>
    `{"Fault":"env:Sender","FaultCode":"${code}","FaultSubCode":${JSON.stringify(subcode)},"FaultReason":"${reason}","FaultMsg":${JSON.stringify(message)}}`
  const tags = (message: string) => fault('ter:TagMismatch', null, 'Tag mismatch', message)
  const value = (message: string, subcode: string | null = null) =>
    fault('ter:InvalidArgVal', subcode, 'Argument value invalid', message)

  test.each([
    ['{', tags('JSON parse error: not an object')],
    ['[]', tags('JSON parse error: not an object')],
    ['"GetVolume"', tags('JSON parse error: not an object')],
    ['null', tags('JSON parse error: not an object')],
    ['', tags('JSON parse error: No operation')],
    ['{}', tags('JSON parse error: No operation')],
    ['{"GetVolume":{"Id":"a"},"SetVolume":{}}', tags('JSON parse error: No operation')],
    [
      '{"axdsapi:GetVolume":{"Id":"a","WrongField":1}}',
      tags("JSON parse error: axdsapi:GetVolume - Unhandled field: 'WrongField'"),
    ],
    ['{"GetVolume":{}}', value("Parameter 'Id' is missing.")],
    ['{"GetVolume":{"Id":5}}', value("Parameter 'Id' is not valid.")],
    ['{"GetVolume":5}', value('The parameters are not valid.')],
    ['{"GetVolume":[]}', value('The parameters are not valid.')],
    ['{"GetVolume":null}', value('The parameters are not valid.')],
    ['{"GetVolume":{"Id":"none"}}', value('There is no such speaker.', 'ter:NotFound')],
    [
      '{"axdsapi:Purge":{}}',
      fault(
        'ter:ActionNotSupported',
        null,
        'Optional action not implemented',
        "Unknown operation 'axdsapi:Purge'.",
      ),
    ],
    [
      '{"axcall:GetVolume":{"Id":"a"}}',
      fault(
        'ter:ActionNotSupported',
        null,
        'Optional action not implemented',
        "Unknown operation 'axcall:GetVolume'.",
      ),
    ],
    [
      '{"Purge":{}}',
      fault(
        'ter:ActionNotSupported',
        null,
        'Optional action not implemented',
        "Unknown operation 'Purge'.",
      ),
    ],
  ])('%s', async (body, expected) => {
    const { status, headers, text } = await post(body)
    expect([status, text]).toEqual([400, expected])
    expect(headers['content-type']).toContain('application/json')
  })

  test('a query with no operation, two of them or a malformed one', async () => {
    expect((await get(service.path)).text).toBe(tags('JSON parse error: No operation'))
    expect((await get(`${service.path}?action=GetVolume&Id=a&Id=b`)).text).toBe(
      value("Parameter 'Id' has more than one value."),
    )
    expect((await get(`${service.path}?action=GetVolume`)).status).toBe(400)
    for (const path of [`${service.path}/`, `${service.path}/Purge`, `${service.path}/a/b`]) {
      expect((await get(path)).status, path).toBeGreaterThanOrEqual(400)
    }
  })

  test('a failure of the device, without its reason', async () => {
    const failed = (message: string) =>
      `{"Fault":"env:Receiver","FaultCode":"ter:Action","FaultSubCode":null,"FaultReason":"Action failed","FaultMsg":"${message}"}`
    const broken = await post({ GetVolume: { Id: 'broken' } })
    expect([broken.status, broken.text]).toEqual([500, failed('Internal error')])
    const busy = await post({ GetVolume: { Id: 'busy' } })
    expect([busy.status, busy.text]).toEqual([409, failed('It is played already.')])
  })

  test('in the format of JSON-RPC', async () => {
    const answer = (method: unknown, params: unknown) =>
      post({ jsonrpc: '2.0', method, params, id: 1 }).then(({ status, text }) => [status, text])
    const error = (code: number, message: string) =>
      `{"jsonrpc":"2.0","error":{"code":${code},"message":"${message}"},"id":1}`
    expect(await answer(5, {})).toEqual([400, error(-32_600, 'No operation')])
    expect(await answer('Purge', {})).toEqual([400, error(-32_601, "Unknown operation 'Purge'.")])
    expect(await answer('GetVolume', {})).toEqual([
      400,
      error(-32_602, "Parameter 'Id' is missing."),
    ])
    expect(await answer('GetVolume', [1])).toEqual([
      400,
      error(-32_602, 'The parameters are not valid.'),
    ])
    expect(await answer('GetVolume', { Id: 'a', b: 1 })).toEqual([
      400,
      error(-32_602, "Unhandled field: 'b'"),
    ])
    expect(await answer('GetVolume', { Id: 'none' })).toEqual([
      400,
      error(-32_602, 'There is no such speaker.'),
    ])
    expect(await answer('GetVolume', { Id: 'broken' })).toEqual([
      500,
      error(-32_603, 'Internal error'),
    ])
    expect(await answer('GetVolume', { Id: 'busy' })).toEqual([
      409,
      error(-32_000, 'It is played already.'),
    ])
  })

  test('in the format of apiVersion and method', async () => {
    const { status, text } = await post({
      apiVersion: '1.0',
      context: 'x',
      method: 'GetVolume',
      params: {},
    })
    expect(status).toBe(400)
    expect(JSON.parse(text)).toEqual({
      apiVersion: '1.0',
      context: 'x',
      error: {
        code: -32_602,
        message: "Parameter 'Id' is missing.",
        errors: [
          {
            domain: 'ter:InvalidArgVal',
            reason: 'Argument value invalid',
            message: "Parameter 'Id' is missing.",
            location: 'GetVolume',
          },
        ],
      },
    })
  })
})

describe('access', () => {
  test('unknown callers and lower roles are refused with a sender Fault', async () => {
    const unknown = await post({ GetVolume: input }, service.path, { authorization: '' })
    expect(unknown.status).toBe(401)
    expect(JSON.parse(unknown.text)).toMatchObject({
      Fault: 'env:Sender',
      FaultCode: 'ter:NotAuthorized',
    })
    expect((await post({ GetVolume: input }, service.path, as('view'))).status).toBe(200)
    for (const body of [
      { SetVolume: { Volume: '1' } },
      { jsonrpc: '2.0', method: 'SetVolume', params: { Volume: '1' } },
      { apiVersion: '1.0', method: 'SetVolume', params: { Volume: '1' } },
    ]) {
      expect((await post(body, service.path, as('view'))).status).toBe(403)
      // The path names an operation for viewers, the body one that is not.
      expect((await post(body, `${service.path}/GetVolume`, as('view'))).status).not.toBe(200)
    }
    const simple = `${service.path}?action=SetVolume&Volume=1`
    expect((await get(simple, { headers: as('view') })).status).toBe(403)
    expect(volumes).toEqual([])
  })

  test('a write by cookie needs our header in every encoding', async () => {
    const cookie = door.signedIn('root')
    const send = (headers: Record<string, string>) =>
      ask(door.url + service.path, {
        method: 'POST',
        headers: { ...cookie, ...headers },
        body: '{"SetVolume":{"Volume":"3"}}',
      })
    expect((await send({})).status).toBe(403)
    const simple = `${service.path}?action=SetVolume&Volume=2`
    expect((await get(simple, { headers: cookie })).status).toBe(403)
    expect(volumes).toEqual([])
    expect((await send({ [CONSOLE_HEADER]: '1' })).status).toBe(200)
    expect(volumes).toEqual(['3'])
  })

  test('a body is refused as soon as it is too large', async () => {
    const { status, text } = await post(`{"SetVolume":{"Volume":"${'x'.repeat(BODY_LIMIT)}"}}`)
    expect([status, JSON.parse(text)]).toEqual([
      413,
      {
        Fault: 'env:Sender',
        FaultCode: 'ter:InvalidArgVal',
        FaultSubCode: null,
        FaultReason: 'Argument value invalid',
        FaultMsg: 'The request body is too large.',
      },
    ])
    expect(volumes).toEqual([])
  })

  test('HEAD reports the length of what a GET reads, and writes nothing', async () => {
    const path = `${service.path}?action=GetVolume&Id=door`
    const head = await get(path, { method: 'HEAD', headers: as('root') })
    expect([head.status, head.text]).toEqual([200, ''])
    expect(head.headers['content-length']).toBe(String('{"Volume":"door no"}'.length))
    const write = `${service.path}?action=SetVolume&Volume=9`
    expect((await get(write, { method: 'HEAD', headers: as('root') })).status).toBe(405)
    expect(volumes).toEqual([])
  })

  test('other methods are refused', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      for (const path of [service.path, `${service.path}/GetVolume`]) {
        const answer = await get(path, { method, headers: as('root') })
        expect([answer.status, answer.headers.allow], method).toEqual([405, 'GET, POST, HEAD'])
        expect(JSON.parse(answer.text)).toMatchObject({ FaultCode: 'ter:ActionNotSupported' })
      }
    }
    const answer = await get(service.path, { method: 'OPTIONS' })
    expect([answer.status, answer.headers.allow]).toEqual([204, 'GET, POST, HEAD'])
  })
})
