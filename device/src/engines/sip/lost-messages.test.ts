/** What happens when a particular message is lost. */
import { expect, test } from 'vitest'
import { isRequest, method } from './testing/message.ts'
import type { Message } from './testing/message.ts'
import { openPeer, openRig, until } from './testing/sip-rig.ts'

/** Loses the first so many messages that match. */
function losing(count: number, matches: (message: Message, direction: 'in' | 'out') => boolean) {
  let left = count
  return (message: Message, direction: 'in' | 'out') => {
    if (left === 0 || !matches(message, direction)) return false
    left -= 1
    return true
  }
}

test('a lost refusal of a call is sent again', async () => {
  const peer = await openPeer()
  const rig = await openRig([{ autoAnswer: false }])
  peer.socket.loses = losing(2, ({ line }) => line.startsWith('SIP/2.0 603'))
  const call = peer.phone.call(rig.uri)
  await until(() => expect(peer.phone.received.at(-1)?.line).toBe('SIP/2.0 180 Ringing'))
  rig.sip.terminate(rig.sip.calls()[0]?.callId ?? '')
  await rig.clock.advance(1600)
  await until(() => expect(call.status).toBe(603))
})

test('a refusal that comes again because its ACK was lost is acknowledged again', async () => {
  const peer = await openPeer()
  const rig = await openRig()
  peer.phone.manner = '486 Busy Here'
  peer.socket.loses = losing(
    2,
    (message, direction) => direction === 'in' && method(message) === 'ACK',
  )
  const callId = rig.sip.call(`sip:phone@${peer.address}`)
  await rig.reaches(callId, 'terminated')
  await until(() => expect(peer.phone.calls[0]?.acknowledged).toBe(true))
})

test('a BYE that comes again because its response was lost gets the same response', async () => {
  const peer = await openPeer()
  const rig = await openRig()
  const call = peer.phone.call(rig.uri)
  await until(() => expect(call.status).toBe(200))
  const lost: string[] = []
  peer.socket.loses = losing(1, (message, direction) => {
    const matches = direction === 'in' && !isRequest(message) && method(message) === 'BYE'
    if (matches) lost.push(message.line)
    return matches
  })
  expect((await call.ask('BYE')).line).toBe('SIP/2.0 200 OK')
  expect(lost).toEqual(['SIP/2.0 200 OK'])
})

test('a call that is hung up before it is acknowledged ends once it is', async () => {
  const peer = await openPeer()
  const rig = await openRig()
  let loses = true
  peer.socket.loses = (message) => loses && isRequest(message) && method(message) === 'ACK'
  const call = peer.phone.call(rig.uri)
  await until(() => expect(call.status).toBe(200))
  const callId = rig.sip.calls()[0]?.callId ?? ''
  rig.sip.terminate(callId)
  expect(rig.call(callId)?.state).toBe('terminating')
  expect(call.ended).toBe(false)
  loses = false
  // sip.js repeats its answer in real time, after half a second.
  await until(() => expect(call.ended).toBe(true))
  await rig.reaches(callId, 'terminated')
  expect(rig.call(callId)?.code).toBeUndefined()
})

test('nothing is sent to where a caller says before it has acknowledged the answer', async () => {
  const peer = await openPeer()
  const rig = await openRig()
  let loses = true
  peer.socket.loses = (message) => loses && isRequest(message) && method(message) === 'ACK'
  const call = peer.phone.call(rig.uri)
  await until(() => expect(call.status).toBe(200))
  const [audio] = rig.media.sessions
  await until(() => expect(rig.sip.calls()[0]).toMatchObject({ state: 'active', codec: 'PCMU' }))
  // It may be forged, and the address in SDP another’s.
  expect(audio?.agreements.map(({ direction }) => direction)).toEqual(['recvonly'])
  loses = false
  await until(() =>
    expect(audio?.agreements.map(({ direction }) => direction)).toEqual(['recvonly', 'sendrecv']),
  )
})

test('a phone that answers while it is cancelled is hung up on', async () => {
  const peer = await openPeer()
  const rig = await openRig()
  peer.phone.manner = 'ring'
  const callId = rig.sip.call(`sip:phone@${peer.address}`)
  await until(() => expect(peer.phone.calls.length).toBe(1))
  peer.socket.loses = (message) => isRequest(message) && method(message) === 'CANCEL'
  rig.sip.terminate(callId)
  peer.phone.calls[0]?.answer()
  await until(() => expect(peer.phone.calls[0]?.ended).toBe(true))
  await rig.reaches(callId, 'terminated')
  expect(rig.call(callId)).toMatchObject({ code: 487, answered: undefined })
})

test('a phone that neither answers nor lets itself be cancelled is given up', async () => {
  const peer = await openPeer()
  const rig = await openRig()
  peer.phone.manner = 'ring'
  const callId = rig.sip.call(`sip:phone@${peer.address}`)
  await until(() => expect(rig.sip.ladder(callId).map(({ line }) => line)).toContain('180 Ringing'))
  peer.socket.loses = () => true
  rig.sip.terminate(callId)
  expect(rig.call(callId)?.state).toBe('terminating')
  await rig.clock.advance(33_000)
  expect(rig.call(callId)).toMatchObject({ state: 'terminated', code: 487 })
})

test('a BYE without any response ends the call', async () => {
  const peer = await openPeer()
  const rig = await openRig()
  const callId = rig.sip.call(`sip:phone@${peer.address}`)
  await rig.reaches(callId, 'active')
  await until(() => expect(peer.phone.calls[0]?.acknowledged).toBe(true))
  peer.socket.loses = () => true
  rig.sip.terminate(callId)
  await rig.clock.advance(31_000)
  expect(rig.call(callId)?.state).toBe('terminating')
  await rig.clock.advance(3000)
  await rig.reaches(callId, 'terminated')
  expect(rig.call(callId)?.code).toBeUndefined()
})
