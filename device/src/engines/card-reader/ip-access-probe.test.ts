import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeSelfSigned } from '../../certificates/make.ts'
import { DAY } from '../../certificates/validity.ts'
import { ANSWER_MAX, ANSWER_MS } from '../remote-server.ts'
import { openDoorController } from './testing/door-controller.ts'
import { openIpAccessRig } from './testing/ip-access-rig.ts'

/** A certificate for this machine; one that has expired, or is for another name. */
const certificate = ({ names = ['127.0.0.1'], expired = false } = {}) =>
  makeSelfSigned({
    key: 'EC-P256',
    subject: [{ name: 'CN', value: 'controller' }],
    names,
    from: new Date(Date.now() - 10 * DAY),
    until: new Date(Date.now() + (expired ? -DAY : DAY)),
  })

async function openController(tls?: { key: string; cert: string }) {
  const controller = await openDoorController(tls)
  onTestFinished(() => controller.close())
  return controller
}

test('a wrong password or user is an authentication error, and is sent twice at most', async () => {
  const controller = await openController()
  const { probe } = openIpAccessRig()
  for (const wrong of [{ Password: 'other' }, { Username: 'other' }]) {
    expect(await probe({ Address: controller.address, ...wrong })).toEqual({
      Status: 'AuthenticationError',
      StatusText: "The server doesn't accept the username or the password.",
      IPAccessOptions: [],
    })
  }
  expect([controller.asked.length, controller.requests]).toEqual([0, 4])
})

test('a server that wants the password itself gets it over HTTPS alone, and then at once', async () => {
  const [plain, secure] = [await openController(), await openController(await certificate())]
  const { probe } = openIpAccessRig()
  plain.scheme = 'basic'
  expect(await probe({ Address: plain.address })).toMatchObject({
    Status: 'AuthenticationError',
    StatusText:
      'The server offers no sign-in that this device knows: Digest or, over HTTPS, Basic.',
  })
  expect([plain.asked.length, plain.requests]).toEqual([0, 1])
  secure.scheme = 'basic'
  const settings = { Scheme: 'https', Address: secure.address, VerifyCertificate: false } as const
  expect((await probe(settings)).Status).toBe('OK')
  expect([secure.asked.length, secure.requests]).toEqual([4, 5])
  expect(await probe({ ...settings, Password: 'other' })).toMatchObject({
    Status: 'AuthenticationError',
    StatusText: "The server doesn't accept the username or the password.",
  })
  expect(secure.requests).toBe(7)
  // Nor where Digest is enough.
  secure.scheme = 'both'
  const passwords: boolean[] = []
  secure.seen = ({ headers }) => passwords.push(headers.authorization?.startsWith('Basic') ?? false)
  expect((await probe(settings)).Status).toBe('OK')
  expect((await probe({ ...settings, Password: 'other' })).Status).toBe('AuthenticationError')
  expect(passwords).not.toContain(true)
})

test('a user name in another script is sent as UTF-8', async () => {
  const controller = await openController()
  const { probe } = openIpAccessRig()
  const sent: string[] = []
  controller.instead = ({ headers }, response) => {
    sent.push(Buffer.from(headers.authorization ?? '', 'latin1').toString())
    const challenge = 'Digest realm="x", nonce="y", qop="auth"'
    response.writeHead(401, { 'www-authenticate': challenge }).end()
  }
  const { Status } = await probe({ Address: controller.address, Username: 'Łukasz' })
  expect(Status).toBe('AuthenticationError')
  expect(sent[1]).toContain('username="Łukasz"')
})

test('a user without rights is an authentication error too', async () => {
  const controller = await openController()
  controller.instead = (_, response) => void response.writeHead(403).end()
  const { probe } = openIpAccessRig()
  expect(await probe({ Address: controller.address })).toMatchObject({
    Status: 'AuthenticationError',
    StatusText: 'This user has too few rights on the server.',
  })
})

test('a certificate counts only if its authority is installed', async () => {
  const tls = await certificate()
  const controller = await openController(tls)
  const { probe, trust } = openIpAccessRig()
  const settings = { Scheme: 'https', Address: controller.address } as const
  expect(await probe(settings)).toMatchObject({
    Status: 'CertificateError',
    StatusText: 'The certificate of the server is not from an authority that this device trusts.',
  })
  expect(controller.requests).toBe(0)
  // An authority that has nothing to do with it changes nothing.
  trust((await certificate()).cert)
  expect((await probe(settings)).Status).toBe('CertificateError')
  trust(tls.cert)
  expect((await probe(settings)).Status).toBe('OK')
})

