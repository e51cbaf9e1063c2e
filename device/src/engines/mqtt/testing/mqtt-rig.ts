/** A device with a configured MQTT client. */
import type { EventPublication, MqttClientConfig, MqttStatus } from '@lintel/contract/calls/mqtt'
import { expect, onTestFinished } from 'vitest'
import type { Clock } from '../../../clock/clock.ts'
import { openMqtt } from '../mqtt.ts'
import { callButtonService } from '../../../services/call-button/call-button.ts'
import { ioPortService } from '../../../services/io-ports/io-ports.ts'
import { portEventService } from '../../../services/io-ports/port-events.ts'
import { mqttService } from '../../../services/mqtt/mqtt.ts'
import { openTestDevice } from '../../../services/testing/test-device.ts'
import type { TestDevice } from '../../../services/testing/test-device.ts'

export const SERIAL = 'ACCC8E012345'

export interface MqttRig extends TestDevice {
  /** Changes settings as the calls do, on top of what is set. */
  configure(
    client?: Partial<Omit<MqttClientConfig, 'server'>> & {
      server?: Partial<MqttClientConfig['server']>
    },
    password?: string,
  ): void
  /** Publishes all events, or these. */
  publishes(...filters: Partial<EventPublication['eventFilterList'][number]>[]): void
  /** Waits until the client is in a state. */
  until(state: MqttStatus['state']): Promise<MqttStatus>
}

interface RigOptions {
  /** Stays, for the next start. */
  dataFolder?: string
  /** The camera; the device's own needs a worker. */
  takePicture?: () => Promise<Uint8Array>
  /** Told of each wait of the client, in milliseconds, which then has no chance in it but this. */
  onWait?: (ms: number) => void
  chance?: number
}

/** A started device whose client is active, and connects to this port of 127.0.0.1. */
export async function openMqttRig(
  port: number,
  { takePicture, onWait, chance = 0, ...plugs }: RigOptions = {},
): Promise<MqttRig> {
  const services = [mqttService, ioPortService, portEventService, callButtonService]
  const device = await openTestDevice(services, undefined, undefined, SERIAL, plugs)
  onTestFinished(() => device.close())
  if (!device.accounts.rootPasswordSet()) device.makeAccounts()
  const mqtt =
    takePicture || onWait
      ? openMqtt(
          { ...device, takePicture, clock: watched(device.clock, onWait) },
          { chance: () => chance },
        )
      : device.mqtt
  if (mqtt !== device.mqtt) onTestFinished(() => mqtt.close?.())
  const rig: MqttRig = {
    ...device,
    mqtt,
    configure({ server, ...client } = {}, password) {
      const before = mqtt.store.get().client
      const next = { ...before, ...client, server: { ...before.server, ...server } }
      mqtt.store.change({ client: next }, password)
    },
    publishes(...filters) {
      const { publication } = mqtt.store.get()
      const eventFilterList = filters.map((filter) => ({
        topicFilter: '//.',
        qos: 0 as const,
        retain: 'none' as const,
        ...filter,
      }))
      mqtt.store.change({ publication: { ...publication, eventFilterList } })
    },
    async until(state) {
      await expect.poll(() => mqtt.status()).toMatchObject({ state })
      return mqtt.status()
    },
  }
  rig.configure({ server: { host: '127.0.0.1', port } })
  mqtt.store.change({ active: true })
  void mqtt.start?.()
  return rig
}

/** A clock that tells of its waits. */
const watched = (clock: Clock, onWait: RigOptions['onWait']): Clock => ({
  ...clock,
  wait(ms, signal) {
    onWait?.(ms)
    return clock.wait(ms, signal)
  },
})
