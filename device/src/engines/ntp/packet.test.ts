import { expect, test } from 'vitest'
import { answerIn, requestWith } from './packet.ts'
import { responseTo } from './testing/fake-server.ts'

const NONCE = 0x0123_4567_89ab_cdefn

test('a request is a version 4 client packet and contains nothing but a random number (RFC 4330 §5)', () => {
  const request = requestWith(NONCE)
  expect(request.length).toBe(48)
  expect(request[0]).toBe(0x23)
  expect(request.readBigUInt64BE(40)).toBe(NONCE)
  expect(request.subarray(1, 40).every((byte) => byte === 0)).toBe(true)
})

test('a recorded server response is read, including the fraction', () => {
  // Response of chrony 4.3 with `local stratum 8` to a request with the number above.
  const packet = Buffer.from(
    '240800e600000000000000007f7f0101eeaaeed4e7bdff3a' +
      '0123456789abcdefeeaaeed6a6e52e01eeaaeed6a6eac568',
    'hex',
  )
  const answer = answerIn(packet, NONCE)
  expect(answer).toMatchObject({ kind: 'time', stratum: 8 })
  if (answer.kind !== 'time') return
  expect(new Date(answer.received).toISOString()).toBe('2026-11-20T16:07:50.651Z')
  expect(answer.sent - answer.received).toBeCloseTo(0.085, 3)
})

test('the first bit of a timestamp selects the era that begins in 2036', () => {
  const at = Date.UTC(2040, 0, 1)
  const answer = answerIn(responseTo(requestWith(NONCE), { time: at }), NONCE)
  expect(answer).toMatchObject({ kind: 'time', received: at, sent: at })
})

test.each([
  ['another number', { origin: NONCE + 1n }, { kind: 'stray' }],
  ['47 bytes', { length: 47 }, { kind: 'stray' }],
  ['no bytes', { length: 0 }, { kind: 'stray' }],
  ['client mode', { mode: 3 }, { kind: 'invalid' }],
  ['a broadcast', { mode: 5 }, { kind: 'invalid' }],
  ['version 7', { version: 7 }, { kind: 'invalid' }],
  ['no transmit time', { time: undefined }, { kind: 'invalid' }],
  ['sent before it was received', { processing: -1 }, { kind: 'invalid' }],
  ['an unsynchronised leap indicator', { leap: 3 }, { kind: 'unsynchronised' }],
  ['stratum 16', { stratum: 16 }, { kind: 'unsynchronised' }],
  ['a large dispersion', { dispersion: 16 }, { kind: 'unsynchronised' }],
  ['a kiss code', { stratum: 0, code: 'DENY' }, { kind: 'kiss', code: 'DENY' }],
] as const)('a response with %s is refused', (_, wrong, parsed) => {
  expect(answerIn(responseTo(requestWith(NONCE), wrong), NONCE)).toEqual(parsed)
})

test('an announced leap second changes nothing', () => {
  for (const leap of [1, 2]) {
    expect(answerIn(responseTo(requestWith(NONCE), { leap }), NONCE).kind).toBe('time')
  }
})
