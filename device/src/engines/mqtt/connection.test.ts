/** How connections begin and fail, against mosquitto and against servers that are none. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import type { Server as HttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, connect as dial } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createWebSocketStream, WebSocketServer } from 'ws'
import { startClock } from '../../clock/clock.ts'
import { connectTo } from './connection.ts'
import type { BrokerSettings, OnMessage } from './connection.ts'
import { makeBrokerCertificates } from './testing/broker-certificates.ts'
import { HAS_MOSQUITTO, openMosquitto } from './testing/mosquitto.ts'

const real = test.skipIf(!HAS_MOSQUITTO)

const clock = startClock({ host: { now: () => 0, monotonic: () => 0 } })

const settingsFor = (port: number, more: Partial<BrokerSettings> = {}): BrokerSettings => ({
  protocol: 'tcp',
  host: '127.0.0.1',
  port,
  basepath: '',
  alpnProtocol: '',
  username: '',
  password: '',
  clientId: 'gate',
  keepAlive: 60,
  connectTimeout: 60,
  cleanSession: true,
  will: undefined,
  tls: { validates: true, authorities: [], own: undefined },
  ...more,
})

async function connect(settings: BrokerSettings, onMessage: OnMessage = () => undefined) {
  const connection = await connectTo(settings, { clock, onMessage }, new AbortController().signal)
  onTestFinished(() => connection.cut())
  return connection
}

async function openBroker(...options: Parameters<typeof openMosquitto>) {
  const broker = await openMosquitto(...options)
  onTestFinished(() => broker.close())
  return broker
}

/** A server that does this with each connection. */
async function serve(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    onConnection(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

real('a password is needed, and is that of the user', async () => {
  const broker = await openBroker({ accounts: { gate: 'pass wörd' } })
  const signIn = (username: string, password: string) =>
    connect(settingsFor(broker.port, { username, password }))
  await expect(signIn('', '')).rejects.toMatchObject({ reason: 'signIn' })
  await expect(signIn('', 'pass wörd')).rejects.toMatchObject({ reason: 'signIn' })
  await expect(signIn('gate', 'wrong')).rejects.toMatchObject({
    reason: 'signIn',
    detail: 'Not authorized',
  })
  const connection = await signIn('gate', 'pass wörd')
  await connection.publish({ topic: 'a', payload: 'b', qos: 1, retain: false })
})

real('what a broker does not allow to publish is refused, and the connection stays', async () => {
  const broker = await openBroker({
    accounts: { gate: 'x' },
    prepare: (folder) =>
      writeFileSync(`${folder}/acl`, 'user gate\ntopic write mine/#\n', { mode: 0o600 }),
    lines: (folder) => [`acl_file ${folder}/acl`],
  })
  const connection = await connect(settingsFor(broker.port, { username: 'gate', password: 'x' }))
  const publish = (topic: string) =>
    connection.publish({ topic, payload: 'b', qos: 1, retain: false })
  await expect(publish('yours/a')).rejects.toMatchObject({ reason: 'signIn' })
  await publish('mine/a')
})

real('TLS needs a certificate of a trusted authority for this address, and our own', async () => {
  const made = await makeBrokerCertificates()
  onTestFinished(() => made.openssl.close())
  const broker = await openBroker({ lines: () => made.lines, args: () => made.args })
  const tls = { validates: true, authorities: [made.authority], own: made.client }
  const attempt = (more: Partial<BrokerSettings['tls']>) =>
    connect(settingsFor(broker.port, { protocol: 'ssl', tls: { ...tls, ...more } }))
  await expect(attempt({ authorities: [] })).rejects.toMatchObject({ reason: 'certificate' })
  await expect(attempt({ own: undefined })).rejects.toMatchObject({
    reason: 'certificate',
  })
  const unchecked = await attempt({ authorities: [], validates: false })
  await unchecked.leave()
  const checked = await attempt({})
  await checked.publish({ topic: 'a', payload: 'b', qos: 2, retain: false })
  // Without TLS, the broker doesn't understand us.
  await expect(connect(settingsFor(broker.port))).rejects.toMatchObject({ reason: 'protocol' })
})

real('a certificate for another name is not accepted', async () => {
  const made = await makeBrokerCertificates('DNS:other.example')
  onTestFinished(() => made.openssl.close())
  const broker = await openBroker({ lines: () => made.lines })
  const tls = { validates: true, authorities: [made.authority], own: made.client }
  await expect(connect(settingsFor(broker.port, { protocol: 'ssl', tls }))).rejects.toMatchObject({
    reason: 'certificate',
    detail: 'ERR_TLS_CERT_ALTNAME_INVALID',
  })
})

/** Passes WebSockets on to a broker; its own listens at all addresses. */
async function bridge(server: HttpServer, broker: number): Promise<number> {
  const sockets = new WebSocketServer({ server, path: '/mqtt', handleProtocols: () => 'mqtt' })
  sockets.on('connection', (socket) => {
    const inside = dial(broker, '127.0.0.1')
    const outside = createWebSocketStream(socket)
    for (const one of [inside, outside]) one.on('error', () => socket.terminate())
    outside.pipe(inside).pipe(outside)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

real('it also goes by WebSocket, with and without TLS', async () => {
  const made = await makeBrokerCertificates()
  onTestFinished(() => made.openssl.close())
  const broker = await openBroker()
  const seen = await broker.subscribe('#')
  const message = { payload: 'b', qos: 1, retain: false } as const
  const basepath = 'mqtt'
  const plain = await connect(
    settingsFor(await bridge(createHttpServer(), broker.port), { protocol: 'ws', basepath }),
  )
  await plain.publish({ topic: 'plain', ...message })
  await plain.leave()
  const server = createHttpsServer({ ...made.broker, ca: made.authority, requestCert: true })
  const port = await bridge(server, broker.port)
  const tls = { validates: true, authorities: [made.authority], own: made.client }
  const secret = (more: Partial<BrokerSettings>) =>
    connect(settingsFor(port, { protocol: 'wss', basepath, tls, ...more }))
  const secure = await secret({})
  await secure.publish({ topic: 'secure', ...message })
  await expect.poll(() => seen.received.map(({ topic }) => topic)).toEqual(['plain', 'secure'])
  await expect(secret({ tls: { ...tls, authorities: [] } })).rejects.toMatchObject({
    reason: 'certificate',
  })
  await expect(secret({ basepath: '/elsewhere' })).rejects.toMatchObject({
    reason: 'protocol',
    detail: 'Unexpected server response: 400',
  })
})

real('a connection ends with its reason, and what waits for it fails', async () => {
  const broker = await openBroker()
  const connection = await connect(settingsFor(broker.port))
  broker.freeze()
  const sent = connection.publish({ topic: 'a', payload: 'b', qos: 1, retain: false })
  const fails = expect(sent).rejects.toMatchObject({ reason: 'unreachable' })
  await broker.kill()
  await connection.ended
  await fails
  await expect(
    connection.publish({ topic: 'a', payload: 'b', qos: 0, retain: false }),
  ).rejects.toMatchObject({ reason: 'unreachable' })
})

test('a broker that leaves says why', async () => {
  const port = await serve((socket) => {
    // CONNACK and DISCONNECT of MQTT 5.
    socket.once('data', () => socket.end(Buffer.from([0x20, 3, 0, 0, 0, 0xe0, 1, 0x8e])))
  })
  const connection = await connect(settingsFor(port))
  expect(await connection.ended).toMatchObject({ reason: 'refused', detail: 'Session taken over' })
})

test('where nothing listens, it is unreachable', async () => {
  await expect(connect(settingsFor(1))).rejects.toMatchObject({
    reason: 'unreachable',
    detail: 'ECONNREFUSED',
  })
})

/** Moves the clock until an attempt has ended, and returns why. */
async function failureOf(attempt: Promise<unknown>): Promise<string> {
  let reason = ''
  const over = attempt.then(
    () => 'connected',
    (cause: unknown) => (cause as { reason: string }).reason,
  )
  void over.then((word) => {
    reason = word
    return undefined
  })
  await expect
    .poll(async () => {
      if (reason === '') await clock.advance(1000)
      return reason
    })
    .not.toBe('')
  return reason
}

test('a server that says nothing is given up by the device’s clock', async () => {
  const port = await serve(() => undefined)
  expect(await failureOf(connect(settingsFor(port, { connectTimeout: 5 })))).toBe('timeout')
})

test.each([
  ['a web server', 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n'],
  ['a mail server', '220 mail.example.com ESMTP\r\n'],
  ['zeros', Buffer.alloc(64)],
  ['an answer to nothing', Buffer.from([0x40, 2, 0, 1])],
])('%s is no broker', async (_, bytes) => {
  const port = await serve((socket) => void socket.write(bytes))
  // Some are only known by never answering.
  expect(await failureOf(connect(settingsFor(port, { connectTimeout: 5 })))).toMatch(
    /protocol|timeout/,
  )
})

test('a server that hangs up is no broker', async () => {
  const port = await serve((socket) => socket.end())
  await expect(connect(settingsFor(port))).rejects.toMatchObject({ reason: 'protocol' })
})

test('a message without an end is cut off', async () => {
  const chunk = Buffer.alloc(65_536)
  let sent = 0
  const port = await serve((socket) => {
    // CONNACK, and a PUBLISH of 256 MB.
    socket.write(Buffer.from([0x20, 3, 0, 0, 0, 0x30, 0xff, 0xff, 0xff, 0x7f]))
    const more = () => {
      if (socket.destroyed || sent > 64 << 20) return
      sent += chunk.length
      if (socket.write(chunk)) setImmediate(more)
      else socket.once('drain', more)
    }
    more()
  })
  const connection = await connect(settingsFor(port))
  expect(await connection.ended).toMatchObject({ reason: 'protocol', detail: 'too long' })
  expect(sent).toBeLessThan(16 << 20)
})

test('a broker that only knows MQTT 3.1.1 is spoken to by that', async () => {
  const versions: number[] = []
  const port = await serve((socket) => {
    socket.once('data', (bytes: Buffer) => {
      const version = bytes[8] ?? 0
      versions.push(version)
      // CONNACK of 3.1.1: unacceptable protocol version, or accepted.
      socket.write(Buffer.from([0x20, 2, 0, version === 4 ? 0 : 1]))
      if (version !== 4) socket.end()
    })
  })
  await connect(settingsFor(port))
  expect(versions).toEqual([5, 4])
})
