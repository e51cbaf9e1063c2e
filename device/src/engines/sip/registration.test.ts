import { expect, test } from 'vitest'
import { all, get } from './testing/message.ts'
import type { Message } from './testing/message.ts'
import type { Registrar } from './testing/registrar.ts'
import { openPeer, openRig, until } from './testing/sip-rig.ts'

const USERS = { door: 'secret', gate: 'other' }
const NOTHING: Message = { line: '', headers: [], body: '' }

/** Where the account can be called, without parameters. */
const ownHosts = ({ contacts }: Registrar) =>
  Array.from(contacts.get('door') ?? []).map((uri) => uri.split(';')[0])

/** A registrar, and a device with an account there. */
async function openPair(
  account = {},
  options: Parameters<typeof openRig>[1] & { prepare?: (registrar: Registrar) => void } = {},
) {
  const peer = await openPeer({ users: USERS })
  options.prepare?.(peer.registrar)
  const rig = await openRig([{ domain: 'lab.test', registrar: peer.address, ...account }], options)
  return { peer, registrar: peer.registrar, rig }
}

test('an account registers with its password and reports where it can be called', async () => {
  const { peer, registrar, rig } = await openPair()
  await rig.registered()
  expect(rig.status()).toEqual({
    accountId: 'account-0',
    uri: 'sip:door@lab.test',
    registrar: peer.address,
    status: 200,
    text: 'OK',
  })
  const [contact = ''] = registrar.contacts.get('door') ?? []
  expect(contact).toMatch(
    new RegExp(`^sip:door@127\\.0\\.0\\.1:${rig.settings.port};line=[0-9a-f]{12}$`),
  )
  const [first = NOTHING, second = NOTHING] = registrar.requests
  expect(get(first, 'Expires')).toBe('300')
  expect([get(first, 'CSeq'), get(second, 'CSeq')]).toEqual(['1 REGISTER', '2 REGISTER'])
  expect(rig.sip.ladder('account-0').map(({ line }) => line)).toEqual([
    `REGISTER sip:${peer.address}`,
    '401 Unauthorized',
    `REGISTER sip:${peer.address}`,
    '200 OK',
  ])
})

test.each([['SHA-256'], ['SHA-512-256']] as const)(
  'a %s challenge is answered',
  async (algorithm) => {
    const { registrar, rig } = await openPair(
      {},
      {
        prepare: (registrar) => {
          registrar.algorithms = [algorithm, 'MD5']
        },
      },
    )
    await rig.registered()
    expect(get(registrar.requests.at(-1) ?? NOTHING, 'Authorization')).toContain(
      `algorithm=${algorithm},`,
    )
  },
)

test('a wrong password is reported, and not tried again soon', async () => {
  const { registrar, rig } = await openPair({ password: 'wrong' })
  await rig.registered(401)
  expect(rig.status()?.text).toBe('Unauthorized')
  expect(registrar.requests.length).toBe(2)
  await rig.clock.advance(40_000)
  expect(registrar.requests.length).toBe(2)
  registrar.users.set('door', 'wrong')
  await rig.clock.advance(40_000)
  await rig.registered()
})

test('the name for authentication can differ from the user', async () => {
  const { rig } = await openPair({ user: '100', authenticationId: 'gate', password: 'other' })
  await rig.registered()
  expect(rig.status()?.uri).toBe('sip:100@lab.test')
})

test('a registration is refreshed before it ends, for as long as the registrar grants', async () => {
  const { registrar, rig } = await openPair(
    {},
    {
      prepare: (registrar) => {
        registrar.most = 120
      },
    },
  )
  await rig.registered()
  const before = registrar.requests.length
  await rig.clock.advance(79_900)
  expect(registrar.requests.length).toBe(before)
  await rig.clock.advance(200)
  await until(() => expect(registrar.requests.length).toBe(before + 2))
  expect(rig.status()?.status).toBe(200)
})

