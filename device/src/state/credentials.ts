import { randomUUID } from 'node:crypto'
import type { Credential } from '@lintel/contract/calls/access-control'
import { Refusal } from '@lintel/contract/fault'
import type { Database } from './database.ts'
import { openRecord } from './records.ts'
import type { SecretBox } from './secret-box.ts'

/** The cards and PINs that a door controller knows. A change is durable when its method returns. */
export interface CredentialStore {
  all(): readonly Credential[]
  /**
   * Adds them, or replaces those with the same token; an empty token gets a new one.
   * @returns their tokens
   * @throws Refusal `invalid` if there would be too many; then nothing is stored
   */
  put(credentials: readonly Credential[]): string[]
  /** Ignores unknown tokens. */
  remove(tokens: readonly string[]): void
}

/** Own design. */
const CREDENTIALS_MAX = 1000
const OWNER = 'access control credentials'

export function openCredentialStore(database: Database, secrets: SecretBox): CredentialStore {
  /** Sealed as a whole: who knows the number of a card can make one like it. */
  const record = openRecord<{ sealed: string }>(database, 'credentials')

  function all(): Credential[] {
    const opened = secrets.open(record.get()?.sealed ?? '', OWNER)
    return opened === undefined ? [] : (JSON.parse(opened) as Credential[])
  }

  function store(credentials: readonly Credential[]): void {
    database.tx(() => {
      record.put({ sealed: secrets.seal(JSON.stringify(credentials), OWNER) })
      database.scrub()
    })
  }

  return {
    all,
    put(given) {
      const added = given.map((one) => ({ ...one, token: one.token || randomUUID() }))
      const byToken = new Map([...all(), ...added].map((one) => [one.token, one] as const))
      if (byToken.size > CREDENTIALS_MAX) {
        throw new Refusal('invalid', `There can be at most ${CREDENTIALS_MAX} credentials.`)
      }
      store(Array.from(byToken.values()))
      return added.map((one) => one.token)
    },
    remove: (tokens) => store(all().filter((one) => !tokens.includes(one.token))),
  }
}
