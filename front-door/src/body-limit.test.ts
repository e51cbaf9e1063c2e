import { systemReady } from '@lintel/contract/calls/system'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from './serve.ts'
import { ask, basic, type RawResponse } from './testing/ask.ts'
import { sampleCalls, UPDATE } from './testing/sample-calls.ts'
import { testDoor, type TestDoor } from './testing/test-door.ts'

const MEGABYTE = 1024 * 1024
let door: TestDoor

beforeAll(async () => {
  const ready = serve(systemReady, () => ({
    systemready: 'yes' as const,
    needsetup: 'no' as const,
    uptime: '1',
    bootid: 'b',
    passphrasepolicy: 'none',
  }))
  door = await testDoor({ calls: [...sampleCalls, ready] })
  door.device.state.policy = 'basic'
})
afterAll(() => door.close())

const post = (path: string, type: string, body: string, headers = {}): Promise<RawResponse> =>
  ask(door.url + path, { method: 'POST', body, headers: { 'content-type': type, ...headers } })
const FORM = 'application/x-www-form-urlencoded'
const root = { authorization: basic('root', 'pass-root') }

test('accepts one megabyte of a form and refuses more in the format of the call', async () => {
  const fits = await post(UPDATE, FORM, `root.B=${'x'.repeat(MEGABYTE - 7)}`, root)
  expect([fits.status, fits.text]).toEqual([200, 'OK\n'])
  const over = await post(UPDATE, FORM, `root.B=${'x'.repeat(MEGABYTE - 6)}`, root)
  expect([over.status, over.text]).toEqual([413, '# Error: The request body is too large.\n'])
})

test('refuses more than a megabyte of JSON with the code of the family', async () => {
  const body = (length: number): string =>
    `{"apiVersion":"1.0","method":"systemready"${' '.repeat(length - 43)}}`
  expect((await post('/axis-cgi/systemready.cgi', 'application/json', body(MEGABYTE))).status).toBe(
    200,
  )
  const over = await post('/axis-cgi/systemready.cgi', 'application/json', body(MEGABYTE + 1))
  expect([over.status, over.text]).toEqual([
    413,
    '{"apiVersion":"1.5","error":{"code":1000,"message":"The request body is too large."}}',
  ])
})

test('refuses more than a megabyte at the sign-in page, as JSON and as a form', async () => {
  const text = 'x'.repeat(MEGABYTE)
  const json = await post('/sign-in', 'application/json', `{"user":"a","password":"${text}"}`)
  expect([json.status, JSON.parse(json.text)]).toMatchObject([413, { error: { code: 2107 } }])
  expect((await post('/sign-in', FORM, `password=${text}`)).status).toBe(413)
})

test('answers when a body without a length grows too long, and keeps working', async () => {
  const chunk = `${(64 * 1024).toString(16)}\r\n${'x'.repeat(64 * 1024)}\r\n`
  const answer = await new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(door.url)
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        'POST /axis-cgi/systemready.cgi HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n',
      )
      for (let sent = 0; sent < 40; sent += 1) socket.write(chunk)
      socket.write('0\r\n\r\n')
    })
    socket.once('data', (data) => {
      socket.destroy()
      resolve(data.toString())
    })
    socket.once('error', reject)
  })
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
})

test('refuses an unknown caller without reading the body', async () => {
  const answer = await post(UPDATE, FORM, `root.B=${'x'.repeat(3 * MEGABYTE)}`)
  expect(answer.status).toBe(401)
})
