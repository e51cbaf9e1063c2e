import * as v from 'valibot'
import { expect, test } from 'vitest'
import { downloadCall, restCall, streamCall, textCall } from './call.ts'
import { controlApplication, removeLicenceKey } from './calls/applications.ts'
import { downloadClip, removeClip, renameClip } from './calls/clips.ts'
import { getApiList } from './calls/discovery.ts'
import { firmwareStatus, rollbackFirmware } from './calls/firmware.ts'
import { getBrand } from './calls/identity.ts'
import { getServiceCapabilities } from './calls/intercom.ts'
import { listParameters, updateParameters } from './calls/parameters.ts'
import { listEncoders } from './calls/sound.ts'
import { systemReady } from './calls/system.ts'
import { getAllTime } from './calls/time.ts'
import { addUser, getUsers } from './calls/users.ts'
import { liveVideo } from './calls/video.ts'
import { createClient, readableText } from './client.ts'
import { DeviceFault } from './fault.ts'
import { asText, errorLine } from './text.ts'

/** A client of a device that sends this response, and the requests it sent. */
function against(answer: () => Response | Promise<Response>, publicNames = false) {
  const requests: { url: string; init: RequestInit }[] = []
  const client = createClient({
    publicNames: () => publicNames,
    fetch: async (url, init) => {
      requests.push({ url: String(url), init: init ?? {} })
      return answer()
    },
  })
  return { client, requests }
}

const text = (body: string, status = 200, headers: Record<string, string> = {}) =>
  new Response(body, { status, headers })

async function faultOf(answer: Promise<unknown>): Promise<DeviceFault> {
  const fault: unknown = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(fault instanceof DeviceFault)) throw new Error(`no device fault: ${String(fault)}`)
  return fault
}

test('text calls are sent as a query and their responses decoded (DEVICE-01, DEVICE-23)', async () => {
  const { client, requests } = against(() => text('root.Brand.ProdNbr=A8307-E\n'))
  const list = await client.call(listParameters, { group: 'root.Brand&x' })
  expect(list.values.get('root.Brand.ProdNbr')).toBe('A8307-E')
  expect(requests[0]?.url).toBe('/axis-cgi/param.cgi?action=list&group=root.Brand%26x')
  expect(new Headers(requests[0]?.init.headers).get('x-lintel-console')).toBe('1')
})

test('applications are controlled by POST, with the fields in the address (DEVICE-134, DEVICE-138)', async () => {
  const { client, requests } = against(() => text('OK\n'))
  await client.call(controlApplication, { package: 'bell', action: 'start' })
  await client.call(removeLicenceKey, { package: 'bell' })
  expect(requests.map(({ url, init }) => [init.method, url, init.body])).toEqual([
    ['POST', '/axis-cgi/applications/control.cgi?package=bell&action=start', undefined],
    ['POST', '/axis-cgi/applications/license.cgi?action=removelicensekey&package=bell', undefined],
  ])
})

test('the encoders are asked for by a form (DEVICE-127)', async () => {
  const { client, requests } = against(() => Response.json({ data: { encoders: {} } }))
  await client.call(listEncoders, {}).catch(() => undefined)
  const [{ url, init } = expect.fail('nothing was sent')] = requests
  expect([init.method, url]).toEqual(['POST', '/axis-cgi/audio/streamingcapabilities.cgi'])
  expect(new Headers(init.headers).get('content-type')).toBe('application/x-www-form-urlencoded')
  expect(Object.fromEntries(new URLSearchParams(String(init.body)))).toMatchObject({
    apiVersion: '1.0',
    method: 'list',
  })
})

test('a password is posted, never part of the URL (EXPECT-26, EXPECT-32)', async () => {
  const { client, requests } = against(() => text('<html>Created account joe.</html>'))
  await client.call(addUser, { user: 'joe', pwd: 'a&b+c %' })
  expect(requests[0]?.url).toBe('/axis-cgi/pwdgrp.cgi')
  expect(new URLSearchParams(String(requests[0]?.init.body)).get('pwd')).toBe('a&b+c %')
})

