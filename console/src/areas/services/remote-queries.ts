import { getOak } from '@lintel/contract/calls/oak'
import { inGroups, listParameters, updateParameters } from '@lintel/contract/calls/parameters'
import type { CallOptions } from '@lintel/contract/client'
import { DeviceFault } from '@lintel/contract/fault'
import { device } from '../../app/device.ts'
import { storedSetting } from '../../app/stored/stored-setting.ts'
import { effectiveRemote, remoteIn, remoteParameters, sameRemote } from './remote-values.ts'
import type { RemoteValues } from './remote-values.ts'

async function readRemote(options: CallOptions): Promise<RemoteValues> {
  const { values } = await device.call(listParameters, inGroups('root.RemoteService'), options)
  if (!values.has('root.RemoteService.Enabled')) {
    throw new DeviceFault('malformed', listParameters.id, '')
  }
  return remoteIn(values)
}

/** The settings of the remote service. A password goes in the body, because URLs are logged. */
export const remoteSetting = storedSetting<RemoteValues, RemoteValues>({
  // The device announces changes of parameters.
  key: ['parameters', 'remoteService'],
  read: readRemote,
  call: updateParameters.id,
  values: (values) => values,
  same: sameRemote,
  effective: effectiveRemote,
  stores: sameRemote,
  // Whether a password was stored can't be read.
  proves: (now, sent) => sameRemote(now, sent) && sent.password === '' && !sent.removePassword,
  async write(sent, { options }) {
    await device.call(updateParameters, remoteParameters(sent), { ...options, secret: true })
    return undefined
  },
})

/** The owner authentication key, which the device fetches from the vendor. @throws DeviceFault */
export const readOak = async (): Promise<string> => (await device.call(getOak, {})).oak

/** The device has no way to the vendor. B §8. */
export const NO_WAY = 1100
