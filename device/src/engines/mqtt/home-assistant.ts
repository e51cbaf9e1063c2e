/**
 * Announces the device to Home Assistant, follows its states, and takes commands for its outputs.
 * Source: Home Assistant's documentation of MQTT discovery, device-based; own design: the topics.
 */
import type { MqttClientConfig, MqttDiscovery } from '@lintel/contract/calls/mqtt'
import type { Product } from '@lintel/contract/products/product'
import type { Clock } from '../../clock/clock.ts'
import type { Thermometer } from '../../hardware/thermometer.ts'
import type { Log } from '../../log.ts'
import type { MqttStore } from '../../state/mqtt-settings.ts'
import type { Parameters } from '../../state/parameters.ts'
import type { IoPorts } from '../io-ports/io-ports.ts'
import type { Network } from '../network/network.ts'
import { availabilityOf } from './announcements.ts'
import type { Connection, OutgoingMessage } from './connection.ts'
import type { Sender } from './event-messages.ts'

/** A picture goes out at most this often. */
const PICTURE_MS = 10_000
/** The length of a pulse of an output that has none in its settings. */
const PULSE_MS = 1000

export interface HomeAssistantParts {
  product: Product
  serial: string
  clock: Pick<Clock, 'monotonic'>
  log: Log
  parameters: Pick<Parameters, 'get' | 'subscribe'>
  network: Pick<Network, 'urls'>
  ioPorts: IoPorts
  thermometer: Thermometer
  /** Products without a camera have none. */
  takePicture: ((gone: AbortSignal) => Promise<Uint8Array>) | undefined
  store: Pick<MqttStore, 'announced' | 'setAnnounced'>
  settings: () => { client: MqttClientConfig; discovery: MqttDiscovery }
  sender: () => Sender
}

type Link = Pick<Connection, 'publish' | 'subscribe' | 'unsubscribe'>

/** What the broker keeps of a topic: as it is when it is sent. */
interface Kept {
  topic: string
  payload: () => string
}

export interface HomeAssistant {
  /** From now on messages go out this way; undefined: they don't. */
  linkTo(link: Link | undefined): void
  /** Brings what Home Assistant knows in line with the settings. */
  follow(): Promise<void>
  /** Removes the device from Home Assistant. */
  withdraw(): Promise<void>
  /** Somebody has rung. */
  rang(): void
  /** Carries out a command. */
  onMessage(topic: string, payload: Uint8Array, retained: boolean): void
  close(): void
}