test('other secrets are posted if the caller marks them (EXPECT-26)', async () => {
  const { client, requests } = against(() => text('OK\n'))
  await client.call(updateParameters, { 'root.SNMP.InitialUserPasswd': 'a&b' }, { secret: true })
  expect(requests[0]).toMatchObject({ url: '/axis-cgi/param.cgi', init: { method: 'POST' } })
  expect(String(requests[0]?.init.body)).toBe('action=update&root.SNMP.InitialUserPasswd=a%26b')
})

test('the text after Error: is the reason (USERS-46, DEVICE-24)', async () => {
  const add = against(() => text('<html><body>Error: account user name.</body></html>'))
  const fault = await faultOf(add.client.call(addUser, { user: 'x', pwd: 'y' }))
  expect(fault).toMatchObject({ kind: 'refused', message: 'account user name.' })
  const update = against(() => text("# Error: Error setting 'root.X' to 'v'!"))
  const other = await faultOf(update.client.call(updateParameters, { 'root.X': 'v' }))
  expect(other).toMatchObject({ kind: 'refused', message: "Error setting 'root.X' to 'v'!" })
  for (const [refusal, message] of [
    ['Error: no such parameter\n', 'no such parameter'],
    ['<html><body>Error -1 setting</body></html>', '-1 setting'],
  ] as const) {
    const older = against(() => text(refusal))
    const refused = await faultOf(older.client.call(updateParameters, { 'root.X': 'v' }))
    expect(refused).toMatchObject({ kind: 'refused', message })
  }
})

test('json calls send the envelope, and errors are found by their member', async () => {
  const ready = {
    systemready: 'yes',
    needsetup: 'no',
    uptime: '1',
    bootid: 'a',
    passphrasepolicy: 'none',
  }
  const { client, requests } = against(() =>
    text(JSON.stringify({ apiVersion: '1.5', data: ready })),
  )
  expect(await client.call(systemReady, { timeout: 20 })).toEqual(ready)
  expect(JSON.parse(String(requests[0]?.init.body))).toEqual({
    apiVersion: '1.2',
    context: 'systemready',
    method: 'systemready',
    params: { timeout: 20 },
  })
  const failing = against(() =>
    text('{"apiVersion":"1.4","error":{"code":1000,"message":"Invalid JSON input"}}'),
  )
  expect(await faultOf(failing.client.call(systemReady, {}))).toMatchObject({
    kind: 'refused',
    code: 1000,
    message: 'Invalid JSON input',
  })
})

test('a rollback has its own version; text with Error in place of JSON is a refusal (DEVICE-46)', async () => {
  const { client, requests } = against(() => text('{"data":{}}'))
  await client.call(firmwareStatus, {})
  await client.call(rollbackFirmware, {})
  expect(requests.map(({ init }) => JSON.parse(String(init.body)) as unknown)).toMatchObject([
    { apiVersion: '1.0', method: 'status' },
    { apiVersion: '1.4', method: 'rollback' },
  ])
  const failing = against(() => text('<html><body>Error: No old firmware.</body></html>'))
  expect(await faultOf(failing.client.call(rollbackFirmware, {}))).toMatchObject({
    kind: 'refused',
    message: 'No old firmware.',
  })
})

const things = {
  path: '/things/{id}/image',
  publicPath: '/public/{id}/image',
  access: 'admin',
  effect: 'read',
  summary: '',
  source: '',
  proof: 'own design',
  request: v.object({ id: v.string(), size: v.optional(v.string()) }),
} as const

