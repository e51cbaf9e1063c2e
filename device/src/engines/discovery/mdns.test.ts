import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startClock } from '../../clock/clock.ts'
import type { Clock } from '../../clock/clock.ts'
import { openLog } from '../../log.ts'
import { TYPES, address4, readMessage, writeMessage } from './dns-message.ts'
import type { Message, Resource } from './dns-message.ts'
import { openResponder } from './mdns.ts'
import type { Responder } from './mdns.ts'
import { fakeNetwork } from './testing/fake-group.ts'
import type { FakeNetwork } from './testing/fake-group.ts'
import { hostile } from './testing/hostile.ts'

const QUERIER = '198.51.100.9'
const HTTP = ['_http', '_tcp', 'local']

let clock: Clock
let network: FakeNetwork
let open: Responder[]
beforeEach(() => {
  clock = startClock({ host: { now: () => 0, monotonic: () => 0 } })
  network = fakeNetwork()
  open = []
  vi.spyOn(Math, 'random').mockReturnValue(0.999)
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const responder of open) await responder.close()
})

/** Lets pending work set its timers first. */
async function advance(milliseconds: number): Promise<void> {
  await setImmediate()
  await clock.advance(milliseconds)
}

async function responder(address: string, names: { name?: string; host?: string } = {}) {
  const announced = {
    name: 'Gate',
    host: 'gate',
    ...names,
    addresses: [address],
    services: [{ type: '_http._tcp', port: 80, text: { path: '/' } }],
  }
  const place = { address, subnetMask: '255.255.255.0' }
  const opened = await openResponder({
    announced,
    place,
    clock,
    log: openLog('silent'),
    join: network.join,
  })
  open.push(opened)
  return opened
}

/** The messages sent since the last call, to the group or to one host. */
function sentMessages(to = '224.0.0.251'): Message[] {
  const messages = network.sent.splice(0).filter((packet) => packet.to === to)
  return messages.map(({ bytes }) => readMessage(bytes))
}

const query = (question: Partial<Message['questions'][0]>, port = 5353, answers: Resource[] = []) =>
  network.shout(
    writeMessage({
      id: 9,
      questions: [{ name: HTTP, type: TYPES.PTR, unicast: false, ...question }],
      answers,
    }),
    QUERIER,
    port,
  )

const typesIn = (resources: readonly Resource[]) =>
  resources.map(({ type }) => type).toSorted((a, b) => a - b)

test('it probes its names three times, announces them twice, and says goodbye', async () => {
  const gate = await responder('198.51.100.1')
  await advance(999)
  const probes = sentMessages()
  expect(probes.map(({ response }) => response)).toEqual([false, false, false])
  expect(probes[0]?.questions.map(({ name }) => name[0])).toEqual(['Gate', 'gate'])
  expect(probes[0]?.authorities.map(({ type }) => type)).toEqual([TYPES.SRV, TYPES.TXT, TYPES.A])
  expect(gate.names()).toBeUndefined()
  await advance(1)
  expect(gate.names()).toEqual({ name: 'Gate', host: 'gate' })
  await advance(2000)
  expect(sentMessages().map(({ answers }) => typesIn(answers))).toEqual([
    [TYPES.PTR, TYPES.PTR, TYPES.TXT, TYPES.SRV],
    [TYPES.A],
    [TYPES.PTR, TYPES.PTR, TYPES.TXT, TYPES.SRV],
    [TYPES.A],
  ])
  await gate.close()
  expect(sentMessages().flatMap(({ answers }) => answers.map(({ ttl }) => ttl))).toEqual([
    0, 0, 0, 0, 0,
  ])
})

test('a query gets all the records it needs, once the names are confirmed to be free', async () => {
  await responder('198.51.100.1')
  query({})
  await advance(2500)
  sentMessages()
  query({})
  await advance(200)
  const [answer, ...more] = sentMessages()
  expect(more).toEqual([])
  expect(answer?.answers.map(({ type }) => type)).toEqual([TYPES.PTR])
  expect(typesIn(answer?.additionals ?? [])).toEqual([TYPES.A, TYPES.TXT, TYPES.SRV])
  query({}, 5353, [...(answer?.answers ?? [])])
  query({ name: ['_ipp', '_tcp', 'local'] })
  query({ name: ['gate', 'local'], type: TYPES.AAAA })
  await advance(200)
  expect(sentMessages()).toEqual([])
  query({ name: ['GATE', 'local'], type: TYPES.A })
  expect(sentMessages()[0]?.answers[0]?.data).toEqual(address4('198.51.100.1'))
})

