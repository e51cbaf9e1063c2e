import { expect, onTestFinished, test } from 'vitest'
import { openRig, SOON } from './testing/delivery-rig.ts'
import { openPlainServer } from './testing/plain-server.ts'

async function openServer(...options: Parameters<typeof openPlainServer>) {
  const server = await openPlainServer(...options)
  onTestFinished(() => server.close())
  return server
}

test('the message is a line, after which the connection ends', async () => {
  const server = await openServer()
  const rig = openRig('tcp')
  const to = { host: '127.0.0.1', port: String(server.port) }
  expect(await rig.send(to, { message: 'Tür\noffen' })).toBe('')
  expect(await rig.test(to)).toBe('')
  await server.idle()
  expect(server.received).toEqual(['Tür\noffen\n', 'Test\n'])
})

test('a long message arrives as a whole, also if the receiver talks', async () => {
  const message = 'x'.repeat(1 << 20)
  const server = await openServer((socket) => void socket.write('y'.repeat(1 << 20)))
  await openRig('tcp').send({ host: '127.0.0.1', port: String(server.port) }, { message })
  await server.idle()
  expect(server.received).toEqual([`${message}\n`])
})

test('a receiver that first has to get rid of what it says', async () => {
  const message = 'x'.repeat(20 << 20)
  const server = await openServer((socket) => {
    socket.pause()
    socket.write('y'.repeat(20 << 20), () => socket.resume())
  })
  await openRig('tcp').send({ host: '127.0.0.1', port: String(server.port) }, { message })
  await server.idle()
  expect(server.received[0]).toHaveLength(message.length + 1)
})

test('IPv6 and names', async () => {
  const [four, six] = await Promise.all([openServer(), openServer(undefined, '::1')])
  await openRig('tcp').send({ host: '::1', port: String(six.port) }, { message: 'a' })
  await openRig('tcp').send({ host: '[::1]', port: String(six.port) }, { message: 'b' })
  await openRig('tcp').send({ host: 'localhost', port: String(four.port) }, { message: 'c' })
  await Promise.all([four.idle(), six.idle()])
  expect([six.received, four.received]).toEqual([['a\n', 'b\n'], ['c\n']])
})

test('a receiver that reads nothing is given up', async () => {
  const server = await openServer((socket) => socket.pause())
  const rig = openRig('tcp', { limit: 3 * SOON })
  const to = { host: '127.0.0.1', port: String(server.port) }
  expect(await rig.send(to, { message: 'x'.repeat(20 << 20) })).toEqual({
    reason: 'timeout',
    detail: '',
  })
})

test('a receiver that breaks off', async () => {
  const server = await openServer(
    (socket) => void socket.once('data', () => socket.resetAndDestroy()),
  )
  const to = { host: '127.0.0.1', port: String(server.port) }
  const sent = await openRig('tcp').send(to, { message: 'x'.repeat(20 << 20) })
  expect(sent).toMatchObject({ reason: 'unreachable' })
})

test('nobody listens', async () => {
  const server = await openPlainServer()
  await server.close()
  const to = { host: '127.0.0.1', port: String(server.port) }
  expect(await openRig('tcp').test(to)).toEqual({
    reason: 'unreachable',
    detail: `connect ECONNREFUSED 127.0.0.1:${server.port}`,
  })
})

test.each([
  [{ host: '127.0.0.1', port: '0' }, 'There is no such port.'],
  [{ host: '127.0.0.1', port: '65536' }, 'There is no such port.'],
  [{ host: '127.0.0.1', port: 'x' }, 'There is no such port.'],
  [{ host: '127.0.0.1' }, 'The parameter port is missing.'],
  [{ host: ' ', port: '1' }, 'The parameter host is missing.'],
])('%o is no receiver', async (to, detail) => {
  expect(await openRig('tcp').test(to)).toEqual({ reason: 'notPossible', detail })
})

test('a delivery ends when its caller wants', async () => {
  const server = await openServer((socket) => socket.pause())
  const stop = new AbortController()
  const reason = new Error('no longer wanted')
  const to = { host: '127.0.0.1', port: String(server.port) }
  const rig = openRig('tcp')
  const sending = rig.send(to, { message: 'x'.repeat(20 << 20) }, stop.signal)
  await server.connected()
  stop.abort(reason)
  await expect(sending).rejects.toBe(reason)
  await expect(rig.send(to, {}, stop.signal)).rejects.toBe(reason)
  expect(server.received).toHaveLength(1)
})

test('without a network cable nothing is delivered', async () => {
  const server = await openServer((socket) => socket.pause())
  const failure = { reason: 'unreachable', detail: 'The network cable is not plugged in.' }
  const to = { host: '127.0.0.1', port: String(server.port) }
  const rig = openRig('tcp', { cable: false })
  expect(await rig.send(to, { message: 'a' })).toEqual(failure)
  expect(server.received).toEqual([])
  rig.setCable(true)
  expect(await rig.test(to)).toBe('')
  const sending = rig.send(to, { message: 'x'.repeat(20 << 20) })
  await server.connected(2)
  rig.setCable(false)
  expect(await sending).toEqual(failure)
})

test('what is under way ends with the device', async () => {
  const server = await openServer((socket) => socket.pause())
  const rig = openRig('tcp')
  const to = { host: '127.0.0.1', port: String(server.port) }
  const sending = rig.send(to, { message: 'x'.repeat(20 << 20) })
  await server.connected()
  rig.close()
  expect(await sending).toMatchObject({ reason: 'internal' })
})

test('a type of recipient that the device doesn’t have', async () => {
  expect(await openRig('carrier.pigeon').test({})).toEqual({
    reason: 'notPossible',
    detail: 'The device has no such type of recipient.',
  })
})
