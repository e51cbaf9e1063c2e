import { expect, test } from 'vitest'
import { NOTHING_GATHERED } from '../media/types.ts'
import { get, method } from './testing/message.ts'
import { openPeer, openRig, until } from './testing/sip-rig.ts'

/** A device with a peer-to-peer account, and a phone. */
async function openPair(options: Parameters<typeof openRig>[1] = {}, account = {}) {
  const peer = await openPeer()
  const rig = await openRig([account], options)
  return { peer, rig, target: `sip:phone@${peer.address}` }
}

test('an outgoing call is answered, has audio, and ends from here', async () => {
  const { peer, rig, target } = await openPair()
  const callId = rig.sip.call(target)
  expect(rig.call(callId)).toMatchObject({ state: 'calling', direction: 'outgoing' })
  await rig.reaches(callId, 'active')
  expect(rig.call(callId)).toMatchObject({ codec: 'PCMU', encrypted: false, remoteUri: target })
  const [session] = rig.media.sessions
  expect(session?.agreements).toEqual([
    {
      remote: { address: '127.0.0.1', port: 40_000 },
      remoteRtcp: undefined,
      relayed: false,
      ice: undefined,
      codec: 'PCMU',
      payloadType: 0,
      dtmfPayloadType: 96,
      direction: 'sendrecv',
      srtp: undefined,
    },
  ])
  await until(() => expect(peer.phone.calls[0]?.acknowledged).toBe(true))
  rig.sip.terminate(callId)
  await rig.reaches(callId, 'terminated')
  expect(rig.call(callId)).toMatchObject({ code: undefined, reason: '' })
  await until(() => expect(peer.phone.calls[0]?.ended).toBe(true))
  expect(session?.closed).toBe(true)
  expect(rig.changes.map(({ state }) => state)).toEqual([
    'calling',
    'active',
    'terminating',
    'terminated',
  ])
})

test('the other side ends the call', async () => {
  const { peer, rig, target } = await openPair()
  const callId = rig.sip.call(target)
  await rig.reaches(callId, 'active')
  await until(() => expect(peer.phone.calls[0]?.acknowledged).toBe(true))
  peer.phone.calls[0]?.bye()
  await rig.reaches(callId, 'terminated')
  expect(rig.call(callId)?.code).toBeUndefined()
})

test('an incoming call is answered by itself and ends from either side', async () => {
  const { peer, rig } = await openPair()
  const first = peer.phone.call(rig.uri)
  await until(() => expect(first.status).toBe(200))
  const callId = rig.sip.calls()[0]?.callId ?? ''
  await rig.reaches(callId, 'active')
  expect(rig.call(callId)).toMatchObject({ direction: 'incoming', codec: 'PCMU' })
  rig.sip.terminate(callId)
  await rig.reaches(callId, 'terminated')
  expect(first.ended).toBe(true)
  const second = peer.phone.call(rig.uri)
  await until(() => expect(second.status).toBe(200))
  second.bye()
  await until(() =>
    expect(rig.sip.calls().map(({ state }) => state)).toEqual(['terminated', 'terminated']),
  )
})

test.each([
  ['486 Busy Here', 486, 'Busy Here'],
  ['603 Decline', 603, 'Decline'],
  ['404 Not Found', 404, 'Not Found'],
  // Without an address there is nowhere to go.
  ['302 Moved Temporarily', 302, 'Moved Temporarily'],
])('a call refused with %s ends with that status', async (manner, code, reason) => {
  const { peer, rig, target } = await openPair()
  peer.phone.manner = manner
  const callId = rig.sip.call(target)
  await rig.reaches(callId, 'terminated')
  expect(rig.call(callId)).toMatchObject({ code, reason })
  await until(() => expect(peer.phone.calls[0]?.acknowledged).toBe(true))
})

test('a ringing call is cancelled', async () => {
  const { peer, rig, target } = await openPair()
  peer.phone.manner = 'ring'
  const callId = rig.sip.call(target)
  await until(() => expect(peer.phone.calls.length).toBe(1))
  rig.sip.terminate(callId)
  await rig.reaches(callId, 'terminated')
  expect(rig.call(callId)).toMatchObject({ code: 487, reason: 'Request Terminated' })
  await until(() => expect(peer.phone.calls[0]?.status).toBe(487))
})

