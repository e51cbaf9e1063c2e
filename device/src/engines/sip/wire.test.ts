import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  HEAD_MAX,
  branchOf,
  methodOf,
  readHostPort,
  readMessage,
  readUri,
  requestUriOf,
  sentByOf,
  setBranch,
  setReceived,
  setRequestUri,
  setSentBy,
  splitList,
  statusOf,
  uriIn,
  valueOf,
  valuesOf,
  viaParameter,
  writeMessage,
} from './wire.ts'

const REQUEST = [
  'INVITE sip:door@192.0.2.1 SIP/2.0',
  'v: SIP/2.0/UDP 10.0.0.1:5062 ;branch=z9hG4bKa;rport , SIP/2.0/TCP b.test;branch=z9hG4bKb',
  'Subject: one',
  ' and two',
  'CSeq: 7 INVITE',
  'l: 3',
  '',
  'abc',
].join('\r\n')

const read = (text = REQUEST) => readMessage(text) ?? { line: '', fields: [], body: '' }

test('messages are read with compact names, folded lines and several values in one', () => {
  const message = read()
  expect(methodOf(message)).toBe('INVITE')
  expect(requestUriOf(message)).toBe('sip:door@192.0.2.1')
  expect(valueOf(message, 'subject')).toBe('one and two')
  expect(branchOf(message)).toBe('z9hG4bKa')
  expect(sentByOf(message)).toEqual({ protocol: 'udp', host: '10.0.0.1', port: 5062 })
  expect([viaParameter(message, 'rport'), viaParameter(message, 'received')]).toEqual([
    undefined,
    undefined,
  ])
  expect(statusOf(message)).toBeUndefined()
  const response = read('SIP/2.0 180 Ringing\r\nCSeq: 7 INVITE\r\n\r\n')
  expect([statusOf(response), methodOf(response), requestUriOf(response)]).toEqual([
    180,
    'INVITE',
    '',
  ])
})

test('a head that is too long for any real message is not read, a long body is', () => {
  const long = `Subject: ${'x'.repeat(HEAD_MAX)}`
  expect(readMessage(REQUEST.replace('Subject: one', long))).toBeUndefined()
  expect(readMessage(REQUEST.replace('abc', 'x'.repeat(60_000)))?.body.length).toBe(60_000)
})

test('only the topmost Via changes', () => {
  const message = read()
  setReceived(message, { address: '192.0.2.9', port: 9999 })
  expect(viaParameter(message, 'received')).toBe('192.0.2.9')
  expect(viaParameter(message, 'rport')).toBe('9999')
  setSentBy(message, 'tls', '[2001:db8::1]:5061')
  setBranch(message, 'z9hG4bKother')
  expect(valuesOf(message, 'via')).toEqual([
    'SIP/2.0/TLS [2001:db8::1]:5061;branch=z9hG4bKother;received=192.0.2.9;rport, SIP/2.0/TCP b.test;branch=z9hG4bKb',
  ])
  expect(sentByOf(message)).toEqual({ protocol: 'tls', host: '[2001:db8::1]', port: 5061 })
})

test('without rport the port is not noted', () => {
  const message = read(
    'BYE sip:x SIP/2.0\r\nVia: SIP/2.0/UDP a;branch=z9hG4bK1;received=1.2.3.4\r\n\r\n',
  )
  setReceived(message, { address: '192.0.2.9', port: 9999 })
  expect(valueOf(message, 'via')).toBe('SIP/2.0/UDP a;branch=z9hG4bK1;received=192.0.2.9')
})

test('written messages have the length of their body', () => {
  const message = read()
  message.body = 'é'
  setRequestUri(message, 'sip:x')
  const text = writeMessage(message)
  expect(text).toMatch(/^INVITE sip:x SIP\/2\.0\r\n/)
  expect(text.match(/content-length|^l:/gim)).toEqual(['Content-Length'])
  expect(text).toContain('Content-Length: 2\r\n\r\né')
})

test('what is not SIP is not read', () => {
  for (const text of [
    '',
    'GET / HTTP/1.1\r\n\r\n',
    'SIP/2.0 700 x\r\n\r\n',
    'BYE x SIP/2.0\r\nno colon\r\n\r\n',
    'BYE x SIP/2.0',
  ]) {
    expect(readMessage(text)).toBeUndefined()
  }
})

test('nothing that arrives makes the reader throw', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), fc.nat(REQUEST.length), (text, at) => {
      const message = readMessage(REQUEST.slice(0, at) + text + REQUEST.slice(at))
      if (!message) return
      setReceived(message, { address: '192.0.2.9', port: 1 })
      setSentBy(message, 'udp', 'a')
      setBranch(message, 'z9hG4bKx')
      writeMessage(message)
      sentByOf(message)
      viaParameter(message, 'rport')
    }),
  )
  fc.assert(
    fc.property(
      fc.string(),
      (text) => void [readUri(text), readHostPort(text), uriIn(text), splitList(text)],
    ),
  )
})

test('lists are split outside of quotes and brackets', () => {
  expect(splitList('"a, \\"b", <sip:x,y>, c')).toEqual(['"a, \\"b"', '<sip:x,y>', 'c'])
})

test('URIs are read in their parts', () => {
  expect(readUri('SIPS:an%20n:pw@[2001:db8::1]:5061;transport=TCP;lr?x=y')).toEqual({
    scheme: 'sips',
    user: 'an n',
    host: '2001:db8::1',
    port: 5061,
    parameters: new Map([
      ['transport', 'TCP'],
      ['lr', ''],
    ]),
  })
  expect(readUri('sip:host')).toMatchObject({ user: undefined, host: 'host', port: undefined })
  for (const text of ['tel:1', 'sip:', 'sip:a b', 'sip:x@', 'host'])
    expect(readUri(text)).toBeUndefined()
})

test('hosts are read with and without port, scheme and brackets', () => {
  expect(readHostPort('sip:host:5070')).toEqual({ host: 'host', port: 5070 })
  expect(readHostPort('[2001:db8::1]:5070')).toEqual({ host: '2001:db8::1', port: 5070 })
  expect(readHostPort('2001:db8::1')).toEqual({ host: '2001:db8::1', port: undefined })
  expect(readHostPort('[2001:db8::1]')).toEqual({ host: '2001:db8::1', port: undefined })
})