test('a registrar can ask for a longer interval', async () => {
  const { registrar, rig } = await openPair(
    {},
    {
      prepare: (registrar) => {
        registrar.least = 600
      },
    },
  )
  await rig.registered()
  expect(get(registrar.requests.at(-1) ?? NOTHING, 'Expires')).toBe('600')
})

test('accounts leave their registrar when they go, change, or the device stops', async () => {
  const { peer, registrar, rig } = await openPair()
  const account = { domain: 'lab.test', registrar: peer.address }
  await rig.registered()
  expect(registrar.contacts.get('door')?.size).toBe(1)
  await rig.configure([{ ...account, user: 'gate', password: 'other' }])
  await rig.registered()
  expect(registrar.contacts.get('door')?.size).toBe(0)
  expect(registrar.contacts.get('gate')?.size).toBe(1)
  await rig.configure([{ ...account, user: 'gate', password: 'other', enabled: false }])
  expect(registrar.contacts.get('gate')?.size).toBe(0)
  expect(rig.status()).toMatchObject({ status: 0, text: 'The account is disabled' })
  await rig.configure([account])
  await rig.registered()
  await rig.configure([account], { enabled: false })
  expect(registrar.contacts.get('door')?.size).toBe(0)
  expect(rig.status()).toMatchObject({ status: 0, text: 'SIP is disabled' })
  await rig.configure([account])
  await rig.registered()
  await rig.sip.close()
  expect(registrar.contacts.get('door')?.size).toBe(0)
})

test('only accounts that have changed register anew', async () => {
  const { peer, registrar, rig } = await openPair()
  const door = { domain: 'lab.test', registrar: peer.address }
  const gate = { ...door, user: 'gate', password: 'other' }
  await rig.configure([door, gate])
  await rig.registered(200, 1)
  const before = registrar.requests.length
  await rig.configure([{ ...door, name: 'Back door', autoAnswer: false }, gate])
  expect(registrar.requests.length).toBe(before)
  await rig.configure([door, { ...gate, callerId: 'Gate' }], { registrationInterval: 600 })
  await until(() => expect(registrar.requests.length).toBe(before + 4))
})

test('a port that changes moves the registration there', async () => {
  const { peer, registrar, rig } = await openPair()
  await rig.registered()
  const port = rig.settings.port + 2
  await rig.configure([{ domain: 'lab.test', registrar: peer.address }], { port })
  await rig.registered()
  expect(
    Array.from(registrar.contacts.get('door') ?? []).map((uri) => /:(\d+);/.exec(uri)?.[1]),
  ).toEqual([String(port)])
})

test('a device that moves to another address leaves the old one and registers from there', async () => {
  const { peer, registrar, rig } = await openPair()
  await rig.registered()
  const callId = rig.sip.call(`sip:phone@${peer.address}`)
  await rig.reaches(callId, 'active')
  await until(() => expect(peer.phone.calls[0]?.acknowledged).toBe(true))
  rig.places[0] = { listen: '127.0.0.2', address: '127.0.0.2' }
  rig.sip.addressChanged()
  await rig.sip.settled()
  await rig.registered()
  expect(ownHosts(registrar)).toEqual([`sip:door@127.0.0.2:${rig.settings.port}`])
  await until(() => expect(peer.phone.calls[0]?.ended).toBe(true))
})

test('a registrar that disappears is reported, asked again ever less often, and found when it is back', async () => {
  const { peer, registrar, rig } = await openPair()
  await rig.registered()
  peer.socket.loses = () => true
  await rig.clock.advance(260_000)
  expect(rig.status()?.status).toBe(200)
  await rig.clock.advance(32_000)
  await rig.registered(408)
  const asked: number[] = []
  let last = 0
  peer.socket.loses = (message, direction) => {
    if (direction === 'in' && message.line.startsWith('REGISTER')) {
      const now = rig.clock.monotonic()
      if (now - last > 4500) asked.push(Math.round((now - last) / 1000))
      last = now
    }
    return true
  }
  await rig.clock.advance(600_000)
  // A timeout takes 32 s, the pauses 5, 10, 20, … s, each ± 20 %.
  expect(asked.length).toBeGreaterThan(3)
  expect(asked.length).toBeLessThan(12)
  peer.socket.loses = () => false
  await rig.clock.advance(360_000)
  await rig.registered()
  expect(registrar.contacts.get('door')?.size).toBe(1)
})

