import { getSipLadder } from '@lintel/contract/calls/call-log'
import { getUnusedSipSettings } from '@lintel/contract/calls/sip'
import { getSipAccounts, getSipAccountStatuses } from '@lintel/contract/calls/sip-accounts'
import type { ListedSipAccount } from '@lintel/contract/calls/sip-accounts'
import { DeviceFault } from '@lintel/contract/fault'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import { readAgain } from '../../app/events/read-again.ts'
import { deviceHas } from '../../app/firmware.ts'
import { ownCertificates } from '../../app/own-certificates.ts'
import { queryClient } from '../../app/query-client.ts'
import { readingQuery } from '../../app/stored/stored-setting.ts'
import type { Reading } from '../../app/stored/stored-setting.ts'
import { rowsOf } from './status.ts'
import type { AccountRow } from './status.ts'

export interface Accounts {
  accounts: readonly ListedSipAccount[]
  rows: readonly AccountRow[]
}

/** The accounts with their statuses. B §7. */
export const accounts: Reading<Accounts> = {
  key: ['sip', 'accounts'],
  async read(options) {
    const { SIPAccount } = await device.call(getSipAccounts, {}, options)
    const { signal } = options
    // The list itself is worth more than its statuses: they follow when the device is back.
    const answer = await device
      .call(getSipAccountStatuses, {}, signal ? { signal } : {})
      .catch((fault: unknown) => {
        if (!(fault instanceof DeviceFault)) throw fault
        return { SIPAccountStatus: [] }
      })
    return { accounts: SIPAccount, rows: rowsOf(SIPAccount, answer.SIPAccountStatus) }
  },
}

export const accountsQuery = readingQuery(accounts)

/** Takes over a status from an event. B §7. */
export function showStatus(id: string, code: number, words: string): void {
  const { queryKey } = accountsQuery
  // A response that is under way may be older than the event.
  if (queryClient.isFetching({ queryKey, exact: true }) > 0) {
    void readAgain(queryClient, { queryKey, exact: true })
  }
  queryClient.setQueryData(queryKey, (now: Accounts | undefined) => {
    if (!now) return now
    const rows = now.rows.map((row) =>
      row.id === id
        ? { ...row, status: { SIPURI: '', ...row.status, Status: code, StatusText: words } }
        : row,
    )
    return { ...now, rows }
  })
}

/** Whether the device stores how the picture is to be, but sends none. */
export const videoUnusedQuery = queryOptions({
  queryKey: ['sip', 'videoUnused'],
  queryFn: async ({ signal }) => {
    if (!deviceHas(getUnusedSipSettings)) return false
    const { names } = await device.call(getUnusedSipSettings, {}, { signal })
    return names.includes('StreamParameters')
  },
})

/** The ids of the certificates with a key, which an account can have. */
export const certificatesQuery = queryOptions({
  queryKey: ['certificates', 'own'],
  queryFn: async ({ signal }) => (await ownCertificates({ signal })).map(({ id }) => id),
})

/** The account with this id. */
export const accountIn = ({ accounts: list }: Accounts, id: string) =>
  list.find(({ Id }) => Id === id)

/** The SIP messages of a call; an event about calls reads them again. None if the device keeps none. */
export const ladderQuery = (callId: string) =>
  queryOptions({
    queryKey: ['calls', 'ladder', callId],
    queryFn: async ({ signal }) => {
      if (callId === '' || !deviceHas(getSipLadder)) return []
      return (await device.call(getSipLadder, { callId }, { signal })).lines
    },
    staleTime: 0,
  })
