import { getSipAccounts } from '@lintel/contract/calls/sip-accounts'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'

/** The SIP accounts, in the device's order. */
export const accountsQuery = queryOptions({
  queryKey: ['sip', 'accounts'],
  queryFn: async ({ signal }) =>
    (await device.call(getSipAccounts, { SIPAccountId: [] }, { signal })).SIPAccount,
})
