import { createSocket } from 'node:dgram'
import type { Socket } from 'node:dgram'
import { once } from 'node:events'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { bindPair } from './ports.ts'
import type { PortPair } from './ports.ts'
import { openSession } from './session.ts'
import type { Session } from './session.ts'
import { addressIn, bytesOf, classes, methods, readStun, requestOf } from './stun.ts'
import { openTurnServer } from './testing/turn-server.ts'
import type { TurnServer } from './testing/turn-server.ts'
import type { Gathered, Helpers, MediaAgreement, Trouble } from './types.ts'

let pair: PortPair
let session: Session
let troubles: Trouble[]
let turn: TurnServer
let turnAt: string
let turnSocket: Socket

async function openSocket(): Promise<Socket> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => new Promise<void>((closed) => void socket.close(() => closed())))
  return socket
}

beforeEach(async () => {
  troubles = []
  pair = await bindPair(42_000, '127.0.0.1')
  session = openSession(pair, {
    onDigit: () => {},
    onTrouble: (trouble) => void troubles.push(trouble),
  })
  onTestFinished(() => session.close(performance.now(), 0))
  turn = openTurnServer(['198.51.100.1', 50_000], ['203.0.113.9', 31_000])
  turnSocket = await openSocket()
  turnSocket.on('message', (packet, from) => {
    turn.receive(packet, (bytes) => turnSocket.send(bytes, from.port, from.address))
  })
  turnAt = `127.0.0.1:${turnSocket.address().port}`
})

const helpers = (change: Partial<Helpers> = {}): Helpers => ({
  stunServer: undefined,
  turn: { server: turnAt, user: 'door', password: 'secret' },
  ice: undefined,
  permitted: [],
  ...change,
})

const agreement = (port: number, change: Partial<MediaAgreement> = {}): MediaAgreement => ({
  remote: { address: '127.0.0.1', port },
  remoteRtcp: undefined,
  relayed: true,
  ice: undefined,
  codec: 'PCMU',
  payloadType: 0,
  dtmfPayloadType: undefined,
  direction: 'sendrecv',
  srtp: undefined,
  ...change,
})

const asked = (method: number) => turn.asked.filter((one) => one.method === method)

test('relays for RTP and RTCP are opened, and freed with the call', async () => {
  const found = await session.gather(helpers())
  expect(found).toMatchObject({
    relayed: { address: '198.51.100.1', port: 50_000 },
    relayedRtcp: { address: '198.51.100.1' },
    problems: [],
  })
  session.close(performance.now())
  expect(session.isGone()).toBe(false)
  await vi.waitFor(() => {
    session.tick(performance.now())
    expect(session.isGone()).toBe(true)
  })
  expect(asked(methods.REFRESH)).toHaveLength(2)
})

test('a call waits a second for servers that don’t answer, no longer', async () => {
  turn.silent = true
  const silent = await openSocket()
  let found: Gathered | undefined
  const began = performance.now()
  const stunServer = `127.0.0.1:${silent.address().port}`
  const gathered = session.gather(helpers({ stunServer })).then((result) => (found = result))
  await once(turnSocket, 'message')
  session.tick(began + 900)
  await Promise.resolve()
  expect(found).toBeUndefined()
  session.tick(began + 1100)
  await gathered
  expect(found).toEqual({
    mapped: undefined,
    mappedRtcp: undefined,
    relayed: undefined,
    relayedRtcp: undefined,
    problems: [
      { server: stunServer, why: 'no answer' },
      { server: turnAt, why: 'no answer' },
    ],
  })
})

test('a wrong password and an unknown server are told', async () => {
  const wrong = { server: turnAt, user: 'door', password: 'guessed' }
  expect((await session.gather(helpers({ turn: wrong }))).problems).toEqual([
    { server: turnAt, why: 'wrong user name or password' },
  ])
  const unknown = { server: 'no such host', user: 'door', password: 'secret' }
  expect((await session.gather(helpers({ turn: unknown }))).problems).toEqual([
    { server: 'no such host', why: 'unknown host' },
  ])
})

