import type { SipAccountRecord } from '@lintel/contract/calls/sip-accounts'
import { PEER_TO_PEER } from '@lintel/contract/calls/sip-dtmf'
import { Refusal } from '@lintel/contract/fault'
import { openCollection } from './collection.ts'
import type { Collection } from './collection.ts'
import { jsonColumn, optionalTextColumn, textColumn } from './columns.ts'
import type { Database } from './database.ts'
import type { DtmfConfigurations } from './dtmf-configurations.ts'
import { freeId } from './free-id.ts'
import type { SecretBox } from './secret-box.ts'

/** An account without its passwords: they are null. */
export type StoredSipAccount = SipAccountRecord

/** The passwords of an account. */
export interface SipSecrets {
  password: string
  /** In the order of the proxies. */
  proxies: string[]
}

/**
 * The SIP accounts, with their passwords in the secret box. There is always one: the device makes
 * one for peer-to-peer calls when there is none. If any is enabled, one of these is the default. A
 * change is durable when its method returns.
 */
export interface SipAccounts {
  /** In order of creation. */
  all(): StoredSipAccount[]
  find(id: string): StoredSipAccount | undefined
  /** The one that calls unless another is chosen; undefined if none is enabled. */
  default(): StoredSipAccount | undefined
  /** Empty where nothing is stored, or where it was sealed by another device. */
  secrets(id: string): SipSecrets
  /**
   * Replaces the account with this id or adds it, and returns its id. Passwords that are null or
   * empty stay, as long as their users do.
   */
  put(account: SipAccountRecord): string
  /** Unknown ids are ignored. */
  remove(ids: readonly string[]): void
  /** Commits all changes of `work` or none. */
  change<R>(work: () => R): R
  /** The version of the list. */
  version(): string
  subscribe(fn: () => void): () => void
}

/** `name` is the account's id. */
interface Row {
  name: string
  record: StoredSipAccount
  /** Sealed. */
  secrets: string | undefined
}

const NO_SECRETS: SipSecrets = { password: '', proxies: [] }

/** The account of a device with factory settings. Source: device-api.md §8. */
const factoryAccount = (dtmf: string): StoredSipAccount => ({
  Id: 'sip_account_0',
  Name: 'Peer-to-peer',
  Enabled: true,
  IsDefault: true,
  Transport: 'udp',
  MediaEncryption: 'None',
  Certificate: '',
  VerifyServerCertificate: false,
  PrioritizeIPv6: false,
  SIPProxies: [],
  UserId: 'peer-to-peer',
  Password: null,
  PublicDomain: '',
  AuthenticationId: '',
  CallerId: '',
  Registrar: '',
  SecondaryPublicDomain: '',
  SecondaryRegistrar: '',
  SIPSEnabled: false,
  AutoAnswerEnabled: true,
  DTMFConfigurationId: dtmf,
  StreamParameters: '',
  Attribute: [],
})

export function openSipAccounts(
  database: Database,
  box: SecretBox,
  configurations: DtmfConfigurations,
): SipAccounts {
  const rows: Collection<Row> = openCollection<Row>(database, {
    table: 'sip_accounts',
    columns: {
      name: textColumn,
      record: jsonColumn<StoredSipAccount>(),
      secrets: optionalTextColumn,
    },
  })

  const rowOf = (id: string) => rows.findBy('name', id)

  function secrets(id: string): SipSecrets {
    const sealed = rowOf(id)?.secrets
    const opened = sealed === undefined ? undefined : box.open(sealed, ownerOf(id))
    return opened === undefined ? NO_SECRETS : (JSON.parse(opened) as SipSecrets)
  }

  function store(record: StoredSipAccount, kept: SipSecrets): void {
    const row = {
      name: record.Id,
      record,
      secrets: hasAny(kept) ? box.seal(JSON.stringify(kept), ownerOf(record.Id)) : undefined,
    }
    const existing = rowOf(record.Id)
    if (existing) rows.update(existing.id, row)
    else rows.add(row)
    database.scrub()
  }

  /** Makes the account with this id the default one, and no other. */
  function makeDefault(id: string | undefined): void {
    for (const row of rows.all()) {
      const IsDefault = row.name === id
      if (row.record.IsDefault !== IsDefault) {
        rows.update(row.id, { record: { ...row.record, IsDefault } })
      }
    }
  }

  /** The default account has to be an enabled one. */
  function settleDefault(): void {
    const enabled = rows.all().filter(({ record }) => record.Enabled)
    if (enabled.some(({ record }) => record.IsDefault)) return
    makeDefault(enabled[0]?.name)
  }

  function ensureOne(): void {
    if (rows.count() > 0) return
    rows.change(() => {
      store(factoryAccount(configurations.named(PEER_TO_PEER)), NO_SECRETS)
    })
  }

  try {
    ensureOne()
  } catch (cause) {
    // A full disk must not keep the device from starting.
    if (!(cause instanceof Refusal && cause.reason === 'storage')) throw cause
  }
  database.onRestoring(ensureOne)

  return {
    all: () => rows.all().map(({ record }) => record),
    find: (id) => rowOf(id)?.record,
    default: () => rows.all().find(({ record }) => record.IsDefault)?.record,
    secrets,
    put: (account) =>
      rows.change(() => {
        const taken = rows.all().map(({ name }) => name)
        const Id = account.Id === '' ? freeId('sip_account', taken) : account.Id
        const before = rowOf(Id)?.record
        const kept = keptSecrets(account, before, secrets(Id))
        store(withoutPasswords({ ...account, Id }, before), kept)
        if (account.IsDefault) makeDefault(Id)
        settleDefault()
        return Id
      }),
    remove(ids) {
      rows.change(() => {
        for (const id of ids) {
          const row = rowOf(id)
          if (row) rows.remove(row.id)
        }
        database.scrub()
        ensureOne()
        settleDefault()
      })
    },
    change: (work) => rows.change(work),
    version: () => rows.version(),
    subscribe: (fn) => rows.subscribe(() => fn()),
  }
}

const ownerOf = (id: string): string => `sip ${id}`

const hasAny = ({ password, proxies }: SipSecrets): boolean =>
  password !== '' || proxies.some((one) => one !== '')

/** The default flag only moves to another account, so it stays where it is. */
function withoutPasswords(
  account: SipAccountRecord,
  before: StoredSipAccount | undefined,
): StoredSipAccount {
  const { PasswordStored: _stored, RemovePassword: _remove, ...rest } = account
  return {
    ...rest,
    IsDefault: account.IsDefault || (before?.IsDefault ?? false),
    Password: null,
    SIPProxies: account.SIPProxies.map(
      ({ PasswordStored: _known, RemovePassword: _removed, ...proxy }) => ({
        ...proxy,
        Password: null,
      }),
    ),
  }
}

/** New passwords, and the old ones of users who are the same. */
function keptSecrets(
  account: SipAccountRecord,
  before: StoredSipAccount | undefined,
  old: SipSecrets,
): SipSecrets {
  const sameUser = before?.UserId === account.UserId
  return {
    password: account.Password || (sameUser && !account.RemovePassword ? old.password : ''),
    proxies: account.SIPProxies.map(({ Server, Username, Password, RemovePassword }) => {
      if (Password) return Password
      if (RemovePassword) return ''
      const place = before?.SIPProxies.findIndex(
        (proxy) => proxy.Server === Server && proxy.Username === Username,
      )
      return place === undefined || Username === '' ? '' : (old.proxies[place] ?? '')
    }),
  }
}