test.each([
  [{ names: ['controller.example'] }, 'The certificate of the server is for another address.'],
  [{ expired: true }, 'The certificate of the server is not valid at this time.'],
])(
  'a trusted certificate that does not fit is refused unless none is checked: %j',
  async (of, why) => {
    const tls = await certificate(of)
    const controller = await openController(tls)
    const { probe, trust } = openIpAccessRig()
    trust(tls.cert)
    const settings = { Scheme: 'https', Address: controller.address } as const
    const refused = await probe(settings)
    expect([refused.Status, refused.StatusText]).toEqual(['CertificateError', why])
    expect(controller.requests).toBe(0)
    expect((await probe({ ...settings, VerifyCertificate: false })).Status).toBe('OK')
  },
)

test('a self-signed certificate is accepted when certificates are not checked', async () => {
  const controller = await openController(await certificate())
  const { probe } = openIpAccessRig()
  const { Status } = await probe({
    Scheme: 'https',
    Address: controller.address,
    VerifyCertificate: false,
  })
  expect(Status).toBe('OK')
})

test('a dead port, a server without TLS and an address that is none are connection errors', async () => {
  const controller = await openController()
  const { probe } = openIpAccessRig()
  const told = async (given: Parameters<typeof probe>[0]) => {
    const { Status, StatusText } = await probe(given)
    return [Status, StatusText]
  }
  expect(await told({ Scheme: 'https', Address: controller.address })).toEqual([
    'ConnectionError',
    "The server doesn't answer over HTTPS.",
  ])
  for (const Address of ['', 'door/../x', 'user@127.0.0.1', 'two words', '127.0.0.1:99999']) {
    expect(await told({ Address })).toEqual([
      'ConnectionError',
      'This is not the address of a server.',
    ])
  }
  expect(controller.requests).toBe(0)
  await controller.close()
  expect(await told({ Address: controller.address })).toEqual([
    'ConnectionError',
    "The server can't be reached.",
  ])
})

test('without a network cable nobody is asked', async () => {
  const controller = await openController()
  const { probe, plug, ipAccess } = openIpAccessRig({ Address: controller.address })
  plug(false)
  expect(await probe({ Address: controller.address })).toEqual({
    Status: 'ConnectionError',
    StatusText: 'The network cable is unplugged.',
    IPAccessOptions: [],
  })
  await expect(ipAccess.choose('x', new AbortController().signal)).rejects.toThrow('unreachable')
  expect(controller.requests).toBe(0)
})

test('redirections are not followed', async () => {
  const elsewhere = await openController()
  const controller = await openController()
  controller.instead = (_, response) =>
    void response.writeHead(307, { location: `http://${elsewhere.address}/vapix/pacs` }).end()
  const { probe } = openIpAccessRig()
  const { Status, StatusText } = await probe({ Address: controller.address })
  expect([Status, StatusText]).toEqual([
    'ConnectionError',
    'The server redirects to another address. It may want HTTPS.',
  ])
  expect(elsewhere.requests).toBe(0)
})

test('a server that accepts and says nothing is given up after ten seconds of the device', async () => {
  const silent = createServer(() => {})
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const { probe, clock } = openIpAccessRig()
  const connected = once(silent, 'connection')
  const { port } = silent.address() as AddressInfo
  const probing = probe({ Address: `127.0.0.1:${port}` })
  const [socket] = (await connected) as [{ destroy(): void }]
  onTestFinished(() => socket.destroy())
  await clock.advance(ANSWER_MS)
  expect(await probing).toMatchObject({
    Status: 'ConnectionError',
    StatusText: "The server doesn't answer in time.",
  })
})

test('an endless answer is cut off, as is one that trickles', async () => {
  const controller = await openController()
  const { probe, clock } = openIpAccessRig()
  let sent = 0
  controller.instead = (_, response) => {
    response.writeHead(200)
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536))) sent += 65_536
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  }
  expect((await probe({ Address: controller.address })).Status).toBe('UnknownError')
  expect(sent).toBeLessThan(20 * ANSWER_MAX)
  const trickling = new Promise<void>((resolve) => {
    controller.instead = (_, response) => {
      response.writeHead(200)
      response.write('{', () => resolve())
    }
  })
  const probing = probe({ Address: controller.address })
  await trickling
  await clock.advance(ANSWER_MS)
  expect(await probing).toMatchObject({ StatusText: "The server doesn't answer in time." })
})

