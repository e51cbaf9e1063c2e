import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { makeSelfSigned } from '../../certificates/make.ts'
import { DAY } from '../../certificates/validity.ts'
import { get, method } from './testing/message.ts'
import { openPeerSocket } from './testing/peer-socket.ts'
import { openPeer, openRig, until } from './testing/sip-rig.ts'

const USERS = { door: 'secret' }

/** A certificate for this machine; one that has expired, or is for another name. */
const certificate = ({ names = ['127.0.0.1'], expired = false } = {}) =>
  makeSelfSigned({
    key: 'EC-P256',
    subject: [{ name: 'CN', value: 'sip' }],
    names,
    from: new Date(Date.now() - 10 * DAY),
    until: new Date(Date.now() + (expired ? -DAY : DAY)),
  })

test('an account registers and calls over TCP, and registers again when its connection ends', async () => {
  const peer = await openPeer({ protocol: 'tcp', users: USERS })
  const rig = await openRig([{ transport: 'tcp', registrar: peer.address }])
  await rig.registered()
  expect(Array.from(peer.registrar.contacts.get('door') ?? [])[0]).toContain(';transport=tcp')
  const callId = rig.sip.call('phone')
  await rig.reaches(callId, 'active')
  rig.sip.terminate(callId)
  await rig.reaches(callId, 'terminated')
  const before = peer.registrar.requests.length
  peer.socket.disconnect()
  // Far less than the interval of the registration.
  let seconds = 0
  await until(async () => {
    seconds += 1
    if (seconds <= 20) await rig.clock.advance(1000)
    expect(peer.registrar.requests.length).toBe(before + 2)
  })
})

test('a registrar that refuses connections is reported at once', async () => {
  const gone = await openPeerSocket({ protocol: 'tcp' })
  await gone.close()
  const rig = await openRig([{ transport: 'tcp', registrar: `127.0.0.1:${gone.port}` }])
  await rig.registered(503)
  expect(rig.status()?.text).toContain('ECONNREFUSED')
})

test('an account registers and calls over TLS with a certificate that the device trusts', async () => {
  const server = await certificate()
  const client = await certificate()
  const peer = await openPeer({
    protocol: 'tls',
    users: USERS,
    tls: { ...server, requestCert: true, rejectUnauthorized: true, ca: client.cert },
  })
  const rig = await openRig(
    [{ transport: 'tls', registrar: peer.address, certificateId: 'mine' }],
    {
      certificates: { authorities: () => [server.cert], identity: () => client },
    },
  )
  await rig.registered()
  expect(Array.from(peer.registrar.contacts.get('door') ?? [])[0]).toContain(
    `:${rig.settings.tlsPort};transport=tls`,
  )
  const callId = rig.sip.call('phone')
  await rig.reaches(callId, 'active')
})

test('a call comes in over TLS and TCP, at their ports', async () => {
  const own = await certificate()
  const rig = await openRig([{ transport: 'tls' }], { certificates: { identity: () => own } })
  const secure = await openPeer({
    protocol: 'tls',
    tls: own,
    client: { ca: own.cert },
  })
  const first = secure.phone.call(`sip:door@127.0.0.1:${rig.settings.tlsPort};transport=tls`)
  await until(() => expect(first.status).toBe(200))
  first.bye()
  const plain = await openPeer({ protocol: 'tcp' })
  const second = plain.phone.call(`sip:door@127.0.0.1:${rig.settings.port};transport=tcp`)
  await until(() => expect(second.status).toBe(200))
  rig.sip.terminate(rig.sip.calls()[0]?.callId ?? '')
  await until(() => expect(second.ended).toBe(true))
})

test('an account without a registrar whose certificate has vanished says so', async () => {
  const own = await certificate()
  let mine: typeof own | undefined
  const rig = await openRig([{ transport: 'tls', certificateId: 'mine' }, { transport: 'tls' }], {
    certificates: { identity: (id) => (id ? mine : own) },
  })
  const missing = { status: 503, text: 'The certificate of the account is missing.' }
  expect(rig.status()).toMatchObject(missing)
  expect(rig.status(1)).toMatchObject({ status: 0 })
  const phone = await openPeer({ protocol: 'tls', users: USERS, tls: own })
  const callId = rig.sip.call(`sip:phone@${phone.address}`, 'account-0')
  await rig.reaches(callId, 'terminated')
  expect(rig.call(callId)).toMatchObject({ code: 503, reason: missing.text })
  mine = own
  await rig.changeCertificates()
  expect(rig.status()).toMatchObject({ status: 0, text: 'Does not register' })
  mine = undefined
  await rig.configure([{ transport: 'tcp', certificateId: 'mine' }])
  expect(rig.status()).toMatchObject({ status: 0 })
})

