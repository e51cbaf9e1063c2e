import { downloadCall, jsonCall, restCall, textCall } from '@lintel/contract/call'
import { CONSOLE_HEADER } from '@lintel/contract/client'
import { Refusal } from '@lintel/contract/fault'
import { asText, commentedError, errorLine, okText } from '@lintel/contract/text'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { notFoundPage } from './plain-page.ts'
import { serve } from './serve.ts'
import { ask, basic, type RawRequest } from './testing/ask.ts'
import { testDoor, type TestDoor } from './testing/test-door.ts'

const origin = { summary: '', source: '', proof: 'own design' } as const
const read = { ...origin, access: 'viewer', effect: 'read' } as const
const write = { ...origin, access: 'admin', effect: 'write' } as const
const both = {
  path: '/axis-cgi/thing.cgi',
  aliases: ['/axis-cgi/admin/thing.cgi'],
  methods: ['GET', 'POST'],
} as const
const lines = { ...errorLine, ...asText }

const show = textCall({
  ...both,
  ...read,
  id: 'thing.show',
  action: 'show',
  request: v.object({ name: v.string(), size: v.optional(v.picklist(['0', '1']), '0') }),
  format: lines,
})
const change = textCall({
  ...both,
  ...write,
  id: 'thing.change',
  action: 'change',
  request: v.record(v.string(), v.string()),
  format: { ...commentedError, ...okText },
})
const only = textCall({
  ...origin,
  id: 'only',
  path: '/axis-cgi/only.cgi',
  methods: ['GET'],
  access: 'anyone',
  effect: 'read',
  request: v.object({ action: v.optional(v.string()) }),
  format: lines,
})
const envelope = { path: '/axis-cgi/box.cgi', apiVersion: '1.0', answersWith: '1.2' } as const
const open = jsonCall({
  ...envelope,
  ...read,
  id: 'box.open',
  method: 'open',
  codes: 'older',
  request: v.object({ key: v.optional(v.number(), 7) }),
  data: v.object({}),
})
const versions = jsonCall({
  ...envelope,
  ...read,
  id: 'box.versions',
  method: 'getSupportedVersions',
  codes: 'older',
  request: v.object({}),
  data: v.object({}),
})
const record = { ...origin, path: '/record' } as const
const getRecord = restCall({
  ...record,
  ...read,
  id: 'record.get',
  methods: ['GET'],
  request: v.object({}),
  data: v.object({}),
})
const putRecord = restCall({
  ...record,
  ...write,
  id: 'record.put',
  methods: ['POST'],
  request: v.object({ name: v.string() }),
  data: v.object({}),
})
const file = downloadCall({
  ...read,
  id: 'file',
  path: '/file',
  contentType: 'image/jpeg',
  request: v.object({ fail: v.optional(v.string()) }),
})

let door: TestDoor
let changed: Record<string, string>[] = []

beforeAll(async () => {
  door = await testDoor({
    calls: [
      serve(show, ({ name, size }, { user, address }) => `${name} ${size} ${user} ${address}\n`),
      serve(change, (values) => {
        if ('broken' in values) throw new TypeError('a secret detail')
        if ('full' in values) throw new Refusal('storage', 'The disk is full.')
        changed.push(values)
        return null
      }),
      serve(only, ({ action }) => `${action ?? 'nothing'}\n`),
      serve(open, ({ key }) => ({ key })),
      serve(versions, () => ({ apiVersions: ['1.0'] })),
      serve(getRecord, (_input, context) => {
        context.version('v1')
        return { name: 'a' }
      }),
      serve(putRecord, ({ name }, context) => {
        context.mustMatch('v1')
        return { name }
      }),
      serve(file, ({ fail }) => {
        if (fail === 'yes') throw new Refusal('tooMany', 'No camera is free.')
        return new Uint8Array([0xff, 0xd8])
      }),
    ],
  })
})
beforeEach(() => {
  changed = []
  door.device.state.policy = 'basic'
})
afterAll(() => door.close())

const as = (user: string, more: RawRequest['headers'] = {}): RawRequest => ({
  headers: { authorization: basic(user, `pass-${user}`), ...more },
})
const get = (path: string, request: RawRequest = as('root')) => ask(door.url + path, request)
const form = (path: string, body: string) =>
  get(path, {
    method: 'POST',
    body,
    ...as('root', { 'content-type': 'application/x-www-form-urlencoded' }),
  })
const json = (body: unknown, path = '/axis-cgi/box.cgi') =>
  get(path, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...as('root'),
  })

test('answers text calls by query, by form and by both', async () => {
  expect((await get('/axis-cgi/thing.cgi?action=show&name=a+b%26c')).text).toBe(
    'a b&c 0 root 127.0.0.1\n',
  )
  expect((await form('/axis-cgi/thing.cgi', 'action=show&name=x&size=1')).text).toBe(
    'x 1 root 127.0.0.1\n',
  )
  expect((await form('/axis-cgi/admin/thing.cgi?action=show', 'name=x&action=show')).text).toBe(
    'x 0 root 127.0.0.1\n',
  )
})

