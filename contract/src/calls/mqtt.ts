import * as v from 'valibot'
import { jsonCall, restCall } from '../call.ts'
import type { AnswerOf } from '../call.ts'
import { MQTT_MESSAGE_MAX, MQTT_TEXT_MAX } from '../rules/mqtt.ts'
import { ACTION_FAILURES } from './recipients.ts'

/** Most filters of events, and longest filter. Own design. */
export const EVENT_FILTERS_MAX = 100

export const MQTT_PROTOCOLS = ['tcp', 'ssl', 'ws', 'wss'] as const
export type MqttProtocol = (typeof MQTT_PROTOCOLS)[number]

/** The ports that the public documentation names. */
export const MQTT_PORTS: Readonly<Record<MqttProtocol, number>> = {
  tcp: 1883,
  ssl: 8883,
  ws: 80,
  wss: 443,
}

/** The prefix under which Home Assistant looks for devices from the factory. */
export const DISCOVERY_PREFIX = 'homeassistant'

/** What is retained: nothing, states but no other events, or everything. */
export const RETAIN_POLICIES = ['none', 'property', 'all'] as const
export type RetainPolicy = (typeof RETAIN_POLICIES)[number]

const text = v.pipe(v.string(), v.maxLength(MQTT_TEXT_MAX))
const qos = v.picklist([0, 1, 2])
export type Qos = v.InferOutput<typeof qos>

/** A message about the connection; without `useDefault` all of the rest is needed. */
const announcement = v.object({
  useDefault: v.boolean(),
  topic: v.optional(text),
  message: v.optional(v.pipe(v.string(), v.maxLength(MQTT_MESSAGE_MAX))),
  retain: v.optional(v.boolean()),
  qos: v.optional(qos),
})
export type MqttAnnouncement = v.InferOutput<typeof announcement>

const client = {
  server: v.object({
    protocol: v.optional(v.picklist(MQTT_PROTOCOLS), 'tcp'),
    /** Host name or address; empty until it is configured. */
    host: text,
    port: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535))),
    /** The path of a WebSocket. */
    basepath: v.optional(text, ''),
    alpnProtocol: v.optional(text, ''),
  }),
  username: v.optional(text, ''),
  /** Empty: the serial number. */
  clientId: v.optional(text, ''),
  keepAliveInterval: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65_535)),
    60,
  ),
  connectTimeout: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3600)), 60),
  cleanSession: v.optional(v.boolean(), true),
  autoReconnect: v.optional(v.boolean(), true),
  /** Whether it is active again after a restart, if it was before. */
  activateOnReboot: v.optional(v.boolean(), true),
  /** Empty: `axis/` and the serial number. */
  deviceTopicPrefix: v.optional(text, ''),
  /** Without it, nothing is said of the kind. */
  lastWillTestament: v.optional(announcement),
  connectMessage: v.optional(announcement),
  disconnectMessage: v.optional(announcement),
  /** Only for `ssl` and `wss`. */
  ssl: v.optional(
    v.object({
      validateServerCert: v.optional(v.boolean(), true),
      /** Empty: every certificate of an authority that the device has. */
      CACertID: v.optional(text, ''),
      /** Empty: none. */
      clientCertID: v.optional(text, ''),
    }),
  ),
}
const password = v.pipe(v.string(), v.maxLength(MQTT_TEXT_MAX))
const clientConfig = v.object(client)
/** The settings of the client, without the password. */
export type MqttClientConfig = v.InferOutput<typeof clientConfig>

const publication = v.object({
  topicPrefix: v.optional(v.picklist(['default', 'custom']), 'default'),
  customTopicPrefix: v.optional(text, ''),
  appendEventTopic: v.optional(v.boolean(), true),
  includeTopicNamespaces: v.optional(v.boolean(), true),
  includeSerialNumberInPayload: v.optional(v.boolean(), false),
  eventFilterList: v.pipe(
    v.array(
      v.object({
        /** `onvif:Device/axis:IO/VirtualPort`, `axis:Storage//.`, or `//.` for all. */
        topicFilter: v.pipe(v.string(), v.minLength(1), v.maxLength(MQTT_TEXT_MAX)),
        qos: v.optional(qos, 0),
        retain: v.optional(v.picklist(RETAIN_POLICIES), 'none'),
      }),
    ),
    v.maxLength(EVENT_FILTERS_MAX),
  ),
})
/** Which events are published, and how. */
export type EventPublication = v.InferOutput<typeof publication>
export type EventTopicFilter = EventPublication['eventFilterList'][number]