test.each([
  ['that has expired', { expired: true }, true, 'certificate has expired'],
  ['for another name', { names: ['other.test'] }, true, 'IP: 127.0.0.1 is not in the cert'],
  ['of an unknown authority', {}, false, 'self-signed certificate'],
])('a server certificate %s is refused, with the reason', async (_, kind, trusted, reason) => {
  const server = await certificate(kind)
  const peer = await openPeer({ protocol: 'tls', users: USERS, tls: server })
  const account = { transport: 'tls', registrar: peer.address } as const
  const rig = await openRig([account], {
    certificates: { authorities: () => (trusted ? [server.cert] : []) },
  })
  await rig.registered(503)
  expect(rig.status()?.text).toContain(reason)
  await rig.configure([{ ...account, verifyServer: false }])
  await rig.registered()
})

test('an account whose certificate has vanished does not register without it, and says so', async () => {
  const server = await certificate()
  const client = await certificate()
  const peer = await openPeer({ protocol: 'tls', users: USERS, tls: server })
  let own: typeof client | undefined = client
  const rig = await openRig(
    [{ transport: 'tls', registrar: peer.address, certificateId: 'mine' }],
    { certificates: { authorities: () => [server.cert], identity: (id) => (id ? own : server) } },
  )
  await rig.registered()
  own = undefined
  await rig.changeCertificates()
  await rig.registered(503)
  expect(rig.status()?.text).toBe('The certificate of the account is missing.')
  const callId = rig.sip.call('phone')
  await rig.reaches(callId, 'terminated')
  expect(rig.call(callId)).toMatchObject({ code: 503 })
  own = client
  await rig.changeCertificates()
  await rig.registered()
})

test.each([
  ['that has expired', { expired: true }, 'The certificate of the account has expired.'],
  ['that it does not trust', {}, 'The connection has ended.'],
])(
  'a server that refuses a client certificate %s is reported with the reason',
  async (_, kind, reason) => {
    const server = await certificate()
    const client = await certificate(kind)
    const trusted = await certificate()
    const peer = await openPeer({
      protocol: 'tls',
      users: USERS,
      tls: { ...server, requestCert: true, rejectUnauthorized: true, ca: trusted.cert },
    })
    const rig = await openRig(
      [{ transport: 'tls', registrar: peer.address, certificateId: 'mine' }],
      { certificates: { authorities: () => [server.cert], identity: () => client } },
    )
    await rig.registered(503)
    expect(rig.status()?.text).toBe(reason)
  },
)

test('an authority counts as soon as it is installed, and no longer than that', async () => {
  const server = await certificate()
  const peer = await openPeer({ protocol: 'tls', users: USERS, tls: server })
  const authorities: string[] = []
  const rig = await openRig([{ transport: 'tls', registrar: peer.address }], {
    certificates: { authorities: () => [...authorities] },
  })
  await rig.registered(503)
  authorities.push(server.cert)
  await rig.changeCertificates()
  await rig.registered()
  authorities.pop()
  await rig.changeCertificates()
  await rig.registered(503)
})

test('the device stops although others are connected', async () => {
  const own = await certificate()
  const rig = await openRig([{ transport: 'tls' }], { certificates: { identity: () => own } })
  for (const port of [rig.settings.port, rig.settings.tlsPort]) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
  }
  await rig.sip.close()
})

test('sips accounts use sips addresses everywhere', async () => {
  const server = await certificate()
  const peer = await openPeer({ protocol: 'tls', users: USERS, tls: server })
  const rig = await openRig([{ transport: 'tls', sips: true, registrar: peer.address }], {
    certificates: { authorities: () => [server.cert] },
  })
  await rig.registered()
  expect(rig.status()?.uri).toBe(`sips:door@127.0.0.1`)
  expect(Array.from(peer.registrar.contacts.get('door') ?? [])[0]).toMatch(/^sips:door@/)
  const callId = rig.sip.call('phone')
  await rig.reaches(callId, 'active')
  const [invite] = peer.phone.received
  expect(invite?.line).toBe('INVITE sips:phone@127.0.0.1 SIP/2.0')
  expect(get(invite ?? { line: '', headers: [], body: '' }, 'Contact')).toMatch(/^<sips:/)
})

test('IPv6 works over UDP and TCP', async () => {
  for (const protocol of ['udp', 'tcp'] as const) {
    const peer = await openPeer({ protocol, address: '::1', users: USERS })
    const rig = await openRig([{ transport: protocol, registrar: peer.address }], {
      address: '::1',
    })
    await rig.registered()
    expect(Array.from(peer.registrar.contacts.get('door') ?? [])[0]).toContain('@[::1]:')
    const callId = rig.sip.call('phone')
    await rig.reaches(callId, 'active')
    expect(peer.phone.calls[0]?.sdp).toContain('c=IN IP6 ::1')
    rig.sip.terminate(callId)
    await rig.reaches(callId, 'terminated')
  }
})