test('members of the path leave query and body', async () => {
  const calls = [
    restCall({ ...things, id: 'put', methods: ['POST'], data: v.object({}) }),
    restCall({ ...things, id: 'remove', methods: ['DELETE'], data: v.object({}) }),
    textCall({ ...things, id: 'show', methods: ['GET'], format: { ...errorLine, ...asText } }),
    downloadCall({ ...things, id: 'file', contentType: 'image/png' }),
  ]
  for (const publicNames of [false, true]) {
    const { client, requests } = against(() => text('{}'), publicNames)
    for (const call of calls) await client.call(call, { id: 'a/ü', size: '1' })
    const film = streamCall({ ...things, id: 'film', contentType: 'video/x' })
    await client.open(film, { id: 'a/ü' }, new AbortController().signal)
    const path = `/${publicNames ? 'public' : 'things'}/a%2F%C3%BC/image`
    expect(requests.map(({ url, init }) => [init.method, url, init.body])).toEqual([
      ['POST', path, '{"size":"1"}'],
      ['DELETE', `${path}?size=1`, undefined],
      ['GET', `${path}?size=1`, undefined],
      ['GET', `${path}?size=1`, undefined],
      ['GET', path, undefined],
    ])
  }
})

test('the action that selects a download is part of its query', async () => {
  const { client, requests } = against(() => text('RIFF'))
  await client.call(downloadClip, { clip: '5' })
  expect(requests[0]?.url).toBe('/axis-cgi/mediaclip.cgi?action=download&clip=5')
})

test.each([
  ['OK\nupdated=5', 5],
  ['OK\r\nupdated=5\r\n', 5],
  ['OK', null],
])('the answer %j renames a clip (DEVICE-122)', async (answer, number) => {
  const { client } = against(() => text(answer))
  expect(await client.call(renameClip, { clip: '5', name: 'Gong' })).toBe(number)
})

test.each([
  'Error: There is no such clip.',
  'There is no such clip.',
  '400 OK',
  '400 Bad Request\nThere is no such clip.',
])('the answer %j is a failure (DEVICE-122, DEVICE-123)', async (answer) => {
  const { client } = against(() => text(answer))
  expect((await faultOf(client.call(renameClip, { clip: '5', name: 'x' }))).kind).toBe('refused')
  expect(await faultOf(client.call(removeClip, { clip: '5' }))).toMatchObject({
    kind: 'refused',
    message: answer.replace(/^Error: |^400 Bad Request\n/, ''),
  })
})

test('statuses become kinds of fault', async () => {
  const kinds = {
    401: 'signedOut',
    403: 'forbidden',
    412: 'conflict',
    404: 'missing',
    503: 'refused',
  }
  for (const [status, kind] of Object.entries(kinds)) {
    const { client } = against(() => text('<title>404 Not Found</title>', Number(status)))
    expect((await faultOf(client.call(getUsers, {}))).kind).toBe(kind)
    expect((await faultOf(client.call(getBrand, {}))).kind).toBe(kind)
  }
})

test.each([
  ['a page', '<HTML><TITLE>404 Not Found</TITLE></HTML>', 'missing'],
  ['nothing', '', 'missing'],
  ['words of its own', 'Error: There is no such account.\n', 'absent'],
  ['a record', '{"error":{"code":2104,"message":"There is no such clip."}}', 'absent'],
])('a 404 with %s', async (_, body, kind) => {
  const { client } = against(() => text(body, 404))
  expect(await faultOf(client.call(getUsers, {}))).toMatchObject({ kind, status: 404 })
})

test.each([
  ['older', getAllTime, '{"error":{"code":4000,"message":"Method does not exist"}}'],
  ['discovery', getApiList, '{"error":{"code":2004,"message":"The method is not supported."}}'],
  ['firmware', firmwareStatus, '{"error":{"code":405,"message":"Unknown method in request."}}'],
  [
    'action',
    getServiceCapabilities,
    '{"FaultCode":"ter:ActionNotSupported","FaultMsg":"Optional"}',
  ],
] as const)('a service without the call lacks it: %s', async (_, call, body) => {
  for (const status of [200, 400]) {
    const { client } = against(() => text(body, status))
    expect(await faultOf(client.call(call, {}))).toMatchObject({ kind: 'missing', status })
  }
})

