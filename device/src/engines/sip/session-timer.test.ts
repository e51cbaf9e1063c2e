import { expect, test } from 'vitest'
import { get, method } from './testing/message.ts'
import { openPeer, openRig, until } from './testing/sip-rig.ts'

const SDP = 'application/sdp'

async function openPair() {
  const peer = await openPeer()
  const rig = await openRig()
  const { phone } = peer
  let heard = 0
  return {
    peer,
    phone,
    rig,
    /** Lets the time pass in a call that can be heard. */
    hears: async (ms: number) => {
      for (let left = ms; left > 0; left -= 20_000) {
        heard += 1000
        rig.media.sessions[0]?.receive(heard)
        await rig.clock.advance(Math.min(left, 20_000))
      }
    },
    /** Requests of this method that the phone got. */
    got: (name: string) => phone.received.filter(({ line }) => line.startsWith(`${name} `)),
    /** A call from the phone, which asks for a session timer. */
    callIn: async (...headers: [string, string][]) => {
      const call = phone.call(rig.uri, { headers })
      await until(() => expect(call.status).toBeDefined())
      const answer = phone.received.find(
        (each) => !each.line.startsWith('SIP/2.0 1') && method(each) === 'INVITE',
      )
      const callId = rig.sip.calls()[0]?.callId ?? ''
      const methods = () => rig.sip.ladder(callId).map(({ method: name }) => name)
      if (callId !== '') await until(() => expect(methods()).toContain('ACK'))
      return { call, callId, answer }
    },
    /** A call to the phone, whose answer has these fields. */
    callOut: async (...fields: [string, string][]) => {
      phone.says = (request) => (method(request) === 'INVITE' ? [...fields] : [])
      const callId = rig.sip.call(`sip:phone@${peer.address}`)
      await rig.reaches(callId, 'active')
      await until(() => expect(phone.calls[0]?.acknowledged).toBe(true))
      return callId
    },
  }
}

const field = (message: Parameters<typeof get>[0] | undefined, name: string) =>
  message && get(message, name)

test('a call whose caller stops refreshing it ends before the session expires', async () => {
  const { rig, hears, callIn } = await openPair()
  const { call, callId, answer } = await callIn(
    ['Supported', '100rel, timer'],
    ['Session-Expires', '120;refresher=uac'],
  )
  expect(answer?.line).toBe('SIP/2.0 200 OK')
  expect(field(answer, 'Session-Expires')).toBe('120;refresher=uac')
  expect(field(answer, 'Require')).toBe('timer')
  await hears(80_000)
  expect(rig.call(callId)?.state).toBe('active')
  await rig.clock.advance(8000)
  await rig.reaches(callId, 'terminated')
  expect(rig.call(callId)).toMatchObject({ code: 408, reason: 'Request Timeout' })
  expect(call.ended).toBe(true)
})

test('a session that the caller refreshes lasts, by UPDATE and by re-INVITE', async () => {
  const { rig, hears, phone, callIn } = await openPair()
  const timer: [string, string][] = [
    ['Supported', 'timer'],
    ['x', '120'],
  ]
  const { call, callId, answer } = await callIn(...timer)
  // Who asks without saying who is to refresh does it.
  expect(field(answer, 'Session-Expires')).toBe('120;refresher=uac')
  await hears(80_000)
  const updated = await call.ask('UPDATE', undefined, timer)
  expect(updated.line).toBe('SIP/2.0 200 OK')
  expect(updated.body).toBe('')
  expect(field(updated, 'Session-Expires')).toBe('120;refresher=uac')
  await hears(80_000)
  const offer = { type: SDP, content: phone.sdp('') }
  const invited = await call.ask('INVITE', offer, timer)
  expect(field(invited, 'Session-Expires')).toBe('120;refresher=uac')
  await hears(80_000)
  expect(rig.call(callId)?.state).toBe('active')
  await rig.clock.advance(8000)
  await rig.reaches(callId, 'terminated')
})

test('a refresh without a timer lets the call go on without end', async () => {
  const { rig, callIn } = await openPair()
  const { call, callId } = await callIn(['Supported', 'timer'], ['Session-Expires', '90'])
  await call.ask('UPDATE')
  await rig.clock.advance(50_000)
  await rig.clock.advance(50_000)
  expect(rig.call(callId)?.state).toBe('active')
})