test.each([
  ['no action', '', 'Error: action operation type.\n'],
  [
    'an unknown action',
    '?action=x%3Cb%3E',
    'Error: malformed action operation, with an unusual name.\n',
  ],
  ['an unknown plain action', '?action=purge', "Error: malformed action operation, 'purge'.\n"],
  ['a missing parameter', '?action=show', "Error: Parameter 'name' is missing.\n"],
  ['a wrong value', '?action=show&name=a&size=2', "Error: Parameter 'size' is not valid.\n"],
  [
    'two values',
    '?action=show&name=a&name=b',
    "Error: Parameter 'name' has more than one value.\n",
  ],
])('answers %s in the format of the family and with 200', async (_what, query, text) => {
  expect(await get(`/axis-cgi/thing.cgi${query}`)).toMatchObject({ status: 200, text })
})

test('removes the action from an open list of parameters', async () => {
  expect(
    (await get('/axis-cgi/thing.cgi?action=change&root.A=1&root.B=a=b&__proto__=x')).text,
  ).toBe('OK\n')
  expect(changed).toEqual([{ 'root.A': '1', 'root.B': 'a=b' }])
})

test('leaves `action` alone where none is declared', async () => {
  expect((await get('/axis-cgi/only.cgi?action=dance', {})).text).toBe('dance\n')
})

test('reports a failure of the device without its details', async () => {
  const broken = await get('/axis-cgi/thing.cgi?action=change&broken=1')
  expect(broken).toMatchObject({ status: 500, text: '# Error: Internal error\n' })
  const logged = door.device.lines.find(({ level }) => level === 'error')
  expect(logged?.values['request']).toBe(broken.headers['x-request-id'])
  expect(await get('/axis-cgi/thing.cgi?action=change&full=1')).toMatchObject({
    status: 507,
    text: '# Error: The disk is full.\n',
  })
})

test('answers the JSON envelope, byte for byte, with the context only when it was sent', async () => {
  const sent = await json({ apiVersion: '1.0', context: 'abc', method: 'open', params: { key: 1 } })
  expect(sent.text).toBe('{"apiVersion":"1.2","context":"abc","method":"open","data":{"key":1}}')
  expect(sent.headers['content-type']).toBe('application/json; charset=utf-8')
  // With a byte order mark, as some string writers begin.
  const without = await json('\uFEFF{"apiVersion":"1.2","method":"open"}')
  expect(without.text).toBe('{"apiVersion":"1.2","method":"open","data":{"key":7}}')
})

test('answers an unknown method as recorded', async () => {
  const answer = await json({
    apiVersion: '1.0',
    context: 'abc',
    method: 'getOadmUnknown',
    params: {},
  })
  expect(answer.status).toBe(200)
  expect(answer.text).toBe(
    '{"apiVersion":"1.2","context":"abc","method":"getOadmUnknown","error":{"code":4000,"message":"Method does not exist"}}',
  )
})

test.each([
  ['no JSON', '{', 3000],
  ['no object', '[]', 3000],
  ['no method', { apiVersion: '1.0' }, 4003],
  ['no version', { method: 'open' }, 4003],
  ['a newer version', { apiVersion: '1.3', method: 'open' }, 4001],
  ['another major version', { apiVersion: '2.0', method: 'open' }, 4001],
  ['a version that is none', { apiVersion: 1, method: 'open' }, 4001],
  ['parameters that are a list', { apiVersion: '1.0', method: 'open', params: [] }, 4004],
  ['a wrong parameter', { apiVersion: '1.0', method: 'open', params: { key: 'x' } }, 4004],
])('answers %s with its code and 200', async (_what, body, code) => {
  const answer = await json(body)
  expect(answer.status).toBe(200)
  expect(JSON.parse(answer.text)).toMatchObject({ apiVersion: '1.2', error: { code } })
})

test('JSON that is none and an unsupported version are refused in the public words', async () => {
  const messageOf = async (body: object | string) =>
    (JSON.parse((await json(body)).text) as { error: { message: string } }).error.message
  expect(await messageOf('{')).toBe('Invalid JSON data')
  expect(await messageOf({ apiVersion: '2.0', method: 'open' })).toBe(
    'The specified version is not supported',
  )
})

test('lists the supported versions without being given one', async () => {
  expect((await json({ method: 'getSupportedVersions' })).text).toContain(
    '"data":{"apiVersions":["1.0"]}',
  )
})

test('accepts a JSON call by POST only', async () => {
  const answer = await get('/axis-cgi/box.cgi')
  expect(answer.headers.allow).toBe('POST')
  expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 2000 } })
})

