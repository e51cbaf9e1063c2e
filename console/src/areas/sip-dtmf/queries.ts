import { getDtmfConfigurations } from '@lintel/contract/calls/sip-dtmf'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'

/** How keys are taken during calls, by the accounts that have the configuration. */
export const dtmfQuery = queryOptions({
  queryKey: ['sip', 'dtmf'],
  queryFn: async ({ signal }) =>
    (await device.call(getDtmfConfigurations, { DTMFConfigurationId: [] }, { signal }))
      .DTMFConfiguration,
})
