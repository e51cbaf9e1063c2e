import type { Role } from '@lintel/contract/access'
import type { OnvifLevel } from '@lintel/contract/calls/onvif-users'
import type { TokenCredentials } from '@lintel/front-door/device-context'
import { openCollection } from './collection.ts'
import { choiceColumn, textColumn } from './columns.ts'
import type { Database } from './database.ts'
import type { SecretBox } from './secret-box.ts'

export interface OnvifAccount {
  name: string
  level: OnvifLevel
}

/**
 * The accounts of ONVIF clients, separate from those of the device. Their tokens are digests of the
 * password itself, so the password is stored in the secret box. A change is durable when the method
 * returns; if it throws, nothing has changed, not even a part of a list.
 */
export interface OnvifAccounts {
  /** In order of creation. */
  all(): OnvifAccount[]
  find(name: string): OnvifAccount | undefined
  /** The names must be free. */
  add(accounts: readonly (OnvifAccount & { password: string })[]): void
  /** The names must exist. Without a password the old one stays. */
  update(accounts: readonly (OnvifAccount & { password?: string | undefined })[]): void
  remove(names: readonly string[]): void
  /**
   * The password, and the device's groups for the level. Also undefined when the password was
   * sealed by another device: the account needs a new one.
   */
  credentials(name: string): TokenCredentials | undefined
  /** The version of the list; every change makes a new one. */
  revision(): string
  subscribe(fn: () => void): () => void
}

/** The device's groups for each level. */
const ROLES: Record<OnvifLevel, Role> = {
  Administrator: 'admin',
  Operator: 'operator',
  User: 'viewer',
}

/** A row of the collection. */
interface OnvifAccountRow extends OnvifAccount {
  /** Sealed with this device's key. */
  password: string
}

export function openOnvifAccounts(database: Database, box: SecretBox): OnvifAccounts {
  const accounts = openCollection<OnvifAccountRow>(database, {
    table: 'onvif_accounts',
    columns: { name: textColumn, level: choiceColumn<OnvifLevel>(), password: textColumn },
  })

  const find = (name: string) => accounts.findBy('name', name)

  /** Commits all changes of `work` to these accounts, or none. */
  function changeEach(names: readonly string[], work: (id: string, name: string) => void): void {
    accounts.change(() => {
      for (const name of names) {
        const stored = find(name)
        if (stored) work(stored.id, name)
      }
      database.scrub()
    })
  }

  return {
    all: () => accounts.all().map(accountIn),
    find(name) {
      const stored = find(name)
      return stored && accountIn(stored)
    },
    add(input) {
      accounts.change(() => {
        for (const { name, level, password } of input) {
          accounts.add({ name, level, password: box.seal(password, name) })
        }
      })
    },
    update(input) {
      const changes = new Map(input.map((one) => [one.name, one]))
      changeEach([...changes.keys()], (id, name) => {
        const { level, password } = changes.get(name) ?? {}
        accounts.update(id, {
          ...(level === undefined ? {} : { level }),
          ...(password === undefined ? {} : { password: box.seal(password, name) }),
        })
      })
    },
    remove: (names) => changeEach(names, (id) => accounts.remove(id)),
    credentials(name) {
      const stored = find(name)
      if (!stored) return undefined
      const password = box.open(stored.password, name)
      if (password === undefined) return undefined
      return { password, groups: [ROLES[stored.level]] }
    },
    revision: () => accounts.version(),
    subscribe: (fn) => accounts.subscribe(() => fn()),
  }
}

const accountIn = ({ name, level }: OnvifAccountRow): OnvifAccount => ({ name, level })
