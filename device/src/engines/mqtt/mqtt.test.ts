/** The client against Debian's mosquitto, and against a broker that says nothing. */
import { getMqttClientStatus } from '@lintel/contract/calls/mqtt'
import { PORT_TOPICS, TOPICS } from '@lintel/contract/events'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import { expect, onTestFinished, test } from 'vitest'
import { makeBrokerCertificates } from './testing/broker-certificates.ts'
import { accepted, serve } from './testing/fake-broker.ts'
import { HAS_MOSQUITTO, openMosquitto } from './testing/mosquitto.ts'
import { openMqttRig, SERIAL } from './testing/mqtt-rig.ts'

test('the real broker is installed', ({ skip }) => {
  skip(!HAS_MOSQUITTO, 'mosquitto and its clients are not installed: MQTT is tested without them')
})

const real = test.skipIf(!HAS_MOSQUITTO)

async function openBroker(...options: Parameters<typeof openMosquitto>) {
  const broker = await openMosquitto(...options)
  onTestFinished(() => broker.close())
  return broker
}

const EVENTS = `axis/${SERIAL}/event`
const CONNECTION = `${EVENTS}/connection`
const INPUT_1 = `${EVENTS}/tns:onvif/Device/Trigger/DigitalInput/$source/InputToken/1`

const parsed = (payload: string | undefined): unknown => JSON.parse(payload ?? 'null')

real('it says that it is connected, publishes events, and says goodbye', async () => {
  const broker = await openBroker()
  const seen = await broker.subscribe('#')
  const device = await openMqttRig(broker.port)
  device.publishes({ topicFilter: 'onvif:Device/Trigger//.' }, { topicFilter: 'axis:Call/State' })
  expect(await device.until('connected')).toMatchObject({
    server: `127.0.0.1:${broker.port}`,
    detail: '',
    queued: 0,
    dropped: 0,
  })
  await expect.poll(() => seen.of(CONNECTION)).toHaveLength(1)
  expect(seen.of(CONNECTION)[0]).toMatchObject({ qos: 1, retained: true })
  expect(parsed(seen.of(CONNECTION)[0]?.payload)).toEqual({
    serialNumber: SERIAL,
    connected: true,
    description: 'Connected',
    timestamp: '2026-11-20T13:07:32Z',
  })
  device.receive({ type: 'world', world: { ...PLAIN_WORLD, contacts: [1] } })
  await expect.poll(() => seen.of(INPUT_1)).toHaveLength(1)
  expect(seen.of(INPUT_1)[0]).toMatchObject({ qos: 0, retained: false })
  expect(parsed(seen.of(INPUT_1)[0]?.payload)).toEqual({
    topic: 'onvif:Device/Trigger/DigitalInput',
    timestamp: Date.UTC(2026, 10, 20, 13, 7, 32),
    message: { source: { InputToken: '1' }, key: {}, data: { LogicalState: 'true' } },
  })
  device.events.publish({
    topic: TOPICS.callState,
    source: { Source: 'a/b#' },
    data: { CallState: 'Idle' },
  })
  const call = `${EVENTS}/tns:axis/Call/State/$source/Source/a_b_`
  await expect.poll(() => seen.of(call)).toHaveLength(1)

  device.mqtt.store.change({ active: false })
  await device.until('inactive')
  await expect.poll(() => seen.of(CONNECTION)).toHaveLength(2)
  expect(parsed(seen.of(CONNECTION)[1]?.payload)).toMatchObject({ description: 'Disconnected' })
  // No event of consoles, and no other one.
  expect(new Set(seen.received.map(({ topic }) => topic))).toEqual(
    new Set([CONNECTION, INPUT_1, call]),
  )
})

real(
  'states are retained where a filter says so, and the broker has them after a restart',
  async () => {
    const broker = await openBroker()
    const device = await openMqttRig(broker.port)
    device.publishes({ topicFilter: 'tns1:Device/Trigger//.', retain: 'property', qos: 2 })
    await device.until('connected')
    const first = await broker.subscribe(`${EVENTS}/#`)
    await expect.poll(() => first.received).toHaveLength(5)
    expect(first.received.filter(({ topic }) => topic !== CONNECTION)).toSatisfy(
      (states: { qos: number; retained: boolean }[]) =>
        states.every(({ qos, retained }) => qos === 2 && retained),
    )
    await broker.kill()
    await device.until('waiting')
    device.ioPorts.order(3, [{ active: true, wait: 0 }])
    await broker.start()
    await device.clock.advance(1200)
    await device.until('connected')
    const relay = `${EVENTS}/tns:onvif/Device/Trigger/Relay/$source/RelayToken/3`
    const second = await broker.subscribe(`${EVENTS}/#`)
    await expect.poll(() => second.of(relay).at(-1)?.payload).toContain('"active"')
  },
)