test('a call that ends while servers are asked leaves nothing behind', async () => {
  turn.silent = true
  const gathered = session.gather(helpers())
  await once(turnSocket, 'message')
  session.close(performance.now())
  expect(await gathered).toMatchObject({ relayed: undefined })
  turn.silent = false
  await vi.waitFor(() => {
    session.tick(performance.now())
    expect(session.isGone()).toBe(true)
  })
  expect(asked(methods.ALLOCATE).length).toBe(asked(methods.REFRESH).length)
})

/** A phone that takes packets. */
async function openPhone() {
  const socket = await openSocket()
  const heard: Buffer[] = []
  socket.on('message', (packet) => heard.push(packet))
  return { port: socket.address().port, heard }
}

test('a call that ends during checks ends quietly, although the relay takes longer', async () => {
  const ice = { ufrag: 'ours', pwd: 'our+password+of+ICE+22' }
  await session.gather(helpers({ ice }))
  const candidates = [1, 2].map((component) => ({
    foundation: '1',
    component: component as 1 | 2,
    priority: 1,
    address: '127.0.0.1',
    port: 9,
    type: 'host' as const,
  }))
  const remote = { ufrag: 'them', pwd: 'their+password+of+ICE', lite: false, candidates }
  const now = performance.now()
  session.agree(agreement(9, { ice: { role: 'controlling', local: ice, remote } }), now)
  session.tick(now + 60)
  turn.silent = true
  session.close(now + 100)
  expect(session.isGone()).toBe(false)
  for (let later = 120; later < 1200; later += 20) session.tick(now + later)
  expect(session.isGone()).toBe(true)
})

test('checks that were begun anew don’t fail with the former ones', async () => {
  const silent = (await openSocket()).address().port
  const candidates = [
    {
      foundation: '1',
      component: 1 as const,
      priority: 1,
      address: '127.0.0.1',
      port: silent,
      type: 'host' as const,
    },
  ]
  const now = performance.now()
  const check = (ufrag: string, after: number) => {
    const local = { ufrag, pwd: 'our+password+of+ICE+22' }
    const remote = { ufrag: `${ufrag}2`, pwd: 'their+password+of+ICE', lite: false, candidates }
    const ice = { role: 'controlling' as const, local, remote }
    session.agree(agreement(silent, { relayed: false, ice }), now + after)
  }
  check('first', 0)
  session.tick(now + 60)
  check('second', 3000)
  session.tick(now + 3060)
  session.tick(now + 7000)
  expect(troubles).toEqual([])
  session.tick(now + 10_000)
  expect(troubles).toEqual([{ kind: 'ice' }])
})

test('audio for a phone without ICE goes to the relay', async () => {
  const phone = await openPhone()
  await session.gather(helpers({ permitted: ['192.0.2.7'] }))
  session.agree(agreement(phone.port), performance.now())
  await vi.waitFor(() => {
    session.tick(performance.now())
    expect(turn.data.length).toBeGreaterThan(3)
  })
  expect(phone.heard).toEqual([])
  // Through a channel, once there is one.
  expect(turn.data.at(-1)?.readUInt16BE(0)).toBe(0x4000)
  const permitted = asked(methods.CREATE_PERMISSION).map(
    ({ message }) => addressIn(message, 'XOR-PEER-ADDRESS')?.address,
  )
  // The phone, where it signals from, and others behind our router.
  const places = ['127.0.0.1', '192.0.2.7', '203.0.113.9']
  expect(permitted).toEqual([...places, ...places])
})

