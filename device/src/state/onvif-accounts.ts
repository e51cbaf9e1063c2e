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

/** A row of the collection. */
interface OnvifAccountRow extends OnvifAccount {
  /** Sealed with the key of this device. */
  password: string
}

export function openOnvifAccounts(database: Database, box: SecretBox): OnvifAccounts {
  const accounts = openCollection<OnvifAccountRow>(database, {
    table: 'onvif_accounts',
    columns: { name: textColumn, level: choiceColumn<OnvifLevel>(), password: textColumn },
  })

  const find = (name: string) => accounts.findBy('name', name)

  /** All that `work` does to these accounts, or nothing. */
  function changeEach(names: readonly string[], work: (id: string, name: string) => void): void {
    accounts.change(() => {
      for (const name of names) {
        const stored = find(name)
        if (stored) work(stored.id, name)
      }
    })
  }

  return {
    all: () => accounts.all().map(accountIn),
    find(name) {
      const stored = find(name)
      return stored && accountIn(stored)
    },
    add(given) {
      accounts.change(() => {
        for (const { name, level, password } of given) {
          accounts.add({ name, level, password: box.seal(password, name) })
        }
      })
    },
    update(given) {
      const changes = new Map(given.map((one) => [one.name, one]))
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