test.each([
  ['a page', 200, '<html></html>'],
  ['a number', 200, '1'],
  ['another document', 200, '{"AccessController":[{"token":5}]}'],
  ['a service that it lacks', 404, ''],
  ['a Fault', 400, '{"Fault":"env:Sender","FaultMsg":"Unknown operation"}'],
  ['a status of its own', 999, ''],
])('%s is an unknown error', async (_, status, body) => {
  const controller = await openController()
  controller.instead = (_request, response) => void response.writeHead(status).end(body)
  const { probe } = openIpAccessRig()
  expect(await probe({ Address: controller.address })).toMatchObject({
    Status: 'UnknownError',
    StatusText: 'What answers there is not a door controller.',
    IPAccessOptions: [],
  })
})

test.each([
  '220 mail.example ESMTP\r\n',
  'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n',
])('a server that speaks something else is an unknown error: %j', async (greeting) => {
  const other = createServer((socket) => socket.write(greeting))
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const connected: { destroy: () => void }[] = []
  other.on('connection', (socket) => connected.push(socket))
  onTestFinished(() => {
    for (const socket of connected) socket.destroy()
    other.close()
  })
  const { probe } = openIpAccessRig()
  const { port } = other.address() as AddressInfo
  expect((await probe({ Address: `127.0.0.1:${port}` })).Status).toBe('UnknownError')
})

test('half an answer is none', async () => {
  const controller = await openController()
  const { probe } = openIpAccessRig()
  for (const headers of [{ 'content-length': '100' }, { 'transfer-encoding': 'chunked' }]) {
    controller.instead = (_, response) => {
      response.writeHead(200, headers)
      response.write('{}', () => response.destroy())
    }
    const { Status, StatusText } = await probe({ Address: controller.address })
    expect([Status, StatusText]).toEqual(['ConnectionError', "The server can't be reached."])
  }
})

test('who has left is not waited for', async () => {
  const controller = await openController()
  const asked = new Promise<void>((resolve) => {
    controller.instead = () => resolve()
  })
  const { probe, ipAccess } = openIpAccessRig({ Address: controller.address })
  const leaving = new AbortController()
  const probing = probe({ Address: controller.address }, leaving.signal)
  await asked
  const choosing = ipAccess.choose('x', leaving.signal)
  leaving.abort(new Error('gone'))
  await expect(probing).rejects.toThrow('gone')
  await expect(choosing).rejects.toThrow('gone')
})

test('closing ends what is under way, and nothing is told after it', async () => {
  const controller = await openController()
  const rig = openIpAccessRig()
  const { IPAccessOptions } = await rig.probe({ Address: controller.address })
  const { signal } = new AbortController()
  rig.set((await rig.ipAccess.choose(IPAccessOptions[0]?.Id ?? '', signal)) ?? {})
  rig.ipAccess.start()
  await rig.lookIn()
  let held = 0
  controller.instead = () => void (held += 1)
  rig.set({ VerifyCertificate: false })
  await vi.waitFor(() => expect(held).toBe(1))
  const [probing, choosing, asking] = [
    rig.probe({ Address: controller.address }),
    rig.ipAccess.choose('x', signal),
    rig.ipAccess.request({ pin: '1234' }),
  ]
  await vi.waitFor(() => expect(held).toBe(4))
  rig.ipAccess.close()
  await expect(probing).rejects.toThrow('aborted')
  await expect(choosing).rejects.toThrow('aborted')
  expect(await asking).toMatchObject({ granted: false })
  expect([rig.published, rig.benchLog]).toEqual([[], []])
})

test('neither the password nor what is presented is in a log or an address', async () => {
  const controller = await openController()
  const urls: string[] = []
  const rig = openIpAccessRig({ Address: controller.address })
  const { IPAccessOptions } = await rig.probe({ Address: controller.address })
  rig.set(
    (await rig.ipAccess.choose(IPAccessOptions[0]?.Id ?? '', new AbortController().signal)) ?? {},
  )
  rig.ipAccess.start()
  controller.instead = (request, response) => {
    urls.push(request.url ?? '')
    request.resume().once('end', () => void response.end('C0DE1234 9137'))
  }
  await rig.ipAccess.request({ card: (0xc0de1234).toString(2), pin: '9137' })
  controller.instead = (request) => void request.socket.end('C0DE1234 9137\r\n\r\n')
  await rig.ipAccess.request({ card: (0xc0de1234).toString(2), pin: '9137' })
  await vi.waitFor(() => expect(rig.logged.length).toBeGreaterThan(0))
  const told = JSON.stringify([rig.logged, rig.published, rig.benchLog, urls])
  expect(told).not.toMatch(/pass-reader|C0DE1234|9137/)
  for (const line of rig.logged) {
    expect(line).toMatch(/^Remote access server \{"failure":"\w+","code":"\w*"\}$/)
  }
})
