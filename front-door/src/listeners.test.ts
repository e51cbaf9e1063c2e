import { createServer as createHttpServer, type Server } from 'node:http'
import { connect, createServer, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openBodyBudget } from './body-budget.ts'
import { openConnectionShares } from './connection-shares.ts'
import { createListener } from './listener.ts'
import { serveSocket } from './serve.ts'
import { ask } from './testing/ask.ts'
import { OPEN, sampleCalls, talk } from './testing/sample-calls.ts'
import { testDoor, type TestDoor } from './testing/test-door.ts'
import { countTraffic } from './traffic.ts'

let door: TestDoor
beforeEach(async () => {
  door = await testDoor({ calls: sampleCalls, sockets: [serveSocket(talk, () => {})] })
})
afterEach(() => door.close())

test('cuts every connection when the cable is unplugged, and serves again afterwards', async () => {
  const { hostname, port } = new URL(door.url)
  const idle = connect(Number(port), hostname)
  idle.on('error', () => {})
  const idleCloses = new Promise((resolve) => idle.once('close', resolve))
  const socket = new WebSocket(`${door.url.replace('http', 'ws')}/talk`)
  await new Promise((resolve) => socket.once('open', resolve))
  const socketCloses = new Promise((resolve) => socket.once('close', resolve))

  door.door.plug(false)
  await Promise.all([idleCloses, socketCloses])
  await expect(ask(door.url + OPEN)).rejects.toThrow()

  door.door.plug(true)
  expect((await ask(door.url + OPEN)).text).toBe('yes\n')
})

test('rejects when a port is taken, and frees its own when it closes', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const second = await testDoor()
  await expect(second.door.listen({ address: '127.0.0.1', http: port })).rejects.toThrow()
  await second.close()
  other.close()
  const own = Number(new URL(door.url).port)
  await door.door.close()
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(own, '127.0.0.1', resolve))
  taken.close()
})

/** A listener for a server that answers by itself. */
const listenerOf = (server: Server, notAccepted: (error: Error) => void = () => {}) =>
  createListener(
    'http',
    server,
    { request: () => {}, upgrade: () => {}, malformed: () => {}, notAccepted },
    {
      era: () => 0,
      pluggedIn: () => true,
      shares: openConnectionShares(),
      bodies: openBodyBudget(),
      traffic: countTraffic(),
    },
  )

test('reports a connection that could not be accepted, and goes on', async () => {
  const server = createHttpServer((_request, response) => response.end('still here'))
  const failures: Error[] = []
  const listener = listenerOf(server, (error) => failures.push(error))
  await listener.listen(0, '127.0.0.1')
  const second = listenerOf(createHttpServer(), () => expect.unreachable())
  await expect(second.listen(listener.port() ?? 0, '127.0.0.1')).rejects.toThrow('EADDRINUSE')
  // What Node does when the system refuses to accept.
  server.emit('error', new Error('accept ENOMEM'))
  expect(failures.map(({ message }) => message)).toEqual(['accept ENOMEM'])
  expect(await (await fetch(listener.url() ?? '')).text()).toBe('still here')
  await listener.close()
})

test('keeps a connection alive for the next request', async () => {
  const { hostname, port } = new URL(door.url)
  const text = await new Promise<string>((resolve) => {
    let answer = ''
    const request = `GET ${OPEN} HTTP/1.1\r\nHost: localhost\r\n\r\n`
    const socket = connect(Number(port), hostname, () => socket.write(request + request))
    socket.on('data', (data) => {
      answer += data.toString()
      if (answer.match(/yes\n/g)?.length !== 2) return
      socket.destroy()
      resolve(answer)
    })
  })
  expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
  expect(new Set(text.match(/x-request-id: .*/g)).size).toBe(2)
})