const documented = {
  access: 'admin',
  proof: 'client',
  apiVersion: '1.0',
  codes: 'newer',
} as const
const clientCgi = {
  ...documented,
  path: '/axis-cgi/mqtt/client.cgi',
  source: 'public documentation: MQTT client API',
  answersWith: '1.0',
} as const
/** Clients ask for versions up to 1.2 to publish events. */
const eventCgi = {
  ...documented,
  path: '/axis-cgi/mqtt/event.cgi',
  source: 'public documentation: MQTT Event Bridge',
  answersWith: '1.2',
} as const

/** A proxy is not supported: an empty one is none. */
const noProxy = v.optional(v.literal(''))

export const configureMqttClient = jsonCall({
  ...clientCgi,
  id: 'mqttClient.configureClient',
  method: 'configureClient',
  effect: 'write',
  summary:
    'Replaces the settings of the MQTT client. An active client connects with them at once. Proxies are not supported.',
  request: v.object({
    ...client,
    password: v.optional(password),
    /** Keeps the stored password and ignores the one of the request. */
    keepExistingPassword: v.optional(v.boolean(), false),
    httpProxy: noProxy,
    httpsProxy: noProxy,
  }),
  data: v.object({}),
})

export const activateMqttClient = jsonCall({
  ...clientCgi,
  id: 'mqttClient.activateClient',
  method: 'activateClient',
  effect: 'write',
  summary: 'Activates the MQTT client: it connects, and stays connected.',
  request: v.object({}),
  data: v.object({}),
})

export const deactivateMqttClient = jsonCall({
  ...clientCgi,
  id: 'mqttClient.deactivateClient',
  method: 'deactivateClient',
  effect: 'write',
  summary: 'Deactivates the MQTT client: it disconnects, and publishes nothing.',
  request: v.object({}),
  data: v.object({}),
})

export const getMqttClientStatus = jsonCall({
  ...clientCgi,
  id: 'mqttClient.getClientStatus',
  method: 'getClientStatus',
  effect: 'read',
  summary:
    'Returns whether the MQTT client is active and connected, and its settings without the password.',
  request: v.object({}),
  data: v.object({
    status: v.object({
      state: v.picklist(['active', 'inactive']),
      connectionStatus: v.picklist(['connected', 'disconnected']),
    }),
    config: clientConfig,
  }),
})

export const getMqttClientVersions = jsonCall({
  ...clientCgi,
  id: 'mqttClient.getSupportedVersions',
  method: 'getSupportedVersions',
  effect: 'read',
  summary: 'Lists the supported versions of this call.',
  request: v.object({}),
  data: v.object({ apiVersions: v.array(v.string()) }),
})

export const configureEventPublication = jsonCall({
  ...eventCgi,
  id: 'mqttEvents.configureEventPublication',
  method: 'configureEventPublication',
  effect: 'write',
  summary:
    'Replaces which events are published by MQTT, and how. An event that matches several filters is published for each.',
  request: publication,
  data: v.object({}),
})

export const getEventPublication = jsonCall({
  ...eventCgi,
  id: 'mqttEvents.getEventPublicationConfig',
  method: 'getEventPublicationConfig',
  effect: 'read',
  summary: 'Returns which events are published by MQTT, and how.',
  request: v.object({}),
  data: v.object({ eventPublicationConfig: publication }),
})

export const getEventBridgeVersions = jsonCall({
  ...eventCgi,
  id: 'mqttEvents.getSupportedVersions',
  method: 'getSupportedVersions',
  effect: 'read',
  summary: 'Lists the supported versions of this call.',
  request: v.object({}),
  data: v.object({ apiVersions: v.array(v.string()) }),
})

