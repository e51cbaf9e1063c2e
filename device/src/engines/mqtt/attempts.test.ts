/** When the client connects again, and what waits meanwhile. */
import type { Socket } from 'node:net'
import { TOPICS } from '@lintel/contract/events'
import { expect, test, vi } from 'vitest'
import { accepted, serve } from './testing/fake-broker.ts'
import { openMqttRig, SERIAL } from './testing/mqtt-rig.ts'

/** How long a connection may take; the other waits are pauses. */
const CONNECT_S = 30

async function openBroker() {
  const sockets: Socket[] = []
  const connects: string[] = []
  const port = await serve((socket) => {
    sockets.push(socket)
    socket.once('data', (bytes: Buffer) => {
      connects.push(bytes.toString('latin1'))
      socket.write(accepted())
    })
    socket.on('end', () => socket.end())
  })
  return { port, connects, hangUp: () => sockets.at(-1)?.destroy() }
}

async function openDevice(port: number, chance = 0) {
  const pauses: number[] = []
  let isConfigured = false
  const device = await openMqttRig(port, {
    chance,
    onWait: (ms) => {
      if (isConfigured && ms !== CONNECT_S * 1000) pauses.push(ms)
    },
  })
  isConfigured = true
  device.configure({ connectTimeout: CONNECT_S })
  return {
    ...device,
    /** The next pause, which it lets pass. */
    async pause() {
      await device.until('waiting')
      await expect.poll(() => pauses).not.toEqual([])
      const ms = pauses.shift() ?? 0
      await device.clock.advance(ms)
      return ms
    },
    ring(count = 1) {
      for (let number = 0; number < count; number += 1) {
        device.events.publish({ topic: TOPICS.dtmf, source: {}, data: { CallId: String(number) } })
      }
    },
  }
}

test.each([
  [0, [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]],
  [0.5, [1100, 2200, 4400, 8800, 17_600, 35_200, 66_000, 66_000]],
])('attempts get rarer up to a minute, and later by chance %d', async (chance, expected) => {
  const device = await openDevice(1, chance)
  const pauses: number[] = []
  while (pauses.length < expected.length) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    pauses.push(Math.round(await device.pause()))
  }
  expect(pauses).toEqual(expected)
})

test('a connection that has lasted makes the next attempt come soon, a short one doesn’t', async () => {
  const broker = await openBroker()
  const device = await openDevice(broker.port)
  const lose = async (after: number) => {
    await device.until('connected')
    await device.clock.advance(after)
    broker.hangUp()
    return device.pause()
  }
  expect(await lose(0)).toBe(1000)
  expect(await lose(59_999)).toBe(2000)
  expect(await lose(60_000)).toBe(1000)
  await device.until('connected')
})

test('a client that must not try again stops, keeps nothing, and starts with new settings', async () => {
  const broker = await openBroker()
  const device = await openDevice(broker.port)
  device.configure({ autoReconnect: false })
  device.publishes({ topicFilter: 'axis:Call//.' })
  await device.until('connected')
  broker.hangUp()
  expect(await device.until('stopped')).toMatchObject({ reason: 'unreachable', detail: 'closed' })
  device.ring()
  expect(device.mqtt.status().queued).toBe(0)
  device.configure({ autoReconnect: true })
  await device.until('connected')
})

test('what waits is forgotten when it is switched off, and with the whole state', async () => {
  const device = await openDevice(1)
  device.publishes({ topicFilter: 'axis:Call//.' })
  await device.until('waiting')
  device.ring(2)
  expect(device.mqtt.status().queued).toBe(2)
  await device.mqtt.stateRestored?.()
  expect(device.mqtt.status().queued).toBe(0)
  device.ring()
  device.mqtt.store.change({ active: false })
  await device.until('inactive')
  expect(device.mqtt.status().queued).toBe(0)
  device.ring()
  expect(device.mqtt.status().queued).toBe(0)
})

test('the log tells once that messages are dropped', async () => {
  const device = await openDevice(1)
  const warn = vi.spyOn(device.log, 'warn')
  device.publishes({ topicFilter: 'axis:Call//.' })
  await device.until('waiting')
  device.ring(1010)
  expect(device.mqtt.status()).toMatchObject({ queued: 1000, dropped: 10 })
  const texts = warn.mock.calls.map((call) => call.at(-1))
  expect(texts.filter((text) => text === 'an MQTT message was dropped')).toHaveLength(1)
})

test('a test of settings does not end the connection, and says why it fails', async () => {
  const broker = await openBroker()
  const device = await openDevice(broker.port)
  await device.until('connected')
  const { client } = device.mqtt.store.get()
  const before = broker.connects.length
  const tested = device.mqtt.test(client, '')
  await expect.poll(() => broker.connects.length).toBe(before + 1)
  await tested
  expect(broker.connects.slice(-2).map((bytes) => bytes.includes(`${SERIAL}-test`))).toEqual([
    false,
    true,
  ])
  expect(device.mqtt.status().state).toBe('connected')
  const server = { ...client.server, port: 1 }
  await expect(device.mqtt.test({ ...client, server }, '')).rejects.toMatchObject({
    reason: 'unreachable',
  })
})
