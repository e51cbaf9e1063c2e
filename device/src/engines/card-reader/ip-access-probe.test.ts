import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeSelfSigned } from '../../certificates/make.ts'
import { DAY } from '../../certificates/validity.ts'
import { ANSWER_MAX, ANSWER_MS } from './ip-access-server.ts'
import { openDoorController, TWO_DOORS } from './testing/door-controller.ts'
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

test('the access points of a server are listed, with the names that it has for them (DEVICE-62)', async () => {
  const controller = await openController()
  const { probe } = openIpAccessRig()
  const found = await probe({ Address: controller.address })
  expect(found).toEqual({
    Status: 'OK',
    StatusText: 'The server is connected.',
    IPAccessOptions: [
      {
        Name: 'Main entrance',
        Id: expect.stringMatching(/^[0-9a-f]{32}$/),
        IPProtocol: 'RequestAccess',
      },
      { Name: 'Side door - Outside', Id: expect.any(String), IPProtocol: 'RequestAccess' },
    ],
  })
  // One challenge for all four messages.
  expect([controller.asked.length, controller.requests]).toEqual([4, 5])
})

test('a server that names every access point is asked for no further names', async () => {
  const controller = await openController()
  const { AccessPoint } = TWO_DOORS['pacsaxis:GetAccessPointList'] as { AccessPoint: object[] }
  controller.answers = {
    ...TWO_DOORS,
    'pacsaxis:GetAccessPointList': { AccessPoint: AccessPoint.slice(0, 1) },
  }
  const { probe } = openIpAccessRig()
  await probe({ Address: controller.address })
  expect(controller.asked.map(({ path }) => path)).toEqual(['/vapix/pacs', '/vapix/pacs'])
})

test('a list that comes in parts is read to its end, but not for ever', async () => {
  const controller = await openController()
  const point = (name: string) => ({
    token: name,
    Name: name,
    Entity: 'door',
    IdPointDevice: [{ IdPoint: name }],
  })
  const rest: Record<string, object> = {
    '': { AccessPoint: [point('one')], NextStartReference: 'a' },
    a: { AccessPoint: [point('two')] },
  }
  controller.answers = {
    ...TWO_DOORS,
    'pacsaxis:GetAccessPointList': ({ StartReference = '' }: { StartReference?: string }) =>
      rest[StartReference],
  }
  const { probe } = openIpAccessRig()
  const names = async () =>
    (await probe({ Address: controller.address })).IPAccessOptions.map(({ Name }) => Name)
  expect(await names()).toEqual(['one', 'two'])
  rest['a'] = { AccessPoint: [point('two')], NextStartReference: 'a' }
  expect(await names()).toHaveLength(20)
})

test('the access point that is in use is suggested, and its name kept if it is gone', async () => {
  const controller = await openController()
  const { probe, set, ipAccess } = openIpAccessRig({ Address: controller.address })
  const { IPAccessOptions } = await probe({ Address: controller.address })
  const Id = IPAccessOptions[1]?.Id ?? ''
  set((await ipAccess.choose(Id, new AbortController().signal)) ?? {})
  const again = await probe({ Address: controller.address })
  expect(again).toMatchObject({ SuggestedId: Id, CurrentName: 'Side door - Outside' })
  const { AccessPoint } = TWO_DOORS['pacsaxis:GetAccessPointList'] as { AccessPoint: object[] }
  controller.answers = {
    ...TWO_DOORS,
    'pacsaxis:GetAccessPointList': { AccessPoint: AccessPoint.slice(0, 1) },
  }
  const gone = await probe({ Address: controller.address })
  expect(gone.SuggestedId).toBeUndefined()
  expect(gone.CurrentName).toBe('Side door - Outside')
})

test('a server without access points is named as such, in the language of the device', async () => {
  const controller = await openController()
  controller.answers = { ...TWO_DOORS, 'pacsaxis:GetAccessPointList': { AccessPoint: [] } }
  const { probe, speak } = openIpAccessRig()
  speak('de')
  expect(await probe({ Address: controller.address })).toEqual({
    Status: 'NoAccessPoints',
    StatusText: 'Der Server hat keine Zutrittspunkte.',
    IPAccessOptions: [],
  })
})

test('a wrong password or user is an authentication error, and is sent twice at most', async () => {
  const controller = await openController()
  const { probe } = openIpAccessRig()
  for (const wrong of [{ Password: 'other' }, { Username: 'other' }]) {
    expect(await probe({ Address: controller.address, ...wrong })).toEqual({
      Status: 'AuthenticationError',
      StatusText: "The server doesn't accept the user name or the password.",
      IPAccessOptions: [],
    })
  }
  expect([controller.asked.length, controller.requests]).toEqual([0, 4])
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
  const { probe, plug } = openIpAccessRig()
  plug(false)
  expect(await probe({ Address: controller.address })).toEqual({
    Status: 'ConnectionError',
    StatusText: 'The network cable is unplugged.',
    IPAccessOptions: [],
  })
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

test('a server that speaks something else is an unknown error', async () => {
  const other = createServer((socket) => socket.end('220 mail.example ESMTP\r\n'))
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { probe } = openIpAccessRig()
  const { port } = other.address() as AddressInfo
  expect((await probe({ Address: `127.0.0.1:${port}` })).Status).toBe('UnknownError')
})

test('who has left is not waited for', async () => {
  const controller = await openController()
  const asked = new Promise<void>((resolve) => {
    controller.instead = () => resolve()
  })
  const { probe } = openIpAccessRig()
  const leaving = new AbortController()
  const probing = probe({ Address: controller.address }, leaving.signal)
  await asked
  leaving.abort(new Error('gone'))
  await expect(probing).rejects.toThrow('gone')
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
})
