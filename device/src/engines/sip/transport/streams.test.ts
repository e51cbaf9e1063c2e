import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openLog } from '../../../log.ts'
import { makeSelfSigned } from '../../../certificates/make.ts'
import { DAY } from '../../../certificates/validity.ts'
import type { Flow } from './flow.ts'
import { openStreams, PER_ADDRESS_MAX } from './streams.ts'

const LOG = openLog('silent', () => 0, { write: () => {} })

/** Streams that are closed when the test ends. */
function open(receive: (text: string, flow: Flow) => void, idleMs?: number) {
  const streams = openStreams(receive, LOG, idleMs)
  onTestFinished(() => streams.close())
  return streams
}

test('a connection on which answers pile up is ended', async () => {
  let flow: Flow | undefined
  const streams = open((_, from) => (flow = from))
  const listener = await streams.listen({ protocol: 'tcp', address: '127.0.0.1', port: 0 })
  const peer = connect(listener.port, '127.0.0.1').pause()
  onTestFinished(() => void peer.destroy())
  peer.on('error', () => {})
  peer.write('OPTIONS sip:a SIP/2.0\r\nContent-Length: 0\r\n\r\n')
  await vi.waitFor(() => expect(flow).toBeDefined())
  const answer = 'x'.repeat(60_000)
  const sent = Array.from({ length: 1000 }, async () => flow?.send(answer))
  expect((await Promise.allSettled(sent)).at(-1)?.status).toBe('rejected')
})

test('a connection that we opened ends when it is no longer used', async () => {
  const server = createServer((socket) => void socket.on('error', () => {})).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const streams = open(() => {}, 50)
  const ended: Flow[] = []
  streams.onEnd((flow) => ended.push(flow))
  const peer = { protocol: 'tcp', address: '127.0.0.1', port } as const
  const flow = await streams.flowTo(peer, { name: 'a', from: '127.0.0.1' })
  await vi.waitFor(() => expect(ended).toEqual([flow]))
  expect(await streams.flowTo(peer, { name: 'a', from: '127.0.0.1' })).not.toBe(flow)
})

test('one address can’t take all connections, whether or not it completes its TLS handshakes', async () => {
  const own = await makeSelfSigned({
    key: 'EC-P256',
    subject: [{ name: 'CN', value: 'door' }],
    names: ['127.0.0.1'],
    from: new Date(Date.now() - DAY),
    until: new Date(Date.now() + DAY),
  })
  const streams = open(() => {})
  for (const protocol of ['tcp', 'tls'] as const) {
    const listener = await streams.listen({ protocol, address: '127.0.0.1', port: 0, tls: own })
    let ended = 0
    const dial = (localAddress: string) => {
      const peer = connect({ port: listener.port, host: '127.0.0.1', localAddress })
      onTestFinished(() => void peer.destroy())
      return peer.on('error', () => {}).on('close', () => (ended += 1))
    }
    for (let count = 0; count < PER_ADDRESS_MAX + 5; count += 1) dial('127.0.0.2')
    await vi.waitFor(() => expect(ended).toBe(5))
    const other = dial('127.0.0.3')
    await once(other, 'connect')
    if (protocol === 'tls')
      await once(connectTls({ socket: other, ca: own.cert, host: '127.0.0.1' }), 'secureConnect')
    expect(ended).toBe(5)
  }
})
