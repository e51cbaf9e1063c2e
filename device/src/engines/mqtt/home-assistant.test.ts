/** What Home Assistant reads from a real broker, and what it can command. */
import { PLAIN_WORLD } from '@lintel/contract/wire'
import { expect, onTestFinished, test } from 'vitest'
import { openHomeAssistant } from './home-assistant.ts'
import type { HomeAssistantParts } from './home-assistant.ts'
import type { OutgoingMessage } from './connection.ts'
import { HAS_MOSQUITTO, openMosquitto } from './testing/mosquitto.ts'
import { openMqttRig, SERIAL } from './testing/mqtt-rig.ts'

const real = test.skipIf(!HAS_MOSQUITTO)

const ROOT = `axis/${SERIAL}`
const CONFIG = `homeassistant/device/${SERIAL}/config`

async function open(takePicture?: () => Promise<Uint8Array>) {
  const broker = await openMosquitto()
  onTestFinished(() => broker.close())
  const seen = await broker.subscribe('#')
  const device = await openMqttRig(broker.port, takePicture ? { takePicture } : {})
  const discover = (enabled: boolean, prefix = 'homeassistant') =>
    device.mqtt.store.change({ discovery: { enabled, prefix } })
  await device.until('connected')
  return { broker, seen, device, discover }
}

interface Configuration {
  device: Record<string, unknown>
  origin: Record<string, unknown>
  components: Record<string, Record<string, unknown>>
  availability?: Record<string, unknown>[]
}
const configurationIn = (payload: string | undefined) =>
  JSON.parse(payload ?? 'null') as Configuration

real('it announces bell, outputs, temperature and camera, with their states', async () => {
  const { seen, device, discover } = await open(() => Promise.resolve(new Uint8Array([1])))
  device.parameters.set({ 'root.IOPort.I2.Output.Name': 'Strike' })
  discover(true)
  await expect.poll(() => seen.of(CONFIG)).toHaveLength(1)
  expect(seen.of(CONFIG)[0]).toMatchObject({ retained: true, qos: 1 })
  const found = configurationIn(seen.of(CONFIG)[0]?.payload)
  expect(found.device).toMatchObject({
    identifiers: [SERIAL],
    connections: [['mac', 'ac:cc:8e:01:23:45']],
    serial_number: SERIAL,
    configuration_url: device.url,
  })
  expect(found.origin['name']).not.toBe('')
  expect(found.availability).toEqual([
    {
      topic: `${ROOT}/event/connection`,
      value_template: "{{ 'online' if value_json.connected else 'offline' }}",
    },
  ])
  expect(found.components).toEqual({
    bell: {
      platform: 'event',
      unique_id: `${SERIAL}_bell`,
      device_class: 'doorbell',
      event_types: ['ring'],
      state_topic: `${ROOT}/bell`,
      qos: 1,
    },
    output_3: {
      platform: 'switch',
      unique_id: `${SERIAL}_output_3`,
      name: 'Strike',
      state_topic: `${ROOT}/output/3`,
      command_topic: `${ROOT}/output/3/set`,
    },
    output_4: expect.objectContaining({ platform: 'switch' }) as object,
    temperature: expect.objectContaining({
      platform: 'sensor',
      device_class: 'temperature',
      state_topic: `${ROOT}/temperature`,
    }) as object,
    camera: {
      platform: 'camera',
      unique_id: `${SERIAL}_camera`,
      name: null,
      topic: `${ROOT}/image`,
    },
  })
  const last = (name: string) => seen.of(`${ROOT}/${name}`).at(-1)?.payload
  await expect.poll(() => last('temperature')).toBe(String(PLAIN_WORLD.temperature))
  expect([last('output/3'), last('output/4')]).toEqual(['OFF', 'OFF'])
  device.receive({ type: 'world', world: { ...PLAIN_WORLD, temperature: -7.5 } })
  device.ioPorts.order(3, [{ active: true, wait: 0 }])
  await expect.poll(() => [last('temperature'), last('output/3')]).toEqual(['-7.5', 'ON'])
  // It has its address, its name and its picture's place from the device.
  device.mqtt.addressChanged?.()
  await expect.poll(() => seen.of(CONFIG)).toHaveLength(2)
  device.parameters.set({ 'root.Network.Bonjour.FriendlyName': 'Gate' })
  await expect
    .poll(() => configurationIn(seen.of(CONFIG).at(-1)?.payload).device['name'])
    .toBe('Gate')
})

