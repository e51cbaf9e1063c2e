import { expect, test } from 'vitest'
import { get, method } from './testing/message.ts'
import type { Message } from './testing/message.ts'
import { plainSdp } from './testing/phone.ts'
import { openPeer, openRig, until } from './testing/sip-rig.ts'

const SDP = 'application/sdp'
const NOTHING: Message = { line: '', headers: [], body: '' }
const ALLOW = 'ACK,BYE,CANCEL,INFO,INVITE,OPTIONS,UPDATE'

async function openPair(account = {}) {
  const peer = await openPeer()
  const rig = await openRig([account])
  const { phone } = peer
  /** A request outside of calls; resolves with the response. */
  const ask = async (name: string, headers: [string, string][] = [], toTag = '') => {
    const branch = `z9hG4bK${Math.random()}`
    peer.socket.to('127.0.0.1', rig.settings.port).send({
      line: `${name} ${rig.uri} SIP/2.0`,
      headers: [
        ['Via', `SIP/2.0/UDP ${peer.address};branch=${branch};rport`],
        ['From', '<sip:phone@127.0.0.1>;tag=1'],
        ['To', `<${rig.uri}>${toTag}`],
        ['Call-ID', branch],
        ['CSeq', `1 ${name}`],
        ['Contact', `<sip:phone@${peer.address}>`],
        ...headers,
      ],
      body: '',
    })
    const found = () =>
      phone.received.find(
        (message) => get(message, 'Via').includes(branch) && !/SIP\/2.0 1/.test(message.line),
      )
    await until(() => expect(found()).toBeDefined())
    const response = found()
    if (!response) throw new Error('There is no response.')
    return response
  }
  return { peer, rig, phone, ask }
}

test('OPTIONS tells what the device can do, in calls and outside', async () => {
  const { rig, phone, ask } = await openPair()
  const outside = await ask('OPTIONS')
  const call = phone.call(rig.uri)
  await until(() => expect(call.status).toBe(200))
  const inside = await call.ask('OPTIONS')
  for (const response of [outside, inside]) {
    expect(response.line).toBe('SIP/2.0 200 OK')
    expect(get(response, 'Allow')).toBe(ALLOW)
    expect(get(response, 'Supported')).toBe('timer')
    expect(get(response, 'Accept')).toContain(SDP)
  }
  const answer = phone.received.find(({ line, body }) => /200 OK/.test(line) && body !== '')
  expect(answer && get(answer, 'Allow')).toBe(ALLOW)
  expect(answer && get(answer, 'Supported')).toBe('timer')
})

test.each(['MESSAGE', 'SUBSCRIBE', 'NOTIFY', 'REFER', 'PUBLISH', 'PRACK', 'REGISTER', 'WONDER'])(
  '%s is refused with the methods that the device has, in calls and outside',
  async (name) => {
    const { rig, phone, ask } = await openPair()
    const event: [string, string] = ['Event', 'presence']
    const outside = await ask(name, [event])
    const call = phone.call(rig.uri)
    await until(() => expect(call.status).toBe(200))
    const inside = await call.ask(name, undefined, [event])
    for (const response of [outside, inside]) {
      expect(response.line).toBe('SIP/2.0 405 Method Not Allowed')
      expect(get(response, 'Allow')).toBe(ALLOW)
    }
    await until(() => expect(rig.sip.calls()[0]?.state).toBe('active'))
  },
)

test('INFO and UPDATE without a call are told so', async () => {
  const { ask, rig } = await openPair()
  for (const toTag of ['', ';tag=old']) {
    expect((await ask('UPDATE', [], toTag)).line).toContain('481')
  }
  expect((await ask('INFO', [], ';tag=old')).line).toContain('481')
  // Whose name nobody here has.
  await rig.configure([{ registrar: '127.0.0.1:9', user: 'other', domain: 'lab.test' }])
  expect((await ask('UPDATE')).line).toContain('481')
})

test('a request that demands what the device lacks is refused with what that is', async () => {
  const { rig, phone, ask } = await openPair()
  const refused = await ask('INVITE', [['Require', 'timer, 100rel, x-wonder']])
  expect(refused.line).toBe('SIP/2.0 420 Bad Extension')
  expect(get(refused, 'Unsupported')).toBe('100rel, x-wonder')
  expect(rig.sip.calls()).toEqual([])
  const call = phone.call(rig.uri, { headers: [['Require', 'timer']] })
  await until(() => expect(call.status).toBe(200))
  const inside = await call.ask('INVITE', { type: SDP, content: phone.sdp('') }, [
    ['Require', '100rel'],
  ])
  expect(get(inside, 'Unsupported')).toBe('100rel')
  expect(rig.sip.calls()[0]?.state).toBe('active')
})

test('a phone that answers reliably although nobody asked for that gets its PRACK', async () => {
  const { peer, rig, phone } = await openPair()
  phone.manner = 'reliable'
  const callId = rig.sip.call(`sip:phone@${peer.address}`)
  await rig.reaches(callId, 'active')
  const prack = phone.received.filter((message) => method(message) === 'PRACK')
  expect(prack.map((message) => get(message, 'RAck'))).toEqual(['7 1 INVITE'])
  expect(rig.call(callId)?.codec).toBe('PCMU')
  expect(rig.media.sessions[0]?.agreements.length).toBe(1)
  await until(() => expect(phone.calls[0]?.acknowledged).toBe(true))
  rig.sip.terminate(callId)
  await until(() => expect(phone.calls[0]?.ended).toBe(true))
})

