/** What outside clients call of MQTT, without a broker. */
import * as mqtt from '@lintel/contract/calls/mqtt'
import type { Step } from './station.ts'

const envelope = (method: string, params?: object, apiVersion = '1.0') => ({
  json: { apiVersion, context: 'lintel', method, ...(params ? { params } : {}) },
})
const client = { server: { protocol: 'tcp', host: '127.0.0.1', port: 1 } } as const
const filters = { eventFilterList: [{ topicFilter: 'onvif:Device/axis:IO//.', qos: 1 }] }

export const MQTT_STEPS: readonly Step[] = [
  {
    call: mqtt.configureMqttClient,
    ...envelope('configureClient', { ...client, username: 'gate', password: 'open sesame' }),
    find: /"data":\{\}/,
  },
  { call: mqtt.activateMqttClient, ...envelope('activateClient') },
  {
    call: mqtt.getMqttClientStatus,
    ...envelope('getClientStatus', {}),
    find: /"state":"active","connectionStatus":"disconnected"/,
  },
  { call: mqtt.deactivateMqttClient, ...envelope('deactivateClient') },
  { call: mqtt.getMqttClientVersions, json: { method: 'getSupportedVersions' } },
  { call: mqtt.configureEventPublication, ...envelope('configureEventPublication', filters) },
  {
    call: mqtt.getEventPublication,
    ...envelope('getEventPublicationConfig', undefined, '1.1'),
    find: /"eventFilterList":\[\{"topicFilter":"onvif:Device\/axis:IO\/\/\."/,
  },
  { call: mqtt.getEventBridgeVersions, json: { method: 'getSupportedVersions' } },
]

export const OWN_MQTT_STEPS: readonly Step[] = [
  { call: mqtt.getMqttSettings, find: /"discovery":\{"enabled":false/ },
  {
    call: mqtt.saveMqttSettings,
    json: {
      active: false,
      client,
      publication: filters,
      discovery: { enabled: false, prefix: 'homeassistant' },
    },
  },
  { call: mqtt.getMqttStatus, find: /"state":"inactive"/ },
  { call: mqtt.testMqtt, json: { client }, find: /"reason":"unreachable"/ },
]