test('the secondary registrar serves while the primary one is away', async () => {
  const primary = await openPeer({ users: USERS })
  const secondary = await openPeer({ users: USERS })
  primary.socket.loses = () => true
  const rig = await openRig([
    {
      domain: 'one.test',
      registrar: primary.address,
      secondary: { domain: 'two.test', registrar: secondary.address },
    },
  ])
  await until(() => expect(rig.status()).toMatchObject({ status: 100, text: 'Trying' }))
  await rig.clock.advance(32_000)
  await rig.registered()
  expect(rig.status()).toMatchObject({ uri: 'sip:door@two.test', registrar: secondary.address })
  const callId = rig.sip.call('phone')
  await rig.reaches(callId, 'active')
  expect(secondary.phone.calls.length).toBe(1)
  primary.socket.loses = () => false
  await rig.clock.advance(121_000)
  await until(() => expect(rig.status()?.uri).toBe('sip:door@one.test'))
  await until(() => expect(secondary.registrar.contacts.get('door')?.size).toBe(0))
})

test('the secondary registrar is left at once, even while the primary one is asked', async () => {
  const primary = await openPeer({ users: USERS })
  const secondary = await openPeer({ users: USERS })
  primary.socket.loses = () => true
  const account = {
    registrar: primary.address,
    secondary: { domain: undefined, registrar: secondary.address },
  }
  const rig = await openRig([account])
  await until(() => expect(rig.status()?.status).toBe(100))
  await rig.clock.advance(32_000)
  await rig.registered()
  // The primary one is asked again, and does not answer.
  await rig.clock.advance(125_000)
  await rig.configure([account], { enabled: false })
  expect(secondary.registrar.contacts.get('door')?.size).toBe(0)
})

test('a registrar that refuses is not replaced by the secondary one', async () => {
  const secondary = await openPeer({ users: USERS })
  const { rig } = await openPair({
    password: 'wrong',
    secondary: { domain: 'two.test', registrar: secondary.address },
  })
  await rig.registered(401)
  expect(secondary.registrar.requests.length).toBe(0)
})

test.each([
  [600, 600],
  // Who mistypes an hour must not keep the device away for a year.
  [31_536_000, 3600],
])('an overloaded registrar that asks for %i s is left alone for %i s', async (asks, waits) => {
  const { registrar, rig } = await openPair(
    {},
    {
      prepare(registrar) {
        registrar.refuses = '503 Service Unavailable'
        registrar.retryAfter = asks
      },
    },
  )
  await rig.registered(503)
  expect(rig.status()?.text).toBe('Service Unavailable')
  registrar.refuses = undefined
  await rig.clock.advance((waits - 5) * 1000)
  expect(registrar.requests.length).toBe(1)
  await rig.clock.advance(10_000)
  await rig.registered()
})

test('one account that fails does not disturb the other seven', async () => {
  const peer = await openPeer({
    users: Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`user-${index}`, 'secret'])),
  })
  const dead = await openPeer({ users: USERS })
  dead.socket.loses = () => true
  const rig = await openRig(
    Array.from({ length: 8 }, (_, index) => ({
      user: `user-${index}`,
      registrar: index === 3 ? dead.address : peer.address,
    })),
  )
  for (const index of [0, 1, 2, 4, 5, 6, 7]) await rig.registered(200, index)
  expect(rig.status(3)?.status).toBe(100)
  const callId = rig.sip.call('phone', 'account-7')
  await rig.reaches(callId, 'active')
  await rig.clock.advance(32_000)
  await rig.registered(408, 3)
  expect(rig.sip.statuses().map(({ status }) => status)).toEqual([
    200, 200, 200, 408, 200, 200, 200, 200,
  ])
})