test('an interval that is too short is refused, and the call with a longer one is the call', async () => {
  const { rig, callIn } = await openPair()
  const { call, answer } = await callIn(['Supported', 'timer'], ['Session-Expires', '30'])
  expect(call.status).toBe(422)
  expect(field(answer, 'Min-SE')).toBe('90')
  expect(rig.sip.calls()).toEqual([])
  const { call: second } = await callIn(['Supported', 'timer'], ['Session-Expires', '90'])
  expect(second.status).toBe(200)
  const short = await second.ask('UPDATE', undefined, [
    ['Supported', 'timer'],
    ['Session-Expires', '89'],
  ])
  expect(short.line).toContain('422')
})

test('the device refreshes where a proxy asks in the name of a caller that can’t', async () => {
  const { rig, callIn, got } = await openPair()
  const { answer } = await callIn(['Session-Expires', '60'], ['Min-SE', '100'])
  expect(field(answer, 'Session-Expires')).toBe('100;refresher=uas')
  expect(field(answer, 'Require')).toBe('')
  await rig.clock.advance(40_000)
  expect(got('INVITE')).toEqual([])
  await rig.clock.advance(10_000)
  await until(() => expect(got('INVITE').length).toBe(1))
  expect(field(got('INVITE')[0], 'Session-Expires')).toBe('100;refresher=uac')
  await until(() => expect(got('ACK').length).toBe(1))
  await rig.clock.advance(50_000)
  await until(() => expect(got('INVITE').length).toBe(2))
})

test('a called phone can want the device to refresh, by UPDATE if it has that', async () => {
  const { rig, callOut, got, phone } = await openPair()
  const callId = await callOut(['Session-Expires', '90;refresher=uac'], ['Allow', 'BYE, update'])
  expect(field(got('INVITE')[0], 'Supported')).toBe('timer')
  expect(field(got('INVITE')[0], 'Allow')).toContain('UPDATE')
  // It has another minimum by now, and no UPDATE in the end.
  phone.inCall = (request) =>
    method(request) === 'UPDATE' ? '422 Session Interval Too Small' : '200 OK'
  phone.says = (request) => (method(request) === 'UPDATE' ? [['Min-SE', '200']] : [])
  await rig.clock.advance(45_000)
  await until(() => expect(got('UPDATE').length).toBeGreaterThan(1))
  expect(field(got('UPDATE')[0], 'Session-Expires')).toBe('90;refresher=uac')
  expect(field(got('UPDATE')[1], 'Session-Expires')).toBe('200;refresher=uac')
  expect(field(got('UPDATE')[1], 'Min-SE')).toBe('200')
  phone.inCall = (request) => (method(request) === 'UPDATE' ? '501 Not Implemented' : '200 OK')
  phone.says = () => []
  await rig.clock.advance(10_000)
  await until(() => expect(got('INVITE').length).toBe(2))
  await until(() => expect(got('ACK').length).toBe(2))
  expect(rig.call(callId)?.state).toBe('active')
})

test('a phone that refreshes by itself is not asked, and one that collides later', async () => {
  const { rig, callOut, got, phone } = await openPair()
  const callId = await callOut(['Session-Expires', '90;refresher=uas'])
  await rig.clock.advance(50_000)
  expect([got('UPDATE'), got('INVITE').length]).toEqual([[], 1])
  phone.says = () => []
  // The roles change with a refresh.
  const [call] = phone.calls
  await call?.ask('UPDATE', undefined, [
    ['Supported', 'timer'],
    ['Session-Expires', '90;refresher=uas'],
    ['Allow', 'UPDATE'],
  ])
  phone.inCall = (request) => (method(request) === 'INVITE' ? '491 Request Pending' : '200 OK')
  await rig.clock.advance(45_000)
  await until(() => expect(got('INVITE').length).toBe(2))
  phone.inCall = () => '200 OK'
  await until(() => expect(got('ACK').length).toBe(2))
  await rig.clock.advance(3000)
  await until(() => expect(got('INVITE').length).toBe(3))
  expect(rig.call(callId)?.state).toBe('active')
})

test.each([
  ['does not answer', ''],
  ['has lost the call', '481 Call Does Not Exist'],
])('a refresh that a phone %s ends the call', async (_, line) => {
  const { rig, callOut, phone } = await openPair()
  const callId = await callOut(['Session-Expires', '90;refresher=uac'], ['Allow', 'UPDATE'])
  phone.inCall = (request) => (method(request) === 'UPDATE' ? line : '200 OK')
  await rig.clock.advance(45_000)
  if (line === '') await rig.clock.advance(32_000)
  await rig.reaches(callId, 'terminated')
  expect(rig.call(callId)).toMatchObject({ code: 408 })
  expect(phone.calls[0]?.ended).toBe(true)
})

