import { beforeEach, expect, test } from 'vitest'
import { bytesOf, classes, isAt, methods, readStun, requestOf } from '../stun.ts'
import type { Endpoint } from '../stun.ts'
import { IceAgent } from './agent.ts'
import { priorityOf } from './pairs.ts'
import type { Candidate, ComponentId, IceTerms } from './pairs.ts'
import { Transactions } from './transactions.ts'

/** One side: a socket for RTP and one for RTCP, and perhaps a relay for each. */
interface Side {
  agent: IceAgent
  transactions: Record<ComponentId, Transactions>
  candidates: Candidate[]
  failures: number
  sent: { component: ComponentId; packet: Buffer; to: Endpoint }[]
}

let now: number
let one: Side
let other: Side
/** Whether a packet arrives, from whichever side. */
let passes: (from: Endpoint, to: Endpoint) => boolean
/** Where a packet seems to come from. */
let translate: (from: Endpoint) => Endpoint

const bare = ({ address, port }: Endpoint): Endpoint => ({ address, port })

function openSide(address: string, relay: string | undefined, far: () => Side): Side {
  const placeOf = (component: ComponentId, relayed: boolean): Endpoint => ({
    address: relayed ? (relay ?? '') : address,
    port: 4000 + component,
  })
  function send(component: ComponentId, packet: Buffer, to: Endpoint): void {
    side.sent.push({ component, packet, to })
    const from = placeOf(component, to.relayed ?? false)
    if (!passes(from, bare(to))) return
    const target = far()
    const known = target.candidates.find((candidate) => isAt(bare(candidate), bare(to)))
    if (!known) return
    const origin = { ...translate(from), relayed: known.type === 'relay' }
    const kind = readStun(packet)?.messageClass
    if (kind === classes.REQUEST) target.agent.receive(component, packet, origin, now)
    else target.transactions[component].receive(packet, origin)
  }
  const transactions = {
    1: new Transactions((packet, to) => send(1, packet, to)),
    2: new Transactions((packet, to) => send(2, packet, to)),
  }
  const candidates = ([1, 2] as const).flatMap((component) =>
    (relay === undefined ? (['host'] as const) : (['host', 'relay'] as const)).map((type) => ({
      ...placeOf(component, type === 'relay'),
      foundation: type,
      component,
      priority: priorityOf(type, component),
      type,
    })),
  )
  const side: Side = {
    transactions,
    candidates,
    failures: 0,
    sent: [],
    agent: new IceAgent({
      local: { ufrag: `user${address}`, pwd: `password of ${address}` },
      transactions: (component) => transactions[component],
      send,
      bases: (component) =>
        candidates
          .filter((candidate) => candidate.component === component)
          .map(({ type, priority }) => ({ relayed: type === 'relay', priority })),
      permit: () => {},
      onChange: () => {},
      onFailed: () => (side.failures += 1),
      tieBreaker: BigInt(address.length),
    }),
  }
  return side
}

const termsFor = (side: Side, far: Side, role: IceTerms['role']): IceTerms => ({
  role,
  local: side.agent.local,
  remote: { ...far.agent.local, lite: false, candidates: far.candidates },
})

function pass(milliseconds: number): void {
  for (const stop = now + milliseconds; now < stop;) {
    now += 20
    for (const { agent, transactions } of [one, other]) {
      transactions[1].tick(now)
      transactions[2].tick(now)
      agent.tick(now)
    }
  }
}

function begin(roles: [IceTerms['role'], IceTerms['role']] = ['controlling', 'controlled']): void {
  other.agent.begin(termsFor(other, one, roles[1]), now)
  one.agent.begin(termsFor(one, other, roles[0]), now)
}

const nominations = (side: Side) =>
  side.sent.filter(({ packet }) => readStun(packet)?.attributesKeys.includes('USE-CANDIDATE'))

beforeEach(() => {
  now = 0
  passes = () => true
  translate = (from) => from
  one = openSide('10.0.0.1', '198.51.100.1', () => other)
  other = openSide('10.0.0.20', '198.51.100.2', () => one)
})

test('both sides find the direct way for RTP and RTCP, and one of them nominates it', () => {
  begin()
  pass(1000)
  expect(one.agent.path(1)).toMatchObject({ address: '10.0.0.20', port: 4001, relayed: false })
  expect(one.agent.path(2)).toMatchObject({ address: '10.0.0.20', port: 4002, relayed: false })
  expect(other.agent.path(1)).toMatchObject({ address: '10.0.0.1', port: 4001, relayed: false })
  expect(other.agent.path(2)).toMatchObject({ address: '10.0.0.1', port: 4002, relayed: false })
  expect(nominations(one).map(({ component }) => component)).toEqual([1, 2])
  expect(nominations(other)).toEqual([])
  expect([one.failures, other.failures]).toEqual([0, 0])
})