test('a request that is too long for UDP goes over TCP, or over UDP where nobody listens on TCP', async () => {
  const tcp = await openPeer({ protocol: 'tcp' })
  const udp = await openPeer({ protocol: 'udp', port: tcp.socket.port })
  const rig = await openRig()
  const name = 'x'.repeat(900)
  const first = rig.sip.call(`sip:${name}@${udp.address}`)
  await rig.reaches(first, 'active')
  expect([tcp.phone.calls.length, udp.phone.calls.length]).toEqual([1, 0])
  await rig.configure([{}], { switchToTcp: false })
  const second = rig.sip.call(`sip:${name}@${udp.address}`)
  await rig.reaches(second, 'active')
  expect(udp.phone.calls.length).toBe(1)
  await rig.configure([{}])
  await tcp.close()
  const third = rig.sip.call(`sip:${name}@${udp.address}`)
  await rig.reaches(third, 'active')
  expect(udp.phone.calls.length).toBe(2)
})

test('a server with addresses of both kinds is reached at the kind that the account prefers', async () => {
  const v4 = await openPeer()
  const v6 = await openPeer({ address: '::1', port: v4.socket.port })
  const names = {
    servers: () => Promise.resolve([]),
    addresses: () => Promise.resolve(['127.0.0.1', '::1']),
  }
  const rig = await openRig([{}, { preferIPv6: true, user: 'other' }], { names })
  rig.places.push({ listen: '::1', address: '::1' })
  rig.sip.addressChanged()
  await rig.sip.settled()
  const target = `sip:phone@both.test:${v4.socket.port}`
  for (const [account, peer] of [
    ['account-0', v4],
    ['account-1', v6],
  ] as const) {
    const callId = rig.sip.call(target, account)
    await rig.reaches(callId, 'active')
    expect(peer.phone.calls.length).toBe(1)
  }
})

test('names are looked up, servers of a domain first, and the next is tried when one is away', async () => {
  const gone = await openPeerSocket({ protocol: 'tcp' })
  await gone.close()
  const peer = await openPeer({ protocol: 'tcp', users: USERS })
  const asked: string[] = []
  const rig = await openRig([{ transport: 'tcp', domain: 'lab.test' }], {
    names: {
      servers: (service) => {
        asked.push(service)
        return Promise.resolve([
          { name: 'one.lab.test', port: gone.port },
          { name: 'two.lab.test', port: peer.socket.port },
        ])
      },
      addresses: () => Promise.resolve(['::1', '127.0.0.1']),
    },
  })
  await rig.registered()
  expect(asked[0]).toBe('_sip._tcp.lab.test')
  expect(peer.registrar.requests[0]?.line).toBe('REGISTER sip:lab.test SIP/2.0')
})

test('over TCP, a response from somewhere else changes nothing', async () => {
  const peer = await openPeer({ protocol: 'tcp' })
  peer.phone.manner = 'ring'
  const rig = await openRig([{ transport: 'tcp' }])
  const callId = rig.sip.call(`sip:phone@${peer.address}`)
  await until(() => expect(peer.phone.calls.length).toBe(1))
  const invite = peer.phone.received.find((message) => method(message) === 'INVITE')
  const copied = (invite?.headers ?? []).filter(([name]) =>
    ['via', 'from', 'to', 'call-id', 'cseq'].includes(name.toLowerCase()),
  )
  const stranger = connect({
    host: '127.0.0.1',
    port: rig.settings.port,
    localAddress: '127.0.0.2',
  })
  onTestFinished(() => void stranger.destroy())
  let heard = ''
  stranger.on('data', (bytes) => (heard += String(bytes)))
  const fields = copied.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  stranger.write(`SIP/2.0 603 Decline\r\n${fields}Content-Length: 0\r\n\r\n`)
  // Its answer shows that the response before it was read.
  const own = 'Via: SIP/2.0/TCP 127.0.0.2;branch=z9hG4bKx\r\nFrom: <sip:x@127.0.0.2>;tag=x\r\n'
  stranger.write(
    `OPTIONS ${rig.uri} SIP/2.0\r\n${own}To: <${rig.uri}>\r\nCall-ID: x\r\nCSeq: 1 OPTIONS\r\nContent-Length: 0\r\n\r\n`,
  )
  await until(() => expect(heard).toContain('SIP/2.0 '))
  expect(rig.call(callId)?.state).toBe('calling')
})
