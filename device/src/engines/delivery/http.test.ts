import { makeCertificate } from '@lintel/front-door/testing/certificate'
import { expect, onTestFinished, test } from 'vitest'
import { openRig, PARCEL, PASSWORD, picture, PICTURE, SOON } from './testing/delivery-rig.ts'
import { drip, openPlainServer } from './testing/plain-server.ts'
import { openProxy, openWebServer, USER } from './testing/web-server.ts'
import type { CHALLENGES, WebServer } from './testing/web-server.ts'

const LOGIN = { login: USER, password: PASSWORD }

async function openServer(...options: Parameters<typeof openWebServer>) {
  const server = await openWebServer(...options)
  onTestFinished(() => server.close())
  return server
}

const http = (changes: object = {}) => ({
  http: { method: 'GET' as const, query: '', headers: '', body: '', ...changes },
})

test('a notification has its message and further arguments in the address', async () => {
  const server = await openServer()
  const upload_url = `http://${server.address}/in.cgi?key=1#part`
  const sent = await openRig('http').send(
    { upload_url },
    { message: 'Tür & „Tor“ 50 %', ...http({ query: 'a=b%20c&d' }) },
  )
  expect(sent).toBe('200 OK')
  expect(server.taken).toMatchObject([
    {
      method: 'GET',
      path: '/in.cgi?key=1&Message=T%C3%BCr%20%26%20%E2%80%9ETor%E2%80%9C%2050%20%25&a=b%20c&d',
      headers: { host: server.address, connection: 'close' },
      body: '',
    },
  ])
  expect(server.taken[0]?.headers).not.toHaveProperty('content-length')
})

test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)(
  '%s carries headers and body',
  async (method) => {
    const server = await openServer()
    const headers = 'X-Door: Tür\r\nContent-Type: application/json\nAuthorization: Bearer t0'
    const body = '{"door":"open"}'
    await openRig('http').send(
      { upload_url: `http://${server.address}/` },
      http({ method, headers, body }),
    )
    expect(server.taken).toMatchObject([
      {
        method,
        path: '/',
        body,
        headers: {
          'content-type': 'application/json',
          'content-length': '15',
          authorization: 'Bearer t0',
        },
      },
    ])
    expect(Buffer.from(String(server.taken[0]?.headers['x-door']), 'latin1').toString()).toBe('Tür')
  },
)

test('a body without a type is text', async () => {
  const server = await openServer()
  const upload_url = `http://${server.address}`
  await openRig('http').send({ upload_url }, http({ method: 'POST', body: 'Hä' }))
  await openRig('http').send({ upload_url }, http({ method: 'POST' }))
  expect(server.taken[0]?.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-length': '3',
  })
  expect(server.taken[1]?.headers).toMatchObject({ 'content-length': '0' })
  expect(server.taken[1]?.headers).not.toHaveProperty('content-type')
})

test.each([
  ['no colon', 'A header is a name, a colon and a value.'],
  ['sp ace: x', 'A header is a name, a colon and a value.'],
  ['Nul: a\0b', 'A header is a name, a colon and a value.'],
])('the header %j is refused', async (headers, detail) => {
  const rig = openRig('http')
  const sent = await rig.send({ upload_url: 'http://127.0.0.1:1/' }, http({ headers }))
  expect(sent).toEqual({ reason: 'notPossible', detail })
})

test.each([
  'Content-Length',
  'Transfer-Encoding',
  'Connection',
  'Keep-Alive',
  'Expect',
  'Upgrade',
  'TE',
  'Trailer',
  'Proxy-Connection',
  'Proxy-Authorization',
])('the header %s belongs to the connection', async (name) => {
  const rig = openRig('http')
  const to = { upload_url: 'http://127.0.0.1:1/' }
  expect(await rig.send(to, http({ headers: `${name}: x` }))).toEqual({
    reason: 'notPossible',
    detail: `The device sets the header ${name.toLowerCase()} itself.`,
  })
})

test('pictures are posted one by one', async () => {
  const server = await openServer({ challenge: 'md5', password: PASSWORD })
  const attachments = [picture('a/b/image "1".jpg'), picture('Tür.jpg')]
  const upload_url = `http://${server.address}/upload`
  const sent = await openRig('http').send(
    { upload_url, ...LOGIN },
    { attachments, ...http({ query: 'camera=1', headers: 'Content-Type: text/plain\nX-Door: 1' }) },
  )
  expect(sent).toBe('200 OK')
  const body = PICTURE.toString('latin1')
  const seen = { method: 'POST', path: '/upload?camera=1', body }
  expect(server.taken).toMatchObject([seen, seen])
  expect(server.taken.map(({ headers }) => headers['content-type'])).toEqual([
    'image/jpeg',
    'image/jpeg',
  ])
  expect(server.taken.map(({ headers }) => headers['x-door'])).toEqual(['1', '1'])
  expect(server.taken.map(({ headers }) => headers['content-disposition'])).toEqual([
    `attachment; filename="image _1_.jpg"; filename*=UTF-8''image%20%221%22.jpg`,
    `attachment; filename="T_r.jpg"; filename*=UTF-8''T%C3%BCr.jpg`,
  ])
})

