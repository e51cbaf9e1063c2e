import {
  getSipAccount,
  getSipAccounts,
  getSipAccountStatus,
  getSipAccountStatuses,
  removeSipAccount,
  removeSipAccounts,
  setSipAccount,
  setSipAccounts,
} from '@lintel/contract/calls/sip-accounts'
import type {
  ListedSipAccount,
  SipAccountRecord,
  SipAccountStatus,
} from '@lintel/contract/calls/sip-accounts'
import { categoryOf } from '@lintel/contract/capabilities'
import { Refusal } from '@lintel/contract/fault'
import { accountsMax, checkSipAccount, proxyServer, proxyUser } from '@lintel/contract/rules/sip'
import { serve, serveChange } from '@lintel/front-door/serve'
import type { ServedCall } from '@lintel/front-door/serve'
import type { Device } from '../../device.ts'
import type { SipSecrets } from '../../state/sip-accounts.ts'
import { keepingCodes } from './enterable-codes.ts'

/** The accounts and whether they are registered. */
export function accountCalls(device: Device): ServedCall[] {
  const { product, sip, sipAccounts: accounts, dtmfConfigurations, certificates } = device
  const max = accountsMax(categoryOf(product.brand.type) === 'doorstation')

  function find(id: string): SipAccountRecord {
    const found = accounts.find(id)
    if (!found) throw new Refusal('absent', 'There is no such SIP account.')
    return found
  }

  /** Those with these ids; all if there are none. */
  const chosen = (ids: readonly string[] | null | undefined) =>
    accounts.all().filter(({ Id }) => !ids || ids.includes(Id))

  /** @throws Refusal `invalid` for an account that the device can't have */
  function check(account: SipAccountRecord): void {
    const [field] = Object.keys(checkSipAccount(account, accounts.all()))
    if (field !== undefined) throw wrong(field)
    for (const { Server, Username, Password } of account.SIPProxies) {
      if (proxyServer(Server)) throw wrong('SIPProxies.Server')
      if (proxyUser(Password ?? '')(Username)) throw wrong('SIPProxies.Username')
    }
    if (!/^[\w.-]*$/.test(account.Id)) throw wrong('Id')
    const { Certificate, DTMFConfigurationId: dtmf, Id } = account
    if (account.Transport === 'tls' && certificates.find(Certificate)?.kind !== 'own') {
      throw new Refusal('invalid', 'There is no such certificate with a key.')
    }
    if (dtmf !== '' && !dtmfConfigurations.find(dtmf)) {
      throw new Refusal('invalid', 'There is no such DTMF configuration.')
    }
    const before = accounts.find(Id)
    if (!before && accounts.all().length >= max) {
      throw new Refusal('invalid', `The device keeps at most ${max} SIP accounts.`)
    }
    const isDefault = account.IsDefault || before?.IsDefault === true
    if (isDefault && !account.Enabled) {
      throw new Refusal('invalid', 'The default SIP account has to be enabled.')
    }
  }

  function put(written: SipAccountRecord): string {
    const account = completed(written)
    check(account)
    return accounts.put(account)
  }

  function remove(ids: readonly string[]): void {
    const { dtmfTriggers: triggers, phonebook } = device
    accounts.change(() => {
      accounts.remove(ids)
      for (const { id, account } of triggers.all()) {
        if (ids.includes(account)) {
          triggers.remove(id)
          dtmfConfigurations.forgetTrigger(id)
        }
      }
      phonebook.forgetAccounts(ids)
    })
  }

  function statusOf({ Id, IsDefault, Registrar, PublicDomain }: SipAccountRecord) {
    const status = sip.statuses().find(({ accountId }) => accountId === Id)
    const registers = status !== undefined && status.status > 0
    return {
      SIPAccountId: Id,
      SIPURI: status?.uri ?? '',
      IsDefault,
      RegURI: registers ? (status.registrar ?? (Registrar || PublicDomain)) : '',
      Status: status?.status ?? 0,
      StatusText: status?.text ?? 'SIP disabled',
    } satisfies SipAccountStatus
  }

  return [
    serve(getSipAccount, ({ SIPAccountId }, context) => {
      context.version(accounts.version())
      return { SIPAccount: listed(find(SIPAccountId), accounts.secrets(SIPAccountId)) }
    }),
    serve(getSipAccounts, ({ SIPAccountId }, context) => {
      context.version(accounts.version())
      const SIPAccount = chosen(SIPAccountId).map((one) => listed(one, accounts.secrets(one.Id)))
      return { SIPAccount }
    }),
    serveChange(setSipAccount, ({ SIPAccount }, context) => {
      context.mustMatch(accounts.version())
      return { SIPAccountId: keepingCodes(device, () => put(SIPAccount)) }
    }),
    serveChange(setSipAccounts, ({ SIPAccount }, context) => {
      context.mustMatch(accounts.version())
      return { SIPAccountId: keepingCodes(device, () => SIPAccount.map(put)) }
    }),
    serveChange(removeSipAccount, ({ SIPAccountId }, context) => {
      context.mustMatch(accounts.version())
      remove([SIPAccountId])
      return {}
    }),
    serveChange(removeSipAccounts, ({ SIPAccountId }, context) => {
      context.mustMatch(accounts.version())
      remove(SIPAccountId)
      return {}
    }),
    serve(getSipAccountStatus, ({ SIPAccountId }) => ({
      SIPAccountStatus: statusOf(find(SIPAccountId)),
    })),
    serve(getSipAccountStatuses, ({ SIPAccountId }) => ({
      SIPAccountStatus: chosen(SIPAccountId).map(statusOf),
    })),
  ]
}

const wrong = (field: string) =>
  new Refusal('invalid', `Parameter 'SIPAccount.${field}' is not valid.`)

/** Public clients give no name, and SIPS implies TLS. */
function completed(written: SipAccountRecord): SipAccountRecord {
  const { SIPAccountId, ...account } = written
  const Id = account.Id === '' && typeof SIPAccountId === 'string' ? SIPAccountId : account.Id
  return {
    ...account,
    Id,
    Name: account.Name === '' ? account.UserId.slice(0, 58) : account.Name,
    Transport: account.SIPSEnabled ? 'tls' : account.Transport,
  }
}

/** Devices answer null for servers that are not set. */
function listed(account: SipAccountRecord, { password, proxies }: SipSecrets): ListedSipAccount {
  return {
    ...account,
    PasswordStored: password !== '',
    SIPProxies: account.SIPProxies.map((proxy, place) => ({
      ...proxy,
      PasswordStored: (proxies[place] ?? '') !== '',
    })),
    Registrar: account.Registrar || null,
    PublicDomain: account.PublicDomain || null,
  }
}
