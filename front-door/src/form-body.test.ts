import { textCall } from '@lintel/contract/call'
import { commentedError, okText } from '@lintel/contract/text'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { serve } from './serve.ts'
import { ask } from './testing/ask.ts'
import { SAMPLE } from './testing/sample-calls.ts'
import { testDoor, type TestDoor } from './testing/test-door.ts'

const change = textCall({
  ...SAMPLE,
  id: 'thing.change',
  path: '/axis-cgi/thing.cgi',
  methods: ['POST'],
  action: 'change',
  access: 'anyone',
  request: v.record(v.string(), v.string()),
  format: { ...commentedError, ...okText },
})

let door: TestDoor
let changed: Record<string, string>[] = []
beforeAll(async () => {
  const take = (values: Record<string, string>): null => {
    changed.push(values)
    return null
  }
  door = await testDoor({ calls: [serve(change, take)] })
})
beforeEach(() => {
  changed = []
})
afterAll(() => door.close())

const post = (body: string | Uint8Array, type: string | undefined, query = '') =>
  ask(`${door.url}${change.path}${query}`, {
    method: 'POST',
    body,
    headers: type === undefined ? {} : { 'content-type': type },
  })

const IN_PARTS = [
  '--x y',
  'Content-Disposition: form-data; name="action"',
  '',
  'change',
  '--x y',
  // As .NET writes it: the name without quotes, and a type for a text.
  'Content-Type: text/plain; charset=utf-8',
  'Content-Disposition: form-data; name=root.A',
  '',
  '--x & ü',
  '--x y',
  'Content-Disposition: form-data; name="root.B"; filename="b.txt"',
  'Content-Type: application/octet-stream',
  '',
  '2',
  '--x y--',
  '',
].join('\r\n')

test.each([
  ['URL-encoded', 'action=change&root.A=--x+%26+%C3%BC&root.B=2'],
  ['URL-encoded, with a line break at its end', 'action=change&root.A=--x %26 ü&root.B=2\r\n'],
  ['in parts', IN_PARTS],
])('reads a form %s, whatever type it is sent as', async (_what, body) => {
  for (const type of [
    undefined,
    'text/plain',
    'application/octet-stream',
    'application/json; charset=utf-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary="x y"',
    'no type at all',
  ]) {
    changed = []
    const answer = await post(body, type)
    expect([type, answer.text]).toEqual([type, 'OK\n'])
    expect(changed).toEqual([{ 'root.A': '--x & ü', 'root.B': '2' }])
  }
})

test.each([
  ['JSON', '{"action":"change"}'],
  ['XML', '\n<action>change</action>'],
  ['binary data', Uint8Array.of(0x61, 0x3d, 0x00)],
  ['half a form in parts', IN_PARTS.slice(0, 120)],
])('refuses %s where a form belongs, and changes nothing', async (_what, body) => {
  const answer = await post(body, 'application/x-www-form-urlencoded', '?action=change')
  expect(answer.text).toMatch(/^# Error: The (?:body is not a form|form could not be read)\.\n$/)
  expect(changed).toEqual([])
})