export function openHomeAssistant(parts: HomeAssistantParts): HomeAssistant {
  const { product, serial, clock, log, parameters, ioPorts, thermometer, store } = parts
  const closed = new AbortController()
  let link: Link | undefined
  /** The filter of commands that the broker has confirmed on this link; empty: none. */
  let subscribed = ''
  let lastPicture = Number.NEGATIVE_INFINITY
  let sendsPicture = false
  let last: Promise<void> = Promise.resolve()
  /** The topics of states that the broker has not confirmed yet, and those that have changed meanwhile. */
  const unconfirmed = new Set<string>()
  const changed = new Set<string>()

  const topicOf = (name: string) => `${parts.sender().prefix}/${name}`
  const outputTopic = (port: number) => topicOf(`output/${port}`)
  const isOn = () => parts.settings().discovery.enabled
  const outputs = () =>
    Array.from({ length: ioPorts.count }, (_, index) => index + 1).filter(
      (port) => ioPorts.state(port).direction === 'output',
    )

  /** @param removed outputs that there were: Home Assistant only drops what is listed without a content */
  function configuration(removed: readonly number[] = []): string {
    const { client } = parts.settings()
    const { brand, number, plate } = product
    const get = parameters.get
    const component = (name: string, platform: string, more: object) => [
      name,
      { platform, unique_id: `${serial}_${name}`, ...more },
    ]
    const components = [
      ...(plate.callButton
        ? [
            component('bell', 'event', {
              device_class: 'doorbell',
              // Home Assistant wants this one of every doorbell.
              event_types: ['ring'],
              state_topic: topicOf('bell'),
              qos: 1,
            }),
          ]
        : []),
      ...outputs().map((port) =>
        component(`output_${port}`, 'switch', {
          name: ioPorts.state(port).name,
          state_topic: outputTopic(port),
          command_topic: `${outputTopic(port)}/set`,
        }),
      ),
      ...removed.map((port) => [`output_${port}`, { platform: 'switch' }]),
      component('temperature', 'sensor', {
        device_class: 'temperature',
        state_class: 'measurement',
        unit_of_measurement: '°C',
        entity_category: 'diagnostic',
        state_topic: topicOf('temperature'),
      }),
      ...(parts.takePicture
        ? [component('camera', 'camera', { name: null, topic: topicOf('image') })]
        : []),
    ]
    const { version } = product.firmware
    const { http } = parts.network.urls()
    return JSON.stringify({
      device: {
        identifiers: [serial],
        connections: [['mac', get('root.Network.eth0.MACAddress').toLowerCase()]],
        name: get('root.Network.Bonjour.FriendlyName') || brand.shortName,
        manufacturer: brand.name,
        model: brand.fullName,
        model_id: number,
        serial_number: serial,
        sw_version: version,
        configuration_url: http,
      },
      origin: { name: brand.name, sw_version: version, support_url: brand.website },
      components: Object.fromEntries(components) as object,
      ...availabilityOf(client, parts.sender()),
    })
  }

  const configTopic = () => {
    // Home Assistant has no slash at the end of its own.
    const prefix = parts.settings().discovery.prefix.replace(/\/+$/, '')
    return `${prefix}/device/${serial}/config`
  }
  const stateOf = (port: number): Kept => ({
    topic: outputTopic(port),
    payload: () => (ioPorts.state(port).active ? 'ON' : 'OFF'),
  })
  const temperature = (): Kept => ({
    topic: topicOf('temperature'),
    payload: () => String(thermometer.celsius()),
  })

  /** Sends if there is a connection; the next one tells it all again. */
  async function send(message: OutgoingMessage): Promise<void> {
    try {
      await link?.publish(message)
    } catch (cause) {
      log.debug({ err: cause, topic: message.topic }, 'Home Assistant was not told')
    }
  }

  /**
   * Sends a state that has changed. One change at a time is under way: of those that follow, a slow
   * broker only gets the last.
   * @param find what the state is now; undefined: there is none any more
   */
  async function sendState(find: () => Kept | undefined): Promise<void> {
    const topic = find()?.topic
    if (topic === undefined) return
    changed.add(topic)
    if (unconfirmed.has(topic)) return
    unconfirmed.add(topic)
    while (changed.delete(topic)) {
      const state = find()
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      if (state?.topic === topic) await send(retained(topic, state.payload()))
    }
    unconfirmed.delete(topic)
  }

  /** Sends these, which the broker keeps, and removes those that it kept before. */
  async function tell(kept: readonly Kept[]): Promise<void> {
    const by = link
    if (!by) return
    const before = store.announced()
    const topics = kept.map(({ topic }) => topic)
    const gone = before.filter((topic) => !topics.includes(topic))
    // What a power cut leaves half-way is removed by the next connection.
    if (topics.some((topic) => !before.includes(topic))) store.setAnnounced([...topics, ...gone])
    const removed = removedOutputs(gone)
    if (topics.length > 0 && removed.length > 0) {
      await by.publish(retained(configTopic(), configuration(removed)))
    }
    for (const { topic, payload } of [...gone.map(cleared), ...kept]) {
      // oxlint-disable-next-line no-await-in-loop -- the configuration comes before the states
      await by.publish(retained(topic, payload()))
    }
    if (gone.length > 0) store.setAnnounced(topics)
  }

  /** The outputs that are no longer there, by the topics of their states. */
  const removedOutputs = (topics: readonly string[]): number[] =>
    topics
      .flatMap((topic) => /\/output\/(\d+)$/.exec(topic)?.[1] ?? [])
      .map(Number)
      .filter((port) => !outputs().includes(port))

  async function takeCommands(): Promise<void> {
    const filter = topicOf('output/+/set')
    const by = link
    if (!by || subscribed === filter || ioPorts.count === 0) return
    await by.subscribe([filter])
    if (by === link) subscribed = filter
  }

  async function refuseCommands(): Promise<void> {
    const filter = subscribed
    subscribed = ''
    if (filter !== '') await link?.unsubscribe([filter])
  }

  function enqueue(work: () => Promise<void>): Promise<void> {
    last = last.then(work).catch((cause: unknown) => {
      log.debug({ err: cause }, 'Home Assistant was not told')
    })
    return last
  }

  const follow = () =>
    enqueue(async () => {
      if (!isOn()) {
        await refuseCommands()
        return tell([])
      }
      const config = { topic: configTopic(), payload: () => configuration() }
      await tell([config, ...outputs().map(stateOf), temperature()])
      await takeCommands()
    })

  async function sendPicture(take: NonNullable<HomeAssistantParts['takePicture']>): Promise<void> {
    if (!link || sendsPicture || clock.monotonic() - lastPicture < PICTURE_MS) return
    lastPicture = clock.monotonic()
    sendsPicture = true
    try {
      const payload = await take(closed.signal)
      await send({ topic: topicOf('image'), payload, qos: 0, retain: false })
    } catch (cause) {
      if (!closed.signal.aborted) log.warn({ err: cause }, 'no picture for Home Assistant')
    } finally {
      sendsPicture = false
    }
  }

  function carryOut(port: number, command: string): void {
    const pulse = parameters.get(`root.IOPort.I${port - 1}.Output.PulseTime`) || PULSE_MS
    if (command === 'ON') ioPorts.order(port, [{ active: true, wait: 0 }])
    if (command === 'OFF') ioPorts.order(port, [{ active: false, wait: 0 }])
    if (command === 'PULSE') {
      ioPorts.order(port, [
        { active: true, wait: pulse },
        { active: false, wait: 0 },
      ])
    }
  }

  const stops = [
    ioPorts.subscribe((port) => {
      void sendState(() => (isOn() && outputs().includes(port) ? stateOf(port) : undefined))
    }),
    thermometer.subscribe(() => {
      void sendState(() => (isOn() ? temperature() : undefined))
    }),
    parameters.subscribe(['root.IOPort', 'root.Network.Bonjour'], () => {
      if (isOn()) void follow()
    }),
  ]

  return {
    linkTo(next) {
      link = next
      subscribed = ''
      if (next) void follow()
    },
    follow,
    withdraw: () => enqueue(() => tell([])),
    rang() {
      if (!isOn()) return
      const payload = JSON.stringify({ event_type: 'ring' })
      void send({ topic: topicOf('bell'), payload, qos: 1, retain: false })
      if (parts.takePicture) void sendPicture(parts.takePicture)
    },
    onMessage(topic, payload, wasRetained) {
      const root = topicOf('output/')
      const [, port] = topic.startsWith(root)
        ? (/^(\d{1,3})\/set$/.exec(topic.slice(root.length)) ?? [])
        : []
      // A retained command is an old one: it must not open the door again after every start. So are
      // those that a broker has kept in a session: they arrive before we have subscribed.
      if (!isOn() || wasRetained || subscribed === '' || !outputs().includes(Number(port))) return
      carryOut(Number(port), Buffer.from(payload.subarray(0, 8)).toString().trim().toUpperCase())
    },
    close() {
      closed.abort()
      for (const stop of stops) stop()
    },
  }
}

const cleared = (topic: string): Kept => ({ topic, payload: () => '' })

const retained = (topic: string, payload: string): OutgoingMessage => ({
  topic,
  payload,
  qos: 1,
  retain: true,
})