real('topics and payloads follow the settings', async () => {
  const broker = await openBroker()
  const seen = await broker.subscribe('#')
  const device = await openMqttRig(broker.port)
  device.configure({ deviceTopicPrefix: 'home/gate', connectMessage: undefined })
  const { publication } = device.mqtt.store.get()
  const eventFilterList = [
    { topicFilter: '//.', qos: 1 as const, retain: 'all' as const },
    { topicFilter: 'Device/Trigger/DigitalInput', qos: 0 as const, retain: 'none' as const },
  ]
  const set = (more: Partial<typeof publication>) =>
    device.mqtt.store.change({ publication: { ...publication, eventFilterList, ...more } })
  set({ includeTopicNamespaces: false, includeSerialNumberInPayload: true })
  await device.until('connected')
  const contacts = (...list: number[]) =>
    device.receive({ type: 'world', world: { ...PLAIN_WORLD, contacts: list } })
  const plain = 'home/gate/event/Device/Trigger/DigitalInput/$source/InputToken/2'
  // The state at the start, which is retained.
  await expect.poll(() => seen.of(plain)).toHaveLength(1)
  contacts(2)
  // One for each filter.
  await expect.poll(() => seen.of(plain)).toHaveLength(3)
  expect(
    seen
      .of(plain)
      .slice(1)
      .map(({ qos, retained }) => [qos, retained]),
  ).toEqual([
    [1, true],
    [0, false],
  ])
  expect(parsed(seen.of(plain)[1]?.payload)).toMatchObject({ serial: SERIAL })

  set({ topicPrefix: 'custom', customTopicPrefix: 'all/here', appendEventTopic: false })
  contacts()
  await expect.poll(() => seen.of('all/here').length).toBeGreaterThan(0)
  expect(seen.received.some(({ topic }) => topic.endsWith('/connection'))).toBe(false)
})

real('the broker publishes the last will when the network is gone, and it comes back', async () => {
  const broker = await openBroker()
  const seen = await broker.subscribe('#')
  const device = await openMqttRig(broker.port)
  const areas: (string | undefined)[] = []
  device.events.subscribe(({ data }) => areas.push(data['Area']))
  device.configure({
    lastWillTestament: { useDefault: false, topic: 'gate', message: 'gone', retain: true, qos: 1 },
    connectMessage: { useDefault: false, topic: 'gate', message: 'here', retain: true, qos: 1 },
  })
  await device.until('connected')
  await expect.poll(() => seen.of('gate').map(({ payload }) => payload)).toEqual(['here'])
  device.receive({ type: 'world', world: { ...PLAIN_WORLD, cable: false } })
  await device.until('noCable')
  await expect.poll(() => seen.of('gate').map(({ payload }) => payload)).toEqual(['here', 'gone'])
  expect(seen.of('gate')[1]).toMatchObject({ qos: 1, retained: true })
  await expect(device.mqtt.publish('a', 'b', 1, false)).rejects.toMatchObject({
    reason: 'unreachable',
  })
  device.receive({ type: 'world', world: PLAIN_WORLD })
  await device.until('connected')
  expect(areas).toContain('mqtt')
})

