import { createHash, randomUUID } from 'node:crypto'
import { ROLES } from '@lintel/contract/access'
import { Refusal } from '@lintel/contract/fault'
import { PASSWORD_MAX, userName } from '@lintel/contract/rules/account'
import type { SessionStore } from '@lintel/front-door/device-context'
import type { Database, Row } from './database.ts'

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

/** What an update changes; what is left out stays. */
interface AccountChange {
  comment?: string
  groups?: readonly string[]
  password?: string
}

/** The accounts that may sign in. Every change is durable when the method returns; otherwise `Refusal`. */
export interface Accounts {
  /** In the order in which they were made. */
  all(): Account[]
  find(name: string): Account | undefined
  /** Refuses a taken or ill-formed name and an ill-formed password. */
  add(account: Account, password: string): void
  /** A new password ends the account's sessions. Refuses an unknown name, and root out of its groups. */
  update(name: string, change: AccountChange): void
  /** Ends the account's sessions too. Refuses root and an unknown name. */
  remove(name: string): void
  credentials(name: string): Credentials | undefined
  rootPasswordSet(): boolean
  /** Another one after every change: the version of the list. */
  revision(): string
  subscribe(fn: () => void): () => void
}

interface Stored {
  account: Account
  ha1: Credentials['ha1']
}

/** The groups that an account may be in, in the order in which they are listed. */
const GROUPS: readonly string[] = [...ROLES, 'ptz']
const COMMENT_MAX = 100

/** The accounts in the database, also held in memory. `realm` goes into the stored digests. */
export function openAccounts(database: Database, sessions: SessionStore, realm: string): Accounts {
  const accounts = new Map<string, Stored>()
  const listeners = new Set<() => void>()
  let revision = ''

  function load(): void {
    accounts.clear()
    for (const row of database.all('SELECT * FROM accounts ORDER BY id')) {
      const stored = storedIn(row)
      accounts.set(stored.account.name, stored)
    }
    const row = database.get("SELECT value FROM revisions WHERE name = 'accounts'")
    revision = String(row?.['value'] ?? 'none')
  }

  function changed(): void {
    for (const fn of Array.from(listeners)) fn()
  }

  /** Writes with a new revision, in one transaction, and reads back what is stored. */
  function commit(work: () => void): void {
    database.tx(() => {
      work()
      database.run("REPLACE INTO revisions (name, value) VALUES ('accounts', ?)", randomUUID())
    })
    load()
    changed()
  }

  function known(name: string): Stored {
    const stored = accounts.get(name)
    if (!stored) throw new Refusal('invalid', `No account ${quoted(name)}.`)
    return stored
  }

  load()
  database.onRestored(() => {
    load()
    changed()
  })

  return {
    all: () => Array.from(accounts.values(), ({ account }) => copyOf(account)),
    find(name) {
      const stored = accounts.get(name)
      return stored && copyOf(stored.account)
    },
    add({ name, comment, groups }, password) {
      if (userName(name)) throw new Refusal('invalid', 'account user name.')
      if (accounts.has(name)) throw new Refusal('invalid', `account ${quoted(name)} exists.`)
      checkPassword(password)
      checkComment(comment)
      const ha1 = digests(name, realm, password)
      commit(() => {
        database.run(
          'INSERT INTO accounts (name, comment, groups, ha1_md5, ha1_sha256) VALUES (?, ?, ?, ?, ?)',
          name,
          comment,
          inOrder(groups).join(' '),
          ha1.md5,
          ha1.sha256,
        )
      })
    },
    update(name, change) {
      const { account, ha1 } = known(name)
      const next = {
        comment: change.comment ?? account.comment,
        groups: change.groups ? inOrder(change.groups) : account.groups,
        ha1,
      }
      if (name === 'root' && next.groups.length < GROUPS.length) {
        throw new Refusal('invalid', 'The role of root cannot be changed.')
      }
      checkComment(next.comment)
      if (change.password !== undefined) {
        checkPassword(change.password)
        next.ha1 = digests(name, realm, change.password)
      }
      commit(() => {
        database.run(
          'UPDATE accounts SET comment = ?, groups = ?, ha1_md5 = ?, ha1_sha256 = ? WHERE name = ?',
          next.comment,
          next.groups.join(' '),
          next.ha1.md5,
          next.ha1.sha256,
          name,
        )
        if (change.password !== undefined) sessions.endFor(name)
      })
    },
    remove(name) {
      known(name)
      if (name === 'root') throw new Refusal('invalid', 'root cannot be removed.')
      commit(() => {
        database.run('DELETE FROM accounts WHERE name = ?', name)
        sessions.endFor(name)
      })
    },
    credentials(name) {
      const stored = accounts.get(name)
      return stored && { ha1: stored.ha1, groups: stored.account.groups }
    },
    rootPasswordSet: () => accounts.has('root'),
    revision: () => revision,
    subscribe(fn) {
      listeners.add(fn)
      return () => {
        listeners.delete(fn)
      }
    },
  }
}

function storedIn(row: Row): Stored {
  return {
    account: {
      name: String(row['name']),
      comment: String(row['comment']),
      groups: String(row['groups']).split(' ').filter(Boolean),
    },
    ha1: { md5: String(row['ha1_md5']), sha256: String(row['ha1_sha256']) },
  }
}

function digests(name: string, realm: string, password: string): Credentials['ha1'] {
  const digest = (algorithm: string) =>
    createHash(algorithm).update(`${name}:${realm}:${password}`).digest('hex')
  return { md5: digest('md5'), sha256: digest('sha256') }
}

/** Any characters but controls: the calls that take only some of them check these. */
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

const copyOf = (account: Account): Account => ({ ...account, groups: [...account.groups] })

const inOrder = (groups: readonly string[]) => GROUPS.filter((group) => groups.includes(group))

const quoted = (name: string) => `'${name.slice(0, 14)}'`
