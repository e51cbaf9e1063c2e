import { randomUUID } from 'node:crypto'
import { CREDENTIALS_MAX } from '@lintel/contract/calls/access-control'
import type { Credential } from '@lintel/contract/calls/access-control'
import { Refusal } from '@lintel/contract/fault'
import type { Database } from './database.ts'
import { openRecord } from './records.ts'
import type { SecretBox } from './secret-box.ts'

/** The cards and PINs that a door controller knows. A change is durable when its method returns. */
export interface CredentialStore {
  all(): readonly Credential[]
  /**
   * Adds them, or replaces those with the same token; an empty token gets a new one, and an empty
   * PIN is that of the replaced one.
   * @returns their tokens
   * @throws Refusal `invalid` if there would be too many, or a PIN is empty and none is stored; then
   * nothing is stored
   */
  put(credentials: readonly Credential[]): string[]
  /** Ignores unknown tokens. */
  remove(tokens: readonly string[]): void
  /** Called after each change. */
  subscribe(fn: () => void): () => void
}

const OWNER = 'access control credentials'

export function openCredentialStore(database: Database, secrets: SecretBox): CredentialStore {
  const listeners = new Set<() => void>()
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
      database.afterCommit(() => {
        for (const fn of Array.from(listeners)) fn()
      })
    })
  }

  return {
    all,
    put(given) {
      const byToken = new Map(all().map((one) => [one.token, one] as const))
      const added = given.map((one) => ({
        ...one,
        token: one.token || randomUUID(),
        IdData: withPin(one.IdData, byToken.get(one.token)?.IdData),
      }))
      for (const one of added) byToken.set(one.token, one)
      if (byToken.size > CREDENTIALS_MAX) {
        throw new Refusal('invalid', `There can be at most ${CREDENTIALS_MAX} credentials.`)
      }
      store(Array.from(byToken.values()))
      return added.map((one) => one.token)
    },
    remove: (tokens) => store(all().filter((one) => !tokens.includes(one.token))),
    subscribe(fn) {
      listeners.add(fn)
      return () => {
        listeners.delete(fn)
      }
    },
  }
}

type IdData = Credential['IdData']

const pinOf = (all: IdData | undefined) => all?.find(({ Name }) => Name === 'PIN')?.Value

/** An empty PIN is the stored one. */
function withPin(given: IdData, stored: IdData | undefined): IdData {
  if (pinOf(given) !== '') return given
  const kept = pinOf(stored)
  if (kept === undefined) throw new Refusal('invalid', 'The PIN is empty, and none is stored.')
  return given.map((one) => (one.Name === 'PIN' ? { ...one, Value: kept } : one))
}
