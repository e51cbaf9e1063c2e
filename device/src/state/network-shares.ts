import { randomUUID } from 'node:crypto'
import { NETWORK_SHARE } from '@lintel/contract/disks'
import type { NetworkShare } from '@lintel/contract/disks'
import type { Database } from './database.ts'
import { openRecord } from './records.ts'
import type { SecretBox } from './secret-box.ts'

/** What an administrator enters of a network share. */
export interface NewShare {
  nicename: string
  /** Address or name of the server. */
  host: string
  share: string
  /** Empty without a login, as is the password. */
  user: string
  password: string
}

/** The network shares that the device knows. A change is durable when its method returns. */
export interface ShareStore {
  /** Without passwords. */
  all(): NetworkShare[]
  find(shareId: string): NetworkShare | undefined
  /** The share that is bound to the disk. */
  bound(): NetworkShare | undefined
  /** Whether the share that is bound is mounted again at each start. */
  mounts(): boolean
  /** Empty if there is none, or if it was sealed by another device. */
  passwordOf(shareId: string): string
  /** @returns its id */
  add(share: NewShare): string
  remove(shareId: string): void
  bind(shareId: string, mounts: boolean): void
  unbind(): void
  /** For the share that is bound. */
  setMounts(mounts: boolean): void
}

interface StoredShare extends Omit<NetworkShare, 'diskid'> {
  /** Sealed; empty without a password. */
  password: string
}

interface StoredShares {
  shares: readonly StoredShare[]
  bound: string
  mounts: boolean
}

const owner = (shareId: string) => `network share ${shareId}`

export function openShareStore(database: Database, secrets: SecretBox): ShareStore {
  const record = openRecord<StoredShares>(database, 'networkShares')
  const stored = (): StoredShares => record.get() ?? { shares: [], bound: '', mounts: false }
  const change = (changes: Partial<StoredShares>) => record.put({ ...stored(), ...changes })

  function all(): NetworkShare[] {
    const { shares, bound } = stored()
    return shares.map(({ shareId, nicename, host, share, user }) => ({
      shareId,
      nicename,
      host,
      share,
      user,
      diskid: shareId === bound ? NETWORK_SHARE : '',
    }))
  }

  return {
    all,
    find: (shareId) => all().find((share) => share.shareId === shareId),
    bound: () => all().find((share) => share.diskid !== ''),
    mounts: () => stored().mounts,
    passwordOf(shareId) {
      const sealed = stored().shares.find((share) => share.shareId === shareId)?.password ?? ''
      return (sealed && secrets.open(sealed, owner(shareId))) || ''
    },
    add({ password, ...share }) {
      const shareId = randomUUID()
      const sealed = password && secrets.seal(password, owner(shareId))
      change({ shares: [...stored().shares, { ...share, shareId, password: sealed }] })
      return shareId
    },
    remove(shareId) {
      database.tx(() => {
        change({ shares: stored().shares.filter((share) => share.shareId !== shareId) })
        database.scrub()
      })
    },
    bind: (bound, mounts) => change({ bound, mounts }),
    unbind: () => change({ bound: '', mounts: false }),
    setMounts: (mounts) => change({ mounts }),
  }
}
