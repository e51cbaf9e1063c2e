/** Calls with ICE and TURN, without the audio itself. */
import { expect, test } from 'vitest'
import { NOTHING_GATHERED } from '../media/types.ts'
import type { Gathered } from '../media/types.ts'
import { plainSdp } from './testing/phone.ts'
import { openPeer, openRig, until } from './testing/sip-rig.ts'

const TURN = { server: 'turn.test', user: 'door', password: 'secret of the relay' }
const SETTINGS = { turn: TURN, ice: true, stunServer: 'stun.test' }
const FOUND: Gathered = {
  ...NOTHING_GATHERED,
  mapped: { address: '203.0.113.9', port: 31_000 },
  relayed: { address: '198.51.100.1', port: 50_000 },
}

async function openPair(found: Gathered | Promise<Gathered> = FOUND) {
  const peer = await openPeer()
  const rig = await openRig([{}], { settings: SETTINGS })
  rig.media.found = found
  return { peer, rig, target: `sip:phone@${peer.address}` }
}

const ICE_ANSWER = plainSdp('127.0.0.1', 40_000, [
  'a=ice-ufrag:them',
  'a=ice-pwd:their+password+of+ICE+22',
  'a=candidate:1 1 UDP 2130706431 127.0.0.1 40000 typ host',
])

test('servers are asked, and what they found is offered', async () => {
  const { peer, rig, target } = await openPair()
  rig.sip.call(target)
  await until(() => expect(peer.phone.calls.length).toBe(1))
  const asked = rig.media.sessions[0]?.asked ?? []
  expect(asked).toMatchObject([{ stunServer: 'stun.test', turn: TURN, permitted: ['127.0.0.1'] }])
  const sdp = peer.phone.calls[0]?.sdp ?? ''
  expect(sdp).toContain('c=IN IP4 198.51.100.1')
  expect(sdp).toContain('203.0.113.9 31000 typ srflx')
  expect(sdp).toContain(`a=ice-pwd:${asked[0]?.ice?.pwd}`)
})

test('who answers with ICE is checked, who does not is simply called', async () => {
  const { peer, rig, target } = await openPair()
  peer.phone.sdp = () => ICE_ANSWER
  await rig.reaches(rig.sip.call(target), 'active')
  peer.phone.sdp = () => plainSdp('127.0.0.1')
  await rig.reaches(rig.sip.call(target), 'active')
  const [first, second] = rig.media.sessions.map(({ agreements }) => agreements.at(-1))
  expect(first?.ice).toMatchObject({ role: 'controlling', remote: { ufrag: 'them' } })
  expect(second?.ice).toBeUndefined()
  const incoming = peer.phone.call(rig.uri, { sdp: ICE_ANSWER })
  await until(() => expect(incoming.status).toBe(200))
  expect(incoming.sdp).toContain('a=ice-ufrag')
  expect(rig.media.sessions[2]?.agreements.at(-1)?.ice).toMatchObject({ role: 'controlled' })
})

test('servers that don’t help are named in the log, and the call goes on', async () => {
  const { peer, rig, target } = await openPair({
    ...NOTHING_GATHERED,
    problems: [{ server: 'turn.test', why: 'wrong user name or password' }],
  })
  const callId = rig.sip.call(target)
  await rig.reaches(callId, 'active')
  expect(peer.phone.calls[0]?.sdp).toContain('c=IN IP4 127.0.0.1')
  expect(rig.logged.map((line) => JSON.parse(line) as object)).toContainEqual(
    expect.objectContaining({ callId, server: 'turn.test', why: 'wrong user name or password' }),
  )
})

test('a call whose relay is gone ends and says why, unless it has another way', async () => {
  const { peer, rig, target } = await openPair()
  const callId = rig.sip.call(target)
  await rig.reaches(callId, 'active')
  const [session] = rig.media.sessions
  session?.fail({ kind: 'relay', why: 'the server has forgotten it', used: false })
  session?.fail({ kind: 'ice' })
  expect(rig.call(callId)?.state).toBe('active')
  session?.fail({ kind: 'relay', why: 'the server has forgotten it', used: true })
  await rig.reaches(callId, 'terminated')
  expect(rig.call(callId)).toMatchObject({
    code: 503,
    reason: 'The relay of the TURN server is gone.',
  })
  await until(() => expect(peer.phone.calls[0]?.ended).toBe(true))
  expect(rig.logged.filter((line) => line.includes('the server has forgotten it'))).toHaveLength(2)
})

test('a call can be cancelled while servers are asked, from either side', async () => {
  let answer: (found: Gathered) => void = () => {}
  const { peer, rig, target } = await openPair(new Promise((resolve) => (answer = resolve)))
  const callId = rig.sip.call(target)
  await until(() => expect(rig.media.sessions[0]?.asked).toHaveLength(1))
  rig.sip.terminate(callId)
  await rig.reaches(callId, 'terminated')
  expect(rig.call(callId)).toMatchObject({ code: 487 })
  const incoming = peer.phone.call(rig.uri)
  await until(() => expect(rig.media.sessions[1]?.asked).toHaveLength(1))
  incoming.cancel()
  await until(() => expect(incoming.status).toBe(487))
  expect(rig.media.sessions.map(({ closed }) => closed)).toEqual([true, true])
  answer(FOUND)
  const later = peer.phone.call(rig.uri)
  await until(() => expect(later.status).toBe(200))
  expect(peer.phone.calls).toHaveLength(2)
})

test('no password is in the log or among the messages of a call', async () => {
  const { peer, rig, target } = await openPair({
    ...FOUND,
    problems: [{ server: 'turn.test', why: 'no answer' }],
  })
  peer.phone.sdp = () => ICE_ANSWER
  const callId = rig.sip.call(target)
  await rig.reaches(callId, 'active')
  rig.media.sessions[0]?.fail({ kind: 'relay', why: 'gone', used: true })
  await rig.reaches(callId, 'terminated')
  const shown = [...rig.logged, JSON.stringify(rig.sip.ladder(callId)), JSON.stringify(rig.changes)]
  const own = rig.media.sessions[0]?.asked[0]?.ice?.pwd ?? ''
  expect(own).not.toBe('')
  for (const secret of [TURN.password, own, 'their+password+of+ICE+22']) {
    expect(shown.filter((text) => text.includes(secret))).toEqual([])
  }
})
