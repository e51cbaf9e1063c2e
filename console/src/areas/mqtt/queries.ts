import {
  getMqttSettings,
  getMqttStatus,
  saveMqttSettings,
  testMqtt,
} from '@lintel/contract/calls/mqtt'
import type { MqttSettings, MqttState, MqttTest } from '@lintel/contract/calls/mqtt'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import { storedSetting } from '../../app/stored/stored-setting.ts'
import { MQTT_POLL } from '../../app/timing.ts'
import { effective, requestOf, sameStored, storesMqtt, triedClient, valuesIn } from './settings.ts'
import type { MqttValues } from './settings.ts'

/** While there is no broker, messages wait. */
const WITHOUT_BROKER: readonly MqttState[] = ['noCable', 'connecting', 'waiting']

/** Whether the device is connected. It announces changes of that, but not of the messages that wait. */
export const mqttStatusQuery = queryOptions({
  queryKey: ['mqtt', 'status'],
  queryFn: ({ signal }) => device.call(getMqttStatus, {}, { signal }),
  refetchInterval: ({ state: { data } }) =>
    data && (data.queued > 0 || WITHOUT_BROKER.includes(data.state)) ? MQTT_POLL : false,
})

/** All settings of MQTT at once. */
export const mqttSetting = storedSetting<MqttSettings, MqttValues>({
  key: ['mqtt', 'settings'],
  read: (options) => device.call(getMqttSettings, {}, options),
  call: saveMqttSettings.id,
  values: valuesIn,
  same: sameStored,
  effective,
  stores: (state, sent) => storesMqtt(valuesIn(state), sent),
  // Whether a password was replaced by another can't be read.
  proves: (state, sent, { before }) =>
    storesMqtt(valuesIn(state), sent) && !(sent.password !== '' && before.passwordSet),
  async write(sent, { now, changed, options }) {
    await device.call(saveMqttSettings, requestOf(sent, now, changed), options)
    return undefined
  },
})

/** Has the device connect with the typed values; nothing is stored. */
export const tryMqtt = (values: MqttValues, state: MqttSettings): Promise<MqttTest> =>
  device.call(testMqtt, { client: triedClient(values, state) })
