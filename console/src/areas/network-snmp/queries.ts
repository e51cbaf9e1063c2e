import { inGroups, listParameters, updateParameters } from '@lintel/contract/calls/parameters'
import type { CallOptions } from '@lintel/contract/client'
import { DeviceFault } from '@lintel/contract/fault'
import { device } from '../../app/device.ts'
import { storedSetting } from '../../app/stored/stored-setting.ts'
import { effective, sameStored, settingsIn, snmpParameters, storesSnmp } from './settings.ts'
import type { SnmpSettings, SnmpValues } from './settings.ts'

async function readSettings(options: CallOptions): Promise<SnmpSettings> {
  const { values } = await device.call(listParameters, inGroups('root.SNMP'), options)
  if (!values.has('root.SNMP.Enabled')) throw new DeviceFault('malformed', listParameters.id, '')
  return settingsIn(values)
}

/** The SNMP settings. A password goes in the body, because URLs are logged. */
export const snmpSetting = storedSetting<SnmpSettings, SnmpValues>({
  // The device announces changes of parameters.
  key: ['parameters', 'snmp'],
  read: readSettings,
  call: updateParameters.id,
  values: ({ values }) => values,
  same: sameStored,
  effective,
  stores: ({ values }, sent) => storesSnmp(values, sent),
  // Whether a password was replaced by another can't be read.
  proves: ({ values }, sent, { before }) =>
    storesSnmp(values, sent) && !(sent.password !== '' && before.passwordSet),
  async write(sent, { options }) {
    await device.call(updateParameters, snmpParameters(sent), { ...options, secret: true })
    return undefined
  },
})