real('the bell rings, with a picture at most every ten seconds', async () => {
  let taken = 0
  const { seen, device, discover } = await open(() => {
    taken += 1
    return Promise.resolve(new Uint8Array([0xff, 0xd8, taken]))
  })
  const ring = () => device.receive({ type: 'pressed', key: 'callButton' })
  ring()
  discover(true)
  await expect.poll(() => seen.of(CONFIG)).toHaveLength(1)
  ring()
  ring()
  await expect.poll(() => seen.of(`${ROOT}/bell`)).toHaveLength(2)
  expect(seen.of(`${ROOT}/bell`)[0]).toMatchObject({
    payload: '{"event_type":"ring"}',
    retained: false,
  })
  await device.clock.advance(10_000)
  ring()
  await expect.poll(() => seen.of(`${ROOT}/image`)).toHaveLength(2)
  expect(seen.of(`${ROOT}/image`).map(({ bytes }) => [...bytes])).toEqual([
    [0xff, 0xd8, 1],
    [0xff, 0xd8, 2],
  ])
})

real('commands switch outputs and nothing else', async () => {
  const { broker, seen, device, discover } = await open()
  const state = (port: number) => device.ioPorts.state(port).active
  const command = (port: number, word: string, ...args: string[]) =>
    broker.publish(`${ROOT}/output/${port}/set`, word, ...args)
  await command(3, 'ON')
  // Retained ones are old: they must not open the door at every start.
  await command(4, 'ON', '-r')
  discover(true)
  await expect.poll(() => broker.log()).toContain(`${ROOT}/output/+/set`)
  await command(1, 'ON')
  await command(9, 'ON')
  await command(3, 'open!')
  await command(3, 'ON')
  await expect.poll(() => state(3)).toBe(true)
  await expect.poll(() => seen.of(`${ROOT}/output/3`).at(-1)?.payload).toBe('ON')
  expect(state(4)).toBe(false)
  await command(3, 'OFF')
  await expect.poll(() => state(3)).toBe(false)
  await command(4, 'PULSE')
  await expect.poll(() => state(4)).toBe(true)
  await device.clock.advance(1000)
  expect(state(4)).toBe(false)
  device.parameters.set({ 'root.IOPort.I2.Direction': 'input' })
  await expect
    .poll(() => configurationIn(seen.of(CONFIG).at(-1)?.payload).components)
    .toEqual(expect.not.objectContaining({ output_3: expect.anything() as unknown }))
  // Home Assistant only drops an output that is listed without a content first.
  expect(configurationIn(seen.of(CONFIG).at(-2)?.payload).components['output_3']).toEqual({
    platform: 'switch',
  })
  // What was retained of it is gone.
  await expect.poll(() => seen.of(`${ROOT}/output/3`).at(-1)?.payload).toBe('')
  discover(false)
  await expect.poll(() => seen.of(CONFIG).at(-1)?.payload).toBe('')
  await command(4, 'ON')
  await command(4, 'ON')
  expect(state(4)).toBe(false)
})

real('it is removed when it is switched off, also while there is no connection', async () => {
  const { seen, device, discover } = await open()
  discover(true)
  await expect.poll(() => seen.of(`${ROOT}/temperature`)).toHaveLength(1)
  discover(true, 'hass/')
  const other = `hass/device/${SERIAL}/config`
  await expect.poll(() => seen.of(other)).toHaveLength(1)
  await expect.poll(() => seen.of(CONFIG).at(-1)?.payload).toBe('')
  device.receive({ type: 'world', world: { ...PLAIN_WORLD, cable: false } })
  await device.until('noCable')
  discover(false)
  device.receive({ type: 'world', world: PLAIN_WORLD })
  await device.until('connected')
  await expect.poll(() => seen.of(other).at(-1)?.payload).toBe('')
  await expect.poll(() => device.mqtt.store.announced()).toEqual([])
  await expect.poll(() => seen.of(`${ROOT}/temperature`).at(-1)?.payload).toBe('')
})

