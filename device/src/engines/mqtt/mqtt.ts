import { MQTT_PORTS } from '@lintel/contract/calls/mqtt'
import type {
  EventPublication,
  MqttClientConfig,
  MqttState,
  MqttStatus,
  Qos,
} from '@lintel/contract/calls/mqtt'
import { RULE_TOPICS } from '@lintel/contract/events'
import type { Product } from '@lintel/contract/products/product'
import { publishTopic } from '@lintel/contract/rules/mqtt'
import type { Plugged, World } from '@lintel/contract/wire'
import type { Clock } from '../../clock/clock.ts'
import type { EventBus } from '../../events/bus.ts'
import { isForClients } from '../../events/onvif-topics.ts'
import type { Thermometer } from '../../hardware/thermometer.ts'
import type { Log } from '../../log.ts'
import type { CertificateStore } from '../../state/certificate-store.ts'
import type { Database } from '../../state/database.ts'
import { openMqttStore } from '../../state/mqtt-settings.ts'
import type { MqttStore } from '../../state/mqtt-settings.ts'
import type { Parameters } from '../../state/parameters.ts'
import type { SecretBox } from '../../state/secret-box.ts'
import { ActionFailure } from '../action-rules/types.ts'
import type { Engine } from '../engine.ts'
import type { IoPorts } from '../io-ports/io-ports.ts'
import type { Network } from '../network/network.ts'
import { announcementOf } from './announcements.ts'
import { brokerOf } from './broker-settings.ts'
import { connectTo } from './connection.ts'
import type { Connection } from './connection.ts'
import { isRetained, messagesFor } from './event-messages.ts'
import { unreachable } from './failure.ts'
import { withLimit } from './limit.ts'
import { openHomeAssistant } from './home-assistant.ts'
import { createOutbox } from './outbox.ts'

/** A client of a broker, which publishes the device's events. */
export interface Mqtt extends Engine {
  worldChanged(world: Pick<World, 'cable'>): void
  /** The engine follows every change of them. */
  readonly store: MqttStore
  status(): MqttStatus
  /** What stands for an empty client identifier and an empty prefix. */
  readonly defaults: { clientId: string; deviceTopicPrefix: string }
  /**
   * Publishes a message for somebody else. Resolves once the broker has it, or with QoS 0 once it
   * is sent.
   * @throws ActionFailure: `unreachable` while there is no connection
   */
  publish(topic: string, payload: string, qos: Qos, retained: boolean): Promise<void>
  /**
   * Connects with settings as they were typed, and leaves.
   * @throws ActionFailure within 15 s
   */
  test(client: MqttClientConfig, password: string): Promise<void>
}

export interface MqttParts {
  product: Product
  plugged: Pick<Plugged, 'serial' | 'world'>
  database: Database
  secrets: SecretBox
  certificates: Pick<CertificateStore, 'all' | 'find' | 'subscribe'>
  parameters: Pick<Parameters, 'get' | 'subscribe'>
  events: EventBus
  clock: Clock
  log: Log
  network: Pick<Network, 'urls'>
  ioPorts: IoPorts
  thermometer: Thermometer
  /** Products without a camera have none. */
  takePicture?: ((gone: AbortSignal) => Promise<Uint8Array>) | undefined
}

/** The first pause before the next attempt, and the longest. */
const PAUSE_MS = { first: 1000, longest: 60_000 }
/** After so long, the next failure of a connection counts as the first. */
const STABLE_MS = 60_000
/** How long the broker may take to say goodbye, and to confirm a message of an action. */
const LEAVE_MS = 2000
const PUBLISH_MS = 30_000
/** How many seconds a tested connection may take: with its goodbye, 15. */
const TEST_MAX = 13

/** One configuration at work. */
interface Run {
  /** What was configured; another one needs another connection. */
  key: string
  client: MqttClientConfig
  connection: Connection | undefined
  /** The publication whose states the broker has. */
  published: EventPublication | undefined
  over: AbortController
}

