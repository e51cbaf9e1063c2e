import { Refusal } from '@lintel/contract/fault'
import type { Clock } from '../clock/clock.ts'
import { zoneOffset } from '../clock/zone.ts'
import type { Thermometer } from '../hardware/thermometer.ts'
import { zoneIn } from '../products/groups/time.ts'
import { zoneAbbreviation } from '../services/time/abbreviation.ts'
import { pictureNow } from '../services/video/camera-of.ts'
import type { Parameters } from '../state/parameters.ts'
import { openActionRules } from './action-rules/action-rules.ts'
import type { ActionEffects, ActionRuleParts, ActionRules } from './action-rules/action-rules.ts'
import { openLocalActions } from './action-rules/actions/local-actions.ts'
import type { LocalActionParts } from './action-rules/actions/local-actions.ts'
import { expandModifiers } from './action-rules/modifiers.ts'
import { ActionFailure } from './action-rules/types.ts'
import type { Delivery, LocalAction } from './action-rules/types.ts'
import type { Mqtt } from './mqtt/mqtt.ts'
import type { Network } from './network/network.ts'
import type { Snmp } from './snmp/snmp.ts'
import type { Camera } from './video/camera.ts'

/** `AC:CC:8E:01:23:45`. */
const macOf = (serial: string): string => (serial.match(/../g) ?? []).join(':')

interface EffectParts {
  parameters: Parameters
  clock: Pick<Clock, 'now'>
  network: Pick<Network, 'listening'>
  plugged: { serial: string }
  thermometer: Pick<Thermometer, 'celsius'>
  camera: Camera | undefined
  snmp: Pick<Snmp, 'sendMessage'>
  mqtt: Pick<Mqtt, 'publish'>
  delivery: Delivery
}

export interface DeviceRules extends Omit<ActionRules, 'close'> {
  close(): Promise<void>
}

/**
 * How long the device waits for what actions have yet to write when it closes, in milliseconds: less
 * than the board waits for the device.
 */
const SETTLE_MS = 3000

/** Opens the action rules with all that they can do on this device. */
export function openDeviceRules(
  device: EffectParts & ActionRuleParts & Omit<LocalActionParts, 'closed'>,
): DeviceRules {
  const closed = new AbortController()
  const local = openLocalActions({ ...device, closed: closed.signal })
  const rules = openActionRules(device, actionEffectsOf(device, local))
  return {
    ...rules,
    async close() {
      closed.abort()
      rules.close()
      await Promise.race([local.settled(), device.clock.wait(SETTLE_MS)])
    },
  }
}

/** What action rules do with the parts of the device. */
function actionEffectsOf(
  device: EffectParts,
  local: ReadonlyMap<string, LocalAction>,
): ActionEffects {
  const { parameters, clock, network, plugged, thermometer, camera, snmp, mqtt, delivery } = device
  let sequence = 0
  return {
    local,
    async deliver({ template, values, parcel, topic }, signal) {
      if (template === 'com.axis.action.fixed.mqttpublish') {
        const qos = Number(values['qos'] ?? 0) as 0 | 1 | 2
        await mqtt.publish(
          values['topic'] ?? '',
          parcel.message,
          qos,
          values['retained'] === 'true',
        )
        return ''
      }
      if (template === 'com.lintel.action.fixed.snmp.trap') {
        await snmp.sendMessage(topic, parcel.message)
        return ''
      }
      // The last word of such a template is the type of recipient.
      const type = template.slice(template.lastIndexOf('.') + 1)
      const to = { template: `com.axis.recipient.${type}`, parameters: values }
      return delivery.send(to, parcel, signal)
    },
    async picture(signal) {
      if (!camera) throw new ActionFailure('notPossible')
      try {
        return await pictureNow(camera, parameters)(signal)
      } catch (cause) {
        if (cause instanceof Refusal) throw new ActionFailure('notPossible', cause.message)
        throw cause
      }
    },
    modifiers() {
      sequence += 1
      const now = clock.now()
      const zone = zoneIn(parameters.get)
      const context = {
        now,
        zone: { offset: zoneOffset(zone, now), name: zoneAbbreviation(zone, now) },
        address: network.listening().address,
        mac: macOf(plugged.serial),
        hostName: parameters.get('root.Network.VolatileHostName.HostName'),
        sequence,
        temperature: thermometer.celsius(),
      }
      return (text) => expandModifiers(text, context)
    },
  }
}
