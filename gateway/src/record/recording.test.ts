import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readRecording, sortExchanges, writeRecording } from './recording.ts'
import type { Exchange } from './recording.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-recording-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const exchange = (body: string, rest: Partial<Exchange> = {}): Exchange => ({
  call: 'x',
  method: 'GET',
  path: '/x',
  query: '',
  request: '',
  status: 200,
  type: 'text/plain',
  body,
  binary: false,
  ...rest,
})

test.each([
  ['JSON', '{"a":[1,"ä",{"b":null}]}'],
  ['JSON with blanks', '{ "a": 1 }'],
  ['JSON whose numbers have another spelling', '{"a":1.0}'],
  ['JSON with a name twice', '{"a":1,"a":2}'],
  ['lines', 'a=1\r\nb=2\n\nc'],
  ['XML on one line', '<a><b>x</b><c/><d></d></a>'],
  ['nothing', ''],
])('%s is read as it was written', (_what, body) => {
  const recording = { product: 'A8207-VE', firmware: '9.80.3', exchanges: [exchange(body)] }
  writeRecording(folder, recording)
  expect(readRecording(folder)).toEqual(recording)
})

test('bytes and requests are kept', () => {
  const exchanges = [
    exchange('AAEC', { binary: true, query: 'a=1', request: '{}', method: 'POST', status: 404 }),
  ]
  writeRecording(folder, { product: '', firmware: '', exchanges })
  expect(readRecording(folder).exchanges).toEqual(exchanges)
})

test('a changed line is one changed line of the file', () => {
  const linesWith = (middle: string): string[] => {
    const exchanges = [exchange(`a=1\n${middle}\nc=3\n`)]
    const file = writeRecording(folder, { product: '', firmware: '', exchanges })
    return readFileSync(file, 'utf8').split('\n')
  }
  const [first, second] = [linesWith('b=2'), linesWith('b=4')]
  expect(first.filter((line, at) => line !== second[at])).toHaveLength(1)
})

test('the order does not depend on the order of the requests', () => {
  const all = [
    exchange('', { path: '/b' }),
    exchange('', { path: '/a', query: '2' }),
    exchange('', { path: '/a', query: '1' }),
    exchange('', { path: '/a', call: 'w', query: '3' }),
  ]
  expect(sortExchanges(all.toReversed())).toEqual(sortExchanges(all))
  expect(sortExchanges(all).map(({ path, query }) => path + query)).toEqual([
    '/a3',
    '/a1',
    '/a2',
    '/b',
  ])
})

test('another file is refused', () => {
  writeFileSync(join(folder, 'recording.json'), '{"format":99,"exchanges":[]}')
  expect(() => readRecording(folder)).toThrow(SyntaxError)
  writeFileSync(join(folder, 'recording.json'), 'no')
  expect(() => readRecording(folder)).toThrow(SyntaxError)
})
