import { inGroups, listParameters, updateParameters } from '@lintel/contract/calls/parameters'
import {
  getShockEnabled,
  getShockSensitivity,
  setShockEnabled,
  setShockSensitivity,
} from '@lintel/contract/calls/shock-detection'
import type { CallOptions } from '@lintel/contract/client'
import { yesNo } from '@lintel/contract/parameters/codec'
import { valueIn } from '@lintel/contract/parameters/record'
import { device } from '../../app/device.ts'
import { unlessMissing } from '../../app/missing.ts'
import { PartlySaved, storedSetting } from '../../app/stored/stored-setting.ts'
import { detectorValues, parameterChanges } from './detector-values.ts'
import type { DetectorState, DetectorValues, ShockState } from './detector-values.ts'

/** Every device has properties; one that had none of the groups would answer with an error. */
const GROUPS = inGroups(
  'root.AudioSource',
  'root.Tampering',
  'root.Properties.Audio',
  'root.Properties.Tampering',
)

/** Whether the device has the sensor of shocks. */
const SHOCK_SENSOR = 'root.Properties.Tampering.ShockDetection'

/** The version of the calls that we speak. B §7. */
const VERSION = { schemaversion: '1' }

async function readShock({ signal }: CallOptions): Promise<ShockState | undefined> {
  const options = signal ? { signal } : {}
  const enabled = await unlessMissing(device.call(getShockEnabled, VERSION, options))
  if (enabled === undefined) return undefined
  const level = await device.call(getShockSensitivity, VERSION, options)
  return { isShockEnabled: enabled, shockSensitivity: level }
}

async function readDetectors(options: CallOptions): Promise<DetectorState> {
  const { values } = await device.call(listParameters, GROUPS, options)
  // Others answer these calls with 404, which browsers report as an error.
  const hasSensor = valueIn(values, SHOCK_SENSOR, yesNo)
  return { parameters: values, shock: hasSensor ? await readShock(options) : undefined }
}

/**
 * The settings of all detectors: first the parameters, then those of the shock sensor, which has
 * calls of its own. B §7.
 */
export const detectorSetting = storedSetting<DetectorState, DetectorValues>({
  // The device announces changes of parameters, and of the shock sensor with them.
  key: ['parameters', 'detectors'],
  read: readDetectors,
  call: updateParameters.id,
  values: detectorValues,
  async write(sent, { now, options }) {
    const before = detectorValues(now)
    const changes = parameterChanges(before, sent)
    const left = new Set<keyof DetectorValues>()
    if (sent.shock !== before.shock) left.add('shock')
    if (sent.shockSensitivity !== before.shockSensitivity) left.add('shockSensitivity')
    let stored = Object.keys(changes).length > 0
    if (stored) await device.call(updateParameters, changes, options)
    try {
      if (left.has('shockSensitivity')) {
        await device.call(setShockSensitivity, { ...VERSION, level: sent.shockSensitivity })
        left.delete('shockSensitivity')
        stored = true
      }
      if (left.has('shock')) {
        await device.call(setShockEnabled, { ...VERSION, enabled: String(sent.shock) })
      }
    } catch (cause) {
      if (!stored) throw cause
      throw new PartlySaved('', { cause, left: [...left] })
    }
    return undefined
  },
})