test('a phone that rings for ever is given up after the calling time', async () => {
  const { peer, rig, target } = await openPair({ settings: { callingTimeout: 20 } })
  peer.phone.manner = 'ring'
  const callId = rig.sip.call(target)
  await until(() => expect(peer.phone.calls.length).toBe(1))
  await rig.clock.advance(19_000)
  expect(rig.call(callId)?.state).toBe('calling')
  await rig.clock.advance(1000)
  await rig.reaches(callId, 'terminated')
  expect(rig.call(callId)).toMatchObject({ code: 408 })
  await until(() => expect(peer.phone.calls[0]?.status).toBe(487))
})

test('a phone that does not answer at all ends the call after 32 seconds', async () => {
  const { peer, rig, target } = await openPair()
  peer.phone.manner = 'silent'
  const callId = rig.sip.call(target)
  await until(() => expect(peer.phone.received.length).toBe(1))
  await rig.clock.advance(31_000)
  expect(rig.call(callId)?.state).toBe('calling')
  await rig.clock.advance(1000)
  await rig.reaches(callId, 'terminated')
  expect(rig.call(callId)).toMatchObject({ code: 408, reason: 'Request Timeout' })
  // At 0.5, 1.5, 3.5, 7.5, 15.5 and 31.5 s (RFC 3261 §17.1.1.2), and no ACK.
  await until(() => expect(peer.phone.received.map(method)).toEqual(Array(7).fill('INVITE')))
})

test('an incoming call that nobody answers is declined after the answering time', async () => {
  const { peer, rig } = await openPair(
    { settings: { answeringTimeout: 30 } },
    { autoAnswer: false },
  )
  const call = peer.phone.call(rig.uri)
  await until(() => expect(rig.sip.calls()[0]?.state).toBe('idle'))
  await until(() =>
    expect(peer.phone.received.map(({ line }) => line)).toContain('SIP/2.0 180 Ringing'),
  )
  await rig.clock.advance(30_000)
  await until(() => expect(call.status).toBe(480))
  expect(rig.sip.calls()[0]).toMatchObject({ state: 'terminated', code: 480 })
})

test('an incoming call without a usable codec is refused before it rings', async () => {
  const { peer, rig } = await openPair({ settings: { codecs: ['PCMA'] } }, { autoAnswer: false })
  const call = peer.phone.call(rig.uri)
  await until(() => expect(call.status).toBe(488))
  expect(peer.phone.received.map(({ line }) => line)).not.toContain('SIP/2.0 180 Ringing')
  expect(rig.sip.calls()[0]).toMatchObject({ state: 'terminated', code: 488 })
})

test('a ringing incoming call is answered, declined, or cancelled by the caller', async () => {
  const { peer, rig } = await openPair({}, { autoAnswer: false })
  const ring = async () => {
    const call = peer.phone.call(rig.uri)
    await until(() => expect(rig.sip.calls()[0]).toMatchObject({ state: 'idle' }))
    await until(() => expect(rig.media.sessions.length).toBe(peer.phone.calls.length))
    return { call, callId: rig.sip.calls()[0]?.callId ?? '' }
  }
  const answered = await ring()
  rig.sip.answer(answered.callId)
  await until(() => expect(answered.call.status).toBe(200))
  answered.call.bye()
  await rig.reaches(answered.callId, 'terminated')

  const declined = await ring()
  rig.sip.terminate(declined.callId)
  await until(() => expect(declined.call.status).toBe(603))

  const cancelled = await ring()
  cancelled.call.cancel()
  await until(() => expect(cancelled.call.status).toBe(487))
  expect(rig.call(cancelled.callId)).toMatchObject({ state: 'terminated', code: 487 })
  expect(rig.media.sessions.every(({ closed }) => closed)).toBe(true)
})

test('a call ends when the longest duration is reached', async () => {
  const { peer, rig, target } = await openPair({ settings: { maxCallDuration: 90 } })
  const callId = rig.sip.call(target)
  await rig.reaches(callId, 'active')
  await until(() => expect(peer.phone.calls[0]?.acknowledged).toBe(true))
  await rig.clock.advance(89_000)
  expect(rig.call(callId)?.state).toBe('active')
  await rig.clock.advance(1000)
  await rig.reaches(callId, 'terminated')
  expect(rig.call(callId)).toMatchObject({
    code: undefined,
    reason: 'The longest duration was reached.',
  })
  await until(() => expect(peer.phone.calls[0]?.ended).toBe(true))
})