test('UPDATE changes the audio of a call, and comes to another address', async () => {
  const { rig, phone } = await openPair()
  const call = phone.call(rig.uri)
  await until(() => expect(call.status).toBe(200))
  const moved = phone.sdp('').replace('m=audio 40000', 'm=audio 40100')
  const answered = await call.ask('UPDATE', { type: SDP, content: moved })
  expect(answered.body).toContain('m=audio')
  const [session] = rig.media.sessions
  expect(session?.agreements.at(-1)?.remote).toEqual({ address: '127.0.0.1', port: 40_100 })
  const bad = await call.ask('UPDATE', { type: SDP, content: 'v=0\r\n' })
  expect(bad.line).toContain('488')
  expect(rig.sip.calls()[0]?.state).toBe('active')
  // From now on, the phone is elsewhere.
  const other = await openPeer()
  await call.ask('UPDATE', undefined, [['Contact', `<sip:phone@${other.address}>`]])
  rig.sip.terminate(rig.sip.calls()[0]?.callId ?? '')
  await until(() => expect(other.phone.received.map(method)).toContain('BYE'))
})

test('an offer in UPDATE has to wait while a call rings', async () => {
  const { peer, rig, phone } = await openPair({ autoAnswer: false })
  phone.manner = 'ring'
  const callId = rig.sip.call(`sip:phone@${peer.address}`)
  await until(() => expect(rig.sip.ladder(callId).map(({ line }) => line)).toContain('180 Ringing'))
  const [call] = phone.calls
  const offer = { type: SDP, content: phone.sdp('') }
  expect((await call?.ask('UPDATE', offer))?.line).toContain('491')
  expect((await call?.ask('UPDATE'))?.line).toContain('200')
  call?.answer()
  await rig.reaches(callId, 'active')
  expect((await call?.ask('UPDATE', offer))?.line).toContain('200')
})

test('a re-INVITE without an offer gets ours, and changes the audio by its ACK', async () => {
  const { rig, phone } = await openPair()
  const call = phone.call(rig.uri)
  await until(() => expect(call.status).toBe(200))
  phone.sdp = () => plainSdp('127.0.0.1', 40_200)
  const offered = await call.ask('INVITE')
  expect(offered.body).toContain('m=audio')
  const [session] = rig.media.sessions
  await until(() =>
    expect(session?.agreements.at(-1)?.remote).toEqual({ address: '127.0.0.1', port: 40_200 }),
  )
})

/** An UPDATE in the dialog of a response that the phone got. */
const updateAfter = (response: Message, uri: string, cseq: number, body = ''): Message => ({
  line: `UPDATE ${uri} SIP/2.0`,
  headers: [
    ['Via', `SIP/2.0/UDP 127.0.0.1;branch=z9hG4bK${Math.random()};rport`],
    ...['From', 'To', 'Call-ID'].map((name): [string, string] => [name, get(response, name)]),
    ['CSeq', `${cseq} UPDATE`],
    ...(body === '' ? [] : ([['Content-Type', SDP]] as [string, string][])),
  ],
  body,
})

test('an UPDATE that comes again gets the same answer, and one that comes late is refused', async () => {
  const { peer, rig, phone } = await openPair()
  const call = phone.call(rig.uri)
  await until(() => expect(call.status).toBe(200))
  let lost = 0
  peer.socket.loses = (message, direction) => {
    const loses = direction === 'in' && method(message) === 'UPDATE' && lost === 0
    if (loses) lost += 1
    return loses
  }
  const answered = await call.ask('UPDATE')
  expect([lost, answered.line]).toEqual([1, 'SIP/2.0 200 OK'])
  const before = phone.received.length
  peer.socket.to('127.0.0.1', rig.settings.port).send(updateAfter(answered, rig.uri, 2))
  await until(() =>
    expect(phone.received.slice(before).map(({ line }) => line)).toEqual([
      'SIP/2.0 500 Internal Server Error',
    ]),
  )
})

test('a caller who changes the offer of a call that rings has to wait', async () => {
  const { peer, rig, phone } = await openPair({ autoAnswer: false })
  phone.call(rig.uri)
  const ringing = () => phone.received.find(({ line }) => line.includes(' 180 '))
  await until(() => expect(ringing()).toBeDefined())
  const response = ringing() ?? NOTHING
  const to = peer.socket.to('127.0.0.1', rig.settings.port)
  const answers = () => phone.received.filter((message) => method(message) === 'UPDATE')
  to.send(updateAfter(response, rig.uri, 2, phone.sdp('')))
  await until(() => expect(answers()[0]?.line).toBe('SIP/2.0 500 Internal Server Error'))
  expect(get(answers()[0] ?? NOTHING, 'Retry-After')).toBe('5')
  to.send(updateAfter(response, rig.uri, 3))
  await until(() => expect(answers()[1]?.line).toBe('SIP/2.0 200 OK'))
  expect(rig.sip.calls()[0]?.state).toBe('idle')
})

test.each([
  ['is put on hold', 'a=sendonly', 'recvonly', 'recvonly'],
  ['is held by both', 'a=inactive', 'inactive', 'inactive'],
])('a call that %s is resumed at another address', async (_, line, answered, direction) => {
  const { rig, phone } = await openPair()
  const call = phone.call(rig.uri)
  await until(() => expect(call.status).toBe(200))
  const [session] = rig.media.sessions
  const change = (content: string) => call.ask('INVITE', { type: SDP, content })
  const held = await change(`${phone.sdp('')}${line}\r\n`)
  expect(held.body).toContain(`a=${answered}`)
  expect(session?.agreements.at(-1)?.direction).toBe(direction)
  const resumed = await change(phone.sdp('').replaceAll('127.0.0.1', '127.0.0.9'))
  expect(resumed.body).toContain('a=sendrecv')
  expect(session?.agreements.at(-1)).toMatchObject({
    direction: 'sendrecv',
    remote: { address: '127.0.0.9', port: 40_000 },
  })
})
