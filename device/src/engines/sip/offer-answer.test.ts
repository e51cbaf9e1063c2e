import fc from 'fast-check'
import { expect, test } from 'vitest'
import { between, openNegotiation } from './offer-answer.ts'
import type { AudioTerms } from './offer-answer.ts'
import { readSdp } from './sdp.ts'
import { plainSdp } from './testing/phone.ts'

const TERMS: AudioTerms = {
  codecs: ['G.722', 'PCMU', 'PCMA'],
  direction: 'sendrecv',
  encryption: 'none',
  dtmfPayloadType: 96,
}
const OWN = { address: '192.0.2.1', port: 4000 }
const open = (terms: Partial<AudioTerms> = {}, own = OWN) =>
  openNegotiation({ ...TERMS, ...terms }, own)

test('an offer has the codecs in their order, the keys and our address', () => {
  expect(open().offer().split('\r\n').slice(2)).toEqual([
    's=-',
    'c=IN IP4 192.0.2.1',
    't=0 0',
    'm=audio 4000 RTP/AVP 9 0 8 96',
    'a=rtpmap:9 G722/8000',
    'a=rtpmap:0 PCMU/8000',
    'a=rtpmap:8 PCMA/8000',
    'a=rtpmap:96 telephone-event/8000',
    'a=fmtp:96 0-15',
    'a=ptime:20',
    'a=sendrecv',
    '',
  ])
  expect(open({}, { address: '2001:db8::1', port: 4000 }).offer()).toContain('c=IN IP6 2001:db8::1')
  expect(open({ dtmfPayloadType: undefined }).offer()).not.toContain('telephone-event')
})

test('versions of one session count up', () => {
  const negotiation = open()
  const origins = [negotiation.offer(), negotiation.offer()].map((sdp) =>
    /^o=(.*)$/m.exec(sdp)?.[1]?.split(' '),
  )
  expect(origins[0]?.[1]).toBe(origins[1]?.[1])
  expect([origins[0]?.[2], origins[1]?.[2]]).toEqual(['1', '2'])
})

test('two of us agree on the codec that the offer prefers, in both directions', () => {
  const [caller, callee] = [
    open(),
    open({ codecs: ['PCMA', 'G.722'], dtmfPayloadType: 101 }, { address: '192.0.2.2', port: 6000 }),
  ]
  const answered = callee.answer(caller.offer())
  expect(answered?.agreement).toMatchObject({
    remote: OWN,
    codec: 'G.722',
    payloadType: 9,
    dtmfPayloadType: 96,
    direction: 'sendrecv',
    srtp: undefined,
  })
  expect(caller.accept(answered?.sdp ?? '')).toMatchObject({
    remote: { address: '192.0.2.2', port: 6000 },
    codec: 'G.722',
    dtmfPayloadType: 96,
  })
})

test.each([
  ['none', 'none', false],
  ['none', 'bestEffort', false],
  ['bestEffort', 'none', false],
  ['bestEffort', 'bestEffort', true],
  ['bestEffort', 'mandatory', true],
  ['mandatory', 'bestEffort', true],
  ['mandatory', 'mandatory', true],
  ['none', 'mandatory', undefined],
  ['mandatory', 'none', undefined],
] as const)(
  'an offer with encryption %s and an answer with %s: %s',
  (offered, answering, encrypted) => {
    const [caller, callee] = [open({ encryption: offered }), open({ encryption: answering })]
    const answered = callee.answer(caller.offer())
    if (encrypted === undefined) {
      expect(answered).toBeUndefined()
      return
    }
    const agreed = caller.accept(answered?.sdp ?? '')
    expect(agreed?.srtp !== undefined).toBe(encrypted)
    expect(agreed?.srtp?.send).toEqual(answered?.agreement.srtp?.receive)
    expect(agreed?.srtp?.receive).toEqual(answered?.agreement.srtp?.send)
    expect(agreed?.srtp?.send.keyAndSalt.length ?? 30).toBe(30)
  },
)

test('an answer without the encryption that we insist on is not accepted', () => {
  const caller = open({ encryption: 'mandatory' })
  caller.offer()
  expect(caller.accept(plainSdp('192.0.2.9'))).toBeUndefined()
})

