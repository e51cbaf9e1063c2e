import type { MqttSettings } from '@lintel/contract/calls/mqtt'
import { expect, test } from 'vitest'
import {
  checkMqtt,
  clientOf,
  effective,
  requestOf,
  sameStored,
  storesMqtt,
  triedClient,
  valuesIn,
} from './settings.ts'
import type { MqttValues } from './settings.ts'

const SETTINGS: MqttSettings = {
  active: false,
  client: {
    server: { protocol: 'tcp', host: '', basepath: '', alpnProtocol: 'mqtt' },
    username: '',
    clientId: '',
    keepAliveInterval: 60,
    connectTimeout: 60,
    cleanSession: true,
    autoReconnect: true,
    activateOnReboot: true,
    deviceTopicPrefix: '',
    lastWillTestament: { useDefault: true },
    connectMessage: { useDefault: true },
  },
  publication: {
    topicPrefix: 'default',
    customTopicPrefix: '',
    appendEventTopic: true,
    includeTopicNamespaces: true,
    includeSerialNumberInPayload: false,
    eventFilterList: [],
  },
  discovery: { enabled: false, prefix: 'homeassistant' },
  passwordSet: false,
  certificates: { own: ['gate'], authorities: ['house'] },
  defaults: { clientId: 'ACCC8E012345', deviceTopicPrefix: 'axis/ACCC8E012345' },
}
const FACTORY = valuesIn(SETTINGS)
const withFilters = (...topics: string[]): MqttSettings => ({
  ...SETTINGS,
  publication: {
    ...SETTINGS.publication,
    eventFilterList: topics.map((topicFilter) => ({ topicFilter, qos: 1, retain: 'all' })),
  },
})
const filtersIn = (values: MqttValues, now: MqttSettings, ...changed: string[]) =>
  requestOf(values, now, new Set(changed)).publication.eventFilterList

const wrong = (values: Partial<MqttValues>) =>
  Object.fromEntries(
    Object.entries(checkMqtt({ ...FACTORY, ...values }).errors).map(([name, one]) => [
      name,
      one?.id,
    ]),
  )

test('settings and values convert both ways', () => {
  expect(FACTORY).toMatchObject({
    protocol: 'tcp',
    port: '1883',
    will: 'default',
    events: 'none',
    retain: 'property',
    homeAssistant: false,
  })
  const typed: MqttValues = {
    ...FACTORY,
    active: true,
    protocol: 'wss',
    host: 'broker',
    port: '444',
    basepath: '/mqtt',
    username: 'gate',
    password: 'open sesame',
    authority: 'house',
    certificate: 'gate',
    will: 'own',
    willTopic: 'gate',
    willMessage: 'gone',
    events: 'all',
    qos: '2',
  }
  const { client, publication } = requestOf(typed, SETTINGS, new Set(['events', 'qos']))
  expect(client).toEqual({
    ...SETTINGS.client,
    server: {
      protocol: 'wss',
      host: 'broker',
      port: 444,
      basepath: '/mqtt',
      alpnProtocol: 'mqtt',
    },
    username: 'gate',
    password: 'open sesame',
    lastWillTestament: { useDefault: false, topic: 'gate', message: 'gone', retain: true, qos: 1 },
    ssl: { validateServerCert: true, CACertID: 'house', clientCertID: 'gate' },
  })
  expect(publication.eventFilterList).toEqual([{ topicFilter: '//.', qos: 2, retain: 'property' }])
  const { password: _, ...stored } = client
  const after: MqttSettings = {
    ...SETTINGS,
    active: true,
    client: stored as MqttSettings['client'],
    publication: publication as MqttSettings['publication'],
    passwordSet: true,
  }
  expect(valuesIn(after)).toEqual({ ...typed, password: '', passwordSet: true })
  expect(storesMqtt(valuesIn(after), typed)).toBe(true)
})

