import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeSelfSigned } from '../../certificates/make.ts'
import { DAY } from '../../certificates/validity.ts'
import { openPeer, openRig, until } from './testing/sip-rig.ts'

const INVITE = [
  'INVITE sip:door@127.0.0.1 SIP/2.0',
  'Via: SIP/2.0/UDP 127.0.0.1:9;branch=z9hG4bKgarbage;rport',
  'From: <sip:x@127.0.0.1>;tag=1',
  'To: <sip:door@127.0.0.1>',
  'Call-ID: garbage',
  'CSeq: 1 INVITE',
  'Contact: <sip:x@127.0.0.1:9>',
  'Content-Type: application/sdp',
  'Content-Length: 4',
  '',
  'v=0\r',
].join('\r\n')

/** Bytes, and messages of which a part is missing, doubled or replaced. */
const garbage = fc.oneof(
  fc.uint8Array({ maxLength: 600 }).map((bytes) => Buffer.from(bytes)),
  fc
    .record({ from: fc.nat(INVITE.length), length: fc.nat(40), put: fc.string({ maxLength: 20 }) })
    .map(({ from, length, put }) =>
      Buffer.from(INVITE.slice(0, from) + put + INVITE.slice(from + length)),
    ),
  fc
    .tuple(fc.nat(9), fc.constantFrom('', 'x', ':', '\u0000', '<<>>', ';;==', '9'.repeat(400)))
    .map(([line, value]) =>
      Buffer.from(
        INVITE.split('\r\n')
          .map((text, index) => (index === line ? text.replace(/[: ].*/, `: ${value}`) : text))
          .join('\r\n'),
      ),
    ),
)

test('garbage on every SIP port harms nothing', async () => {
  const own = await makeSelfSigned({
    key: 'EC-P256',
    subject: [{ name: 'CN', value: 'door' }],
    names: ['127.0.0.1'],
    from: new Date(Date.now() - DAY),
    until: new Date(Date.now() + DAY),
  })
  const rig = await openRig([{ transport: 'tls', autoAnswer: false }], {
    certificates: { identity: () => own },
  })
  const { port, tlsPort } = rig.settings
  const udp = createSocket('udp4')
  const samples = fc.sample(garbage, { numRuns: 300, seed: 7 })
  for (const bytes of samples) udp.send(bytes, port, '127.0.0.1')
  const stream = async (open: () => ReturnType<typeof connect>, bytes: Buffer) => {
    const socket = open()
    socket.on('error', () => {})
    socket.end(bytes)
    socket.resume()
    await once(socket, 'close')
  }
  for (const bytes of samples.slice(0, 40)) {
    await stream(() => connect(port, '127.0.0.1'), bytes)
    await stream(() => connect(tlsPort, '127.0.0.1'), bytes)
    await stream(() => connectTls({ port: tlsPort, host: '127.0.0.1', ca: own.cert }), bytes)
  }
  udp.close()
  const peer = await openPeer()
  const call = peer.phone.call(rig.uri)
  await until(() => expect(peer.phone.received.at(-1)?.line).toBe('SIP/2.0 180 Ringing'))
  call.cancel()
  await until(() => expect(call.status).toBe(487))
})

test('requests for nobody, to no call or without sense are answered as they should be', async () => {
  const rig = await openRig([{ registrar: '127.0.0.1:9', transport: 'tcp' }])
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const ask = async (line: string, headers: string[] = [], to = '') => {
    const method = line.split(' ')[0] ?? ''
    const text = [
      `${line} SIP/2.0`,
      `Via: SIP/2.0/UDP 127.0.0.1:${socket.address().port};branch=z9hG4bK${Math.random()};rport`,
      'From: <sip:x@127.0.0.1>;tag=1',
      `To: <sip:nobody@127.0.0.1>${to}`,
      `Call-ID: ${Math.random()}`,
      `CSeq: 1 ${method}`,
      'Contact: <sip:x@127.0.0.1>',
      ...headers,
      'Content-Length: 0',
      '',
      '',
    ].join('\r\n')
    socket.send(text, rig.settings.port, '127.0.0.1')
    const [bytes] = (await once(socket, 'message')) as [Buffer]
    return bytes.toString().split('\r\n')[0]
  }
  expect(await ask('OPTIONS sip:127.0.0.1')).toBe('SIP/2.0 200 OK')
  expect(await ask('INVITE sip:nobody@127.0.0.1')).toBe('SIP/2.0 404 Not Found')
  expect(await ask('BYE sip:door@127.0.0.1', [], ';tag=old')).toBe(
    'SIP/2.0 481 Call/Transaction Does Not Exist',
  )
  expect(await ask('CANCEL sip:door@127.0.0.1')).toBe('SIP/2.0 481 Call/Transaction Does Not Exist')
  expect(await ask('PUBLISH sip:door@127.0.0.1')).toBe('SIP/2.0 405 Method Not Allowed')
  expect(await ask('REGISTER sip:127.0.0.1')).toBe('SIP/2.0 405 Method Not Allowed')
  socket.close()
})

