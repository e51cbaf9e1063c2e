import { getSipAccountStatus, setSipAccount } from '@lintel/contract/calls/sip-accounts'
import type { ListedSipAccount } from '@lintel/contract/calls/sip-accounts'
import { getDtmfConfigurations, PEER_TO_PEER } from '@lintel/contract/calls/sip-dtmf'
import { isLost } from '@lintel/contract/fault'
import { device } from '../../app/device.ts'
import { queryClient } from '../../app/query-client.ts'
import { isOnlyEnabled, recordOf, withoutEmpty } from './account-values.ts'
import type { AccountValues } from './account-values.ts'
import { createDtmf, dtmfUsed } from './own-dtmf.ts'
import type { Proxy } from './proxies.ts'
import { accounts, accountsQuery } from './queries.ts'
import { removeDtmf } from './remove-dtmf.ts'
import { renameDtmf } from './rename-dtmf.ts'

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
  const there = left === undefined ? undefined : await accountWith(left)
  if (there) {
    // The values may have changed since the answer was lost.
    await save(there.DTMFConfigurationId, there)
    if (values.type === 'registered') await renameDtmf(there.DTMFConfigurationId, values.name)
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
    const arrived = isLost(fault) && created !== undefined ? await accountWith(created) : null
    left = arrived === undefined ? created : undefined
    if (arrived) {
      dtmfUsed()
      return
    }
    if (created !== undefined && arrived === null) await removeDtmf(created).catch(() => undefined)
    void queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey })
    throw fault
  }

  async function save(DTMFConfigurationId: string, before?: ListedSipAccount): Promise<void> {
    const now = await accounts.read({})
    const isDefault =
      values.isDefault || (values.enabled && isOnlyEnabled(now.accounts, before?.Id))
    const record = recordOf({ ...values, isDefault }, before, video)
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

/** The account that has this configuration; null for none, undefined while the device can't be asked. */
async function accountWith(dtmf: string): Promise<ListedSipAccount | null | undefined> {
  const now = await accounts.read({}).catch(() => undefined)
  if (!now) return undefined
  queryClient.setQueryData(accountsQuery.queryKey, now)
  return now.accounts.find(({ DTMFConfigurationId }) => DTMFConfigurationId === dtmf) ?? null
}
