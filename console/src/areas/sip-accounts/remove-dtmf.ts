import { removeDtmfConfiguration } from '@lintel/contract/calls/sip-dtmf'
import { device } from '../../app/device.ts'

/** Removes a configuration; the device refuses that while an account has it. */
export async function removeDtmf(id: string): Promise<void> {
  await device.call(removeDtmfConfiguration, { DTMFConfigurationId: id })
}