test('the code of another family, and readiness, only refuse', async () => {
  const { client } = against(() => text('{"error":{"code":2102,"message":"No."}}'))
  expect((await faultOf(client.call(getAllTime, {}))).kind).toBe('refused')
  const ready = against(() => text('{"error":{"code":1000,"message":"Invalid JSON input"}}'))
  expect((await faultOf(ready.client.call(systemReady, {}))).kind).toBe('refused')
})

test('no response, a broken one and a slow one are different faults', async () => {
  const gone = against(() => Promise.reject(new TypeError('failed to fetch')))
  expect((await faultOf(gone.client.call(getUsers, {}))).kind).toBe('unreachable')
  const broken = against(
    () =>
      new Response(
        new ReadableStream({ start: (controller) => controller.error(new TypeError('cut')) }),
      ),
  )
  expect((await faultOf(broken.client.call(getUsers, {}))).kind).toBe('unreachable')
  const half = against(() => text('{"apiVersion":"1.5","da'))
  expect((await faultOf(half.client.call(systemReady, {}))).kind).toBe('malformed')
  const slow = createClient({
    fetch: (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))
      }),
  })
  expect((await faultOf(slow.call(getUsers, {}, { timeoutMs: 10 }))).kind).toBe('timeout')
  const stop = new AbortController()
  const pending = slow.call(getUsers, {}, { signal: stop.signal })
  stop.abort()
  await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
})

test('an endless response fails like any other call, and ends with its signal', async () => {
  const kinds = { 401: 'signedOut', 403: 'forbidden', 404: 'missing', 503: 'refused' }
  for (const [status, kind] of Object.entries(kinds)) {
    const { client } = against(() => text('# Error: Not now.\n', Number(status)))
    const fault = await faultOf(client.open(liveVideo, {}, new AbortController().signal))
    expect(fault).toMatchObject({ kind, message: kind === 'signedOut' ? '' : 'Not now.' })
  }
  const { client, requests } = against(() => text('picture'))
  const leaving = new AbortController()
  const response = await client.open(liveVideo, { fps: '5' }, leaving.signal)
  expect(await response.text()).toBe('picture')
  const { url, init } = requests[0] ?? {}
  expect(url).toBe('/axis-cgi/mjpg/video.cgi?fps=5')
  expect(init).toMatchObject({ method: 'GET', redirect: 'error', referrerPolicy: 'no-referrer' })
  leaving.abort()
  expect(init?.signal?.aborted).toBe(true)
})

test('versions are reported and sent', async () => {
  const { client, requests } = against(() => text('admin="root"\n', 200, { etag: '"7"' }))
  let version = ''
  await client.call(getUsers, {}, { onVersion: (value) => (version = value) })
  expect(version).toBe('"7"')
  await client.call(addUser, { user: 'a', pwd: 'b' }, { ifMatch: version })
  expect(new Headers(requests[1]?.init.headers).get('if-match')).toBe('"7"')
})

test('a refusal carries the readable text, whatever its form (EXPECT-31)', () => {
  expect(readableText('{"error":{"code":1,"message":"no"}}')).toBe('no')
  expect(readableText('{"err')).toBe('')
  expect(readableText('{"Fault":"env:Sender","FaultMsg":"Not you."}')).toBe('Not you.')
  expect(readableText('{"FaultReason":"Tag mismatch","FaultMsg":null}')).toBe('Tag mismatch')
  expect(readableText('# Error: Not for you.\n')).toBe('Not for you.')
  expect(readableText('<html><body>Error: account user name.</body>')).toBe('account user name.')
  expect(readableText('<HTML><HEAD><TITLE>404 Not Found</TITLE></HEAD>')).toBe('404 Not Found')
  expect(readableText('plain words\n')).toBe('plain words')
  expect(readableText('<b>no title</b>')).toBe('')
})
