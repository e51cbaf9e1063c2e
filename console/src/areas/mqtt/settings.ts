/** The settings of MQTT as the form holds them. */
import { MQTT_PORTS } from '@lintel/contract/calls/mqtt'
import type {
  EventPublication,
  EventTopicFilter,
  MqttProtocol,
  MqttSettings,
  Qos,
  RetainPolicy,
  saveMqttSettings,
} from '@lintel/contract/calls/mqtt'
import type { InputOf } from '@lintel/contract/call'
import { addressOrHostName } from '@lintel/contract/rules/address'
import {
  isReservedTopic,
  isSocketPath,
  MQTT_MESSAGE_MAX,
  MQTT_TEXT_MAX,
  publishTopic,
} from '@lintel/contract/rules/mqtt'
import {
  atMost,
  firstOf,
  found,
  problem,
  required,
  wholeFrom,
} from '@lintel/contract/rules/problem'
import type { Rule } from '@lintel/contract/rules/problem'
import type { Checked } from '@lintel/ui/form'
import { sameRecord } from '../../app/stored/same-record.ts'

/** Kinds of events that are published together, with their filters. */
const EVENT_KINDS = {
  bell: ['onvif:Device/axis:Lintel/CallButton'],
  calls: ['axis:Call//.'],
  ports: ['onvif:Device/Trigger//.', 'onvif:Device/axis:IO//.'],
  access: ['onvif:Device/axis:Lintel/Access', 'onvif:Device/axis:Lintel/CardReader'],
  detectors: ['onvif:AudioSource//.', 'onvif:VideoSource//.', 'onvif:Device/axis:Tampering//.'],
  storage: ['axis:Storage//.', 'onvif:Device/axis:Lintel/StorageJob'],
  schedules: ['onvif:UserAlarm//.'],
} as const
export type EventKind = keyof typeof EVENT_KINDS
export const EVENT_KIND_NAMES = Object.keys(EVENT_KINDS) as EventKind[]

const EVERYTHING = '//.'

/** `password` is the typed one: the stored one can't be read, only that there is one. */
export type MqttValues = {
  active: boolean
  protocol: MqttProtocol
  host: string
  port: string
  basepath: string
  username: string
  password: string
  passwordSet: boolean
  clientId: string
  keepAlive: string
  validates: boolean
  authority: string
  certificate: string
  prefix: string
  will: 'default' | 'none' | 'own'
  willTopic: string
  willMessage: string
  willRetain: boolean
  events: 'none' | 'all' | 'some'
  /** Filters that belong to none of the kinds; set elsewhere. */
  others: string
  qos: '0' | '1' | '2'
  retain: RetainPolicy
  homeAssistant: boolean
  discoveryPrefix: string
} & Record<EventKind, boolean>

export const usesTls = ({ protocol }: Pick<MqttValues, 'protocol'>): boolean =>
  protocol === 'ssl' || protocol === 'wss'
export const usesSocket = ({ protocol }: Pick<MqttValues, 'protocol'>): boolean =>
  protocol === 'ws' || protocol === 'wss'

const EVENT_FIELDS = ['events', 'qos', 'retain', ...EVENT_KIND_NAMES] as const

/** The kinds of which all filters are there. */
const kindsIn = (filters: readonly string[]): EventKind[] =>
  EVENT_KIND_NAMES.filter((kind) => EVENT_KINDS[kind].every((one) => filters.includes(one)))

/** The filters that the form doesn't show as kinds. */
function othersIn(filters: readonly string[]): string[] {
  const shown: readonly string[] = kindsIn(filters).flatMap((kind) => EVENT_KINDS[kind])
  return filters.filter((one) => one !== EVERYTHING && !shown.includes(one))
}

const kindValues = (kinds: readonly EventKind[]) =>
  Object.fromEntries(EVENT_KIND_NAMES.map((kind) => [kind, kinds.includes(kind)])) as Record<
    EventKind,
    boolean
  >