test('the test is a notification', async () => {
  const server = await openServer()
  expect(await openRig('http').test({ upload_url: `http://${server.address}/x?a` })).toBe('200 OK')
  expect(server.taken).toMatchObject([{ method: 'GET', path: '/x?a&Message=Test' }])
})

test.each([
  ['basic', [/^$/, /^Basic /]],
  ['md5', [/^$/, /algorithm=MD5/]],
  ['sha256', [/^$/, /algorithm=SHA-256/]],
  ['all', [/^$/, /algorithm=SHA-256/]],
] as const)('%s: the right password is proven once it was asked for', async (challenge, proofs) => {
  const server = await openServer({ challenge, password: PASSWORD })
  const upload_url = `http://${server.address}/in?a=b`
  const sent = await openRig('http').send(
    { upload_url, ...LOGIN },
    http({ method: 'POST', body: 'x' }),
  )
  expect(sent).toBe('200 OK')
  expect(server.taken).toHaveLength(1)
  expect(server.proofs).toEqual(proofs.map((proof) => expect.stringMatching(proof)))
})

test.each(['basic', 'md5', 'sha256', 'all'] as const)(
  '%s: a wrong password is tried once',
  async (challenge) => {
    const server = await openServer({ challenge, password: PASSWORD })
    const upload_url = `http://${server.address}/`
    const rig = openRig('http')
    const failure = { reason: 'signIn', detail: '401 Unauthorized' }
    expect(await rig.send({ upload_url, login: USER, password: 'wrong' }, http())).toEqual(failure)
    expect(server.proofs).toHaveLength(2)
    expect(await rig.send({ upload_url }, http())).toEqual(failure)
    expect(server.proofs).toHaveLength(3)
    expect(server.taken).toEqual([])
  },
)

test.each([
  [403, 'Forbidden', 'signIn'],
  [404, 'Not here', 'refused'],
  [302, 'Elsewhere', 'refused'],
  [500, 'Broken', 'refused'],
  [507, 'Disk full', 'noSpace'],
] as const)('%i %s is %s', async (status, words, reason) => {
  const server = await openServer()
  const other = await openServer()
  server.instead = (_, response) =>
    response.writeHead(status, words, { location: `http://${other.address}/` }).end()
  const sent = await openRig('http').send({ upload_url: `http://${server.address}/` }, http())
  expect(sent).toEqual({ reason, detail: `${status} ${words}` })
  expect(other.proofs).toEqual([])
})

test('a password that the server repeats is not reported', async () => {
  const server = await openServer()
  const password = PASSWORD.replace('ö', 'o')
  server.instead = (_, response) => {
    const base64 = Buffer.from(`${USER}:${password}`).toString('base64')
    response.writeHead(403, `No ${password} ${base64} http://a:b@c/ ${'x'.repeat(300)}`).end()
  }
  const upload_url = `http://${server.address}/`
  const sent = await openRig('http').send({ upload_url, login: USER, password }, http())
  expect(sent).toMatchObject({
    detail: expect.stringMatching(/^403 No \*\*\* \*\*\*=* http:\/\/c\/ x+…$/),
  })
  expect((sent as { detail: string }).detail).toHaveLength(200)
})

test.each([
  ['https://127.0.0.1/', 'The address has to begin with http://.'],
  ['no address', 'The address has to begin with http://.'],
  [
    `http://door:hidden@127.0.0.1/`,
    'User name and password have fields of their own. Remove them from the address.',
  ],
])('the address %s is refused', async (upload_url, detail) => {
  const sent = await openRig('http').send({ upload_url }, http())
  expect(sent).toEqual({ reason: 'notPossible', detail })
})

test.each([
  ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n', 'protocol'],
  ['an unknown status', 'HTTP/1.1 999 What\r\n\r\n', 'protocol'],
  [
    'that it changes the protocol',
    'HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
    'protocol',
  ],
  ['too much', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, 'protocol'],
  ['nothing', '', 'unreachable'],
])('a server that says %s', async (_, words, reason) => {
  const server = await openPlainServer((socket) => socket.end(words))
  onTestFinished(() => server.close())
  const sent = await openRig('http').send(
    { upload_url: `http://127.0.0.1:${server.port}/` },
    http(),
  )
  expect(sent).toMatchObject({ reason })
  await server.idle()
})

test.each(['silent', 'dripping'])('a %s server is given up', async (how) => {
  const server = await openPlainServer((socket) => {
    if (how === 'dripping') drip(socket, 'HTTP/1.1 200 OK\r\nX: y\r\n')
  })
  onTestFinished(() => server.close())
  const rig = openRig('http', { limit: SOON })
  const upload_url = `http://127.0.0.1:${server.port}/`
  expect(await rig.send({ upload_url }, http())).toEqual({ reason: 'timeout', detail: '' })
  expect(await rig.test({ upload_url })).toEqual({ reason: 'timeout', detail: '' })
  await server.idle()
})