test('keys in INFO may be numbers of events, and letters of either case', async () => {
  const { peer, rig, target } = await openPair()
  await rig.reaches(rig.sip.call(target), 'active')
  await until(() => expect(peer.phone.calls[0]?.acknowledged).toBe(true))
  const type = 'application/dtmf-relay'
  for (const signal of ['10', '11', 'd', '12', 'x', '55']) {
    await peer.phone.calls[0]?.ask('INFO', { type, content: `Signal= ${signal}\r\n` })
  }
  expect(rig.digits.map(({ digit }) => digit).join('')).toBe('*#D')
})

test('keys are reported from RTP and INFO, and sent the way the account is set to', async () => {
  const { peer, rig, target } = await openPair()
  const callId = rig.sip.call(target)
  await rig.reaches(callId, 'active')
  await until(() => expect(peer.phone.calls[0]?.acknowledged).toBe(true))
  const [call] = peer.phone.calls
  rig.media.sessions[0]?.hear('5')
  await call?.ask('INFO', {
    type: 'application/dtmf-relay',
    content: 'Signal=#\r\nDuration=160\r\n',
  })
  await call?.ask('INFO', { type: 'application/dtmf', content: '7' })
  const refused = await call?.ask('INFO', { type: 'text/plain', content: '8' })
  expect(refused?.line).toBe('SIP/2.0 415 Unsupported Media Type')
  expect(rig.digits.map(({ digit, via }) => `${digit} ${via}`)).toEqual([
    '5 rtp',
    '# info',
    '7 info',
  ])
  rig.sip.press(callId, '1')
  expect(rig.media.sessions[0]?.pressed).toEqual(['1'])
  await rig.configure([{ dtmf: { rfc2833: false, info: true } }])
  rig.sip.press(callId, '2')
  await until(() => expect(call?.infos).toEqual(['Signal=2\r\nDuration=160\r\n']))
  rig.media.sessions[0]?.hear('9')
  expect(rig.digits.length).toBe(3)
})

test('nothing that is entered becomes a field of its own', async () => {
  const { peer, rig, target } = await openPair({}, { callerId: 'Door "1"\r\nX: y' })
  const callId = rig.sip.call(target)
  await rig.reaches(callId, 'active')
  const [invite] = peer.phone.received
  expect(invite && get(invite, 'From')).toMatch(/^"Door 1X: y" <sip:door@/)
  expect(invite && get(invite, 'X')).toBe('')
  for (const to of ['sip:a\r\nX: y@b', 'sip:a@b\r\nX: y', 'sip:a@b;c\r\nX: y', 'a\r\nX: y']) {
    expect(() => rig.sip.call(to)).toThrow('badAddress')
  }
  rig.sip.press(callId, '1\r\n')
  rig.sip.press(callId, '12')
  expect(rig.media.sessions[0]?.pressed).toEqual([])
})

test('the ladder of a call has its messages, without passwords', async () => {
  const { peer, rig } = await openPair()
  const callId = rig.sip.call(`sip:phone:hush@${peer.address}`)
  await rig.reaches(callId, 'active')
  rig.sip.terminate(callId)
  await rig.reaches(callId, 'terminated')
  const ladder = rig.sip.ladder(callId)
  expect(
    ladder.map(({ sent, line }) => `${sent ? '>' : '<'} ${line.split(' ').slice(0, 2).join(' ')}`),
  ).toEqual([
    `> INVITE sip:phone@${peer.address}`,
    '< 180 Ringing',
    '< 200 OK',
    `> ACK sip:phone@${peer.address}`,
    `> BYE sip:phone@${peer.address}`,
    '< 200 OK',
  ])
  expect(ladder[0]).toMatchObject({ callId, peer: `udp ${peer.address}`, method: 'INVITE' })
})

test('the other side puts a call on hold and resumes it', async () => {
  const { peer, rig, target } = await openPair()
  const callId = rig.sip.call(target)
  await rig.reaches(callId, 'active')
  await until(() => expect(peer.phone.calls[0]?.acknowledged).toBe(true))
  const held = peer.phone.sdp('').replace('sendrecv', '').concat('a=sendonly\r\n')
  const response = await peer.phone.calls[0]?.ask('INVITE', {
    type: 'application/sdp',
    content: held,
  })
  expect(response?.body).toContain('a=recvonly')
  const [session] = rig.media.sessions
  expect(session?.agreements.at(-1)?.direction).toBe('recvonly')
  const bad = await peer.phone.calls[0]?.ask('INVITE', {
    type: 'application/sdp',
    content: 'v=0\r\n',
  })
  expect(bad?.line).toContain('488')
  expect(rig.call(callId)?.state).toBe('active')
  await peer.phone.calls[0]?.ask('INVITE', { type: 'application/sdp', content: peer.phone.sdp('') })
  expect(session?.agreements.at(-1)?.direction).toBe('sendrecv')
})