export function valuesIn(settings: MqttSettings): MqttValues {
  const { active, client, publication, discovery, passwordSet } = settings
  const { server, ssl, lastWillTestament: will } = client
  const filters = publication.eventFilterList.map(({ topicFilter }) => topicFilter)
  const [first] = publication.eventFilterList
  return {
    active,
    protocol: server.protocol,
    host: server.host,
    port: String(server.port ?? MQTT_PORTS[server.protocol]),
    basepath: server.basepath,
    username: client.username,
    password: '',
    passwordSet,
    clientId: client.clientId,
    keepAlive: String(client.keepAliveInterval),
    validates: ssl?.validateServerCert ?? true,
    authority: ssl?.CACertID ?? '',
    certificate: ssl?.clientCertID ?? '',
    prefix: client.deviceTopicPrefix,
    will: will ? (will.useDefault ? 'default' : 'own') : 'none',
    willTopic: will?.topic ?? '',
    willMessage: will?.message ?? '',
    willRetain: will?.retain ?? true,
    events: filters.length === 0 ? 'none' : filters.includes(EVERYTHING) ? 'all' : 'some',
    others: othersIn(filters).join(', '),
    qos: String(first?.qos ?? 0) as MqttValues['qos'],
    retain: first?.retain ?? 'property',
    homeAssistant: discovery.enabled,
    discoveryPrefix: discovery.prefix,
    ...kindValues(kindsIn(filters)),
  }
}

const host = firstOf(required, addressOrHostName)
const text = atMost(MQTT_TEXT_MAX)
const socketPath: Rule = firstOf(text, (value) =>
  isSocketPath(value) ? undefined : problem('validation.errorInvalid'),
)
const prefix: Rule = firstOf(publishTopic, (value) =>
  isReservedTopic(value) ? problem('mqtt.topicReserved') : undefined,
)
const topic = firstOf(required, prefix)
/** The library sends no password without a username. */
const username = ({ username: name, password }: MqttValues) =>
  name === '' && password !== '' ? required(name) : text(name)

/** Fields that are not shown don't count. */
export function checkMqtt(values: MqttValues): Checked<MqttValues> {
  const needed = values.active || values.host !== ''
  const own = values.will === 'own'
  return {
    errors: found<MqttValues>({
      host: needed ? host(values.host) : undefined,
      port: wholeFrom(1, 65_535)(values.port),
      basepath: usesSocket(values) ? socketPath(values.basepath) : undefined,
      username: username(values),
      password: text(values.password),
      clientId: text(values.clientId),
      keepAlive: wholeFrom(0, 65_535)(values.keepAlive),
      prefix: prefix(values.prefix),
      events:
        values.events === 'some' &&
        values.others === '' &&
        !EVENT_KIND_NAMES.some((kind) => values[kind])
          ? problem('mqtt.noEvents')
          : undefined,
      willTopic: own ? topic(values.willTopic) : undefined,
      willMessage: own ? atMost(MQTT_MESSAGE_MAX)(values.willMessage) : undefined,
      discoveryPrefix: values.homeAssistant ? topic(values.discoveryPrefix) : undefined,
    }),
  }
}

/** The values to save: hidden fields, which may be half typed, keep their stored values. */
export function effective(values: MqttValues, before: MqttValues): MqttValues {
  const keep = (shown: boolean, ...names: (keyof MqttValues)[]): Partial<MqttValues> =>
    shown ? {} : Object.fromEntries(names.map((name) => [name, before[name]]))
  return {
    ...values,
    ...keep(usesSocket(values), 'basepath'),
    ...keep(usesTls(values), 'validates', 'authority', 'certificate'),
    ...keep(values.will === 'own', 'willTopic', 'willMessage', 'willRetain'),
    ...keep(values.events === 'some', ...EVENT_KIND_NAMES),
    ...keep(values.events !== 'none', 'qos', 'retain'),
    ...keep(values.homeAssistant, 'discoveryPrefix'),
  }
}

/** Whether both have the same settings stored. A typed password does not count. */
export const sameStored = (one: MqttValues, other: MqttValues): boolean =>
  sameRecord({ ...one, password: '' }, { ...other, password: '' })