test('where only relays reach each other, both send through them', () => {
  passes = (from, to) => from.address.startsWith('198') && to.address.startsWith('198')
  begin()
  pass(2000)
  expect(one.agent.path(1)).toMatchObject({ address: '198.51.100.2', relayed: true })
  expect(other.agent.path(1)).toMatchObject({ address: '198.51.100.1', relayed: true })
  // The direct way is still being tried, but nobody waits for that.
  expect(nominations(one)).toHaveLength(2)
  pass(8000)
  expect([one.failures, other.failures]).toEqual([0, 0])
})

test('an address that nobody has told of is learned from its checks', () => {
  passes = (from, to) => from.address === '10.0.0.1' || to.address === '203.0.113.1'
  translate = (from) =>
    from.address === '10.0.0.1' ? { address: '203.0.113.1', port: from.port + 100 } : from
  const [own] = one.candidates
  if (own) one.candidates.push({ ...own, address: '203.0.113.1', port: 4101 })
  other.agent.begin(termsFor(other, { ...one, candidates: [] }, 'controlled'), now)
  one.agent.begin(termsFor(one, other, 'controlling'), now)
  pass(2000)
  expect(other.agent.path(1)).toMatchObject({ address: '203.0.113.1', port: 4101 })
  expect(one.agent.path(1)).toMatchObject({ address: '10.0.0.20' })
})

test.each(['controlling', 'controlled'] as const)(
  'sides that are both %s agree on who is in control',
  (role) => {
    begin([role, role])
    pass(3000)
    expect(one.agent.path(1)).toMatchObject({ address: '10.0.0.20' })
    expect(other.agent.path(1)).toMatchObject({ address: '10.0.0.1' })
    expect(nominations(other).length).toBeGreaterThan(0)
  },
)

test('checks with another password or for somebody else are neither answered nor believed', () => {
  begin()
  const from = { address: '10.0.0.66', port: 5000 }
  const check = (user: string, pwd: string) => {
    const request = requestOf(methods.BINDING)
      .setAttribute('USERNAME', user)
      .setAttribute('PRIORITY', 1)
      .setAttribute('ICE-CONTROLLED', 1n)
    return bytesOf(request, Buffer.from(pwd))
  }
  const { ufrag, pwd } = one.agent.local
  const before = one.sent.length
  one.agent.receive(1, check(`${ufrag}:x`, 'guessed'), from, now)
  one.agent.receive(1, check('nobody:x', pwd), from, now)
  one.agent.receive(1, bytesOf(requestOf(methods.BINDING), Buffer.from(pwd)), from, now)
  one.agent.receive(1, Buffer.from('no STUN at all, only garbage'), from, now)
  expect(one.sent.length).toBe(before)
  expect(one.agent.knows(1, from)).toBe(false)
  one.agent.receive(1, check(`${ufrag}:x`, pwd), from, now)
  expect(one.sent.length).toBe(before + 1)
  expect(one.agent.knows(1, from)).toBe(true)
})

test('checks that arrive before the answer count once it is there', () => {
  other.agent.begin(termsFor(other, one, 'controlled'), now)
  pass(200)
  expect(one.sent).toEqual([])
  one.agent.begin(termsFor(one, other, 'controlling'), now)
  expect(one.agent.knows(1, { address: '10.0.0.20', port: 4001 })).toBe(true)
  pass(1000)
  expect(one.agent.path(1)).toMatchObject({ address: '10.0.0.20' })
})

test('without any way it fails once, and works if one turns up later', () => {
  passes = () => false
  begin()
  pass(6000)
  expect(one.failures).toBe(0)
  pass(3000)
  expect([one.failures, other.failures]).toEqual([1, 1])
  expect(one.agent.hasFailed()).toBe(true)
  expect(one.agent.path(1)).toBeUndefined()
  passes = () => true
  one = openSide('10.0.0.1', undefined, () => other)
  one.agent.begin(termsFor(one, other, 'controlling'), now)
  pass(1000)
  expect(other.agent.hasFailed()).toBe(false)
  expect(other.agent.path(1)).toMatchObject({ address: '10.0.0.1' })
  expect(other.failures).toBe(1)
})

test('another side, or another password of it, begins anew; the same again changes nothing', () => {
  begin()
  pass(1000)
  const count = one.sent.length
  one.agent.begin(termsFor(one, other, 'controlling'), now)
  pass(1000)
  expect(one.sent.length).toBe(count)
  other = openSide('10.0.0.30', undefined, () => one)
  other.agent.begin(termsFor(other, one, 'controlled'), now)
  one.agent.begin(termsFor(one, other, 'controlling'), now)
  expect(one.agent.path(1)).toBeUndefined()
  pass(1000)
  expect(one.agent.path(1)).toMatchObject({ address: '10.0.0.30' })
})