test('calls succeed in both directions while one message in ten is lost', async () => {
  const peer = await openPeer()
  const rig = await openRig()
  let count = 0
  let lost = 0
  peer.socket.loses = () => {
    // Each tenth by a fixed sequence, which hits different messages of the calls.
    count = (count * 1_103_515_245 + 12_345) % 2_147_483_648
    const loses = count / 2_147_483_648 < 0.1
    if (loses) lost += 1
    return loses
  }
  const settle = (check: () => void) =>
    until(async () => {
      await rig.clock.advance(250)
      check()
    })
  for (let index = 0; index < 15; index += 1) {
    const callId = rig.sip.call(`sip:phone@${peer.address}`)
    await settle(() => expect(rig.call(callId)?.state).toBe('active'))
    await settle(() => expect(peer.phone.calls.at(-1)?.acknowledged).toBe(true))
    rig.sip.terminate(callId)
    await settle(() =>
      expect(rig.call(callId)).toMatchObject({ state: 'terminated', code: undefined }),
    )
    expect(peer.phone.calls.at(-1)?.ended).toBe(true)
    const incoming = peer.phone.call(rig.uri)
    await settle(() => expect(incoming.status).toBe(200))
    incoming.bye()
    await settle(() =>
      expect(rig.sip.calls().every(({ state }) => state === 'terminated')).toBe(true),
    )
  }
  expect(lost).toBeGreaterThan(5)
  expect(rig.media.sessions.every(({ closed }) => closed)).toBe(true)
})

test('an answer that is never acknowledged ends the call', async () => {
  const peer = await openPeer()
  const rig = await openRig()
  peer.socket.loses = (message, direction) => direction === 'out' && message.line.startsWith('ACK')
  const call = peer.phone.call(rig.uri)
  await until(() => expect(call.status).toBe(200))
  await rig.clock.advance(33_000)
  expect(rig.sip.calls()[0]).toMatchObject({
    state: 'terminated',
    code: 408,
    reason: 'Request Timeout',
  })
})

test('a call beyond the most that are possible is busy, and can’t be made', async () => {
  const peer = await openPeer()
  const rig = await openRig()
  const calls = Array.from({ length: 33 }, () => peer.phone.call(rig.uri))
  await until(() => expect(calls.filter(({ status }) => status !== undefined).length).toBe(33))
  expect(calls.filter(({ status }) => status === 486).length).toBe(1)
  expect(() => rig.sip.call(`sip:phone@${peer.address}`)).toThrow('tooMany')
})

test('a call that can’t even be tried is refused with the reason', async () => {
  const rig = await openRig([{}, { enabled: false }])
  expect(() => rig.sip.call('sip:a b@x')).toThrow('badAddress')
  expect(() => rig.sip.call('http://x')).toThrow('badAddress')
  expect(() => rig.sip.call('sip:x@127.0.0.1', 'account-1')).toThrow('noAccount')
  await rig.configure([{}], { enabled: false })
  expect(() => rig.sip.call('sip:x@127.0.0.1')).toThrow('disabled')
})

test('a port that is taken is left alone, the rest works, and it is opened once it is free', async () => {
  const taken = await openPeer({ protocol: 'tcp' })
  const { port } = taken.socket
  const rig = await openRig([{}], { settings: { port } })
  const peer = await openPeer()
  const callId = rig.sip.call(`sip:phone@${peer.address}`)
  await rig.reaches(callId, 'active')
  const failures = () => rig.logged.filter((line) => line.includes('could not listen for SIP'))
  expect(failures()).toHaveLength(1)
  await rig.clock.advance(60_000)
  await rig.sip.settled()
  await taken.close()
  await rig.clock.advance(60_000)
  await rig.sip.settled()
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.destroy()
  // Each failure is told once, and calls go on meanwhile.
  expect(failures()).toHaveLength(1)
  expect(rig.call(callId)?.state).toBe('active')
})

test('an account registers as soon as a port that was taken is free, however long it had failed', async () => {
  const peer = await openPeer({ users: { door: 'secret' } })
  const taken = await openPeer()
  const { port } = taken.socket
  const rig = await openRig([{ registrar: peer.address }], { settings: { port } })
  await rig.registered(503)
  for (let minute = 0; minute < 15; minute += 1) {
    await rig.clock.advance(60_000)
    await rig.sip.settled()
  }
  expect(rig.status()?.text).toBe('The SIP port is not open.')
  await taken.close()
  await rig.clock.advance(61_000)
  await rig.registered()
})
