import { beforeEach, expect, test } from 'vitest'
import { Message } from 'werift-ice/lib/ice-server/src/stun/message.js'
import { addressIn, bytesOf, classes, errorIn, methods, readStun } from '../stun.ts'
import type { Endpoint } from '../stun.ts'
import { openTurnServer } from '../testing/turn-server.ts'
import type { TurnServer } from '../testing/turn-server.ts'
import { Relay } from './relay.ts'

const SERVER: Endpoint = { address: '203.0.113.1', port: 3478 }
const PEER: Endpoint = { address: '203.0.113.50', port: 5000, relayed: true }
let now: number
let server: TurnServer
let relay: Relay
let lost: string[]

function openRelay(password = 'secret'): Relay {
  const made = new Relay({
    server: SERVER,
    user: 'door',
    password,
    send: (packet) => server.receive(packet, (bytes) => void made.receive(bytes, SERVER)),
    onLost: (why) => lost.push(why),
  })
  return made
}

function allocate(): string | undefined {
  const results: (string | undefined)[] = []
  relay.allocate(now, (why) => results.push(why))
  for (let waited = 0; results.length === 0 && waited < 10_000; waited += 500) pass(500)
  return results.length === 0 ? 'nothing' : results[0]
}

function pass(milliseconds: number): void {
  for (const stop = now + milliseconds; now < stop;) {
    now += 500
    relay.tick(now)
  }
}

const asked = (method: number) => server.asked.filter((one) => one.method === method)

beforeEach(() => {
  now = 0
  lost = []
  server = openTurnServer(['203.0.113.1', 50_000], ['198.51.100.7', 40_000])
  relay = openRelay()
})

test('it has an address once the server knows who asks', () => {
  expect(allocate()).toBeUndefined()
  expect(relay.address).toEqual({ address: '203.0.113.1', port: 50_000 })
  expect(relay.mapped).toEqual({ address: '198.51.100.7', port: 40_000 })
  const message = asked(methods.ALLOCATE)[0]?.message
  expect(message?.getAttributeValue('REQUESTED-TRANSPORT')).toBe(17 * 2 ** 24)
  expect(message?.getAttributeValue('USERNAME')).toBe('door')
})

test('it says why it has none', () => {
  relay = openRelay('wrong')
  expect(allocate()).toBe('wrong user name or password')
  relay = openRelay()
  server.refuses.set(methods.ALLOCATE, 486)
  expect(allocate()).toBe('refused with 486 No')
  relay = openRelay()
  server.silent = true
  expect(allocate()).toBe('no answer')
  expect(relay.isSettled()).toBe(true)
})

test('a new nonce is taken, and no answer of somebody else', () => {
  allocate()
  server.nonce = 'two'
  relay.permit(PEER.address, now)
  expect(asked(methods.CREATE_PERMISSION)).toHaveLength(1)
  const forged = new Message(methods.DATA, classes.INDICATION)
    .setAttribute('XOR-PEER-ADDRESS', [PEER.address, PEER.port])
    .setAttribute('DATA', Buffer.from('sound'))
  expect(relay.receive(bytesOf(forged), { ...SERVER, port: 9 })).toBeUndefined()
  expect(relay.receive(bytesOf(forged), SERVER)?.packet.toString()).toBe('sound')
})

test('packets wait for the permission, then go through a channel', () => {
  allocate()
  server.silent = true
  relay.permit(PEER.address, now)
  relay.send(Buffer.from('early'), PEER)
  relay.send(Buffer.from('to nobody'), { address: '192.0.2.9', port: 1, relayed: true })
  expect(server.data).toEqual([])
  server.silent = false
  pass(1000)
  const [first] = server.data.map((packet) => readStun(packet))
  expect(first?.messageMethod).toBe(methods.SEND)
  expect(first && addressIn(first, 'XOR-PEER-ADDRESS')).toEqual({
    address: PEER.address,
    port: PEER.port,
  })
  expect(String(first?.getAttributeValue('DATA'))).toBe('early')
  relay.prefer(PEER, now)
  relay.send(Buffer.from('sound'), PEER)
  expect(server.data.at(-1)?.toString('latin1')).toBe('\x40\x00\x00\x05sound')
  const heard = relay.receive(Buffer.from('\x40\x00\x00\x05voice', 'latin1'), SERVER)
  expect(heard).toEqual({ packet: Buffer.from('voice'), from: PEER })
})

