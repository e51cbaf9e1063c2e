import { createHash } from 'node:crypto'
import { ROLES } from '@lintel/contract/access'
import type { Stored } from '@lintel/contract/collection'
import { Refusal } from '@lintel/contract/fault'
import { PASSWORD_MAX, userName } from '@lintel/contract/rules/account'
import type { SessionStore } from '@lintel/front-door/device-context'
import { openCollection } from './collection.ts'
import { textColumn, wordsColumn } from './columns.ts'
import type { Database } from './database.ts'
import { LostState } from './lost-state.ts'
import type { SecretBox } from './secret-box.ts'

export interface Account {
  name: string
  comment: string
  /** Access groups in the order admin, operator, viewer, ptz. */
  groups: string[]
}

interface Credentials {
  /** Hexadecimal digests of `user:realm:password` (RFC 7616 §3.4.2). */
  ha1: { md5: string; sha256: string }
  groups: string[]
}

/** The members to change; absent ones stay as they are. */
interface AccountChange {
  comment?: string
  groups?: readonly string[]
  password?: string
}

/**
 * The accounts that may sign in. Every change is durable when the method returns; otherwise it
 * throws a `Refusal`.
 */
export interface Accounts {
  /** In order of creation. */
  all(): Account[]
  find(name: string): Account | undefined
  /** Refuses a name that is taken or invalid, and an invalid password. */
  add(account: Account, password: string): void
  /**
   * A new password ends the account's sessions. Refuses an unknown name, and removing root from a
   * group.
   */
  update(name: string, change: AccountChange): void
  /** Also ends the account's sessions. Refuses root and an unknown name. */
  remove(name: string): void
  credentials(name: string): Credentials | undefined
  rootPasswordSet(): boolean
  /** The version of the list; every change makes a new one. */
  revision(): string
  subscribe(fn: () => void): () => void
}

/** A row of the collection: an account with its password digests. */
interface AccountRow extends Account {
  /** The hexadecimal digests, MD5 and SHA-256, sealed with this device's key. */
  digests: string
}

/** The groups that an account may be in, in list order. */
const GROUPS: readonly string[] = [...ROLES, 'ptz']
const COMMENT_MAX = 100

/**
 * The accounts in the database. `realm` is part of the stored digests.
 * @throws LostState if the key of the digests is lost, so that nobody could sign in
 */
export function openAccounts(
  database: Database,
  sessions: SessionStore,
  realm: string,
  box: SecretBox,
): Accounts {
  const accounts = openCollection<AccountRow>(database, {
    table: 'accounts',
    columns: {
      name: textColumn,
      comment: textColumn,
      groups: wordsColumn,
      digests: textColumn,
    },
  })

  // Every request looks its account up, so those in use are held in memory, with their digests open.
  const cache = new Map<string, Stored<AccountRow>>()
  const opened = new Map<string, Credentials>()
  accounts.subscribe(() => {
    cache.clear()
    opened.clear()
  })

  function find(name: string): Stored<AccountRow> | undefined {
    const stored = cache.get(name) ?? accounts.findBy('name', name)
    if (stored) cache.set(name, stored)
    return stored
  }

  /** Undefined if the digests were sealed with a key that is lost. */
  function open({ name, digests, groups }: AccountRow): Credentials | undefined {
    const [md5, sha256] = box.open(digests, ownerOf(name))?.split(' ') ?? []
    return md5 === undefined || sha256 === undefined ? undefined : { ha1: { md5, sha256 }, groups }
  }

  const sealed = (name: string, digests: string): string => box.seal(digests, ownerOf(name))

  /**
   * Seals the digests that older software stored in the clear; throws `lost` if the others can't be
   * opened.
   */
  function sealOld(lost: Error): void {
    database.tx(() => {
      for (const row of accounts.all()) {
        if (CLEAR.test(row.digests)) {
          accounts.update(row.id, { digests: sealed(row.name, row.digests) })
          database.scrub()
        } else if (!open(row)) throw lost
      }
    })
  }

  sealOld(new LostState('key'))
  database.onRestoring(() => {
    sealOld(new Refusal('invalid', 'The key of the snapshot is missing.'))
  })

  function known(name: string): Stored<AccountRow> {
    // What is in memory may be older than what the open transaction has changed.
    const stored = accounts.findBy('name', name)
    if (!stored) throw new Refusal('invalid', `No account ${quoted(name)}.`)
    return stored
  }

  return {
    all: () => accounts.all().map(accountIn),
    find(name) {
      const stored = find(name)
      return stored && accountIn(stored)
    },
    add({ name, comment, groups }, password) {
      if (userName(name)) throw new Refusal('invalid', 'account user name.')
      if (find(name)) throw new Refusal('invalid', `account ${quoted(name)} exists.`)
      checkPassword(password)
      checkComment(comment)
      accounts.add({
        name,
        comment,
        groups: inOrder(groups),
        digests: sealed(name, digestsOf(name, realm, password)),
      })
    },
    update(name, { comment, groups, password }) {
      const { id } = known(name)
      if (name === 'root' && groups && inOrder(groups).length < GROUPS.length) {
        throw new Refusal('invalid', 'The role of root cannot be changed.')
      }
      if (comment !== undefined) checkComment(comment)
      if (password !== undefined) checkPassword(password)
      accounts.change(() => {
        accounts.update(id, {
          ...(comment === undefined ? {} : { comment }),
          ...(groups ? { groups: inOrder(groups) } : {}),
          ...(password === undefined
            ? {}
            : { digests: sealed(name, digestsOf(name, realm, password)) }),
        })
        if (password === undefined) return
        sessions.endFor(name)
        database.scrub()
      })
    },
    remove(name) {
      const { id } = known(name)
      if (name === 'root') throw new Refusal('invalid', 'root cannot be removed.')
      accounts.change(() => {
        accounts.remove(id)
        sessions.endFor(name)
        database.scrub()
      })
    },
    credentials(name) {
      const known = opened.get(name)
      if (known) return known
      const stored = find(name)
      const credentials = stored && open(stored)
      if (credentials) opened.set(name, credentials)
      return credentials
    },
    rootPasswordSet: () => find('root') !== undefined,
    revision: () => accounts.version(),
    subscribe: (fn) => accounts.subscribe(() => fn()),
  }
}

/** Digests in the clear: MD5 and SHA-256. */
const CLEAR = /^[0-9a-f]{32} [0-9a-f]{64}$/

/** The owner of an account's digests in the secret box, unlike the name of an ONVIF account. */
const ownerOf = (name: string): string => `account:${name}`

function digestsOf(name: string, realm: string, password: string): string {
  const digest = (algorithm: string) =>
    createHash(algorithm).update(`${name}:${realm}:${password}`).digest('hex')
  return `${digest('md5')} ${digest('sha256')}`
}

/** Any characters except control characters; calls with stricter rules check those themselves. */
function checkPassword(password: string): void {
  if (password === '' || password.length > PASSWORD_MAX || /\p{Cc}/u.test(password)) {
    throw new Refusal('invalid', 'account password.')
  }
}

function checkComment(comment: string): void {
  if (comment.length > COMMENT_MAX || /\p{Cc}/u.test(comment)) {
    throw new Refusal('invalid', 'account comment.')
  }
}

const accountIn = ({ name, comment, groups }: AccountRow): Account => ({ name, comment, groups })

const inOrder = (groups: readonly string[]) => GROUPS.filter((group) => groups.includes(group))

const quoted = (name: string) => `'${name.slice(0, 14)}'`
