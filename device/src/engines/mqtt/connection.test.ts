/** How connections begin and fail, against mosquitto. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import type { Server as HttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { connect as dial } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { createWebSocketStream, WebSocketServer } from 'ws'
import type { BrokerSettings } from './connection.ts'
import { makeBrokerCertificates } from './testing/broker-certificates.ts'
import { connect, settingsFor } from './testing/connect.ts'
import { HAS_MOSQUITTO, openMosquitto } from './testing/mosquitto.ts'

const real = test.skipIf(!HAS_MOSQUITTO)

async function openBroker(...options: Parameters<typeof openMosquitto>) {
  const broker = await openMosquitto(...options)
  onTestFinished(() => broker.close())
  return broker
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

real('TLS is for the protocol that is set', async () => {
  const made = await makeBrokerCertificates()
  onTestFinished(() => made.openssl.close())
  const protocols: unknown[] = []
  const server = createTlsServer({ ...made.broker, ALPNProtocols: ['mqtt'] }, (socket) => {
    protocols.push(socket.alpnProtocol)
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const tls = { validates: true, authorities: [made.authority], own: undefined }
  const more = { protocol: 'ssl', tls, alpnProtocol: 'mqtt' } as const
  await expect(connect(settingsFor(port, more))).rejects.toMatchObject({ reason: 'protocol' })
  expect(new Set(protocols)).toEqual(new Set(['mqtt']))
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
  // Of an address of IPv6, the URL needs brackets.
  const mapped = await connect(
    settingsFor(await bridge(createHttpServer(), broker.port), {
      protocol: 'ws',
      basepath,
      host: '::ffff:127.0.0.1',
    }),
  )
  await mapped.leave()
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

real('a broker with little room gets all messages over one connection', async () => {
  const broker = await openBroker({ lines: () => ['max_inflight_messages 2'] })
  const connection = await connect(settingsFor(broker.port))
  await Promise.all(
    Array.from({ length: 30 }, () =>
      connection.publish({ topic: 'a', payload: 'b', qos: 2, retain: false }),
    ),
  )
})

test('a certificate that can’t be used is the reason', async () => {
  const own = { cert: 'no certificate', key: 'no key' }
  const tls = { validates: true, authorities: [], own }
  await expect(connect(settingsFor(1, { protocol: 'ssl', tls }))).rejects.toMatchObject({
    reason: 'certificate',
  })
})

test('where nothing listens, it is unreachable', async () => {
  await expect(connect(settingsFor(1))).rejects.toMatchObject({
    reason: 'unreachable',
    detail: 'ECONNREFUSED',
  })
})