/** @param options for tests: what is added to each pause, from 0 to 1 of a fifth of it */
export function openMqtt(parts: MqttParts, options: { chance?: () => number } = {}): Mqtt {
  const { plugged, certificates, events, clock, log } = parts
  const { chance = Math.random } = options
  const { serial } = plugged
  const store = openMqttStore(parts.database, parts.secrets)
  const defaults = { clientId: serial, deviceTopicPrefix: `axis/${serial}` }
  let settings = store.get()
  let cable = plugged.world.cable
  let started = false
  let closed = false
  let run: Run | undefined
  let last: Promise<void> = Promise.resolve()
  let state: MqttState = 'inactive'
  let since = clock.now()
  let failure: ActionFailure | undefined
  let loggedDrop = false
  /** Ends tests of settings when the device closes. */
  const gone = new AbortController()

  const prefixOf = ({ deviceTopicPrefix }: MqttClientConfig) =>
    deviceTopicPrefix || defaults.deviceTopicPrefix
  const senderOf = (client: MqttClientConfig) => ({ serial, prefix: prefixOf(client) })
  /** The configuration that the broker knows us by. */
  const client = () => run?.client ?? settings.client

  const outbox = createOutbox((cause) => {
    if (loggedDrop) return
    loggedDrop = true
    log.warn({ reason: cause?.message ?? 'too many wait' }, 'an MQTT message was dropped')
  })

  const homeAssistant = openHomeAssistant({
    ...parts,
    serial,
    takePicture: parts.takePicture,
    store,
    settings: () => ({ client: client(), discovery: settings.discovery }),
    sender: () => senderOf(client()),
  })

  function become(next: MqttState, cause?: ActionFailure): void {
    if (next === state && cause?.message === failure?.message) return
    const isNews = cause !== undefined && cause.message !== failure?.message
    if (isNews) log.warn({ reason: cause.message }, 'the MQTT connection failed')
    if (next === 'connected') log.info({ server: serverOf(client()) }, 'connected by MQTT')
    if (next !== state) since = clock.now()
    state = next
    // While the next attempt goes on, the last failure still says why.
    failure = next === 'connecting' ? failure : cause
    events.changed('mqtt')
  }

  /** What is configured, as a connection needs it; undefined if there is to be none. */
  function wanted(): string | undefined {
    const { active, client: configured } = settings
    if (!started || closed || !active || !cable || configured.server.host === '') return undefined
    return JSON.stringify([configured, brokerOrFailure(configured)])
  }

  /** The broker with its password and the certificates that it needs, or what is wrong with them. */
  function brokerOrFailure(configured: MqttClientConfig): object | string {
    try {
      return brokerOf(configured, store.password(), defaults, certificates)
    } catch (cause) {
      return String(cause)
    }
  }

  function onMessage(topic: string, payload: Uint8Array, retained: boolean): void {
    try {
      homeAssistant.onMessage(topic, payload, retained)
    } catch (cause) {
      log.warn({ err: cause, topic }, 'a command by MQTT failed')
    }
  }

  async function connect(current: Run): Promise<Connection> {
    const { client: config, over } = current
    const broker = brokerOf(config, store.password(), defaults, certificates)
    const will = announcementOf('lost', config, senderOf(config), clock.now())
    return connectTo({ ...broker, will }, { clock, onMessage }, over.signal)
  }

  function greet(current: Run, connection: Connection): void {
    const hello = announcementOf('connected', current.client, senderOf(current.client), clock.now())
    // Messages arrive in the order in which they are sent: nothing has to wait for its confirmation.
    if (hello) connection.publish(hello).catch(() => undefined)
    loggedDrop = false
    outbox.sendBy((message) => connection.publish(message))
    publishStates(current)
    homeAssistant.linkTo(connection)
  }

  /** Publishes the states that the broker keeps. */
  function publishStates(current: Run): void {
    const { publication } = settings
    current.published = publication
    for (const event of events.current().filter(isForClients)) {
      if (!isRetained(event, publication)) continue
      for (const message of messagesFor(event, true, publication, senderOf(client()))) {
        if (message.retain) outbox.add(message)
      }
    }
  }

  function cutOff(current: Run): void {
    current.connection = undefined
    outbox.sendBy(undefined)
    homeAssistant.linkTo(undefined)
  }

  /**
   * Connects, and resolves once there is no connection or none any more.
   * @returns why, and for how many milliseconds there was one
   */
  async function tryOnce(current: Run): Promise<{ cause: ActionFailure; lasted?: number }> {
    try {
      const connection = await connect(current)
      const begun = clock.monotonic()
      current.connection = connection
      become('connected')
      greet(current, connection)
      const cause = await connection.ended
      if (run === current) cutOff(current)
      return { cause, lasted: clock.monotonic() - begun }
    } catch (cause) {
      if (cause instanceof ActionFailure) return { cause }
      if (!current.over.signal.aborted) log.error({ err: cause }, 'MQTT failed')
      return { cause: new ActionFailure('internal') }
    }
  }

  /** Connects again and again until it is aborted. */
  async function work(current: Run): Promise<void> {
    const { signal } = current.over
    const isOver = () => signal.aborted
    let pause = PAUSE_MS.first
    while (!isOver()) {
      become('connecting')
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      const { cause, lasted } = await tryOnce(current)
      if (isOver()) return
      if (lasted !== undefined && !current.client.autoReconnect) {
        become('stopped', cause)
        return
      }
      become('waiting', cause)
      if (lasted !== undefined && lasted >= STABLE_MS) pause = PAUSE_MS.first
      // Many devices have lost the same broker: they come back at different times.
      const ms = pause * (1 + chance() / 5)
      pause = Math.min(pause * 2, PAUSE_MS.longest)
      // oxlint-disable-next-line no-await-in-loop -- the pause
      await clock.wait(ms, signal).catch(() => undefined)
    }
  }

  /** Ends what is going on; politely, unless there is no network. */
  async function stop(how: 'leave' | 'cut'): Promise<void> {
    const current = run
    if (!current) return
    const { connection, client: config, over } = current
    if (connection && how === 'leave') {
      const movesOn = serverOf(config) !== serverOf(settings.client)
      await withLimit(clock, LEAVE_MS, async () => {
        if (movesOn) await homeAssistant.withdraw()
        else await homeAssistant.follow()
        const bye = announcementOf('disconnected', config, senderOf(config), clock.now())
        if (bye) await connection.publish(bye)
        over.abort()
        await connection.leave()
      }).catch(() => undefined)
    }
    over.abort()
    connection?.cut()
    cutOff(current)
    run = undefined
  }

  async function bringUpToDate(): Promise<void> {
    const key = wanted()
    if (run && key !== run.key) await stop(cable ? 'leave' : 'cut')
    else if (run) followWith(run)
    if (closed) return
    if (!settings.active) outbox.clear()
    if (!run && key !== undefined) {
      run = {
        key,
        client: settings.client,
        connection: undefined,
        published: undefined,
        over: new AbortController(),
      }
      void work(run)
    }
    if (!run) become(settings.active && !cable ? 'noCable' : 'inactive')
  }

  /** Applies what needs no other connection. A broker that doesn't answer must not hold up more changes. */
  function followWith(current: Run): void {
    void homeAssistant.follow()
    const isNew = JSON.stringify(current.published) !== JSON.stringify(settings.publication)
    if (current.connection && isNew) publishStates(current)
  }

  function follow(): Promise<void> {
    settings = store.get()
    last = last.then(bringUpToDate).catch((cause: unknown) => {
      log.error({ err: cause }, 'the MQTT settings could not be applied')
    })
    return last
  }

  const stops = [
    store.subscribe(() => {
      events.changed('mqtt')
      void follow()
    }),
    certificates.subscribe(() => void follow()),
    events.subscribe((event) => {
      if (!started || closed || !settings.active || !isForClients(event)) return
      if (event.topic === RULE_TOPICS.callButton) homeAssistant.rang()
      if (state === 'stopped') return
      const isState = events.current().includes(event)
      const { publication } = settings
      for (const message of messagesFor(event, isState, publication, senderOf(client()))) {
        outbox.add(message)
      }
    }),
  ]

  return {
    store,
    defaults,
    status: () => ({
      state,
      server: serverOf(settings.client),
      since: new Date(since).toISOString(),
      ...(failure && { reason: failure.reason }),
      detail: failure?.detail ?? '',
      queued: outbox.waiting(),
      dropped: outbox.dropped(),
    }),
    async publish(topic, payload, qos, retain) {
      const connection = run?.connection
      if (topic === '' || publishTopic(topic)) throw new ActionFailure('notPossible', 'topic')
      if (!connection) throw unreachable()
      await withLimit(clock, PUBLISH_MS, () => connection.publish({ topic, payload, qos, retain }))
    },
    async test(config, password) {
      if (!cable) throw unreachable()
      const broker = brokerOf(config, password, defaults, certificates)
      const connection = await connectTo(
        {
          ...broker,
          // The broker would end the connection that has the same identifier.
          clientId: run ? `${broker.clientId}-test` : broker.clientId,
          cleanSession: true,
          connectTimeout: Math.min(broker.connectTimeout, TEST_MAX),
          will: undefined,
        },
        { clock, onMessage: () => undefined },
        gone.signal,
      )
      await withLimit(clock, LEAVE_MS, () => connection.leave()).catch(() => connection.cut())
    },
    start() {
      started = true
      if (settings.active && !settings.client.activateOnReboot) store.change({ active: false })
      void follow()
    },
    worldChanged(world) {
      if (world.cable === cable) return
      cable = world.cable
      // What waits for an answer in the queue must not hold this up.
      if (!cable) run?.connection?.cut()
      void follow()
    },
    addressChanged() {
      if (settings.discovery.enabled) void homeAssistant.follow()
    },
    stateRestored() {
      outbox.clear()
      return follow()
    },
    async close() {
      closed = true
      gone.abort()
      for (const end of stops) end()
      homeAssistant.close()
      // Without a goodbye, so that the broker says that the device is gone.
      await stop('cut')
      await last
    },
  }
}

/** Host and port; empty until it is configured. */
const serverOf = ({ server: { protocol, host, port } }: MqttClientConfig): string =>
  host === '' ? '' : `${host}:${port ?? MQTT_PORTS[protocol]}`