/** Without what has no effect: the device doesn't store all of it. */
const counting = (values: MqttValues): MqttValues => ({
  ...values,
  password: '',
  others: '',
  ...(values.events !== 'some' && kindValues([])),
  ...(values.events === 'none' && { qos: '0', retain: 'none' }),
  ...(values.will !== 'own' && { willTopic: '', willMessage: '', willRetain: false }),
  ...(!usesTls(values) && { validates: false, authority: '', certificate: '' }),
  ...(!usesSocket(values) && { basepath: '' }),
})

/** Whether the device has what was sent: of a password only that there is one. */
export function storesMqtt(now: MqttValues, sent: MqttValues): boolean {
  const passwordSet = sent.password !== '' || (sent.passwordSet && sent.username !== '')
  return sameRecord(counting(now), counting({ ...sent, passwordSet }))
}

type Request = InputOf<typeof saveMqttSettings>

/** The client of a request: what the form doesn't show stays as it is. */
export function clientOf(values: MqttValues, now: MqttSettings): Request['client'] {
  const { lastWillTestament: _, ssl: __, ...rest } = now.client
  const will = willOf(values)
  return {
    ...rest,
    server: {
      ...now.client.server,
      protocol: values.protocol,
      host: values.host,
      port: Number(values.port),
      basepath: usesSocket(values) ? values.basepath : '',
    },
    username: values.username,
    // Without a user there is no password.
    ...(values.password !== ''
      ? { password: values.password }
      : values.username === '' && { password: '' }),
    clientId: values.clientId,
    keepAliveInterval: Number(values.keepAlive),
    deviceTopicPrefix: values.prefix,
    ...(will && { lastWillTestament: will }),
    ...(usesTls(values) && {
      ssl: {
        validateServerCert: values.validates,
        CACertID: values.authority,
        clientCertID: values.certificate,
      },
    }),
  }
}

/** The client to try: what a connection doesn't need may be wrong, and stays as it is. */
export function triedClient(values: MqttValues, now: MqttSettings): Request['client'] {
  const { lastWillTestament: _, ...client } = clientOf(values, now)
  return { ...client, deviceTopicPrefix: now.client.deviceTopicPrefix }
}

function willOf(values: MqttValues): Request['client']['lastWillTestament'] {
  if (values.will === 'none') return undefined
  if (values.will === 'default') return { useDefault: true }
  return {
    useDefault: false,
    topic: values.willTopic,
    message: values.willMessage,
    retain: values.willRetain,
    qos: 1,
  }
}

/** @param changed the names of the values that the person has changed */
export function requestOf(
  values: MqttValues,
  now: MqttSettings,
  changed: ReadonlySet<string>,
): Request {
  return {
    active: values.active,
    client: clientOf(values, now),
    publication: {
      ...now.publication,
      eventFilterList: filtersOf(values, now.publication, changed),
    },
    discovery: { enabled: values.homeAssistant, prefix: values.discoveryPrefix },
  }
}

/** Filters that are there keep what the person has not changed of them. */
function filtersOf(
  values: MqttValues,
  { eventFilterList: before }: EventPublication,
  changed: ReadonlySet<string>,
): EventTopicFilter[] {
  if (!EVENT_FIELDS.some((name) => changed.has(name))) return before
  if (values.events === 'none') return []
  const filter = (topicFilter: string): EventTopicFilter => {
    const old = before.find((one) => one.topicFilter === topicFilter)
    const typed = { qos: Number(values.qos) as Qos, retain: values.retain }
    return {
      topicFilter,
      qos: old && !changed.has('qos') ? old.qos : typed.qos,
      retain: old && !changed.has('retain') ? old.retain : typed.retain,
    }
  }
  const wanted =
    values.events === 'all'
      ? [EVERYTHING]
      : EVENT_KIND_NAMES.flatMap((kind) => (values[kind] ? EVENT_KINDS[kind] : []))
  const others = othersIn(before.map(({ topicFilter }) => topicFilter))
  return Array.from(new Set([...wanted, ...others]), filter)
}