test('requests go through the outbound proxies, which get their own credentials', async () => {
  const proxy = await openPeer({ users: { porter: 'open' } })
  const proxyRegistrar = proxy.registrar
  const registrarUsers = new Map([['door', 'secret']])
  const handle = proxyRegistrar.handle.bind(proxyRegistrar)
  // A proxy and the registrar behind it, in one: both want credentials.
  proxyRegistrar.handle = (request, from) => {
    proxyRegistrar.users = new Map([['porter', 'open']])
    const challenge = proxyRegistrar.challenge(request, true)
    proxyRegistrar.users = registrarUsers
    if (challenge) {
      proxyRegistrar.requests.push(request)
      from.send(challenge)
    } else handle(request, from)
  }
  const rig = await openRig([
    {
      domain: 'lab.test',
      registrar: 'registrar.test',
      proxies: [
        { address: proxy.address, user: 'porter', password: 'open' },
        { address: 'second.test:5070', user: '', password: '' },
      ],
    },
  ])
  await rig.registered()
  const last = proxyRegistrar.requests.at(-1) ?? NOTHING
  expect(all(last, 'Route')).toEqual([`<sip:${proxy.address};lr>`, '<sip:second.test:5070;lr>'])
  expect(last.line).toBe('REGISTER sip:registrar.test SIP/2.0')
  expect(get(last, 'Proxy-Authorization')).toContain('username="porter"')
  expect(get(last, 'Authorization')).toContain('username="door"')
})

test('the address that the registrar sees replaces our own, if that is wanted', async () => {
  // As through a router that translates addresses.
  const throughRouter = (registrar: Registrar) => {
    const handle = registrar.handle.bind(registrar)
    registrar.handle = (request, from) =>
      handle(request, { ...from, address: '198.51.100.7', port: 33_000 })
  }
  const { peer, registrar, rig } = await openPair({}, { prepare: throughRouter })
  const account = { domain: 'lab.test', registrar: peer.address }
  const own = `sip:door@127.0.0.1:${rig.settings.port}`
  await rig.registered()
  expect(ownHosts(registrar)).toEqual([own])
  const via = () => get(registrar.requests.at(-1) ?? NOTHING, 'Via')
  await rig.configure([account], { rewriteVia: true })
  await until(() => expect(via()).toContain('198.51.100.7:33000'))
  expect(ownHosts(registrar)).toEqual([own])
  await rig.configure([account], { rewriteContact: true })
  await until(() => expect(ownHosts(registrar)).toEqual(['sip:door@198.51.100.7:33000']))
  expect(via()).toContain(`127.0.0.1:${rig.settings.port}`)
  await rig.configure([account], { rewriteContact: true, rewriteVia: true })
  await until(() => expect(ownHosts(registrar)).toEqual(['sip:door@198.51.100.7:33000']))
  await until(() => expect(via()).toContain('198.51.100.7:33000'))
  await rig.configure([account], { enabled: false })
  expect(ownHosts(registrar)).toEqual([])
})

test('an account that is about to register says so at once', async () => {
  const peer = await openPeer({ users: { door: 'secret' } })
  const rig = await openRig([])
  const configured = rig.configure([{ registrar: peer.address }, { id: 'local' }])
  for (let turn = 0; turn < 100 && rig.sip.statuses().length === 0; turn += 1) {
    await Promise.resolve()
  }
  expect(rig.sip.statuses().map(({ status, text }) => [status, text])).toEqual([
    [100, 'Trying'],
    [0, 'Does not register'],
  ])
  await configured
})
