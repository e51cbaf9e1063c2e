import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { uploadCall } from './call.ts'
import { uploadClip } from './calls/clips.ts'
import { upgradeFirmware } from './calls/firmware.ts'
import { faultJson } from './fault-json.ts'
import { DeviceFault } from './fault.ts'
import { createUploadClient } from './upload-client.ts'

/** A mock of the browser's XMLHttpRequest, as far as the client uses it. */
class FakeRequest extends EventTarget {
  static last: FakeRequest
  readonly upload = new EventTarget()
  readonly headers = new Map<string, string>()
  sent: { method: string; url: string; form?: FormData } = { method: '', url: '' }
  status = 0
  responseText = ''
  aborted = false

  constructor() {
    super()
    FakeRequest.last = this
  }
  open(method: string, url: string) {
    this.sent = { method, url }
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value)
  }
  send(form: FormData) {
    this.sent.form = form
  }
  abort() {
    this.aborted = true
    this.dispatchEvent(new Event('abort'))
  }
  progress(loaded: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded }))
  }
  answer(status: number, text: string) {
    this.upload.dispatchEvent(new Event('load'))
    Object.assign(this, { status, responseText: text })
    this.dispatchEvent(new Event('load'))
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const client = createUploadClient()
/** No progress for this long aborts the upload. */
const SILENCE = 120_000
const file = new File([new Uint8Array(1000)], 'image.bin')
const page = (body: string) => `<html><head></head><body>${body}</body></html>\n`

/** Starts an upload and records its result in `outcome`. */
function begin(use: { signal?: AbortSignal; type?: 'factorydefault' } = {}) {
  const reports: [number, number][] = []
  const { type, ...options } = use
  const outcome = client
    .upload(upgradeFirmware, type ? { type } : {}, file, {
      ...options,
      onProgress: (...bytes) => void reports.push(bytes),
    })
    .catch((fault: unknown) => fault)
  return { request: FakeRequest.last, reports, outcome }
}

async function faultOf(outcome: Promise<unknown>): Promise<DeviceFault> {
  const fault = await outcome
  if (!(fault instanceof DeviceFault)) throw new Error(`no device fault: ${String(fault)}`)
  return fault
}

test('the file is the only part of a form, and the fields are the query (MAINT-13, DEVICE-44)', async () => {
  const { request, outcome } = begin({ type: 'factorydefault' })
  expect(request.sent).toMatchObject({
    method: 'POST',
    url: '/axis-cgi/firmwareupgrade.cgi?type=factorydefault',
  })
  expect(request.headers.get('x-lintel-console')).toBe('1')
  const parts = [...(request.sent.form?.entries() ?? [])]
  expect(parts).toHaveLength(1)
  expect(parts[0]?.[1]).toMatchObject({ name: 'image.bin', size: 1000 })
  request.answer(200, page('Firmware 9.80.4 is being started.'))
  expect(await outcome).toBe('Firmware 9.80.4 is being started.')
})

test('without a field there is no query (MAINT-13)', () => {
  expect(begin().request.sent.url).toBe('/axis-cgi/firmwareupgrade.cgi')
})

test('progress is reported in bytes of the file, from none to all (EXPECT-29)', async () => {
  const { request, reports, outcome } = begin()
  request.progress(400)
  request.progress(1150)
  request.answer(200, page('Good.'))
  await outcome
  expect(reports).toEqual([
    [0, 1000],
    [400, 1000],
    [1000, 1000],
    [1000, 1000],
  ])
})

test('a response with Error is a refusal with its text, whatever the status (MAINT-16)', async () => {
  const { request, outcome } = begin()
  request.answer(200, page('Error: The image is not signed by a known key.'))
  expect(await faultOf(outcome)).toMatchObject({
    kind: 'refused',
    message: 'The image is not signed by a known key.',
  })
  const older = begin()
  older.request.answer(200, page('Upgrade Error'))
  expect(await faultOf(older.outcome)).toMatchObject({ kind: 'refused', message: 'Upgrade Error' })
})

test.each([
  [401, 'signedOut'],
  [403, 'forbidden'],
  [404, 'missing'],
  [413, 'refused'],
  [500, 'refused'],
] as const)('the status %d is the fault %s', async (status, kind) => {
  const { request, outcome } = begin()
  request.answer(status, page('Error: no'))
  expect(await faultOf(outcome)).toMatchObject({ kind, status, call: 'firmware.upgrade' })
})

test('a lost connection is an unreachable device', async () => {
  const { request, outcome } = begin()
  request.progress(400)
  request.dispatchEvent(new Event('error'))
  expect(await faultOf(outcome)).toMatchObject({ kind: 'unreachable' })
})

test('it times out only without progress', async () => {
  const { request, outcome } = begin()
  for (let bytes = 0; bytes < 1000; bytes += 100) {
    vi.advanceTimersByTime(SILENCE - 1)
    request.progress(bytes)
  }
  expect(request.aborted).toBe(false)
  vi.advanceTimersByTime(SILENCE)
  expect(request.aborted).toBe(true)
  expect(await faultOf(outcome)).toMatchObject({ kind: 'timeout' })
})

test('an abort is rethrown to its caller, and nothing is sent after one (EXPECT-29)', async () => {
  const leaving = new AbortController()
  const { request, outcome } = begin({ signal: leaving.signal })
  leaving.abort()
  expect(request.aborted).toBe(true)
  expect(await outcome).toMatchObject({ name: 'AbortError' })
  const before = FakeRequest.last
  expect(await begin({ signal: leaving.signal }).outcome).toMatchObject({ name: 'AbortError' })
  expect(FakeRequest.last).toBe(before)
})

const sample = {
  access: 'admin',
  effect: 'write',
  summary: '',
  source: '',
  proof: 'own design',
  part: 'content',
  maxBytes: 1000,
} as const
const setImage = uploadCall({
  ...sample,
  id: 'image.set',
  path: '/things/{id}/image',
  request: v.object({ id: v.string() }),
  format: faultJson<{ image: string }>(),
})
const importAll = uploadCall({
  ...sample,
  id: 'import',
  path: '/things',
  selectedBy: 'all',
  several: true,
  maxFiles: 3,
  request: v.object({ all: v.literal('true') }),
  format: faultJson<Record<string, never>>(),
})

test('members of the path leave the query, and the answer is JSON', async () => {
  const outcome = client.upload(setImage, { id: 'a/b' }, file)
  const request = FakeRequest.last
  expect(request.sent.url).toBe('/things/a%2Fb/image')
  request.answer(200, '{"image":"/things/a%2Fb/image"}')
  expect(await outcome).toEqual({ image: '/things/a%2Fb/image' })
})

test('the action that selects a call is part of the query', async () => {
  const outcome = client.upload(uploadClip, { name: 'Ärger' }, file)
  const request = FakeRequest.last
  expect(request.sent.url).toBe('/axis-cgi/mediaclip.cgi?action=upload&name=%C3%84rger')
  request.answer(200, 'OK\nuploaded=5')
  expect(await outcome).toBe(5)
  const other = client.upload(uploadClip, {}, file)
  FakeRequest.last.answer(200, 'OK')
  expect(await other).toBeNull()
  const refused = client.upload(uploadClip, {}, file).catch((fault: unknown) => fault)
  FakeRequest.last.answer(200, 'No room\n')
  expect(await faultOf(refused)).toMatchObject({ kind: 'refused', message: 'No room' })
})

test('the reason of a refusal in JSON is its FaultMsg', async () => {
  const refused = async (status: number, body: string) => {
    const outcome = client.upload(setImage, { id: '1' }, file).catch((fault: unknown) => fault)
    FakeRequest.last.answer(status, body)
    return faultOf(outcome)
  }
  const fault = { Fault: 'env:Sender', FaultReason: 'Tag mismatch', FaultMsg: 'JSON parse error' }
  expect(await refused(400, JSON.stringify(fault))).toMatchObject({
    kind: 'refused',
    message: 'JSON parse error',
  })
  const brief = JSON.stringify({ ...fault, FaultMsg: null })
  expect(await refused(400, brief)).toMatchObject({ kind: 'refused', message: 'Tag mismatch' })
  expect(await refused(403, JSON.stringify(fault))).toMatchObject({ kind: 'forbidden' })
  expect(await refused(200, '<html>')).toMatchObject({ kind: 'malformed' })
})

test('an id that no path can hold is answered like one that does not exist', async () => {
  const before = FakeRequest.last
  const outcome = client.upload(setImage, { id: '..' }, file).catch((fault: unknown) => fault)
  expect(await faultOf(outcome)).toMatchObject({ kind: 'absent', call: 'image.set' })
  expect(FakeRequest.last).toBe(before)
})

test('several files are parts of one form, in order, and progress counts all of them', async () => {
  const reports: [number, number][] = []
  const files = ['a', 'bc', 'def'].map((content, at) => new File([content], `${at}.json`))
  const onProgress = (...bytes: [number, number]) => void reports.push(bytes)
  const outcome = client.upload(importAll, { all: 'true' }, files, { onProgress })
  const request = FakeRequest.last
  expect(request.sent.url).toBe('/things?all=true')
  expect(request.sent.form?.getAll('content')).toMatchObject(files.map(({ name }) => ({ name })))
  request.progress(400)
  request.answer(200, '{}')
  expect(await outcome).toEqual({})
  expect(reports).toEqual([
    [0, 6],
    [6, 6],
    [6, 6],
  ])
})