real(
  'another topic prefix leaves nothing behind, and Home Assistant keeps the outputs',
  async () => {
    const { seen, device, discover } = await open()
    discover(true)
    await expect.poll(() => seen.of(`${ROOT}/temperature`)).toHaveLength(1)
    device.configure({ deviceTopicPrefix: 'gate' })
    await expect.poll(() => seen.of('gate/temperature')).toHaveLength(1)
    for (const name of ['temperature', 'output/3', 'output/4']) {
      expect(seen.of(`${ROOT}/${name}`).at(-1)?.payload).toBe('')
    }
    const outputs = seen
      .of(CONFIG)
      .map(({ payload }) => configurationIn(payload).components['output_3']?.['state_topic'])
    expect(new Set(outputs)).toEqual(new Set([`${ROOT}/output/3`, 'gate/output/3']))
  },
)

real('another broker is told, and the first one is not left with it', async () => {
  const { seen, device, discover } = await open()
  discover(true)
  await expect.poll(() => seen.of(`${ROOT}/temperature`)).toHaveLength(1)
  const second = await openMosquitto()
  onTestFinished(() => second.close())
  const there = await second.subscribe('#')
  device.configure({ server: { port: second.port } })
  await expect.poll(() => there.of(`${ROOT}/temperature`)).toHaveLength(1)
  await expect.poll(() => seen.of(CONFIG).at(-1)?.payload).toBe('')
})

real('availability is what the own last will says, if it can', async () => {
  const { seen, device, discover } = await open()
  const will = (message: string) =>
    ({ useDefault: false, topic: 'gate', message, retain: true, qos: 1 }) as const
  device.configure({ lastWillTestament: will('gone'), connectMessage: will('here') })
  discover(true)
  const availability = () => configurationIn(seen.of(CONFIG).at(-1)?.payload || '{}').availability
  await expect
    .poll(availability)
    .toEqual([{ topic: 'gate', payload_available: 'here', payload_not_available: 'gone' }])
  // After a restart of Home Assistant nothing would say so.
  device.configure({ lastWillTestament: { ...will('gone'), retain: false } })
  await expect.poll(availability).toBeUndefined()
  device.configure({ lastWillTestament: will('gone') })
  await expect.poll(availability).toHaveLength(1)
  device.configure({ lastWillTestament: undefined })
  await expect.poll(availability).toBeUndefined()
})

/** Home Assistant's side of a device with the output 3, and a link that confirms by hand. */
function openAlone() {
  const state = { active: false, enabled: true, prefix: 'gate' }
  const orders: unknown[] = []
  const sent: string[] = []
  const confirmations: (() => void)[] = []
  let portChanged: (port: number) => void = () => undefined
  let announced: readonly string[] = []
  const parts = {
    product: { brand: {}, plate: {}, firmware: {} },
    serial: SERIAL,
    clock: { monotonic: () => 0 },
    log: { debug: () => undefined },
    parameters: { get: () => '', subscribe: () => () => undefined },
    network: { urls: () => ({}) },
    ioPorts: {
      count: 3,
      state: (port: number) => ({
        direction: port === 3 ? 'output' : 'input',
        active: state.active,
        name: 'Strike',
      }),
      order: (...order: unknown[]) => orders.push(order),
      subscribe: (fn: typeof portChanged) => {
        portChanged = fn
        return () => undefined
      },
    },
    thermometer: { celsius: () => 20, subscribe: () => () => undefined },
    takePicture: undefined,
    store: {
      announced: () => announced,
      setAnnounced: (topics: readonly string[]) => (announced = topics),
    },
    settings: () => ({
      client: {},
      discovery: { enabled: state.enabled, prefix: 'homeassistant' },
    }),
    sender: () => ({ serial: SERIAL, prefix: state.prefix }),
  }
  const homeAssistant = openHomeAssistant(parts as unknown as HomeAssistantParts)
  onTestFinished(() => homeAssistant.close())
  const waitFor = (what: string) => {
    sent.push(what)
    return new Promise<void>((resolve) => void confirmations.push(resolve))
  }
  return {
    ...homeAssistant,
    state,
    orders,
    announced: () => announced,
    /** What was sent, as `topic payload`. */
    sent,
    link: {
      publish: ({ topic, payload }: OutgoingMessage) => waitFor(`${topic} ${String(payload)}`),
      subscribe: ([topic = '']: readonly string[]) => waitFor(`subscribe ${topic}`),
      unsubscribe: ([topic = '']: readonly string[]) => waitFor(`unsubscribe ${topic}`),
    },
    switchTo(active: boolean) {
      state.active = active
      portChanged(3)
    },
    /** Confirms what was sent first, and so on, as often as this. */
    async confirm(times = 1) {
      for (let count = 0; count < times; count += 1) {
        confirmations.shift()?.()
        // oxlint-disable-next-line no-await-in-loop -- what follows a confirmation
        await new Promise((resolve) => void setImmediate(resolve))
      }
    },
  }
}