test('the number of a channel is written as servers expect it, in four bytes', () => {
  allocate()
  relay.prefer(PEER, now)
  const packet = asked(methods.CHANNEL_BIND)[0]?.packet
  expect(packet?.includes(Buffer.from('000c000440000000', 'hex'))).toBe(true)
})

test('packets of unknown channels, and damaged ones, are nothing', () => {
  allocate()
  for (const bytes of ['\x40\x05\x00\x01x', '\x40\x00\x00\x09x', '\x40', '', '\x00\x17garbage']) {
    expect(relay.receive(Buffer.from(bytes, 'latin1'), SERVER)).toBeUndefined()
  }
})

test('a peer that the server refuses is known as such', () => {
  allocate()
  server.refuses.set(methods.CREATE_PERMISSION, 403)
  relay.permit(PEER.address, now)
  expect(relay.refuses(PEER.address)).toBe(true)
  relay.send(Buffer.from('sound'), PEER)
  expect(server.data).toEqual([])
  expect(lost).toEqual([])
})

test('relay, permissions and channels are renewed in time', () => {
  allocate()
  relay.prefer(PEER, now)
  pass(230_000)
  expect(server.asked.map(({ method }) => method)).toHaveLength(3)
  pass(15_000)
  expect(asked(methods.CREATE_PERMISSION)).toHaveLength(2)
  expect(asked(methods.CHANNEL_BIND)).toHaveLength(2)
  pass(285_000)
  expect(asked(methods.REFRESH)).toEqual([])
  pass(15_000)
  expect(asked(methods.REFRESH)[0]?.message.getAttributeValue('LIFETIME')).toBe(600)
  pass(3_600_000)
  expect(lost).toEqual([])
})

test('it is lost when the server has forgotten it', () => {
  allocate()
  relay.prefer(PEER, now)
  server.refuses.set(methods.CHANNEL_BIND, 437)
  pass(250_000)
  expect(lost).toEqual(['the server has forgotten it'])
  expect(relay.address).toBeUndefined()
})

test('it is lost when the server no longer answers', () => {
  allocate()
  relay.prefer(PEER, now)
  server.silent = true
  pass(280_000)
  expect(lost).toEqual(['the server no longer answers'])
})

test('it is lost when the server does not prolong it', () => {
  server.lifetime = 100
  allocate()
  server.refuses.set(methods.REFRESH, 500)
  pass(90_000)
  expect(lost).toEqual([])
  pass(15_000)
  expect(lost).toEqual(['the server has not prolonged it'])
})

test('its end frees what the server holds, also when it came too late', () => {
  allocate()
  relay.close(now)
  expect(asked(methods.REFRESH)[0]?.message.getAttributeValue('LIFETIME')).toBe(0)
  expect(relay.isSettled()).toBe(true)
  server.asked = []
  relay = openRelay()
  server.silent = true
  let done = 0
  relay.allocate(now, () => (done += 1))
  relay.close(now)
  expect(relay.isSettled()).toBe(false)
  server.silent = false
  pass(1000)
  expect(asked(methods.REFRESH)[0]?.message.getAttributeValue('LIFETIME')).toBe(0)
  expect(relay.isSettled()).toBe(true)
  expect(relay.address).toBeUndefined()
  expect(done).toBe(0)
  expect(lost).toEqual([])
})

test('over IPv6, an address of that family is asked for', () => {
  const requests: Buffer[] = []
  relay = new Relay({
    server: { address: '2001:db8::1', port: 3478 },
    user: 'door',
    password: 'secret',
    send: (packet) => requests.push(packet),
    onLost: () => {},
  })
  relay.allocate(now, () => {})
  const [first] = requests.map((packet) => readStun(packet))
  expect(first?.getAttributeValue('REQUESTED-ADDRESS-FAMILY')).toBe(2 * 2 ** 24)
  expect(first && errorIn(first)).toBeUndefined()
})
