import { expect, test } from 'vitest'
import {
  TYPES,
  address4,
  address6,
  fitting,
  readMessage,
  sameName,
  service,
  texts,
  writeMessage,
  writeName,
} from './dns-message.ts'
import { chains } from './testing/hostile.ts'

const HTTP = ['_http', '_tcp', 'local']
const NAME = ['Gate 1.2 Süd', ...HTTP]

test('a message survives writing and reading, including names with dots and umlauts', () => {
  const message = {
    id: 7,
    response: true,
    questions: [{ name: NAME, type: TYPES.ANY, unicast: true }],
    answers: [
      {
        name: NAME,
        type: TYPES.SRV,
        flush: true,
        ttl: 120,
        data: service(8080, ['gate', 'local']),
      },
      { name: NAME, type: TYPES.TXT, flush: true, ttl: 4500, data: texts({ path: '/' }) },
    ],
    authorities: [
      { name: ['gate', 'local'], type: TYPES.A, flush: false, ttl: 0, data: address4('192.0.2.1') },
    ],
    additionals: [
      { name: NAME.slice(1), type: TYPES.PTR, flush: false, ttl: 1, data: writeName(NAME) },
    ],
  }
  expect(readMessage(writeMessage(message))).toEqual(message)
})

test('an answer with compressed names is read (RFC 1035 §4.1.4)', () => {
  const bytes = Buffer.concat([
    Buffer.from('000084000000000200000000', 'hex'),
    writeName(HTTP),
    Buffer.from('000c0001000011940007', 'hex'),
    // `gate`, followed by the name at offset 12; the complete name is at offset 40.
    Buffer.from('0467617465c00c', 'hex'),
    Buffer.from('c0280021800100000078000d', 'hex'),
    // Port 80 at `gate`, followed by `local` at offset 23.
    Buffer.from('0000000000500467617465c017', 'hex'),
  ])
  const { answers } = readMessage(bytes)
  expect(answers.map(({ name, type, flush }) => [name.join('.'), type, flush])).toEqual([
    ['_http._tcp.local', TYPES.PTR, false],
    ['gate._http._tcp.local', TYPES.SRV, true],
  ])
  expect(answers[0]?.data).toEqual(writeName(['gate', '_http', '_tcp', 'local']))
  expect(answers[1]?.data).toEqual(service(80, ['gate', 'local']))
})

test('addresses of both families are encoded', () => {
  expect([...address4('192.0.2.255')]).toEqual([192, 0, 2, 255])
  expect(address6('2001:db8::1').toString('hex')).toBe('20010db8000000000000000000000001')
  expect(address6('::1').toString('hex')).toBe(`${'0'.repeat(31)}1`)
  expect(address6('fe80::').toString('hex')).toBe(`fe80${'0'.repeat(28)}`)
})

test('a name is cut to the maximum number of bytes, between characters', () => {
  expect(fitting('Gate')).toBe('Gate')
  expect(fitting('ü'.repeat(40))).toBe('ü'.repeat(31))
  expect(fitting('😀'.repeat(20), ' (2)')).toBe(`${'😀'.repeat(14)} (2)`)
})

test('names compare without regard to case', () => {
  expect(sameName(['Gate', 'local'], ['gate', 'LOCAL'])).toBe(true)
  expect(sameName(['gate', 'local'], ['gate'])).toBe(false)
})

test('a name may consist of as many parts as it can have labels', () => {
  expect(readMessage(chains(127, 1)).answers).toHaveLength(2)
  expect(() => readMessage(chains(128, 1))).toThrow('too many')
})

test('malformed messages are refused', () => {
  const head = (questions: number) => Buffer.of(0, 0, 0, 0, 0, questions, 0, 0, 0, 0, 0, 0)
  const bad = [
    Buffer.alloc(0),
    Buffer.alloc(11),
    Buffer.alloc(9001),
    head(1),
    Buffer.concat([head(1), Buffer.of(0xc0, 0x0c, 0, 1, 0, 1)]),
    Buffer.concat([head(1), Buffer.of(0xc0, 0xff, 0, 1, 0, 1)]),
    Buffer.concat([head(1), Buffer.of(0x40), Buffer.alloc(80)]),
    Buffer.concat([head(1), Buffer.of(20, 0x61)]),
    Buffer.concat([
      head(1),
      ...Array.from({ length: 9 }, () => Buffer.alloc(33, 0x20)),
      Buffer.of(0, 0, 1, 0, 1),
    ]),
  ]
  for (const bytes of bad) expect(() => readMessage(bytes)).toThrow(RangeError)
  for (let length = 0; length < 60; length += 1) {
    const noise = Buffer.from(Array.from({ length }, (_, at) => (at * 73 + length * 31) % 256))
    try {
      readMessage(noise)
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError)
    }
  }
})
