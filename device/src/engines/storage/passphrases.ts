import type { Database } from '../../state/database.ts'
import { openRecord } from '../../state/records.ts'
import type { SecretBox } from '../../state/secret-box.ts'

/** The passphrase of the cards that the device encrypts, stored sealed. */
export interface Passphrases {
  /** Whether the device encrypts cards when it formats them. */
  enabled(): boolean
  /** The passphrase for the next formatting; undefined also if it can't be opened any more. */
  current(): string | undefined
  /** Those that may open a card; two if the device was stopped while one was being replaced. */
  candidates: () => string[]
  set(passphrase: string): void
  /** Before the card gets a new one: both are known until `set` or `keep` says which it has. */
  replacing(next: string): void
  keep(): void
  forget(): void
}

const OWNER = 'disk passphrase'

/** Sealed. */
interface StoredPassphrases {
  current?: string
  next?: string
}

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
      const { current, next } = stored()
      return [open(current), open(next)].filter((one) => one !== undefined)
    },
    set: (passphrase) => put({ current: seal(passphrase) }),
    replacing: (next) => put({ ...stored(), next: seal(next) }),
    keep() {
      const { current } = stored()
      put(current === undefined ? {} : { current })
    },
    forget: () => put({}),
  }
}
