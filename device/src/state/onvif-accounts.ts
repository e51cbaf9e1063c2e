import { randomUUID } from 'node:crypto'
import type { Role } from '@lintel/contract/access'
import type { OnvifLevel } from '@lintel/contract/calls/onvif-users'
import type { TokenCredentials } from '@lintel/front-door/device-context'
import type { Database, Row } from './database.ts'
import type { SecretBox } from './secret-box.ts'

export interface OnvifAccount {
  name: string
  level: OnvifLevel
}

/**
 * The accounts of ONVIF clients, apart from those of the device. Their tokens are digests of the
 * password itself, so it is kept, in the secret box. A change is durable when the method returns;
 * of a list all is done or, when the method throws, nothing.
 */
export interface OnvifAccounts {
  /** In the order in which they were made. */
  all(): OnvifAccount[]
  find(name: string): OnvifAccount | undefined
  /** For names that are not taken. */
  add(accounts: readonly (OnvifAccount & { password: string })[]): void
  /** For names that there are. Without a password the old one stays. */
  update(accounts: readonly (OnvifAccount & { password?: string | undefined })[]): void
  remove(names: readonly string[]): void
  /**
   * The password, and the groups of the device that the level stands for. Undefined also when
   * another device's key has sealed the password: the account needs a new one.
   */
  credentials(name: string): TokenCredentials | undefined
  /** Another one after every change: the version of the list. */
  revision(): string
  subscribe(fn: () => void): () => void
}

/** What a level may do, in the device's own terms. */
const ROLES: Record<OnvifLevel, Role> = {
  Administrator: 'admin',
  Operator: 'operator',
  User: 'viewer',
}

interface Stored {
  account: OnvifAccount
  password: string | undefined
}

export function openOnvifAccounts(database: Database, box: SecretBox): OnvifAccounts {
  const accounts = new Map<string, Stored>()
  const listeners = new Set<() => void>()
  let revision = ''

  function storedIn(row: Row): Stored {
    const name = String(row['name'])
    return {
      account: { name, level: String(row['level']) as OnvifLevel },
      password: box.open(String(row['password']), name),
    }
  }

  function load(): void {
    accounts.clear()
    for (const row of database.all('SELECT * FROM onvif_accounts ORDER BY id')) {
      const stored = storedIn(row)
      accounts.set(stored.account.name, stored)
    }
    const row = database.get("SELECT value FROM revisions WHERE name = 'onvif'")
    revision = String(row?.['value'] ?? 'none')
  }

  function loadAndTell(): void {
    load()
    for (const fn of Array.from(listeners)) fn()
  }

  function commit(work: () => void): void {
    database.tx(() => {
      work()
      database.run("REPLACE INTO revisions (name, value) VALUES ('onvif', ?)", randomUUID())
    })
    loadAndTell()
  }

  load()
  database.onRestored(loadAndTell)

  return {
    all: () => Array.from(accounts.values(), ({ account }) => ({ ...account })),
    find(name) {
      const stored = accounts.get(name)
      return stored && { ...stored.account }
    },
    add(given) {
      commit(() => {
        for (const { name, level, password } of given) {
          database.run(
            'INSERT INTO onvif_accounts (name, level, password) VALUES (?, ?, ?)',
            name,
            level,
            box.seal(password, name),
          )
        }
      })
    },
    update(given) {
      commit(() => {
        for (const { name, level, password } of given) {
          database.run('UPDATE onvif_accounts SET level = ? WHERE name = ?', level, name)
          if (password === undefined) continue
          const sealed = box.seal(password, name)
          database.run('UPDATE onvif_accounts SET password = ? WHERE name = ?', sealed, name)
        }
      })
    },
    remove(names) {
      commit(() => {
        for (const name of names) database.run('DELETE FROM onvif_accounts WHERE name = ?', name)
      })
    },
    credentials(name) {
      const stored = accounts.get(name)
      if (stored?.password === undefined) return undefined
      return { password: stored.password, groups: [ROLES[stored.account.level]] }
    },
    revision: () => revision,
    subscribe(fn) {
      listeners.add(fn)
      return () => {
        listeners.delete(fn)
      }
    },
  }
}
