import { actionCall, downloadCall, restCall, textCall, uploadCall } from '@lintel/contract/call'
import { createClient } from '@lintel/contract/client'
import { faultJson } from '@lintel/contract/fault-json'
import { errorLine, asText } from '@lintel/contract/text'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { serve, type ServedCall } from './serve.ts'
import { ask, basic, type RawRequest } from './testing/ask.ts'
import { SAMPLE } from './testing/sample-calls.ts'
import { testDoor, type TestDoor } from './testing/test-door.ts'

const SERVICE = '/vapix/axdsapi'
const IMAGE = `${SERVICE}/Entries/{id}/image`
const request = v.object({ id: v.string(), size: v.optional(v.string(), '0') })
const paths = { path: IMAGE, publicPath: '/vapix/intercom/Entries/{id}/image' }
const json = faultJson<object>()
const file = { part: 'file', maxBytes: 1000, format: json }
const sample = { ...SAMPLE, access: 'viewer', effect: 'read', request } as const
const write = { ...sample, access: 'admin', effect: 'write' } as const

const getImage = downloadCall({ ...sample, ...paths, id: 'image.get', contentType: 'image/png' })
const setImage = uploadCall({ ...write, ...paths, ...file, id: 'image.set' })
const removeImage = restCall({
  ...write,
  ...paths,
  id: 'image.remove',
  methods: ['DELETE'],
  data: v.object({}),
})
const bare = { ...sample, contentType: 'image/png', request: v.object({}) }
const fixed = downloadCall({ ...bare, id: 'image.fixed', path: `${SERVICE}/Entries/fixed/image` })
const exported = downloadCall({ ...bare, id: 'service.export', path: `${SERVICE}/Export` })
const rename = restCall({
  ...write,
  id: 'rename',
  path: '/names/{id}/{place}',
  methods: ['GET', 'POST'],
  request: v.object({ id: v.string(), place: v.string(), name: v.optional(v.string()) }),
  data: v.object({}),
})
const list = textCall({
  ...sample,
  id: 'list',
  path: '/lists/{id}',
  methods: ['GET', 'POST'],
  format: { ...errorLine, ...asText },
})
const action = actionCall({
  ...write,
  id: 'service.get',
  path: SERVICE,
  operation: 'GetNames',
  prefix: 'axdsapi',
  request: v.object({}),
  data: v.object({}),
})
const removing = uploadCall({
  ...write,
  ...file,
  id: 'service.import',
  path: SERVICE,
  selectedBy: 'removeAll',
  request: v.object({ removeAll: v.literal('true') }),
})

const FILES = '/files'
const play = textCall({
  ...sample,
  id: 'files.play',
  path: FILES,
  methods: ['GET', 'POST'],
  action: 'play',
  format: { ...errorLine, ...asText },
})
const download = downloadCall({
  ...sample,
  id: 'files.download',
  path: FILES,
  action: 'download',
  contentType: 'text/plain',
})
const upload = uploadCall({ ...sample, ...file, id: 'files.upload', path: FILES, action: 'upload' })

let door: TestDoor
let known: boolean[] = []
const bytes = (text: string) => new TextEncoder().encode(text)
const seen = async (call: { id: string }, file: { bytes: AsyncIterable<Uint8Array> }) => {
  let length = 0
  for await (const chunk of file.bytes) length += chunk.length
  return { call: call.id, length }
}

beforeAll(async () => {
  door = await testDoor({
    calls: [
      serve(getImage, ({ id, size }, context) => {
        known = [getImage, setImage, rename, { ...list, id: 'other' }].map((call) =>
          context.has(call),
        )
        return bytes(`get ${id} ${size}`)
      }),
      serve(setImage, async ({ fields, file }) => ({
        ...fields,
        ...(await seen(setImage, file)),
      })),
      serve(removeImage, (input) => ({ ...input, call: removeImage.id })),
      serve(fixed, () => bytes('fixed')),
      serve(rename, (input) => input),
      serve(list, ({ id, size }) => `${id} ${size}\n`),
      serve(action, () => ({ names: [] })),
      serve(removing, ({ file }) => seen(removing, file)),
      serve(exported, () => bytes('export')),
      serve(play, ({ id }) => `play ${id}`),
      serve(download, ({ id }) => bytes(`download ${id}`)),
      serve(upload, ({ file }) => seen(upload, file)),
    ],
  })
})
beforeEach(() => {
  door.device.state.policy = 'basic'
  door.device.state.persona = 'own'
})
afterAll(() => door.close())

const ROOT = { authorization: basic('root', 'pass-root') }
const make = (path: string, method = 'GET', more: RawRequest = {}) =>
  ask(door.url + path, { method, headers: ROOT, ...more })
const at = (id: string) => IMAGE.replace('{id}', id)

