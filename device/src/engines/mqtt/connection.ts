/**
 * One connection to a broker, from its start to its end, by the library mqtt. It never reconnects:
 * when to try again is decided by the device's clock.
 */
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { checkServerIdentity } from 'node:tls'
import type { MqttProtocol, Qos } from '@lintel/contract/calls/mqtt'
import { member } from '@lintel/contract/member'
import { isIPv6 } from '@lintel/contract/rules/address'
import type { IClientOptions, MqttClient } from 'mqtt'
import type { Clock } from '../../clock/clock.ts'
import { ActionFailure } from '../action-rules/types.ts'
import { failureOf, isWrongVersion, unreachable } from './failure.ts'

export interface OutgoingMessage {
  topic: string
  payload: string | Uint8Array
  qos: Qos
  retain: boolean
}

/** Where to connect, as whom. */
export interface BrokerSettings {
  protocol: MqttProtocol
  host: string
  port: number
  /** The path of a WebSocket. */
  basepath: string
  alpnProtocol: string
  username: string
  password: string
  clientId: string
  /** Seconds. */
  keepAlive: number
  connectTimeout: number
  cleanSession: boolean
  will: OutgoingMessage | undefined
  tls: {
    validates: boolean
    /** PEM. */
    authorities: readonly string[]
    own: { cert: string; key: string } | undefined
  }
}

export interface Connection {
  /**
   * Resolves once the broker has the message, or with QoS 0 once it is sent. QoS and retaining are
   * lowered to what the broker can do.
   * @throws ActionFailure
   */
  publish(message: OutgoingMessage): Promise<void>
  /** @throws ActionFailure */
  subscribe(topics: readonly string[]): Promise<void>
  /** @throws ActionFailure */
  unsubscribe(topics: readonly string[]): Promise<void>
  /** Says goodbye, so that the broker drops the last will. Resolves when the connection is closed. */
  leave(): Promise<void>
  /** Cuts the connection, so that the broker publishes the last will. */
  cut(): void
  /** Resolves with the reason once it has ended, for whatever reason. */
  readonly ended: Promise<ActionFailure>
}

export type OnMessage = (topic: string, payload: Uint8Array, retained: boolean) => void

/** Bytes that a broker may send without completing a message. Nobody sends us more than a word. */
const PACKET_MAX = 262_144
/** Messages that a broker takes before it has confirmed any, unless it says less (MQTT 5.0, 3.2.2.3.3). */
const RECEIVE_MAX = 65_535
/** The library's own timeout must not run out: ours follows the device's clock. */
const NEVER_MS = 2 ** 31 - 1

/**
 * Connects by MQTT 5, or by MQTT 3.1.1 to brokers that know nothing newer.
 * @throws ActionFailure; the signal's reason when aborted
 */
export async function connectTo(
  settings: BrokerSettings,
  { clock, onMessage }: { clock: Pick<Clock, 'wait'>; onMessage: OnMessage },
  signal: AbortSignal,
): Promise<Connection> {
  const over = new AbortController()
  const until = AbortSignal.any([signal, over.signal])
  clock.wait(settings.connectTimeout * 1000, until).then(
    () => over.abort(new ActionFailure('timeout')),
    () => {},
  )
  try {
    return await connectBy(5, settings, onMessage, until).catch((cause: unknown) => {
      until.throwIfAborted()
      // Old brokers refuse the version, or close the connection without a word.
      if (cause !== undefined && !isWrongVersion(cause)) throw cause
      return connectBy(4, settings, onMessage, until)
    })
  } catch (cause) {
    signal.throwIfAborted()
    throw failureOf(cause)
  } finally {
    // Ends the wait, and nothing else: the connection doesn't listen to it any more.
    over.abort()
  }
}