test('kinds of events are filters, and filters of others stay', () => {
  const now = withFilters('axis:Call//.', 'onvif:Device/Trigger//.', 'axis:Mine//.')
  const values = valuesIn(now)
  expect(values).toMatchObject({
    events: 'some',
    calls: true,
    // One of its two filters is missing.
    ports: false,
    others: 'onvif:Device/Trigger//., axis:Mine//.',
    qos: '1',
    retain: 'all',
  })
  // What is there keeps its own settings, as long as nobody changes them.
  expect(filtersIn({ ...values, bell: true, qos: '0' }, now, 'bell', 'qos')).toEqual([
    { topicFilter: 'onvif:Device/axis:Lintel/CallButton', qos: 0, retain: 'all' },
    { topicFilter: 'axis:Call//.', qos: 0, retain: 'all' },
    { topicFilter: 'onvif:Device/Trigger//.', qos: 0, retain: 'all' },
    { topicFilter: 'axis:Mine//.', qos: 0, retain: 'all' },
  ])
  expect(filtersIn({ ...values, ports: true, calls: false }, now, 'ports', 'calls')).toEqual(
    ['onvif:Device/Trigger//.', 'onvif:Device/axis:IO//.', 'axis:Mine//.'].map((topicFilter) => ({
      topicFilter,
      qos: 1,
      retain: 'all',
    })),
  )
  expect(filtersIn({ ...values, events: 'none' }, now, 'events')).toEqual([])
  const mixed = withFilters('axis:Call//.', 'axis:Mine//.')
  mixed.publication.eventFilterList[1] = { topicFilter: 'axis:Mine//.', qos: 2, retain: 'none' }
  expect(filtersIn({ ...valuesIn(mixed), retain: 'property' }, mixed, 'retain')).toEqual([
    { topicFilter: 'axis:Call//.', qos: 1, retain: 'property' },
    { topicFilter: 'axis:Mine//.', qos: 2, retain: 'property' },
  ])
  expect(filtersIn({ ...valuesIn(mixed), qos: '0' }, mixed, 'qos')).toEqual([
    { topicFilter: 'axis:Call//.', qos: 0, retain: 'all' },
    { topicFilter: 'axis:Mine//.', qos: 0, retain: 'none' },
  ])
  // Whoever changes something else changes nothing here.
  const all = withFilters('//.', 'axis:Call//.')
  expect(filtersIn(valuesIn(all), all, 'host')).toBe(all.publication.eventFilterList)
  expect(valuesIn(all)).toMatchObject({ events: 'all', others: '' })
})

test('an empty password stays, unless there is no user any more', () => {
  const set = { ...FACTORY, username: 'gate', passwordSet: true }
  expect(clientOf(set, SETTINGS)).not.toHaveProperty('password')
  expect(clientOf({ ...set, username: '' }, SETTINGS)).toHaveProperty('password', '')
  expect(storesMqtt({ ...set, username: '', passwordSet: false }, { ...set, username: '' })).toBe(
    true,
  )
  expect(sameStored(set, { ...set, password: 'typed' })).toBe(true)
})

test('what is needed is checked, and hidden fields are not', () => {
  expect(wrong({})).toEqual({})
  expect(wrong({ active: true })).toEqual({ host: 'validation.errorRequired' })
  expect(wrong({ host: 'a b', port: '0', keepAlive: 'x' })).toEqual({
    host: 'validation.invalidIPAddressOrHostName',
    port: 'validation.errorBetween',
    keepAlive: 'validation.errorNaN',
  })
  expect(wrong({ prefix: 'a/#' })).toEqual({ prefix: 'mqtt.topicInvalid' })
  expect(wrong({ prefix: '$SYS' })).toEqual({ prefix: 'mqtt.topicReserved' })
  expect(wrong({ will: 'own', willTopic: '$SYS/a' })).toEqual({ willTopic: 'mqtt.topicReserved' })
  expect(wrong({ protocol: 'ws', basepath: 'a?b' })).toEqual({
    basepath: 'validation.errorInvalid',
  })
  expect(wrong({ basepath: 'a?b' })).toEqual({})
  expect(wrong({ password: 'open sesame' })).toEqual({ username: 'validation.errorRequired' })
  expect(wrong({ will: 'own' })).toEqual({ willTopic: 'validation.errorRequired' })
  expect(wrong({ will: 'none', willTopic: '#' })).toEqual({})
  expect(wrong({ homeAssistant: true, discoveryPrefix: '' })).toEqual({
    discoveryPrefix: 'validation.errorRequired',
  })
  expect(wrong({ discoveryPrefix: '' })).toEqual({})
  expect(wrong({ events: 'some' })).toEqual({ events: 'mqtt.noEvents' })
  expect(wrong({ events: 'some', calls: true })).toEqual({})
  expect(wrong({ events: 'some', others: 'axis:Mine//.' })).toEqual({})
})

test('a test of the connection needs neither topics nor a last will', () => {
  const typed: MqttValues = { ...FACTORY, host: 'broker', will: 'own', willTopic: '', prefix: '#' }
  const tried = triedClient(typed, SETTINGS)
  expect(tried).not.toHaveProperty('lastWillTestament')
  expect(tried).toMatchObject({ server: { host: 'broker' }, deviceTopicPrefix: '' })
})

test('hidden fields are not saved', () => {
  const typed: MqttValues = {
    ...FACTORY,
    basepath: 'half',
    authority: 'half',
    willTopic: 'half',
    discoveryPrefix: '',
    calls: true,
    qos: '2',
  }
  expect(effective(typed, FACTORY)).toEqual(FACTORY)
  const shown = {
    ...typed,
    protocol: 'wss',
    will: 'own',
    events: 'some',
    homeAssistant: true,
  } as const
  expect(effective(shown, FACTORY)).toEqual(shown)
})
