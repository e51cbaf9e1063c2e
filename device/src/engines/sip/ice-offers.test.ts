import { expect, test } from 'vitest'
import { openNegotiation } from './offer-answer.ts'
import type { AudioTerms, OwnPlaces } from './offer-answer.ts'
import { readSdp } from './sdp.ts'
import { plainSdp } from './testing/phone.ts'

const TERMS: AudioTerms = {
  codecs: ['PCMU'],
  direction: 'sendrecv',
  encryption: 'none',
  dtmfPayloadType: undefined,
}
const PLACES: OwnPlaces = {
  address: '10.0.0.1',
  port: 4000,
  mapped: { address: '203.0.113.9', port: 31_000 },
  mappedRtcp: { address: '203.0.113.9', port: 31_007 },
  relayed: { address: '198.51.100.1', port: 50_000 },
  relayedRtcp: { address: '198.51.100.1', port: 50_009 },
  ice: { ufrag: 'ours', pwd: 'our password of ICE 22'.replaceAll(' ', '+') },
}
const FAR: OwnPlaces = {
  address: '192.0.2.2',
  port: 6000,
  ice: { ufrag: 'far1', pwd: 'password+of+the+far+side' },
}
const open = (places: OwnPlaces = PLACES) => openNegotiation(TERMS, places)
const lines = (sdp: string | undefined, start: string) =>
  (sdp ?? '').split('\r\n').filter((line) => line.startsWith(start))

test('an offer with ICE has all ways to us, and the relay as the address for others', () => {
  const sdp = open().offer()
  expect(lines(sdp, 'a=candidate')).toEqual([
    'a=candidate:1 1 UDP 2130706431 10.0.0.1 4000 typ host',
    'a=candidate:2 1 UDP 1694498815 203.0.113.9 31000 typ srflx raddr 10.0.0.1 rport 4000',
    'a=candidate:3 1 UDP 16777215 198.51.100.1 50000 typ relay raddr 203.0.113.9 rport 31000',
    'a=candidate:1 2 UDP 2130706430 10.0.0.1 4001 typ host',
    'a=candidate:2 2 UDP 1694498814 203.0.113.9 31007 typ srflx raddr 10.0.0.1 rport 4001',
    'a=candidate:3 2 UDP 16777214 198.51.100.1 50009 typ relay raddr 203.0.113.9 rport 31007',
  ])
  expect(lines(sdp, 'a=ice-')).toEqual(['a=ice-ufrag:ours', 'a=ice-pwd:our+password+of+ICE+22'])
  expect(lines(sdp, 'c=')).toEqual(['c=IN IP4 198.51.100.1'])
  expect(lines(sdp, 'm=')).toEqual(['m=audio 50000 RTP/AVP 0'])
  expect(lines(sdp, 'a=rtcp:')).toEqual(['a=rtcp:50009 IN IP4 198.51.100.1'])
})

test('without a relay the address is the one that a server sees, else our own', () => {
  const mapped = open({ ...PLACES, relayed: undefined }).offer()
  expect(lines(mapped, 'c=')).toEqual(['c=IN IP4 203.0.113.9'])
  expect(lines(mapped, 'a=rtcp:')).toEqual(['a=rtcp:31007 IN IP4 203.0.113.9'])
  const { address, port, ice } = PLACES
  const own = open({ address, port, ice }).offer()
  expect(lines(own, 'c=')).toEqual(['c=IN IP4 10.0.0.1'])
  expect(lines(own, 'a=rtcp:')).toEqual([])
  expect(lines(own, 'a=candidate')).toHaveLength(2)
  const open4 = { address: '10.0.0.1', port: 4000 }
  const seenAsItIs = open({ ...open4, ice, mapped: open4, mappedRtcp: { ...open4, port: 4001 } })
  expect(lines(seenAsItIs.offer(), 'a=candidate')).toHaveLength(2)
})

