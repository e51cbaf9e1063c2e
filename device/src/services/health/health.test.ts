import { getHealth } from '@lintel/contract/calls/health'
import type { Health } from '@lintel/contract/calls/health'
import { createClient } from '@lintel/contract/client'
import { productCalled } from '@lintel/contract/products/products'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import { onTestFinished, expect, test } from 'vitest'
import { authorization, openTestDevice } from '../testing/test-device.ts'
import { healthService } from './health.ts'

/** 14:07:32 in Stockholm. */
const START = Date.UTC(2026, 10, 20, 13, 7, 32)
const MINUTE = 60_000

async function openDevice(product = 'A8307-E') {
  const device = await openTestDevice([healthService], START, productCalled(product))
  onTestFinished(() => device.close())
  device.makeAccounts()
  const client = createClient({
    base: device.url,
    headers: { authorization: authorization('oper') },
  })
  return { device, read: (range?: 'hour' | 'day' | 'week') => client.call(getHealth, { range }) }
}

const call = (callId: string, outcome: 'answered' | 'unanswered' | 'restart', day: string) => ({
  callId,
  started: new Date(START).toISOString(),
  day,
  direction: 'outgoing' as const,
  account: 'sip_account_0',
  accountName: 'Gate',
  remote: 'sip:somebody@192.0.2.1',
  seconds: 0,
  outcome,
  code: 0,
  reason: '',
  codec: '',
  encrypted: false,
})

test('the response, byte for byte', async () => {
  const { device } = await openDevice()
  device.callLog.begin(call('A', 'answered', '2026-11-20'))
  device.callLog.begin(call('B', 'unanswered', '2026-11-20'))
  device.callLog.begin(call('C', 'restart', '2026-11-20'))
  device.callLog.begin(call('D', 'unanswered', '2026-11-14'))
  device.health.start()
  await device.clock.advance(2 * MINUTE)
  device.receive({ type: 'world', world: { ...PLAIN_WORLD, temperature: 61.25 } })
  const text = await device.text('/lintel/health?range=hour', { as: 'oper' })
  // What differs from computer to computer.
  const steady = text
    .replace(/"memory":\{"mean":[^}]+\}/, '"memory":{}')
    .replace(/"memory":\d+/g, '"memory":0')
    .replace(/"connections":\{"mean":[^}]+\}/, '"connections":{}')
    .replace(/"(processor|received|sent)":\{"mean":[^}]+\}/g, '"$1":{}')
    .replace(/"(processor|received|sent|connections)":[\d.]+/g, '"$1":0')
    .replace(/(null,){57}/g, '…')
  expect(steady).toBe(
    '{"from":1795176600000,"step":60,"since":1795180020000,' +
      '"latest":{"temperature":61.3,"processor":0,"memory":0,"connections":0,"received":0,"sent":0,"storage":null},' +
      '"samples":{"temperature":{"mean":[…21,21,41.1],"low":[…21,21,21],"high":[…21,21,61.3]},' +
      '"processor":{},"memory":{},"connections":{},"received":{},"sent":{},' +
      '"storage":{"mean":[…null,null,null],"low":[…null,null,null],"high":[…null,null,null]}},' +
      '"limits":{"temperature":{"cold":-20,"warm":60,"hot":70},"storage":null},' +
      '"calls":[{"day":"2026-11-14","answered":0,"unanswered":1},' +
      ['15', '16', '17', '18', '19']
        .map((day) => `{"day":"2026-11-${day}","answered":0,"unanswered":0},`)
        .join('') +
      '{"day":"2026-11-20","answered":1,"unanswered":1}]}',
  )
})

test('each range has its samples, and a day is the default', async () => {
  const { device, read } = await openDevice()
  device.health.start()
  await device.clock.advance(90 * MINUTE)
  const [hour, day, week, none] = await Promise.all([
    read('hour'),
    read('day'),
    read('week'),
    read(),
  ])
  const shapeOf = ({ step, samples }: Health) => [step, samples.temperature.mean.length]
  expect([hour, day, week].map(shapeOf)).toEqual([
    [60, 60],
    [300, 288],
    [1800, 336],
  ])
  expect(shapeOf(none)).toEqual(shapeOf(day))
  const measured = ({ samples }: Health) =>
    samples.temperature.mean.filter((one) => one !== null).length
  // From 13:07 to 14:37.
  expect([hour, day, week].map(measured)).toEqual([60, 19, 4])
  expect(day.since).toBe(Date.UTC(2026, 10, 20, 13, 7))
  expect(hour.from + 60 * MINUTE).toBeGreaterThan(device.clock.now())
  const odd = await device.fetch('/lintel/health?range=year', { as: 'oper' })
  expect(odd.status).toBe(400)
})

test('every product measures itself, even one without a card slot', async () => {
  const { device, read } = await openDevice('A1601')
  device.health.start()
  const { latest, limits } = await read('hour')
  expect(latest).toMatchObject({ temperature: 21, storage: null })
  expect(latest.memory).toBeGreaterThan(10_000_000)
  expect(latest.connections).toBeGreaterThan(0)
  expect(limits.storage).toBeNull()
})

test('what the web server sends counts', async () => {
  const { device, read } = await openDevice()
  device.health.start()
  for (let times = 0; times < 5; times += 1) await read('week')
  await device.clock.advance(20_000)
  const { latest } = await read('hour')
  // Five answers with 336 samples of seven measures each in 20 s.
  expect(latest.sent).toBeGreaterThan((5 * 336 * 7 * 3 * 4) / 20)
  expect(latest.received).toBeGreaterThan(20)
})