test('nobody listens', async () => {
  const server = await openPlainServer()
  await server.close()
  const sent = await openRig('http').send(
    { upload_url: `http://127.0.0.1:${server.port}/` },
    http(),
  )
  expect(sent).toEqual({
    reason: 'unreachable',
    detail: `connect ECONNREFUSED 127.0.0.1:${server.port}`,
  })
})

test('host names and IPv6', async () => {
  const [server, six] = await Promise.all([
    openServer(),
    openPlainServer((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 204 Fine\r\n\r\n'))
    }, '::1'),
  ])
  onTestFinished(() => six.close())
  const rig = openRig('http')
  expect(await rig.test({ upload_url: `http://[::1]:${six.port}/` })).toBe('204 Fine')
  expect(six.received[0]).toContain(`host: [::1]:${six.port}\r\n`)
  expect(await rig.test({ upload_url: `http://localhost:${server.port}/` })).toBe('200 OK')
})

test('HTTPS: only a server with a trusted certificate for its name gets something', async () => {
  const [ours, other] = await Promise.all([
    makeCertificate('localhost'),
    makeCertificate('elsewhere'),
  ])
  const server = await openServer({ tls: ours, challenge: 'basic', password: PASSWORD })
  const wrong = await openServer({ tls: other })
  const rig = openRig('https')
  const at = ({ port }: WebServer, changes: object = {}) => ({
    upload_url: `https://localhost:${port}/`,
    ...LOGIN,
    ...changes,
  })
  expect(await rig.send(at(server), http())).toEqual({
    reason: 'certificate',
    detail: 'self-signed certificate',
  })
  rig.setAuthorities([ours.cert, other.cert])
  expect(await rig.send(at(server), http())).toBe('200 OK')
  expect(await rig.send(at(wrong), http())).toMatchObject({
    reason: 'certificate',
    detail: expect.stringContaining('altnames'),
  })
  rig.setAuthorities([])
  expect(await rig.send(at(server, { validate_server_cert: '0' }), http())).toBe('200 OK')
  expect(server.proofs).toHaveLength(4)
})

test('HTTPS: a server without it', async () => {
  const server = await openServer()
  const sent = await openRig('https').send({ upload_url: `https://${server.address}/` }, http())
  expect(sent).toMatchObject({ reason: 'protocol' })
})

const PROXIED = ['none', 'basic', 'md5', 'sha256'] as const satisfies (keyof typeof CHALLENGES)[]

test.each(PROXIED)('through a proxy with the challenge %s', async (challenge) => {
  const certificate = await makeCertificate('localhost')
  const plain = await openServer({ challenge: 'sha256', password: 'inner' })
  const secure = await openServer({ challenge: 'md5', password: 'inner', tls: certificate })
  const proxy = await openProxy({ challenge, password: PASSWORD })
  onTestFinished(() => proxy.close())
  const way = {
    login: USER,
    password: 'inner',
    proxy_host: '127.0.0.1',
    proxy_port: String(proxy.port),
    proxy_login: USER,
    proxy_password: PASSWORD,
  }
  const insecure = { upload_url: `http://${plain.address}/a?b`, ...way }
  expect(await openRig('http').send(insecure, http())).toBe('200 OK')
  expect(plain.taken).toMatchObject([{ path: '/a?b' }])
  expect(plain.taken[0]?.headers).not.toHaveProperty('proxy-authorization')

  const rig = openRig('https', { authorities: [certificate.cert] })
  const upload_url = `https://localhost:${secure.port}/a?b`
  expect(await rig.send({ upload_url, ...way }, http())).toBe('200 OK')
  expect(secure.taken).toMatchObject([{ path: '/a?b' }])
  expect(proxy.taken).toContainEqual(
    expect.objectContaining({ method: 'CONNECT', path: `localhost:${secure.port}` }),
  )
  if (challenge === 'none') return
  const wrong = { ...way, proxy_password: 'wrong' }
  expect(await openRig('http').send({ ...insecure, ...wrong }, http())).toMatchObject({
    reason: 'signIn',
  })
  expect(await rig.send({ upload_url, ...wrong }, http())).toMatchObject({ reason: 'signIn' })
})

test('a proxy that is down, or that doesn’t reach the server', async () => {
  const down = await openPlainServer()
  await down.close()
  const proxy = await openProxy()
  onTestFinished(() => proxy.close())
  const rig = openRig('https')
  const via = ({ port }: { port: number }) => ({
    upload_url: `https://127.0.0.1:${down.port}/`,
    proxy_host: '127.0.0.1',
    proxy_port: String(port),
  })
  expect(await rig.send(via(down), PARCEL)).toMatchObject({ reason: 'unreachable' })
  expect(await rig.send(via(proxy), PARCEL)).toEqual({
    reason: 'refused',
    detail: '502 Nobody there',
  })
})