describe('members of a path', () => {
  test.each([
    ['a plain one', '17', '17'],
    ['escapes', 'a%20b%3F%23%25', 'a b?#%'],
    ['other alphabets', '%E5%AD%97', '字'],
    ['a plus and a semicolon', 'a+b;c=d&e', 'a+b;c=d&e'],
    ['braces', '{id}', '{id}'],
  ])('with %s reach the handler as a field', async (_what, written, id) => {
    expect((await make(`${at(written)}?size=3`)).text).toBe(`get ${id} 3`)
    expect((await make(`${at(written)}?id=${encodeURIComponent(id)}`)).status).toBe(200)
  })

  test.each(['', 'a%2Fb', 'a/b', '.', '%2E'])(
    'no call is at a path with the member %j',
    async (written) => {
      expect((await make(at(written))).status).toBe(404)
    },
  )

  test('an escaped slash ends no segment', async () => {
    expect((await make('/names/a/b')).status).toBe(200)
    expect((await make('/names/a%2Fb')).status).toBe(404)
  })

  test.each(['..', '%2e%2E', '%zz', '%00%ff'])(
    'a path with the member %j is no address',
    async (written) => {
      expect((await make(at(written))).status).toBe(400)
    },
  )

  test('a path without members wins, and only that', async () => {
    expect((await make(at('fixed'))).text).toBe('fixed')
    expect((await make(at('fixe%64'))).text).toBe('fixed')
    expect((await make(at('fixed2'))).text).toBe('get fixed2 0')
    expect((await make(IMAGE.replace('image', 'other'))).status).toBe(404)
    expect((await make(`${at('1')}/`)).status).toBe(404)
  })

  test('the same field in query, form or body must have the same value', async () => {
    const refused = { status: 400, text: expect.stringContaining("'id' has more than one value") }
    expect(await make(`${at('1')}?id=2`)).toMatchObject(refused)
    const form = { headers: { ...ROOT, 'content-type': 'application/x-www-form-urlencoded' } }
    expect(await make('/lists/1', 'POST', { ...form, body: 'id=1&size=2' })).toMatchObject({
      text: '1 2\n',
    })
    expect((await make('/lists/1', 'POST', { ...form, body: 'id=2' })).text).toBe(
      "Error: Parameter 'id' has more than one value.\n",
    )
    const upload = { ...ROOT, 'content-type': 'application/octet-stream' }
    expect(await make(`${at('1')}?id=2`, 'POST', { headers: upload, body: 'x' })).toMatchObject({
      ...refused,
      text: expect.stringContaining('"FaultCode":"ter:InvalidArgVal"'),
    })
    const rest = (body: string) => make('/names/1/2', 'POST', { body })
    expect(JSON.parse((await rest('{"id":"1","name":"x"}')).text)).toEqual({
      id: '1',
      place: '2',
      name: 'x',
    })
    expect(await rest('{"place":"3"}')).toMatchObject({
      status: 400,
      text: expect.stringContaining("'place' has more than one value"),
    })
    expect((await rest('[]')).status).toBe(400)
    expect((await rest('')).status).toBe(200)
  })

  test('our clients reach the call by any member that a path can hold', async () => {
    const client = createClient({ base: door.url, headers: ROOT })
    for (const id of ['1', 'a b', '50%', '#?&+', '字', '{id}', 'x=y', '%2e']) {
      const got = await client.call(getImage, { id, size: '1' })
      expect(new TextDecoder().decode(got)).toBe(`get ${id} 1`)
      expect(await client.call(rename, { id, place: '..x' })).toEqual({ id, place: '..x' })
      expect(await client.call(removeImage, { id })).toMatchObject({ id })
    }
    await expect(client.call(getImage, { id: 'a/b' })).rejects.toMatchObject({ kind: 'missing' })
  })

  test('a firmware has the path under its own name', async () => {
    const open = '/vapix/intercom/Entries/1/image'
    const statuses = () =>
      Promise.all([at('1'), open].map(async (path) => (await make(path)).status))
    expect(await statuses()).toEqual([200, 200])
    expect(known).toEqual([true, true, true, false])
    door.device.state.persona = '12.11'
    expect(await statuses()).toEqual([404, 200])
    door.device.state.persona = '9.80'
    expect(await statuses()).toEqual([200, 404])
  })
})