const own = {
  source: 'own design',
  proof: 'own design',
  access: 'admin',
  own: true,
} as const

const discovery = v.object({
  enabled: v.boolean(),
  /** Where Home Assistant looks for devices. */
  prefix: v.pipe(v.string(), v.minLength(1), v.maxLength(MQTT_TEXT_MAX)),
})
/** How the device announces itself to Home Assistant. */
export type MqttDiscovery = v.InferOutput<typeof discovery>

const settings = v.object({
  active: v.boolean(),
  client: clientConfig,
  publication,
  discovery,
  passwordSet: v.boolean(),
  /** The ids of the certificates that there are to choose from. */
  certificates: v.object({ own: v.array(v.string()), authorities: v.array(v.string()) }),
  /** What stands for an empty client identifier and an empty prefix. */
  defaults: v.object({ clientId: v.string(), deviceTopicPrefix: v.string() }),
})
/** All settings of MQTT at once. */
export type MqttSettings = v.InferOutput<typeof settings>

export const getMqttSettings = restCall({
  ...own,
  id: 'mqtt.get',
  path: '/lintel/mqtt',
  methods: ['GET'],
  effect: 'read',
  summary:
    'Returns the settings of the MQTT client, of the published events and of Home Assistant.',
  request: v.object({}),
  data: settings,
})

export const saveMqttSettings = restCall({
  ...own,
  id: 'mqtt.save',
  path: '/lintel/mqtt',
  methods: ['POST'],
  effect: 'write',
  summary:
    'Replaces all settings of MQTT. Without `password` the stored one stays; an empty one is none.',
  request: v.object({
    active: v.boolean(),
    client: v.object({ ...client, password: v.exactOptional(password) }),
    publication,
    discovery,
  }),
  data: v.object({}),
})

/**
 * - `inactive`: nobody has activated the client; `noCable`: there is no network;
 * - `connecting`: the broker has not answered yet;
 * - `waiting`: it failed, and the client tries again soon; `stopped`: it failed, and must not.
 */
export const MQTT_STATES = [
  'inactive',
  'noCable',
  'connecting',
  'connected',
  'waiting',
  'stopped',
] as const
export type MqttState = (typeof MQTT_STATES)[number]

const status = v.object({
  state: v.picklist(MQTT_STATES),
  /** Host and port of the broker; empty until it is configured. */
  server: v.string(),
  /** Since when (UTC, ISO 8601). */
  since: v.string(),
  /** Why the last connection failed; absent while connected. */
  reason: v.exactOptional(v.picklist(ACTION_FAILURES)),
  /** More about it in the words of the broker; may be empty. */
  detail: v.string(),
  /** Messages that wait for the broker. */
  queued: v.number(),
  /** Messages since the start that were dropped, because too many waited or the broker refused them. */
  dropped: v.number(),
})
export type MqttStatus = v.InferOutput<typeof status>

export const getMqttStatus = restCall({
  ...own,
  id: 'mqtt.status',
  path: '/lintel/mqtt/status',
  methods: ['GET'],
  effect: 'read',
  summary: 'Returns whether the MQTT client is connected, and why not.',
  request: v.object({}),
  data: status,
})

export const testMqtt = restCall({
  ...own,
  id: 'mqtt.test',
  path: '/lintel/mqtt/test',
  methods: ['POST'],
  effect: 'write',
  summary:
    'Connects to a broker with settings as they were typed, stored or not, and disconnects. Without `password` the stored one is used. Answers after 15 s at the latest.',
  request: v.object({ client: v.object({ ...client, password: v.exactOptional(password) }) }),
  data: v.object({
    ok: v.boolean(),
    /** Why not; absent after success. */
    reason: v.exactOptional(v.picklist(ACTION_FAILURES)),
    /** More about it in the words of the broker; may be empty. */
    detail: v.string(),
  }),
})
export type MqttTest = AnswerOf<typeof testMqtt>