test('audio goes straight to a phone that the relay refuses, or if there is none', async () => {
  const phone = await openPhone()
  turn.refuses.set(methods.CREATE_PERMISSION, 403)
  turn.refuses.set(methods.CHANNEL_BIND, 403)
  await session.gather(helpers())
  session.agree(agreement(phone.port), performance.now())
  await vi.waitFor(() => {
    session.tick(performance.now())
    expect(phone.heard.length).toBeGreaterThan(3)
  })
  expect(turn.data).toEqual([])
  const other = await openPhone()
  const plain = openSession(await bindPair(42_000, '127.0.0.1'), {
    onDigit: () => {},
    onTrouble: () => {},
  })
  onTestFinished(() => plain.close(performance.now(), 0))
  plain.agree(agreement(other.port), performance.now())
  await vi.waitFor(() => {
    plain.tick(performance.now())
    expect(other.heard.length).toBeGreaterThan(3)
  })
})

test('checks are answered from the port at which they arrive, also before there is an answer', async () => {
  const ice = { ufrag: 'ours', pwd: 'our+password+of+ICE+22' }
  await session.gather(helpers({ turn: undefined, ice }))
  const remote = { ufrag: 'them', pwd: 'their+password+of+ICE', lite: false, candidates: [] }
  const ask = async (port: number) => {
    const socket = await openSocket()
    const request = requestOf(methods.BINDING).setAttribute('USERNAME', 'ours:them')
    request.setAttribute('PRIORITY', 1).setAttribute('ICE-CONTROLLING', 1n)
    socket.send(bytesOf(request, Buffer.from(ice.pwd)), port, '127.0.0.1')
    const answers: { kind: number | undefined; port: number }[] = []
    socket.on('message', (packet, from) => {
      answers.push({ kind: readStun(packet)?.messageClass, port: from.port })
    })
    return answers
  }
  const arrived = [once(pair.rtp, 'message'), once(pair.rtcp, 'message')]
  const answers = [await ask(session.port), await ask(session.port + 1)]
  await Promise.all(arrived)
  session.agree(
    agreement(9, { relayed: false, ice: { role: 'controlled', local: ice, remote } }),
    performance.now(),
  )
  await vi.waitFor(() => {
    session.tick(performance.now())
    expect(answers.map((each) => each[0])).toEqual([
      { kind: classes.RESPONSE, port: session.port },
      { kind: classes.RESPONSE, port: session.port + 1 },
    ])
  })
})

test('when checks find no way, audio goes where SDP says, straight if the relay refuses', async () => {
  const phone = await openPhone()
  const ice = { ufrag: 'ours', pwd: 'our+password+of+ICE+22' }
  turn.refuses.set(methods.CREATE_PERMISSION, 403)
  turn.refuses.set(methods.CHANNEL_BIND, 403)
  await session.gather(helpers({ ice }))
  const remote = { ufrag: 'them', pwd: 'their+password+of+ICE', lite: false, candidates: [] }
  session.agree(
    agreement(phone.port, { ice: { role: 'controlling', local: ice, remote } }),
    performance.now(),
  )
  expect(troubles).toEqual([{ kind: 'ice' }])
  await vi.waitFor(() => {
    session.tick(performance.now())
    expect(phone.heard.length).toBeGreaterThan(3)
  })
})

test('a relay that goes while the audio uses it is reported as such', async () => {
  await session.gather(helpers())
  session.agree(agreement(9), performance.now())
  await vi.waitFor(() => {
    session.tick(performance.now())
    expect(turn.data.length).toBeGreaterThan(1)
  })
  turn.refuses.set(methods.REFRESH, 437)
  const later = performance.now() + 545_000
  await vi.waitFor(() => {
    session.tick(later)
    expect(troubles).toEqual([{ kind: 'relay', why: 'the server has forgotten it', used: true }])
  })
})

test('a relay that goes while the audio takes another way is only mentioned', async () => {
  await session.gather(helpers())
  session.agree(agreement(9, { relayed: false }), performance.now())
  turn.refuses.set(methods.REFRESH, 437)
  const later = performance.now() + 545_000
  await vi.waitFor(() => {
    session.tick(later)
    expect(troubles).toMatchObject([{ kind: 'relay', used: false }])
  })
})