test('without ICE nobody hears of it', () => {
  const { ice: _, ...places } = PLACES
  expect(lines(open(places).offer(), 'a=ice')).toEqual([])
  expect(lines(open(places).offer(), 'a=candidate')).toEqual([])
  const answered = open(places).answer(open(FAR).offer())
  expect(lines(answered?.sdp, 'a=ice')).toEqual([])
  expect(answered?.agreement.ice).toBeUndefined()
})

test('two with ICE learn each other’s ways, and who offers is in control', () => {
  const [caller, callee] = [open(), open(FAR)]
  const answered = callee.answer(caller.offer())
  expect(answered?.agreement).toMatchObject({
    relayed: false,
    remoteRtcp: { address: '198.51.100.1', port: 50_009 },
    ice: { role: 'controlled', local: FAR.ice, remote: { ...PLACES.ice, lite: false } },
  })
  expect(answered?.agreement.ice?.remote.candidates).toMatchObject([
    { component: 1, type: 'host', address: '10.0.0.1', port: 4000, priority: 2_130_706_431 },
    { component: 1, type: 'srflx', address: '203.0.113.9', port: 31_000 },
    { component: 1, type: 'relay', address: '198.51.100.1', port: 50_000 },
    { component: 2, type: 'host', address: '10.0.0.1', port: 4001 },
    { component: 2, type: 'srflx', address: '203.0.113.9', port: 31_007 },
    { component: 2, type: 'relay', address: '198.51.100.1', port: 50_009 },
  ])
  expect(caller.accept(answered?.sdp ?? '')).toMatchObject({
    relayed: true,
    ice: { role: 'controlling', local: PLACES.ice, remote: FAR.ice },
  })
})

test('a phone without ICE gets plain SDP, and hears from the relay', () => {
  const answered = open().answer(plainSdp('198.51.100.77', 40_000))
  expect(lines(answered?.sdp, 'a=ice')).toEqual([])
  expect(lines(answered?.sdp, 'a=candidate')).toEqual([])
  expect(lines(answered?.sdp, 'c=')).toEqual(['c=IN IP4 198.51.100.1'])
  expect(answered?.agreement).toMatchObject({ relayed: true, ice: undefined })
  const caller = open()
  caller.offer()
  expect(caller.accept(plainSdp('198.51.100.77', 40_000))).toMatchObject({
    relayed: true,
    ice: undefined,
  })
})

test('a phone in a private network, which a relay on the Internet can’t reach, hears from us', () => {
  for (const address of ['10.0.0.7', '192.168.1.5', '172.31.0.1', '169.254.3.3', '127.0.0.1']) {
    const answered = open().answer(plainSdp(address, 40_000))
    expect(lines(answered?.sdp, 'c='), address).toEqual(['c=IN IP4 10.0.0.1'])
    expect(answered?.agreement.relayed).toBe(false)
  }
  const near = { ...PLACES, relayed: { address: '192.168.0.3', port: 50_000 } }
  const answered = open(near).answer(plainSdp('192.168.1.5', 40_000))
  expect(lines(answered?.sdp, 'c=')).toEqual(['c=IN IP4 192.168.0.3'])
})

test('where something on the way has changed the address, both do without ICE and say so', () => {
  const changed = open(FAR).offer().replace('c=IN IP4 192.0.2.2', 'c=IN IP4 198.51.100.99')
  const answered = open().answer(changed)
  expect(lines(answered?.sdp, 'a=ice')).toEqual(['a=ice-mismatch'])
  expect(lines(answered?.sdp, 'a=candidate')).toEqual([])
  expect(answered?.agreement).toMatchObject({
    remote: { address: '198.51.100.99' },
    ice: undefined,
  })
  const caller = open()
  caller.offer()
  expect(caller.accept(changed)?.ice).toBeUndefined()
  expect(caller.accept(answered?.sdp ?? '')?.ice).toBeUndefined()
  const held = open(FAR).offer().replace('c=IN IP4 192.0.2.2', 'c=IN IP4 0.0.0.0')
  expect(open().answer(held)?.agreement.ice).toBeDefined()
})

