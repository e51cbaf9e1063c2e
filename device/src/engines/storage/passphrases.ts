import type { Database } from '../../state/database.ts'
import { openRecord } from '../../state/records.ts'
import type { SecretBox } from '../../state/secret-box.ts'

/** The passphrase of the cards that the device encrypts, stored sealed. */
export interface Passphrases {
  /** Whether the device encrypts cards when it formats them. */
  enabled(): boolean
  /** The passphrase for the next formatting; undefined also if it can't be opened any more. */
  current(): string | undefined
  /** Those that may open a card: several if it isn't known whether it got a new one. */
  candidates: () => string[]
  set(passphrase: string): void
  /** Before the card gets a new one: both may open it until `set` or `keep` says which does. */
  replacing(next: string): void
  /** The card didn't get the one that was last given to `replacing`. */
  keep(): void
  forget(): void
}

const OWNER = 'disk passphrase'

/** Sealed. */
interface StoredPassphrases {
  current?: string
  /** Those that the card may have instead, the latest last. */
  possible?: string[]
}

/** Changes without a known outcome whose passphrases are kept. A card that is read settles them all. */
const POSSIBLE_MAX = 8

export function openPassphrases(parts: { database: Database; secrets: SecretBox }): Passphrases {
  const { database, secrets } = parts
  const record = openRecord<StoredPassphrases>(database, 'diskPassphrase')
  const stored = () => record.get() ?? {}
  const seal = (passphrase: string) => secrets.seal(passphrase, OWNER)
  const open = (sealed: string | undefined) =>
    sealed === undefined ? undefined : secrets.open(sealed, OWNER)

  function put(value: StoredPassphrases): void {
    database.tx(() => {
      record.put(value)
      database.scrub()
    })
  }

  return {
    enabled: () => stored().current !== undefined,
    current: () => open(stored().current),
    candidates() {
      const { current, possible = [] } = stored()
      return [current, ...possible].map(open).filter((one) => one !== undefined)
    },
    set: (passphrase) => put({ current: seal(passphrase) }),
    replacing(next) {
      const { possible = [], ...current } = stored()
      put({ ...current, possible: [...possible, seal(next)].slice(-POSSIBLE_MAX) })
    },
    keep() {
      const { possible = [], ...current } = stored()
      const others = possible.slice(0, -1)
      put(others.length === 0 ? current : { ...current, possible: others })
    },
    forget: () => put({}),
  }
}