real(
  'while the broker is away events wait, the oldest make room, and attempts get rarer',
  async () => {
    const broker = await openBroker()
    const device = await openMqttRig(broker.port)
    device.publishes({ topicFilter: 'axis:Call//.', qos: 1 })
    await device.until('connected')
    await broker.kill()
    await device.until('waiting')
    await device.clock.advance(1200)
    expect(await device.until('waiting')).toMatchObject({
      reason: 'unreachable',
      detail: 'ECONNREFUSED',
    })
    for (let number = 0; number < 1003; number += 1) {
      device.events.publish({ topic: TOPICS.dtmf, source: {}, data: { CallId: String(number) } })
    }
    expect(device.mqtt.status()).toMatchObject({ queued: 1000, dropped: 3 })
    // The second pause is twice as long.
    await device.clock.advance(1900)
    expect(device.mqtt.status().state).toBe('waiting')
    await broker.start()
    const seen = await broker.subscribe(`${EVENTS}/#`)
    await device.clock.advance(500)
    await device.until('connected')
    const topic = `${EVENTS}/tns:axis/Call/DTMF`
    await expect.poll(() => seen.of(topic)).toHaveLength(1000)
    const numbers = seen
      .of(topic)
      .map(({ payload }) =>
        Number((parsed(payload) as { message: { data: { CallId: string } } }).message.data.CallId),
      )
    expect(numbers).toEqual(Array.from({ length: 1000 }, (_, index) => index + 3))
    expect(device.mqtt.status()).toMatchObject({ queued: 0, dropped: 3 })
  },
)

real('messages of others are published, or fail at once', async () => {
  const broker = await openBroker()
  const seen = await broker.subscribe('#')
  const device = await openMqttRig(broker.port)
  await device.until('connected')
  await device.mqtt.publish('gate/ring', 'Jürgen is here', 2, false)
  await expect
    .poll(() => seen.of('gate/ring'))
    .toMatchObject([{ payload: 'Jürgen is here', qos: 2, retained: false }])
  for (const topic of ['', 'a/#', 'a/+/b']) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await expect(device.mqtt.publish(topic, '', 0, false)).rejects.toMatchObject({
      reason: 'notPossible',
    })
  }
})

real('a broker that stops answering is given up', async () => {
  const broker = await openBroker()
  const device = await openMqttRig(broker.port)
  await device.until('connected')
  broker.freeze()
  onTestFinished(() => broker.thaw())
  const sent = device.mqtt.publish('gate', 'x', 1, false)
  const late = expect(sent).rejects.toMatchObject({ reason: 'timeout' })
  await device.clock.advance(30_000)
  await late
  device.mqtt.store.change({ active: false })
  await expect
    .poll(async () => {
      await device.clock.advance(2000)
      return device.mqtt.status().state
    })
    .toBe('inactive')
})

/** A broker that accepts every connection and then confirms nothing. */
async function openSilentBroker() {
  let said = ''
  const port = await serve((socket) => {
    socket.once('data', () => socket.write(accepted()))
    socket.on('data', (bytes: Buffer) => (said += bytes.toString('latin1')))
    socket.on('end', () => socket.end())
  })
  return {
    port,
    /** Everything that the device has sent. */
    said: () => said,
  }
}

test('a broker that confirms nothing holds up neither events nor new settings', async () => {
  const broker = await openSilentBroker()
  const device = await openMqttRig(broker.port)
  device.configure({ keepAliveInterval: 0 })
  device.publishes({ topicFilter: 'axis:Call//.' })
  device.mqtt.store.change({ discovery: { enabled: true, prefix: 'homeassistant' } })
  await device.until('connected')
  device.events.publish({ topic: TOPICS.dtmf, source: {}, data: { CallId: '4711' } })
  await expect.poll(broker.said).toContain('"CallId":"4711"')
  await expect.poll(broker.said).toContain('"doorbell"')
  // This can't be told either.
  device.mqtt.store.change({ discovery: { enabled: false, prefix: 'homeassistant' } })
  device.mqtt.store.change({ active: false })
  await expect
    .poll(async () => {
      await device.clock.advance(2000)
      return device.mqtt.status().state
    })
    .toBe('inactive')
})

test('what a broker has not confirmed when it is lost is sent again', async () => {
  const broker = await openSilentBroker()
  const device = await openMqttRig(broker.port)
  device.publishes({ topicFilter: 'axis:Call//.', qos: 1 })
  await device.until('connected')
  for (const id of ['4711', '4712']) {
    device.events.publish({ topic: TOPICS.dtmf, source: {}, data: { CallId: id } })
  }
  await expect.poll(broker.said).toContain('"CallId":"4712"')
  device.receive({ type: 'world', world: { ...PLAIN_WORLD, cable: false } })
  await device.until('noCable')
  expect(device.mqtt.status()).toMatchObject({ queued: 2, dropped: 0 })
})

