/** What pages besides those of SIP need to know of it: whether it is on, and the accounts. */
import { getSipConfiguration } from '@lintel/contract/calls/sip'
import { getSipAccounts } from '@lintel/contract/calls/sip-accounts'
import { queryOptions } from '@tanstack/react-query'
import { device } from './device.ts'

/** Whether SIP is enabled. */
export const sipEnabledQuery = queryOptions({
  queryKey: ['sip', 'enabled'],
  queryFn: async ({ signal }) => {
    const { SIPConfiguration } = await device.call(getSipConfiguration, {}, { signal })
    return SIPConfiguration.SIPEnabled
  },
})

/** The accounts, without their statuses. */
export const sipAccountsQuery = queryOptions({
  queryKey: ['sip', 'accounts', 'records'],
  queryFn: async ({ signal }) => (await device.call(getSipAccounts, {}, { signal })).SIPAccount,
})