test('when the relay that is used is gone, another way takes its place, or none', () => {
  const relays = (from: Endpoint, to: Endpoint) =>
    from.address.startsWith('198') && to.address.startsWith('198')
  passes = relays
  begin()
  pass(2000)
  const relayed = { address: '198.51.100.2', port: 4001, relayed: true }
  expect(one.agent.path(1)).toEqual(relayed)
  one.agent.lose(1)
  expect(one.agent.path(1)).toBeUndefined()
  expect(one.agent.knows(1, relayed)).toBe(false)
  expect(one.agent.path(2)).toMatchObject({ relayed: true })
  // Through the other side's relay alone.
  passes = (from, to) =>
    relays(from, to) || from.address === '10.0.0.1' || to.address === '10.0.0.1'
  one = openSide('10.0.0.1', '198.51.100.1', () => other)
  other = openSide('10.0.0.20', '198.51.100.2', () => one)
  begin()
  pass(2000)
  one.agent.lose(1)
  expect(one.agent.path(1)).toMatchObject({ address: '10.0.0.20', relayed: false })
})

test('a way on which the other side has been heard is checked next', () => {
  other.agent.begin(termsFor(other, one, 'controlled'), now)
  const { ufrag, pwd } = other.agent.local
  const request = requestOf(methods.BINDING)
    .setAttribute('USERNAME', `${ufrag}:${one.agent.local.ufrag}`)
    .setAttribute('PRIORITY', 1)
    .setAttribute('ICE-CONTROLLING', 1n)
  const worst = { address: '198.51.100.1', port: 4002, relayed: true }
  other.agent.receive(2, bytesOf(request, Buffer.from(pwd)), worst, now)
  const before = other.sent.length
  pass(20)
  expect(other.sent.slice(before, before + 1)).toMatchObject([{ component: 2, to: worst }])
})

test('a check under way is sent anew when the other side is heard: its router lets it in now', () => {
  one = openSide('10.0.0.1', undefined, () => other)
  other = openSide('10.0.0.20', undefined, () => one)
  passes = () => false
  one.agent.begin(termsFor(one, other, 'controlling'), now)
  pass(200)
  passes = () => true
  other.agent.begin(termsFor(other, one, 'controlled'), now)
  // Long before the first check is repeated, after half a second.
  pass(160)
  expect(one.agent.path(1)).toMatchObject({ address: '10.0.0.20' })
  // What comes of the former check doesn't count any more.
  pass(8000)
  expect(one.agent.path(1)).toMatchObject({ address: '10.0.0.20' })
  expect(one.failures).toBe(0)
})

test('every 15 s a sign of life goes the way that was found', () => {
  begin()
  pass(1000)
  const count = one.sent.length
  pass(13_000)
  expect(one.sent.length).toBe(count)
  pass(2000)
  const signs = one.sent.slice(count)
  expect(signs.map(({ component, to }) => [component, to.address])).toEqual([
    [1, '10.0.0.20'],
    [2, '10.0.0.20'],
  ])
  expect(signs.map(({ packet }) => readStun(packet)?.messageClass)).toEqual([
    classes.INDICATION,
    classes.INDICATION,
  ])
})

test('of several ways that the other side nominates, the best counts', () => {
  begin()
  const check = (from: Endpoint) => {
    const { ufrag, pwd } = other.agent.local
    const request = requestOf(methods.BINDING)
      .setAttribute('USERNAME', `${ufrag}:${one.agent.local.ufrag}`)
      .setAttribute('PRIORITY', 1)
      .setAttribute('ICE-CONTROLLING', 1n)
      .setAttribute('USE-CANDIDATE', null)
    other.agent.receive(1, bytesOf(request, Buffer.from(pwd)), from, now)
  }
  check({ address: '198.51.100.1', port: 4001, relayed: true })
  pass(100)
  check({ address: '10.0.0.1', port: 4001, relayed: false })
  pass(100)
  expect(other.agent.path(1)).toMatchObject({ address: '10.0.0.1', relayed: false })
})

test('a side that only answers is checked, whoever made the offer', () => {
  other.agent.begin(termsFor(other, one, 'controlled'), now)
  const terms = termsFor(one, other, 'controlled')
  one.agent.begin({ ...terms, remote: { ...terms.remote, lite: true } }, now)
  pass(1000)
  expect(nominations(one)).toHaveLength(2)
})