test('a phone that vanishes in a call without a timer is missed after a minute and a half', async () => {
  const { rig, callOut, got, phone } = await openPair()
  const callId = await callOut(['Allow', 'BYE, UPDATE'])
  await rig.clock.advance(50_000)
  expect(got('UPDATE')).toEqual([])
  await rig.clock.advance(10_000)
  await until(() => expect(got('UPDATE').length).toBe(1))
  phone.inCall = (request) => (method(request) === 'BYE' ? '200 OK' : '')
  await rig.clock.advance(60_000)
  await until(() => expect(got('UPDATE').length).toBe(2))
  await rig.clock.advance(32_000)
  await rig.reaches(callId, 'terminated')
  expect(rig.call(callId)).toMatchObject({
    code: 408,
    reason: 'Request Timeout',
  })
})

test.each([
  ['UPDATE', 'BYE, UPDATE'],
  ['re-INVITE', 'BYE'],
])('a phone that has restarted and lost its call is missed by %s', async (name, allow) => {
  const { rig, callOut, got, phone } = await openPair()
  const callId = await callOut(['Allow', allow])
  // As baresip does: it says what it can do, whatever call it is asked in.
  phone.inCall = (request) => (method(request) === 'OPTIONS' ? '200 OK' : '481 Call Does Not Exist')
  await rig.clock.advance(60_000)
  await rig.reaches(callId, 'terminated')
  expect([got('UPDATE').length, got('INVITE').length]).toEqual(name === 'UPDATE' ? [1, 1] : [0, 2])
  expect(rig.call(callId)).toMatchObject({ code: 408, reason: 'Request Timeout' })
})

test('a phone that does not answer, but can be heard again, keeps its call', async () => {
  const { rig, callOut, got, phone } = await openPair()
  const callId = await callOut(['Allow', 'UPDATE'])
  phone.inCall = (request) => (method(request) === 'UPDATE' ? '' : '200 OK')
  await rig.clock.advance(60_000)
  await until(() => expect(got('UPDATE').length).toBeGreaterThan(0))
  rig.media.sessions[0]?.receive(10)
  await rig.clock.advance(40_000)
  expect(rig.call(callId)?.state).toBe('active')
  await rig.clock.advance(60_000)
  await rig.clock.advance(33_000)
  await rig.reaches(callId, 'terminated')
})

test('a phone that can be heard is not asked, and any other answer is a sign of life', async () => {
  const { rig, callOut, got, phone } = await openPair()
  const callId = await callOut(['Allow', 'UPDATE'])
  for (const packets of [10, 20, 30]) {
    rig.media.sessions[0]?.receive(packets)
    await rig.clock.advance(60_000)
  }
  expect([got('UPDATE'), got('INVITE').length]).toEqual([[], 1])
  phone.inCall = (request) =>
    method(request) === 'UPDATE' ? '405 Method Not Allowed' : '488 Not Acceptable Here'
  await rig.clock.advance(60_000)
  await until(() => expect(got('INVITE').length).toBe(2))
  await rig.clock.advance(60_000)
  await until(() => expect(got('INVITE').length).toBe(3))
  // It has said that it has no UPDATE.
  expect(got('UPDATE').length).toBe(1)
  expect(rig.call(callId)?.state).toBe('active')
})

test('a silent phone that is asked keeps its timer and its part in it', async () => {
  const { rig, hears, callOut, got, phone } = await openPair()
  const callId = await callOut(['Session-Expires', '600;refresher=uas'], ['Allow', 'UPDATE'])
  phone.says = () => [['Session-Expires', '600;refresher=uas']]
  await rig.clock.advance(60_000)
  await until(() => expect(got('UPDATE').length).toBe(1))
  expect(field(got('UPDATE')[0], 'Session-Expires')).toBe('600;refresher=uas')
  await hears(567_000)
  expect(rig.call(callId)?.state).toBe('active')
  expect(got('UPDATE').length).toBe(1)
  await rig.clock.advance(1000)
  await rig.reaches(callId, 'terminated')
  expect(rig.call(callId)?.reason).toBe('Request Timeout')
})