/** @throws the library's error, undefined if the other side closes, or the signal's reason */
async function connectBy(
  version: 4 | 5,
  settings: BrokerSettings,
  onMessage: OnMessage,
  signal: AbortSignal,
): Promise<Connection> {
  // 600 kB of code that most devices never need.
  const { connect, ReasonCodes } = await import('mqtt')
  signal.throwIfAborted()
  const client = connect(optionsOf(settings, version))
  const state: { error: unknown } = { error: undefined }
  const note = (error: unknown) => {
    state.error ??= error
  }
  client.on('error', (error) => {
    note(error)
    // The library goes on after a packet that it can't read, but reads no other one.
    cutOff(client)
  })
  client.stream.on('error', note)
  // A broker that leaves says why since MQTT 5.
  client.on('disconnect', ({ reasonCode: code = 0 }) => {
    note(Object.assign(new Error(ReasonCodes[code as keyof typeof ReasonCodes]), { code }))
  })
  limitPackets(client, note)
  client.on('message', (topic, payload, { retain }) => onMessage(topic, payload, retain))
  const ended = new Promise<ActionFailure>((resolve) => {
    const closed = new ActionFailure('unreachable', 'closed')
    client.once('close', () => resolve(failureOf(state.error ?? closed)))
  })
  await new Promise<void>((resolve, reject) => {
    const abort = () => {
      cutOff(client)
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', abort, { once: true })
    client.once('connect', () => {
      signal.removeEventListener('abort', abort)
      resolve()
    })
    client.once('close', () => {
      signal.removeEventListener('abort', abort)
      reject(member(state.error, 'code') === 'ECONNRESET' ? undefined : state.error)
    })
  })
  return connectionOf(client, ended)
}

/** Cuts a connection on which a message has no end. */
function limitPackets(client: MqttClient, note: (error: unknown) => void): void {
  let since = 0
  client.on('packetreceive', () => {
    since = 0
  })
  const stream = client.stream as unknown as Duplex
  stream.on('data', (chunk: Uint8Array) => {
    since += chunk.length
    if (since <= PACKET_MAX) return
    note(new ActionFailure('protocol', 'too long'))
    cutOff(client)
  })
}

/** Ends a connection at once. `end` alone does nothing while the broker is still to confirm a goodbye. */
function cutOff(client: MqttClient): void {
  client.end(true)
  client.stream.destroy()
}

function connectionOf(client: MqttClient, ended: Promise<ActionFailure>): Connection {
  let over: ActionFailure | undefined
  /** Rejects what waits for the broker: the library forgets it when a connection ends by itself. */
  const waiting = new Set<(cause: ActionFailure) => void>()
  const endAll = (failure: ActionFailure) => {
    over = failure
    for (const reject of waiting) reject(unreachable())
    waiting.clear()
  }
  void ended.then(endAll)
  const limits = limitsOf(client)
  const { maximumQoS = 2, retainAvailable = true, maximumPacketSize } = limits
  const inTurn = takeTurns(limits.receiveMaximum ?? RECEIVE_MAX)

  function done(work: (settle: Settle) => void): Promise<void> {
    if (over) return Promise.reject(unreachable())
    return new Promise((resolve, reject) => {
      const fail = (cause: ActionFailure) => reject(cause)
      waiting.add(fail)
      work((error) => {
        waiting.delete(fail)
        if (error === undefined || error === null) resolve()
        else reject(failureOf(error))
      })
    })
  }

  return {
    ended,
    publish({ topic, payload, qos, retain }) {
      const bytes = typeof payload === 'string' ? Buffer.from(payload) : Buffer.from(payload)
      // Whoever sends more is disconnected (MQTT 5.0, 3.2.2.3.6).
      if (maximumPacketSize !== undefined && bytes.length + topic.length + 32 > maximumPacketSize) {
        return Promise.reject(new ActionFailure('refused', 'Packet too large'))
      }
      const options = {
        qos: Math.min(qos, maximumQoS) as Qos,
        retain: retain && retainAvailable,
      }
      const send = (settle: Settle) => void client.publish(topic, bytes, options, settle)
      return done(options.qos === 0 ? send : (settle) => inTurn(send, settle))
    },
    subscribe: (topics) =>
      // A command that was given while we were away must not run late: QoS 0 isn't kept for us.
      done((settle) => client.subscribe([...topics], { qos: 0, rh: 2 }, settle)),
    unsubscribe: (topics) => done((settle) => client.unsubscribe([...topics], settle)),
    async leave() {
      if (!over) client.end()
      await ended
    },
    cut() {
      if (!over) cutOff(client)
    },
  }
}

/** Ends a piece of work, with an error if it failed. */
type Settle = (error?: unknown) => void

/** Lets only so many pieces of work go on at once; the others wait for their turn. */
function takeTurns(most: number): (work: (settle: Settle) => void, settle: Settle) => void {
  const waiting: (() => void)[] = []
  let free = most
  return (work, settle) => {
    const start = () => {
      free -= 1
      work((error) => {
        free += 1
        settle(error)
        waiting.shift()?.()
      })
    }
    if (free > 0) start()
    else waiting.push(start)
  }
}

/** What the broker can't do; only MQTT 5 says so. */
const limitsOf = ({ serverProperties }: MqttClient): NonNullable<typeof serverProperties> =>
  serverProperties ?? {}

function optionsOf(settings: BrokerSettings, version: 4 | 5): IClientOptions {
  const { protocol, host, port, username, password, will, cleanSession } = settings
  const isSocket = protocol === 'ws' || protocol === 'wss'
  const tls = protocol === 'ssl' || protocol === 'wss' ? tlsOf(settings) : {}
  return {
    protocol: protocol === 'ssl' ? 'mqtts' : protocol,
    // In a URL, an IPv6 address is in brackets.
    hostname: isSocket && isIPv6(host) ? `[${host}]` : host,
    port,
    path: settings.basepath.replace(/^(?!\/)/, '/'),
    protocolVersion: version,
    clientId: settings.clientId,
    clean: cleanSession,
    keepalive: settings.keepAlive,
    // The library takes no password alone, which MQTT 5 allows and brokers don't ask for.
    ...(username !== '' && { username, ...(password !== '' && { password }) }),
    ...(will && {
      will: {
        topic: will.topic,
        payload: Buffer.from(will.payload),
        qos: will.qos,
        retain: will.retain,
      },
    }),
    ...(version === 5 && {
      properties: {
        maximumPacketSize: PACKET_MAX,
        // What MQTT 3.1.1 does with a session that isn't clean, but not for ever.
        ...(!cleanSession && { sessionExpiryInterval: 86_400 }),
      },
    }),
    reconnectPeriod: 0,
    connectTimeout: NEVER_MS,
    resubscribe: false,
    queueQoSZero: false,
    ...(isSocket ? { wsOptions: { ...tls, maxPayload: PACKET_MAX } } : tls),
  }
}

function tlsOf({ host, alpnProtocol, tls }: BrokerSettings) {
  return {
    // Nothing installed is nobody trusted, and not everybody the host trusts.
    ca: [...tls.authorities],
    // Of several with one name, OpenSSL compares a certificate with the first alone without it.
    allowPartialTrustChain: true,
    rejectUnauthorized: tls.validates,
    checkServerIdentity: (_: string, certificate: Parameters<typeof checkServerIdentity>[1]) =>
      checkServerIdentity(host, certificate),
    minVersion: 'TLSv1.2' as const,
    ...(isIP(host) === 0 && { servername: host }),
    ...tls.own,
    ...(alpnProtocol !== '' && { ALPNProtocols: [alpnProtocol] }),
  }
}
