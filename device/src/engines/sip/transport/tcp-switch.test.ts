import { expect, test } from 'vitest'
import { startClock } from '../../../clock/clock.ts'
import type { Flow, Peer } from './flow.ts'
import { openTcpSwitch, TCP_WAIT_MS, WITHOUT_TCP_MS } from './tcp-switch.ts'

const PEER: Peer = { protocol: 'udp', address: '192.0.2.1', port: 5060 }
const FLOW = { ...PEER, protocol: 'tcp' } as Flow

test('a peer is connected to over TCP; one that refuses is tried again', async () => {
  const { flowTo } = openTcpSwitch(startClock())
  const asked: Peer[] = []
  const connect = (peer: Peer) => {
    asked.push(peer)
    return asked.length === 1 ? Promise.reject(new Error('refused')) : Promise.resolve(FLOW)
  }
  expect(await flowTo(PEER, connect)).toBeUndefined()
  expect(await flowTo(PEER, connect)).toBe(FLOW)
  expect(asked).toEqual([
    { ...PEER, protocol: 'tcp' },
    { ...PEER, protocol: 'tcp' },
  ])
})

test('a peer that does not answer is not waited for again for ten minutes, others are', async () => {
  const clock = startClock()
  const { flowTo } = openTcpSwitch(clock)
  let tries = 0
  const never = () => {
    tries += 1
    return new Promise<Flow>(() => {})
  }
  const first = flowTo(PEER, never)
  await clock.advance(TCP_WAIT_MS)
  expect(await first).toBeUndefined()
  expect(await flowTo(PEER, never)).toBeUndefined()
  expect(tries).toBe(1)
  expect(await flowTo({ ...PEER, port: 5070 }, () => Promise.resolve(FLOW))).toBe(FLOW)
  await clock.advance(WITHOUT_TCP_MS)
  expect(await flowTo(PEER, () => Promise.resolve(FLOW))).toBe(FLOW)
})