describe('calls of different kinds at one path', () => {
  test('are told apart by their methods', async () => {
    expect((await make(at('1'))).text).toBe('get 1 0')
    const octets = { headers: { ...ROOT, 'content-type': 'application/octet-stream' }, body: 'abc' }
    expect(JSON.parse((await make(`${at('1')}?size=7`, 'POST', octets)).text)).toEqual({
      id: '1',
      size: '7',
      call: 'image.set',
      length: 3,
    })
    const remove = { id: '1', size: '0', call: 'image.remove' }
    expect(JSON.parse((await make(at('1'), 'DELETE')).text)).toEqual(remove)
    expect(JSON.parse((await make(`${at('1')}?size=2`, 'DELETE')).text)).toMatchObject({
      size: '2',
    })
    const sized = { headers: { ...ROOT, 'content-length': 12 }, body: '{"size":"3"}' }
    const both = await make(`${at('1')}?size=3`, 'DELETE', sized)
    expect(JSON.parse(both.text)).toMatchObject({ id: '1', size: '3' })
    expect((await make(`${at('1')}?size=4`, 'DELETE', sized)).status).toBe(400)
    const head = await make(at('1'), 'HEAD')
    expect([head.status, head.headers['content-length'], head.text]).toEqual([200, '7', ''])
  })

  test('each has its own role, and all are listed as allowed', async () => {
    const view = { headers: { authorization: basic('view', 'pass-view') } }
    expect((await make(at('1'), 'GET', view)).status).toBe(200)
    expect((await make(at('1'), 'DELETE', view)).status).toBe(403)
    expect((await make(at('1'), 'POST', { ...view, body: 'x' })).status).toBe(403)
    const allow = 'GET, HEAD, POST, DELETE'
    const options = await make(at('1'), 'OPTIONS', { headers: {} })
    expect([options.status, options.headers.allow]).toEqual([204, allow])
    const put = await make(at('1'), 'PUT', { headers: {} })
    expect([put.status, put.headers.allow]).toEqual([405, allow])
  })

  test('an upload is told from actions by a field of the query', async () => {
    const operation = JSON.stringify({ 'axdsapi:GetNames': {} })
    expect((await make(SERVICE, 'POST', { body: operation })).text).toBe('{"names":[]}')
    expect((await make(`${SERVICE}?other=1`, 'POST', { body: operation })).text).toBe(
      '{"names":[]}',
    )
    expect((await make(`${SERVICE}/GetNames?removeAll=true`, 'POST')).text).toBe('{"names":[]}')
    expect((await make(`${SERVICE}?removeAll=true&format=simple&action=GetNames`)).text).toBe(
      '{"names":[]}',
    )
    expect(
      JSON.parse((await make(`${SERVICE}?removeAll=true`, 'POST', { body: operation })).text),
    ).toEqual({ call: 'service.import', length: operation.length })
    expect((await make(`${SERVICE}?removeAll=no`, 'POST', { body: 'x' })).status).toBe(400)
    expect((await make(SERVICE, 'OPTIONS')).headers.allow).toBe('GET, POST')
  })

  test('files are told from other calls by their action', async () => {
    const at = (action: string) => `${FILES}?id=1&action=${action}`
    expect((await make(at('play'))).text).toBe('play 1')
    expect((await make(FILES, 'POST', { body: 'id=1&action=play' })).text).toBe('play 1')
    expect((await make(at('download'))).text).toBe('download 1')
    expect((await make(`${FILES}?action=download&id=2`, 'HEAD')).status).toBe(200)
    const uploaded = await make(at('upload'), 'POST', { body: 'abc' })
    expect(JSON.parse(uploaded.text)).toEqual({ call: 'files.upload', length: 3 })
    for (const [action, method] of [
      ['upload', 'GET'],
      ['download', 'POST'],
      ['other', 'GET'],
    ]) {
      expect((await make(at(action ?? ''), method)).text).toContain('malformed action')
    }
  })

  test('a path of its own wins over an operation', async () => {
    expect((await make(`${SERVICE}/Export`)).text).toBe('export')
    expect((await make(`${SERVICE}/Export`, 'POST')).status).toBe(405)
    expect((await make(`${SERVICE}/Other`, 'POST')).text).toContain('ter:ActionNotSupported')
  })
})

describe('the device does not start with', () => {
  const start = (...calls: ServedCall['call'][]) =>
    testDoor({ calls: calls.map((call) => ({ call, handler: () => null })) })
  const other = <C extends ServedCall['call']>(call: C, change: object): C => ({
    ...call,
    id: 'other',
    ...change,
  })

  test.each([
    ['two downloads at one path', [getImage, other(getImage, {})]],
    ['two uploads at one path', [setImage, other(setImage, {})]],
    ['a POST of two kinds', [setImage, other(removeImage, { methods: ['POST'] })]],
    [
      'an action and an upload without its field',
      [action, other(removing, { selectedBy: undefined })],
    ],
    ['two uploads by one field', [action, removing, other(removing, {})]],
    ['two downloads by one action', [play, download, other(download, {})]],
    ['a text call and a download without its action', [play, other(exported, { path: FILES })]],
    ['two names of one member', [getImage, other(list, { path: IMAGE.replace('id', 'name') })]],
    ['two patterns of one path', [rename, other(list, { path: '/names/x/{id}' })]],
    ['a member in place of an operation', [action, other(list, { path: `${SERVICE}/{id}` })]],
  ])("%s, which can't be told apart", async (_what, calls) => {
    await expect(start(...calls)).rejects.toThrow("can't be told apart")
  })

  test('members that a handler would not get', async () => {
    await expect(start(other(action, { path: '/a/{id}' }))).rejects.toThrow('has no members')
    await expect(start(other(getImage, { aliases: ['/image'] }))).rejects.toThrow(
      'different members',
    )
  })
})
