import { getDtmfConfigurations, setDtmfConfiguration } from '@lintel/contract/calls/sip-dtmf'
import { device } from '../../app/device.ts'

/** Gives the configuration of an account the account's name. */
export async function renameDtmf(id: string, name: string): Promise<void> {
  const { DTMFConfiguration: all } = await device.call(getDtmfConfigurations, {})
  const linked = all.find(({ Id }) => Id === id)
  if (!linked || linked.Name === name) return
  await device.call(setDtmfConfiguration, { DTMFConfiguration: { ...linked, Name: name } })
}