test('a unicast question gets a unicast answer, and a legacy resolver its own format', async () => {
  await responder('198.51.100.1')
  await advance(2500)
  sentMessages()
  query({ unicast: true })
  expect(sentMessages(QUERIER)).toHaveLength(1)
  query({}, 40_000)
  const [legacy] = sentMessages(QUERIER)
  expect(legacy).toMatchObject({ id: 9, questions: [{ name: HTTP }] })
  const all = [...(legacy?.answers ?? []), ...(legacy?.additionals ?? [])]
  expect(all.every(({ ttl, flush }) => ttl <= 10 && !flush)).toBe(true)
})

test('when a name is already taken, another one is used', async () => {
  const first = await responder('198.51.100.1')
  await advance(2500)
  const second = await responder('198.51.100.2')
  await advance(10_000)
  expect(first.names()).toEqual({ name: 'Gate', host: 'gate' })
  expect(second.names()).toEqual({ name: 'Gate (2)', host: 'gate-2' })
})

test('of two devices that probe a name at the same time, one gets it', async () => {
  const both = [await responder('198.51.100.1'), await responder('198.51.100.2')]
  await advance(10_000)
  const names = both.map((one) => one.names())
  expect(new Set(names.map((one) => one?.host)).size).toBe(2)
  expect(names.map((one) => one?.host)).toContain('gate')
})

test('malformed messages and the goodbyes of others change nothing', async () => {
  const gate = await responder('198.51.100.1')
  await advance(2500)
  network.shout(Buffer.from('noise'), QUERIER, 5353)
  const goodbye = {
    name: ['gate', 'local'],
    type: TYPES.A,
    flush: true,
    ttl: 0,
    data: address4(QUERIER),
  }
  network.shout(writeMessage({ response: true, answers: [goodbye] }), QUERIER, 5353)
  await advance(5000)
  expect(gate.names()).toEqual({ name: 'Gate', host: 'gate' })
})

const QUERY_ALL = writeMessage({ questions: [{ name: HTTP, type: TYPES.PTR, unicast: true }] })

test('hostile messages get no answer, and take no longer to read than others', async () => {
  const gate = await responder('198.51.100.1')
  await advance(2500)
  network.sent.splice(0)
  for (const [what, bytes] of Object.entries(hostile(QUERY_ALL))) {
    // Responses are parsed as far as possible, too.
    const response = Buffer.from(bytes)
    response.writeUInt16BE(0x8400, 2)
    const began = performance.now()
    for (const port of [5353, 40_000, 0]) {
      network.shout(bytes, QUERIER, port)
      network.shout(response, QUERIER, port)
    }
    expect(performance.now() - began, what).toBeLessThan(1_000)
    await advance(500)
    expect(network.sent, what).toEqual([])
  }
  expect(gate.names()).toEqual({ name: 'Gate', host: 'gate' })
  network.shout(QUERY_ALL, QUERIER, 5353)
  expect(sentMessages(QUERIER)).toHaveLength(1)
})

test('a truncated or altered message never crashes the reader', async () => {
  const gate = await responder('198.51.100.1')
  await advance(2500)
  const whole = network.sent.map(({ bytes }) => bytes)
  for (const bytes of [QUERY_ALL, ...whole]) {
    for (let at = 0; at < bytes.length; at += 1) {
      network.shout(bytes.subarray(0, at), QUERIER, 5353)
      const changed = Buffer.from(bytes)
      // Setting the top bits turns a length into a pointer.
      changed.writeUInt8(changed.readUInt8(at) ^ 0xc0, at)
      network.shout(changed, QUERIER, 5353)
    }
  }
  await advance(10_000)
  expect(gate.names()?.name).toMatch(/^Gate/)
})
