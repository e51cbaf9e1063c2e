import { getSipLadder } from '@lintel/contract/calls/call-log'
import { getSipConfiguration, getUnusedSipSettings } from '@lintel/contract/calls/sip'
import {
  getSipAccounts,
  getSipAccountStatus,
  getSipAccountStatuses,
  removeSipAccount,
  setSipAccount,
} from '@lintel/contract/calls/sip-accounts'
import type { ListedSipAccount } from '@lintel/contract/calls/sip-accounts'
import {
  getDtmfConfigurations,
  PEER_TO_PEER,
  setDtmfConfiguration,
} from '@lintel/contract/calls/sip-dtmf'
import { isLost } from '@lintel/contract/fault'
import { isLocal } from '@lintel/contract/rules/sip'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import { deviceHas } from '../../app/firmware.ts'
import { ownCertificates } from '../../app/own-certificates.ts'
import { queryClient } from '../../app/query-client.ts'
import { PartlySaved, readingQuery, storedSetting } from '../../app/stored/stored-setting.ts'
import type { Reading } from '../../app/stored/stored-setting.ts'
import { isOnlyEnabled, recordOf, sameAccount, storesAccount } from './account-values.ts'
import { valuesOf, withoutEmpty } from './account-values.ts'
import type { AccountValues } from './account-values.ts'
import { createDtmf, dtmfUsed, removeDtmf } from './own-dtmf.ts'
import { sameProxies } from './proxies.ts'
import type { Proxy } from './proxies.ts'
import { rowsOf } from './status.ts'
import { storesPassword } from './stored-password.ts'
import type { AccountRow } from './status.ts'

export interface Accounts {
  accounts: readonly ListedSipAccount[]
  rows: readonly AccountRow[]
}

/** The accounts with their statuses. B §7. */
const accounts: Reading<Accounts> = {
  key: ['sip', 'accounts'],
  async read(options) {
    const { SIPAccount } = await device.call(getSipAccounts, {}, options)
    const { signal } = options
    // The list itself is worth more than its statuses.
    const answer = await device
      .call(getSipAccountStatuses, {}, signal ? { signal } : {})
      .catch((fault: unknown) => {
        if (isLost(fault)) throw fault
        return { SIPAccountStatus: [] }
      })
    return { accounts: SIPAccount, rows: rowsOf(SIPAccount, answer.SIPAccountStatus) }
  },
}

export const accountsQuery = readingQuery(accounts)

/** Takes over a status from an event. B §7. */
export function showStatus(id: string, code: number, words: string): void {
  queryClient.setQueryData(accountsQuery.queryKey, (now: Accounts | undefined) => {
    if (!now) return now
    const rows = now.rows.map((row) =>
      row.id === id
        ? { ...row, status: { SIPURI: '', ...row.status, Status: code, StatusText: words } }
        : row,
    )
    return { ...now, rows }
  })
}

/** Whether SIP is enabled. */
export const sipEnabledQuery = queryOptions({
  queryKey: ['sip', 'enabled'],
  queryFn: async ({ signal }) => {
    const { SIPConfiguration } = await device.call(getSipConfiguration, {}, { signal })
    return SIPConfiguration.SIPEnabled
  },
})

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

const accountIn = ({ accounts: list }: Accounts, id: string) => list.find(({ Id }) => Id === id)

/** The id of a linked DTMF configuration that belongs to this account alone. */
const ownDtmf = (account: ListedSipAccount, all: readonly ListedSipAccount[]) => {
  const { DTMFConfigurationId: id } = account
  const shared = all.some((one) => one.Id !== account.Id && one.DTMFConfigurationId === id)
  return isLocal(account) || id === '' || shared ? undefined : id
}

/**
 * An existing account. With its name, the name of its DTMF configuration changes. B §4.
 * @param video whether the device has a camera whose picture goes with a call
 */
export const accountSetting = (id: string, video: boolean) =>
  storedSetting<Accounts, AccountValues>({
    ...accounts,
    call: setSipAccount.id,
    values(state) {
      const account = accountIn(state, id)
      return account && valuesOf(account)
    },
    same: sameAccount,
    stores(state, sent) {
      const account = accountIn(state, id)
      return account !== undefined && storesAccount(valuesOf(account), sent)
    },
    proves(state, sent) {
      const account = accountIn(state, id)
      if (!account || sent.password !== '') return false
      const removed = !sent.removePassword || storesPassword(account) === false
      return removed && storesAccount(valuesOf(account), sent)
    },
    async write(sent, { now, changed, options }) {
      const before = accountIn(now, id)
      const isDefault = sent.isDefault || (sent.enabled && isOnlyEnabled(now.accounts, id))
      const record = recordOf({ ...sent, isDefault }, before, video)
      await device.call(setSipAccount, { SIPAccount: withoutEmpty(record) }, options)
      const dtmf = before && ownDtmf(before, now.accounts)
      // Also when an earlier save stored the name here, but not there.
      if (dtmf !== undefined && changed.has('name')) await rename(dtmf, record.Name)
      return undefined
    },
  })

