import { deleteOnvifUsers } from '@lintel/contract/calls/onvif-users'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { serve } from '../serve.ts'
import { ask, basic } from '../testing/ask.ts'
import { testDoor } from '../testing/test-door.ts'
import type { TestDoor } from '../testing/test-door.ts'

const SOAP_12 = 'http://www.w3.org/2003/05/soap-envelope'
const TDS = 'http://www.onvif.org/ver10/device/wsdl'

let door: TestDoor
let reached: unknown[] = []
beforeAll(async () => {
  const take = (input: unknown) => {
    reached.push(input)
    return {}
  }
  door = await testDoor({ calls: [serve(deleteOnvifUsers, take)] })
  door.device.state.policy = 'basic'
})
beforeEach(() => {
  reached = []
})
afterAll(() => door.close())

const post = (body: string | Uint8Array, type?: string) =>
  ask(`${door.url}/vapix/services`, {
    method: 'POST',
    headers: {
      authorization: basic('root', 'pass-root'),
      ...(type === undefined ? {} : { 'content-type': type }),
    },
    body,
  })

const named = (name: string, declaration = ''): string =>
  `${declaration}<s:Envelope xmlns:s="${SOAP_12}"><s:Body><t:DeleteUsers xmlns:t="${TDS}"><t:Username>${name}</t:Username></t:DeleteUsers></s:Body></s:Envelope>`
const declaring = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?>`
const bigEndian = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()

test.each([
  undefined,
  '',
  'nonsense',
  'text/plain',
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/soap+xml; charset=utf-8; action="urn:any"',
])('an envelope of the type %s is read', async (type) => {
  expect((await post(named('Zoë'), type)).status).toBe(200)
  expect(reached).toEqual([{ Username: ['Zoë'] }])
})

test.each([
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${named('Zoë')}`), ''],
  ['UTF-16 with a mark', Buffer.from(`\uFEFF${named('Zoë')}`, 'utf16le'), ''],
  ['UTF-16, big end first', bigEndian(`\uFEFF${named('Zoë')}`), 'utf-8'],
  ['UTF-16 without a mark', Buffer.from(named('Zoë', declaring('utf-16')), 'utf16le'), 'utf-16'],
  ['UTF-16 without anything', bigEndian(named('Zoë')), ''],
  [
    'ISO-8859-1 by its declaration',
    Buffer.from(named('Zoë', declaring('ISO-8859-1')), 'latin1'),
    '',
  ],
  ['ISO-8859-1 by its charset', Buffer.from(named('Zoë'), 'latin1'), 'iso-8859-1'],
  ['ISO-8859-1 by a charset in quotes', Buffer.from(named('Zoë'), 'latin1'), '"ISO-8859-1"'],
  ['UTF-8 that declares UTF-16', Buffer.from(named('Zoë', declaring('utf-16'))), ''],
  [
    'UTF-8 by its charset, declared otherwise',
    Buffer.from(named('Zoë', declaring('latin1'))),
    'utf-8',
  ],
])('an envelope in %s is read', async (_, body, charset) => {
  const type = charset === '' ? 'text/xml' : `text/xml; charset=${charset}; action="urn:x"`
  expect((await post(body, type)).status).toBe(200)
  expect(reached).toEqual([{ Username: ['Zoë'] }])
})

test.each([
  ['an unknown encoding', named('a', declaring('EBCDIC-1')), 'text/xml'],
  ['an unknown charset', named('a'), 'text/xml; charset=klingon'],
  [
    'bytes that are not in its charset',
    Buffer.from(named('ë'), 'latin1'),
    'text/xml; charset=utf-8',
  ],
])('an envelope in %s is refused', async (_, body, type) => {
  const answer = await post(body, type)
  expect(answer.status).toBe(400)
  expect(answer.text).toContain('<SOAP-ENV:Value>ter:WellFormed</SOAP-ENV:Value>')
  expect(reached).toEqual([])
})

test('attributes may follow each other without a blank', async () => {
  const body = named('a', '<?xml version="1.0"encoding="utf-8"?>').replace(
    '<s:Body>',
    `<s:Body xmlns:a="urn:a"xmlns:b='urn:b'a:c="1"b:c="2">`,
  )
  expect((await post(body)).status).toBe(200)
  expect(reached).toEqual([{ Username: ['a'] }])
})
