import { once } from 'node:events'
import { connect, Socket } from 'node:net'
import { expect, test } from 'vitest'
import {
  CONNECTIONS_MAX,
  CONNECTIONS_PER_NETWORK,
  openConnectionShares,
} from './connection-shares.ts'
import type { Connection, ConnectionShares } from './connection-shares.ts'
import type { RequestInfo } from './request-info.ts'
import { ask } from './testing/ask.ts'
import { OPEN, sampleCalls } from './testing/sample-calls.ts'
import { testDoor } from './testing/test-door.ts'

function from(address: string): Socket {
  return Object.defineProperty(new Socket(), 'remoteAddress', { value: address })
}

/** Connections of this address, with a request by `user` if it is given. */
function admitted(
  shares: ConnectionShares,
  address: string,
  count: number,
  user?: string | null,
): Connection[] {
  return Array.from({ length: count }, () => {
    const connection = shares.admit(from(address))
    if (!connection) throw new Error('refused')
    if (user !== undefined) shares.begin(connection, { user: user ?? undefined } as RequestInfo)
    return connection
  })
}

const closed = (connections: readonly Connection[]): number =>
  connections.filter(({ socket }) => socket.destroyed).length

test('a newcomer beyond the share of his network takes the place of its oldest connection', () => {
  const shares = openConnectionShares()
  const other = admitted(shares, '10.0.0.2', 1)
  const own = admitted(shares, '10.0.0.1', CONNECTIONS_PER_NETWORK)
  admitted(shares, '10.0.0.1', 10)
  expect(own.map(({ socket }) => socket.destroyed).lastIndexOf(true)).toBe(9)
  expect([closed(own), closed(other)]).toEqual([10, 0])
})

test('the addresses of an IPv6 network share one', () => {
  const shares = openConnectionShares()
  const own = admitted(shares, '2001:db8::1', CONNECTIONS_PER_NETWORK)
  admitted(shares, '2001:db8:0:0:a::2', 1)
  admitted(shares, '2001:db8:0:1::1', 1)
  expect(closed(own)).toBe(1)
})

test('idle connections go first, those of people who are signed in last, and none that they use', () => {
  const shares = openConnectionShares()
  const used = admitted(shares, '10.0.0.1', 100, 'root')
  const kept = admitted(shares, '10.0.0.1', 0)
  for (let count = 0; count < 50; count += 1) {
    const [one] = admitted(shares, '10.0.0.1', 1)
    if (!one) continue
    shares.begin(one, { user: 'root' } as RequestInfo)()
    kept.push(one)
  }
  const unfinished = admitted(shares, '10.0.0.1', 50, null)
  const idle = admitted(shares, '10.0.0.1', 50)
  const all = () => [used, kept, unfinished, idle].map(closed)
  admitted(shares, '10.0.0.1', 50, 'root')
  expect(all()).toEqual([0, 0, 0, 50])
  admitted(shares, '10.0.0.1', 50, 'root')
  expect(all()).toEqual([0, 0, 50, 50])
  admitted(shares, '10.0.0.1', 50, 'root')
  expect(all()).toEqual([0, 50, 50, 50])
  expect(shares.admit(from('10.0.0.1'))).toBeUndefined()
  expect(shares.admit(from('10.0.0.2'))).toBeDefined()
})

test('when all connections are taken, the networks with the most make room', () => {
  const shares = openConnectionShares()
  const person = admitted(shares, '10.0.1.1', 6)
  for (const one of person) shares.begin(one, { user: 'root' } as RequestInfo)()
  const many = Array.from({ length: 4 }, (_, network) =>
    admitted(shares, `10.0.0.${network}`, CONNECTIONS_PER_NETWORK - (network === 0 ? 6 : 0), null),
  )
  expect(closed(many.flat())).toBe(0)
  admitted(shares, '10.0.2.1', 6, null)
  expect([closed(person), closed(many.flat())]).toEqual([0, 6])
  // The network with the fewest of them lost none.
  expect(many.map(closed)[0]).toBe(0)
})

test('all networks together have a limit', () => {
  const shares = openConnectionShares()
  const open = Array.from({ length: CONNECTIONS_MAX + 5 }, (_, number) =>
    admitted(shares, `10.0.${number % 200}.1`, 1),
  ).flat()
  expect(closed(open)).toBe(5)
})

test('a front door answers however many connections one address keeps', async () => {
  const door = await testDoor({ calls: sampleCalls })
  const { hostname, port } = new URL(door.url)
  const kept = Array.from({ length: CONNECTIONS_PER_NETWORK }, () => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    return socket
  })
  await Promise.all(kept.map((socket) => once(socket, 'connect')))
  const closes = Promise.race(kept.map((socket) => once(socket, 'close')))
  expect((await ask(door.url + OPEN)).status).toBe(200)
  await closes
  for (const socket of kept) socket.destroy()
  await door.close()
})