/** @throws PartlySaved: by then the account is saved */
async function rename(id: string, name: string): Promise<void> {
  try {
    const { DTMFConfiguration: all } = await device.call(getDtmfConfigurations, {})
    const linked = all.find(({ Id }) => Id === id)
    if (!linked || linked.Name === name) return
    await device.call(setDtmfConfiguration, { DTMFConfiguration: { ...linked, Name: name } })
  } catch (cause) {
    throw new PartlySaved('', { cause })
  }
}

/** The proxies of an existing account, each change of which is saved at once (OPEN-78). */
export const proxiesSetting = (id: string) =>
  storedSetting<Accounts, { list: readonly Proxy[] }>({
    ...accounts,
    call: setSipAccount.id,
    values(state) {
      const account = accountIn(state, id)
      return account && { list: account.SIPProxies }
    },
    same: (one, other) => sameProxies(one.list, other.list),
    proves: ({ accounts: list }, sent) => {
      const stored = list.find(({ Id }) => Id === id)?.SIPProxies ?? []
      const readable = sent.list.every(
        ({ Password, RemovePassword }) => Password === null && RemovePassword !== true,
      )
      return readable && sameProxies(stored, sent.list)
    },
    async write({ list }, { now, options }) {
      const before = accountIn(now, id)
      if (!before) return undefined
      const SIPAccount = { ...before, SIPProxies: [...list] }
      await device.call(setSipAccount, { SIPAccount: withoutEmptyIn(SIPAccount) }, options)
      return undefined
    },
  })

const withoutEmptyIn = (account: ListedSipAccount) =>
  withoutEmpty({
    ...account,
    Registrar: account.Registrar ?? '',
    PublicDomain: account.PublicDomain ?? '',
  })

/**
 * The DTMF configuration of a new account whose answer was lost with the device: whether the account
 * is there too, only the next attempt can tell.
 */
let left: string | undefined

/**
 * Creates an account: a registered one with a DTMF configuration of its own, which is removed again
 * if the account can't be saved, or used by the next attempt if that fails too; one for peer-to-peer
 * calls with that of all such accounts. B §4.
 * @param video whether the device has a camera whose picture goes with a call
 */
export async function createAccount(
  values: AccountValues,
  proxies: readonly Proxy[],
  video: boolean,
): Promise<void> {
  if (left !== undefined && (await hasDtmf(left)) === true) {
    left = undefined
    dtmfUsed()
    return
  }
  const created = values.type === 'registered' ? await createDtmf(values.name) : undefined
  try {
    const DTMFConfigurationId = created ?? (await sharedDtmf())
    await save(DTMFConfigurationId)
    left = undefined
    dtmfUsed()
  } catch (fault) {
    // After a lost answer the list knows whether there is an account with this configuration.
    const arrived = isLost(fault) ? await hasDtmf(created) : false
    left = arrived === undefined ? created : undefined
    if (arrived === true) {
      dtmfUsed()
      return
    }
    if (created !== undefined && arrived === false) await removeDtmf(created).catch(() => undefined)
    void queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey })
    throw fault
  }

  async function save(DTMFConfigurationId: string): Promise<void> {
    const now = await accounts.read({})
    const isDefault = values.isDefault || (values.enabled && isOnlyEnabled(now.accounts))
    const record = recordOf({ ...values, isDefault }, undefined, video)
    const SIPProxies = [...proxies]
    const SIPAccount = withoutEmpty({ ...record, DTMFConfigurationId, SIPProxies })
    const { SIPAccountId } = await device.call(setSipAccount, { SIPAccount })
    // The account is there; its status comes with the list too.
    await device.call(getSipAccountStatus, { SIPAccountId }).catch(() => undefined)
    await queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey })
  }
}

/** The configuration of all accounts for peer-to-peer calls; empty if the device has none. */
async function sharedDtmf(): Promise<string> {
  const { DTMFConfiguration: all } = await device.call(getDtmfConfigurations, {})
  return all.find(({ Name }) => Name === PEER_TO_PEER)?.Id ?? ''
}

/** Whether an account has this configuration; undefined while the device can't be asked. */
async function hasDtmf(id: string | undefined): Promise<boolean | undefined> {
  const now = await accounts.read({}).catch(() => undefined)
  if (!now || id === undefined) return undefined
  queryClient.setQueryData(accountsQuery.queryKey, now)
  return now.accounts.some(({ DTMFConfigurationId }) => DTMFConfigurationId === id)
}

/**
 * Deletes an account, then its DTMF configuration if it is registered. B §4.
 * @returns whether that configuration is gone too
 */
export async function deleteAccount(account: ListedSipAccount): Promise<boolean> {
  const { accounts: all } = await accounts.read({})
  const dtmf = ownDtmf(account, all)
  try {
    await device
      .call(removeSipAccount, { SIPAccountId: account.Id })
      .catch(async (fault: unknown) => {
        // After a lost answer the list knows whether the account is gone.
        if (!isLost(fault) || accountIn(await accounts.read({}), account.Id)) throw fault
      })
    if (dtmf === undefined) return true
    return await removeDtmf(dtmf).then(
      () => true,
      () => false,
    )
  } finally {
    void queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey })
  }
}

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