test('the same offer again keeps our password, another user begins anew with another', () => {
  const callee = open()
  const first = callee.answer(open(FAR).offer())
  const again = callee.answer(open(FAR).offer())
  expect(again?.agreement.ice?.local).toEqual(first?.agreement.ice?.local)
  const anew = callee.answer(open({ ...FAR, ice: { ufrag: 'far2', pwd: 'x'.repeat(22) } }).offer())
  const local = anew?.agreement.ice?.local
  expect(local).not.toEqual(PLACES.ice)
  expect(local?.ufrag).toMatch(/^[A-Za-z0-9+/]{8}$/)
  expect(local?.pwd).toMatch(/^[A-Za-z0-9+/]{24}$/)
  expect(lines(anew?.sdp, 'a=ice-pwd')).toEqual([`a=ice-pwd:${local?.pwd}`])
  const other = { ...FAR, ice: { ufrag: 'far3', pwd: 'y'.repeat(22) } }
  for (const [next, keeps] of [
    [FAR, true],
    [other, false],
  ] as const) {
    const caller = open()
    caller.offer()
    caller.accept(open(FAR).offer())
    const after = caller.answer(open(next).offer())?.agreement.ice?.local
    expect(after?.pwd === PLACES.ice?.pwd).toBe(keeps)
  }
})

test('attributes of the whole session, of a lite side and of digits alone are read', () => {
  const sdp = open(FAR)
    .offer()
    .replace(/a=ice-(?:ufrag|pwd):\S*\r\n/g, '')
    .replace(
      'm=audio',
      `a=ice-lite\r\na=ice-ufrag:1234\r\na=ice-pwd:${'7'.repeat(15)}x789012\r\nm=audio`,
    )
  expect(readSdp(sdp)?.audio?.ice).toMatchObject({
    ufrag: '1234',
    pwd: `${'7'.repeat(15)}x789012`,
    lite: true,
  })
})

test('candidates that can’t be used, and damaged ones, are left out', () => {
  const good = open(FAR).offer()
  const [first = ''] = lines(good, 'a=candidate')
  const bad = [
    'a=candidate:9 1 TCP 99 192.0.2.2 9 typ host tcptype active',
    'a=candidate:9 1 UDP 99 name.local 4000 typ host',
    'a=candidate:9 3 UDP 99 192.0.2.2 4000 typ host',
    'a=candidate:9 1 UDP 99 192.0.2.2 99999 typ host',
    'a=candidate:9 1 UDP 0 192.0.2.2 4000 typ host',
    'a=candidate:9 1 UDP 99 192.0.2.2 4000 typ wormhole',
    'a=candidate:9 1',
    'a=candidate:',
  ]
  const mixed = readSdp(good.replace(first, [...bad, first].join('\r\n')))?.audio?.ice
  expect(mixed).toEqual(readSdp(good)?.audio?.ice)
  const many = Array.from({ length: 99 }, (_, at) => first.replace('6000', String(7000 + at)))
  const full = readSdp(good.replace(first, [first, ...many].join('\r\n')))?.audio?.ice
  expect(typeof full === 'object' && full.candidates).toHaveLength(32)
  for (const ufrag of ['', 'a b', 'abc', 'x'.repeat(300)]) {
    const sdp = good.replace('ice-ufrag:far1', `ice-ufrag:${ufrag}`)
    expect(readSdp(sdp)?.audio?.ice, ufrag).toBeUndefined()
  }
})

test('where the other side takes RTCP is read, unless it is no place', () => {
  const rtcpOf = (line: string) =>
    readSdp(open(FAR).offer().replace('a=sendrecv', line))?.audio?.rtcp
  expect(rtcpOf('a=rtcp:7000')).toEqual({ address: '192.0.2.2', port: 7000 })
  expect(rtcpOf('a=rtcp:7000 IN IP4 192.0.2.9')).toEqual({ address: '192.0.2.9', port: 7000 })
  for (const line of ['a=rtcp:6001', 'a=rtcp:0', 'a=rtcp:99999', 'a=rtcp:7000 IN IP4 nowhere']) {
    expect(rtcpOf(line), line).toBeUndefined()
  }
})