test('a call without an offer gets one, and its audio with the ACK', async () => {
  const { peer, rig } = await openPair()
  const call = peer.phone.call(rig.uri, { sdp: '' })
  await until(() => expect(call.status).toBe(200))
  expect(call.sdp).toContain('m=audio')
  await until(() => expect(rig.media.sessions[0]?.agreements.length).toBe(1))
})

test('without a free RTP port, calls fail in both directions', async () => {
  const { peer, rig, target } = await openPair()
  rig.media.full = true
  const callId = rig.sip.call(target)
  await rig.reaches(callId, 'terminated')
  expect(rig.call(callId)).toMatchObject({ code: 503, reason: 'There is no free RTP port.' })
  const call = peer.phone.call(rig.uri)
  await until(() => expect(call.status).toBe(500))
})

test('the audio is offered at the address that the STUN server sees', async () => {
  const { peer, rig, target } = await openPair({ settings: { stunServer: 'stun.test' } })
  const mapped = { address: '203.0.113.9', port: 31_000 }
  rig.media.found = { ...NOTHING_GATHERED, mapped }
  rig.sip.call(target)
  await until(() => expect(peer.phone.calls.length).toBe(1))
  expect(peer.phone.calls[0]?.sdp).toContain('c=IN IP4 203.0.113.9')
  expect(peer.phone.calls[0]?.sdp).toContain('m=audio 31000')
})

test('only whom the lists allow may call', async () => {
  const { peer, rig } = await openPair()
  const attempt = async (from: string) => {
    const call = peer.phone.call(rig.uri, { from: `<${from}>` })
    await until(() => expect(call.status).toBeDefined())
    if (call.status === 200) call.bye()
    return call.status
  }
  await rig.configure([{}], { allowedUsers: [{ user: 'guard', password: '' }] })
  expect(await attempt('sip:guard@anywhere')).toBe(200)
  expect(await attempt('sip:thief@anywhere')).toBe(403)
  await rig.configure([{}], { allowedUris: ['sip:10.0.0.7', 'ann@lab.test'] })
  expect(await attempt('sip:anybody@10.0.0.7')).toBe(200)
  expect(await attempt('sip:ann@lab.test')).toBe(200)
  expect(await attempt('sip:bob@lab.test')).toBe(403)
  await rig.configure([{}], { allowIncoming: false })
  expect(await attempt('sip:guard@anywhere')).toBe(403)
  expect(rig.sip.calls().filter(({ state }) => state !== 'terminated')).toEqual([])
})

test('a proxy that wants credentials gets them, also from the second of two', async () => {
  const { peer, rig, target } = await openPair()
  peer.registrar.users.set('door', 'secret')
  peer.phone.challenges = peer.registrar
  const callId = rig.sip.call(target)
  await rig.reaches(callId, 'active')
  const invites = peer.phone.received.filter(({ line }) => line.startsWith('INVITE'))
  expect(invites.map((invite) => get(invite, 'CSeq'))).toEqual(['1 INVITE', '2 INVITE'])
  expect(new Set(invites.map((invite) => get(invite, 'Call-ID'))).size).toBe(1)
  await rig.configure([{ password: 'wrong' }])
  const refused = rig.sip.call(target)
  await rig.reaches(refused, 'terminated')
  expect(rig.call(refused)?.code).toBe(407)
})

test('a call whose answer has no usable codec is ended', async () => {
  const { peer, rig, target } = await openPair({ settings: { codecs: ['PCMA'] } })
  const callId = rig.sip.call(target)
  await rig.reaches(callId, 'terminated')
  expect(rig.call(callId)).toMatchObject({ code: 488 })
  await until(() => expect(peer.phone.calls[0]?.ended).toBe(true))
  const call = peer.phone.call(rig.uri)
  await until(() => expect(call.status).toBe(488))
})

test('a call ends cleanly when the device stops in the middle of it', async () => {
  const { peer, rig, target } = await openPair()
  const callId = rig.sip.call(target)
  await rig.reaches(callId, 'active')
  await until(() => expect(peer.phone.calls[0]?.acknowledged).toBe(true))
  await rig.sip.close()
  await until(() => expect(peer.phone.calls[0]?.ended).toBe(true))
  expect(rig.call(callId)).toMatchObject({ state: 'terminated', code: undefined })
})
