import { listParameters, updateParameters } from '@lintel/contract/calls/parameters'
import { DeviceFault } from '@lintel/contract/fault'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import { queryClient } from '../../app/query-client.ts'
import { ChangedMeanwhile } from '../../app/stored/changed-meanwhile.ts'
import { sameStored, settingsIn, snmpParameters } from './settings.ts'
import type { SnmpSettings, SnmpValues } from './settings.ts'

export const snmpQuery = queryOptions({
  // The device tells that parameters have changed.
  queryKey: ['parameters', 'snmp'],
  queryFn: ({ signal }) => readSettings(signal),
})

async function readSettings(signal?: AbortSignal): Promise<SnmpSettings> {
  const { values } = await device.call(
    listParameters,
    { group: 'root.SNMP' },
    signal ? { signal } : {},
  )
  if (!values.has('root.SNMP.Enabled')) throw new DeviceFault('malformed', listParameters.id, '')
  return settingsIn(values)
}

/**
 * Stores the settings, and reads them back. A password goes in the body: addresses stand in logs.
 * @throws ChangedMeanwhile unless what is stored is as the page had read it, or as it is to be
 */
export async function saveSnmp(before: SnmpValues, values: SnmpValues): Promise<void> {
  const now = await readSettings()
  const stored = { ...values, passwordSet: values.passwordSet || values.password !== '' }
  if (!sameStored(now.values, before) && !sameStored(now.values, stored)) {
    queryClient.setQueryData(snmpQuery.queryKey, now)
    throw new ChangedMeanwhile(now.values)
  }
  await device.call(updateParameters, snmpParameters(values), { secret: true })
  const after = await readSettings()
  queryClient.setQueryData(snmpQuery.queryKey, after)
  if (!sameStored(after.values, stored)) {
    throw new DeviceFault('refused', updateParameters.id, '')
  }
}
