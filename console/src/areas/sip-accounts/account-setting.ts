/** Changes of an existing account, and its deletion. B §4. */
import { removeSipAccount, setSipAccount } from '@lintel/contract/calls/sip-accounts'
import type { ListedSipAccount } from '@lintel/contract/calls/sip-accounts'
import { isLost } from '@lintel/contract/fault'
import { isLocal } from '@lintel/contract/rules/sip'
import { device } from '../../app/device.ts'
import { queryClient } from '../../app/query-client.ts'
import { PartlySaved, storedSetting } from '../../app/stored/stored-setting.ts'
import { isOnlyEnabled, recordOf, sameAccount, storesAccount } from './account-values.ts'
import { valuesOf, withoutEmpty } from './account-values.ts'
import type { AccountValues } from './account-values.ts'
import { removeDtmf } from './remove-dtmf.ts'
import { sameProxies } from './proxies.ts'
import type { Proxy } from './proxies.ts'
import { accountIn, accounts, accountsQuery } from './queries.ts'
import type { Accounts } from './queries.ts'
import { renameDtmf } from './rename-dtmf.ts'
import { storesPassword } from './stored-password.ts'

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
    await renameDtmf(id, name)
  } catch (cause) {
    throw new PartlySaved('', { cause })
  }
}

/** The proxies of an existing account. */
const proxiesSetting = (id: string) =>
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

/**
 * Saves a change of the proxies at once (OPEN-78).
 * @param seen those that the person has seen
 * @throws as `StoredSetting.save`
 */
export async function saveProxies(
  id: string,
  list: readonly Proxy[],
  seen: readonly Proxy[],
): Promise<void> {
  const setting = proxiesSetting(id)
  const basis = { before: { list: seen }, changed: new Set(['list']) }
  await setting.save({ list }, basis).catch(async (fault: unknown) => {
    // After a lost answer the list itself knows.
    if (!isLost(fault) || !setting.proves(await accounts.read({}), { list }, basis)) throw fault
  })
}

const withoutEmptyIn = (account: ListedSipAccount) =>
  withoutEmpty({
    ...account,
    Registrar: account.Registrar ?? '',
    PublicDomain: account.PublicDomain ?? '',
  })

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