test('answers plain JSON with HTTP statuses, and versions with ETag and If-Match', async () => {
  const got = await get('/record')
  expect([got.text, got.headers.etag]).toEqual(['{"name":"a"}', '"v1"'])
  const put = (body: string, headers = {}) =>
    get('/record', { method: 'POST', body, ...as('root', headers) })
  expect(await put('{"name":"b"}', { 'if-match': '"v1"' })).toMatchObject({
    status: 200,
    text: '{"name":"b"}',
  })
  expect((await put('{"name":"b"}', { 'if-match': '"v0", "v1"' })).status).toBe(200)
  expect((await put('{"name":"b"}')).status).toBe(200)
  expect(await put('{"name":"b"}', { 'if-match': '"v0"' })).toMatchObject({
    status: 412,
    text: '{"error":{"code":1100,"message":"The record was changed in between."}}',
  })
  for (const odd of ['W/"v1"', 'v1', '"v0", *']) {
    expect((await put('{"name":"b"}', { 'if-match': odd })).status, odd).toBe(412)
  }
  door.device.state.persona = '12.11'
  expect((await get('/record')).headers.etag, 'other firmware tells none').toBeUndefined()
  door.device.state.persona = 'own'
  expect(await put('{}')).toMatchObject({ status: 400 })
  expect(await put('{')).toMatchObject({ status: 400 })
  expect(await get('/record', { method: 'DELETE', ...as('root') })).toMatchObject({ status: 405 })
})

test('sends files as they are, and the reason as text when there is none', async () => {
  const got = await get('/file')
  expect(got.headers['content-type']).toBe('image/jpeg')
  expect(got.headers['content-length']).toBe('2')
  expect(await get('/file?fail=yes')).toMatchObject({
    status: 503,
    text: 'Error: No camera is free.\n',
  })
})

test('HEAD reports the length without side effects, and a write has none', async () => {
  const head = await get('/axis-cgi/thing.cgi?action=show&name=a', {
    method: 'HEAD',
    ...as('root'),
  })
  expect([head.status, head.headers['content-length'], head.text]).toEqual([200, '19', ''])
  const written = await get('/axis-cgi/thing.cgi?action=change&a=b', {
    method: 'HEAD',
    ...as('root'),
  })
  expect(written.status).toBe(405)
  expect(changed).toEqual([])
})

test('lists the methods for OPTIONS and allows no other origin', async () => {
  const answer = await get('/axis-cgi/box.cgi', {
    method: 'OPTIONS',
    headers: { origin: 'http://evil.example' },
  })
  expect([answer.status, answer.headers.allow]).toEqual([204, 'POST'])
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  expect((await get('/axis-cgi/box.cgi', { method: 'PROPFIND' })).status).toBe(501)
})

test('answers an unknown path byte for byte as recorded', async () => {
  const answer = await get('/axis-cgi/apidiscovery.cgi?secret=1', {})
  expect(answer.status).toBe(404)
  expect(answer.headers['content-type']).toBe('text/html; charset=ISO-8859-1')
  expect(answer.text).toBe(
    '<HTML><HEAD><TITLE>404 Not Found</TITLE></HEAD>\n<BODY><H1>404 Not Found</H1>\n' +
      'The requested URL /axis-cgi/apidiscovery.cgi was not found on this server.\n</BODY></HTML>\n',
  )
  expect(notFoundPage('/<script>')).toContain(' /&lt;script&gt; was not')
})

test('every response has the headers that keep browsers from caching or running it', async () => {
  for (const path of ['/axis-cgi/thing.cgi?action=show&name=a', '/axis-cgi/none.cgi', '/file']) {
    const { headers } = await get(path)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{8}-\w+$/)
    expect(headers['etag']).toBeUndefined()
  }
  const call = await get('/axis-cgi/thing.cgi?action=show&name=a')
  expect(call.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'self'")
})

test('logs who called what, and never a query, a password or a cookie', async () => {
  door.device.lines.length = 0
  const answer = await get('/axis-cgi/thing.cgi?action=show&name=Hidden123', as('view'))
  const { cookie } = door.signedIn('root')
  await get('/axis-cgi/thing.cgi?action=change&pwd=Hidden123', {
    headers: { cookie, [CONSOLE_HEADER]: '1' },
  })
  await expect.poll(() => door.device.lines.length).toBe(2)
  expect(door.device.lines[0]?.values).toMatchObject({
    request: answer.headers['x-request-id'],
    method: 'GET',
    path: '/axis-cgi/thing.cgi',
    status: 200,
    user: 'view',
    address: '127.0.0.1',
  })
  expect(door.device.lines[0]?.values['ms']).toBeGreaterThan(0)
  const all = JSON.stringify(door.device.lines)
  for (const secret of ['Hidden123', 'pass-', 'session_', 'Basic', 'action='])
    expect(all).not.toContain(secret)
})

test('refuses to start with calls that cannot be told apart', async () => {
  const twice = [serve(only, () => ''), serve({ ...only, id: 'other' }, () => '')]
  await expect(testDoor({ calls: twice })).rejects.toThrow("can't be told apart")
  const mixed = [serve(show, () => ''), serve({ ...open, path: show.path }, () => ({}))]
  await expect(testDoor({ calls: mixed })).rejects.toThrow("can't be told apart")
})