const KEY = 'A'.repeat(40)
test.each([
  [`a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${KEY}`, true],
  [`a=crypto:1 AES_CM_128_HMAC_SHA1_32 inline:${KEY}|2^20`, true],
  [`a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${KEY}|2^20|1:4`, false],
  [`a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${KEY} UNENCRYPTED_SRTP`, false],
  [`a=crypto:1 AES_256_CM_HMAC_SHA1_80 inline:${KEY}`, false],
  ['a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:AAAA', false],
])('%s is usable: %s', (line, usable) => {
  const offer = plainSdp('192.0.2.9', 4000, [line])
  expect(open({ encryption: 'mandatory' }).answer(offer) !== undefined).toBe(usable)
})

test('other media are refused, and lines of them come back in their order', () => {
  const offer = [
    'v=0',
    'o=x 1 1 IN IP4 192.0.2.9',
    's=-',
    'c=IN IP4 192.0.2.9',
    't=0 0',
    'm=video 6000 RTP/AVP 99',
    'm=audio 7000 UDP/TLS/RTP/SAVPF 0',
    'm=audio 8000 RTP/AVP 8',
    '',
  ].join('\r\n')
  const answered = open().answer(offer)
  expect(answered?.sdp.match(/^m=.*$/gm)).toEqual([
    'm=video 0 RTP/AVP 99',
    'm=audio 0 UDP/TLS/RTP/SAVPF 0',
    'm=audio 4000 RTP/AVP 8',
  ])
  expect(answered?.agreement).toMatchObject({ codec: 'PCMA', remote: { port: 8000 } })
})

test('codecs are found by name under another payload type', () => {
  const offer = plainSdp('192.0.2.9')
    .replace('RTP/AVP 0 96', 'RTP/AVP 120')
    .concat('a=rtpmap:120 g722/8000\r\n')
  expect(open().answer(offer)?.agreement).toMatchObject({ codec: 'G.722', payloadType: 120 })
  expect(open().answer(offer.replace('g722/8000', 'g722/16000'))).toBeUndefined()
})

test.each([
  ['sendrecv', 'sendrecv', 'sendrecv'],
  ['sendrecv', 'sendonly', 'recvonly'],
  ['sendrecv', 'recvonly', 'sendonly'],
  ['sendonly', 'sendonly', 'inactive'],
  ['recvonly', 'sendrecv', 'recvonly'],
  ['sendrecv', 'inactive', 'inactive'],
] as const)('with %s here and %s there the direction is %s', (ours, theirs, agreed) => {
  expect(between(ours, theirs)).toBe(agreed)
  const offer = plainSdp('192.0.2.9', 4000, [`a=${theirs}`])
  const answered = open({ direction: ours }).answer(offer)
  expect(answered?.agreement.direction).toBe(agreed)
  expect(answered?.sdp).toContain(`a=${agreed}`)
})

test('an address of zeros holds the call', () => {
  expect(open().answer(plainSdp('0.0.0.0'))?.agreement.direction).toBe('recvonly')
})

test('a name in place of the address is not looked up: audio goes where packets come from', () => {
  const named = plainSdp('phone.example', 4000, ['a=rtcp:4001 IN IP4 phone.example'])
  const relayed = { address: '198.51.100.1', port: 50_000 }
  const answered = openNegotiation(TERMS, { ...OWN, relayed }).answer(named)
  expect(answered?.agreement).toMatchObject({
    remote: { address: '0.0.0.0', port: 4000 },
    remoteRtcp: undefined,
    direction: 'sendrecv',
  })
})

test('a codec may be called by digits', () => {
  const offer = plainSdp('192.0.2.9').concat('a=rtpmap:96 96/8000\r\n')
  expect(open().answer(offer)?.agreement).toMatchObject({
    codec: 'PCMU',
    dtmfPayloadType: undefined,
  })
})

test('nothing that is sent as SDP makes the reader throw', () => {
  const valid = plainSdp('192.0.2.9', 4000, [`a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${KEY}`])
  fc.assert(
    fc.property(
      fc.string({ maxLength: 60 }),
      fc.nat(valid.length),
      fc.nat(30),
      (text, at, length) => {
        const changed = valid.slice(0, at) + text + valid.slice(at + length)
        const answered = open({ encryption: 'bestEffort' }).answer(changed)
        expect(answered === undefined || readSdp(answered.sdp)?.audio !== undefined).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
})
