import { getSipConfiguration, setSipConfiguration } from '@lintel/contract/calls/sip'
import type { SipConfiguration } from '@lintel/contract/calls/sip'
import { device } from '../../app/device.ts'
import { storedSetting } from '../../app/stored/stored-setting.ts'

/** The settings of SIP. */
export const sipSetting = storedSetting<SipConfiguration, { enabled: boolean }>({
  key: ['sip', 'settings'],
  read: async (options) => (await device.call(getSipConfiguration, {}, options)).SIPConfiguration,
  call: setSipConfiguration.id,
  values: ({ SIPEnabled }) => ({ enabled: SIPEnabled }),
  async write({ enabled }, { now, options }) {
    const SIPConfiguration = { ...now, SIPEnabled: enabled }
    await device.call(setSipConfiguration, { SIPConfiguration }, options)
    return undefined
  },
})