const COMMAND = ['gate/output/3/set', Buffer.from('ON')] as const

test('a command that a broker has kept does nothing, however it comes', async () => {
  const alone = openAlone()
  alone.linkTo(alone.link)
  await expect.poll(() => alone.sent).toHaveLength(1)
  await alone.confirm(3)
  expect(alone.sent.at(-1)).toBe('subscribe gate/output/+/set')
  // From a session, before the broker confirms that we want commands.
  alone.onMessage(...COMMAND, false)
  await alone.confirm()
  alone.onMessage(...COMMAND, true)
  expect(alone.orders).toEqual([])
  alone.onMessage(...COMMAND, false)
  expect(alone.orders).toEqual([[3, [{ active: true, wait: 0 }]]])
  alone.state.enabled = false
  void alone.follow()
  await alone.confirm()
  expect(alone.sent).toContain('unsubscribe gate/output/+/set')
  alone.onMessage(...COMMAND, false)
  expect(alone.orders).toHaveLength(1)
})

test('a slow broker is told the last state of an output, and never an older one after it', async () => {
  const alone = openAlone()
  alone.linkTo(alone.link)
  await expect.poll(() => alone.sent).toHaveLength(1)
  // The configuration is on its way, the states have yet to follow.
  for (const active of [true, false, true]) alone.switchTo(active)
  await expect
    .poll(() => alone.sent.filter((one) => one.startsWith('gate/output/3')))
    .toHaveLength(1)
  await alone.confirm(9)
  expect(alone.sent.filter((one) => one.startsWith('gate/output/3')).at(-1)).toBe(
    'gate/output/3 ON',
  )
  const before = alone.sent.length
  for (const active of [false, true, false, true, false]) alone.switchTo(active)
  await alone.confirm(9)
  expect(alone.sent.slice(before)).toEqual(['gate/output/3 OFF', 'gate/output/3 OFF'])
})

test('a state that changes while the device is removed is not left behind', async () => {
  const alone = openAlone()
  alone.linkTo(alone.link)
  await alone.confirm(4)
  alone.switchTo(true)
  alone.state.enabled = false
  void alone.follow()
  alone.switchTo(false)
  await alone.confirm(9)
  expect(alone.sent.filter((one) => one.startsWith('gate/output/3')).at(-1)).toBe('gate/output/3 ')
})

test('what the broker keeps is noted before it is sent, and until it is removed', async () => {
  const alone = openAlone()
  const kept = ['homeassistant/device/ACCC8E012345/config', 'gate/output/3', 'gate/temperature']
  alone.linkTo(alone.link)
  await expect.poll(() => alone.sent).toHaveLength(1)
  expect(alone.announced()).toEqual(kept)
  await alone.confirm(4)
  alone.state.prefix = 'house'
  void alone.follow()
  await expect.poll(() => alone.sent.at(-1)).toBe('gate/output/3 ')
  const moved = ['house/output/3', 'house/temperature']
  expect(alone.announced()).toEqual([kept[0], ...moved, ...kept.slice(1)])
  await alone.confirm(9)
  expect(alone.announced()).toEqual([kept[0], ...moved])
})