real('retained states of newly published events are told at once', async () => {
  const broker = await openBroker()
  const seen = await broker.subscribe('#')
  const device = await openMqttRig(broker.port)
  await device.until('connected')
  await expect.poll(() => seen.of(CONNECTION)).toHaveLength(1)
  device.publishes({ topicFilter: 'tns1:Device/Trigger//.', retain: 'property' })
  await expect.poll(() => seen.of(INPUT_1)).toHaveLength(1)
  expect(seen.of(INPUT_1)[0]).toMatchObject({ retained: true })
  // Other settings don't repeat them.
  device.mqtt.store.change({ discovery: { enabled: false, prefix: 'hass' } })
  device.receive({ type: 'world', world: { ...PLAIN_WORLD, contacts: [1] } })
  await expect.poll(() => seen.of(INPUT_1).at(-1)?.payload).toContain('"true"')
  expect(seen.of(INPUT_1)).toHaveLength(2)
})

real('it connects anew with a replaced certificate, and no other one matters', async () => {
  const made = await makeBrokerCertificates()
  onTestFinished(() => made.openssl.close())
  const broker = await openBroker({ lines: () => made.lines, args: () => made.args })
  const seen = await broker.subscribe(CONNECTION)
  const device = await openMqttRig(broker.port)
  const put = (id: string, kind: 'own' | 'authority', cert: string, key?: string) =>
    device.certificates.put([{ id, kind, cert, key, factory: false }])
  put('house', 'authority', made.authority)
  put('gate', 'own', made.client.cert, made.client.key)
  const ssl = { validateServerCert: true, CACertID: 'house', clientCertID: 'gate' }
  device.configure({ server: { protocol: 'ssl' }, ssl })
  await device.until('connected')
  await expect.poll(() => seen.received).toHaveLength(1)
  put('other', 'own', made.client.cert, made.client.key)
  const renewed = await made.renew()
  put('gate', 'own', renewed.cert, renewed.key)
  await expect.poll(() => seen.received).toHaveLength(3)
  expect(seen.received.map(({ payload }) => parsed(payload))).toMatchObject([
    { description: 'Connected' },
    { description: 'Disconnected' },
    { description: 'Connected' },
  ])
  await device.until('connected')
})

test('certificates of an earlier connection by TLS don’t matter without TLS', async () => {
  const broker = await openSilentBroker()
  const device = await openMqttRig(broker.port)
  const ssl = { validateServerCert: true, CACertID: 'gone', clientCertID: 'gone' }
  device.configure({ ssl })
  await device.until('connected')
  device.configure({ server: { protocol: 'ssl' } })
  await expect
    .poll(async () => {
      // It takes the broker too long to confirm the goodbye.
      await device.clock.advance(2000)
      return device.mqtt.status()
    })
    .toMatchObject({ reason: 'certificate', detail: 'gone' })
})

real('settings survive a power cut, and an inactive client stays so', async () => {
  const broker = await openBroker()
  const { mkdtempSync, rmSync } = await import('node:fs')
  const folder = mkdtempSync('/tmp/lintel-mqtt-')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const first = await openMqttRig(broker.port, { dataFolder: folder })
  await first.until('connected')
  first.configure({ activateOnReboot: false })
  await first.until('connected')
  const second = await openMqttRig(broker.port, { dataFolder: folder })
  expect(second.mqtt.store.get().client.activateOnReboot).toBe(false)
  expect(second.mqtt.store.get().active).toBe(false)
  expect(second.mqtt.status()).toMatchObject({
    state: 'inactive',
    server: `127.0.0.1:${broker.port}`,
  })
  const body = { apiVersion: '1.0', method: getMqttClientStatus.method }
  expect(await second.json(getMqttClientStatus.path, body, 'root')).toMatchObject({
    data: { status: { state: 'inactive', connectionStatus: 'disconnected' } },
  })
})

real('a restored state is applied', async () => {
  const broker = await openBroker()
  const seen = await broker.subscribe('#')
  const device = await openMqttRig(broker.port)
  await device.until('connected')
  const file = `${device.plugged.dataFolder}/snapshot.db`
  device.database.save(file)
  device.mqtt.store.change({ active: false })
  await device.until('inactive')
  device.receive({ type: 'restore', ask: 1, file, clockOffset: 0 })
  await device.until('connected')
  await expect.poll(() => seen.of(CONNECTION)).toHaveLength(3)
  expect(device.events.current().some(({ topic }) => topic === PORT_TOPICS.input)).toBe(true)
})
