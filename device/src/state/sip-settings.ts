import { textMember } from '@lintel/contract/member'
import type { SipConfiguration } from '@lintel/contract/calls/sip'
import type { CodecName } from '../engines/sip/types.ts'
import type { Database } from './database.ts'
import { openRecord } from './records.ts'
import type { SecretBox } from './secret-box.ts'

/**
 * The settings of SIP that were set; the others have their factory values. A change is durable when
 * its method returns.
 */
export interface SipSettingsStore {
  /** Without passwords: they are null. */
  configuration(): Partial<SipConfiguration>
  /**
   * Replaces all of it. Passwords of TURN servers, proxies and allowed users that are null or empty
   * stay, as long as server and user do.
   */
  setConfiguration(configuration: Partial<SipConfiguration>): void
  /** The passwords of the TURN servers, in their order; empty where there is none. */
  turnPasswords(): string[]
  /** Those of the proxies, and of the users who may call, likewise. */
  proxyPasswords(): string[]
  userPasswords(): string[]
  /** Undefined: the factory list. */
  codecs(): readonly CodecName[] | undefined
  setCodecs(codecs: readonly CodecName[]): void
  subscribe(fn: () => void): () => void
}

/** The lists with passwords: under which name these are stored, and what they are sealed for. */
const LISTS = {
  TURNServers: { name: 'turn', owner: 'sip turn' },
  SIPProxies: { name: 'proxies', owner: 'sip proxies' },
  AllowedUsers: { name: 'users', owner: 'sip users' },
} as const

type List = keyof typeof LISTS
const NAMES = Object.keys(LISTS) as List[]

/** The configuration without passwords, and those of each list, sealed. */
interface StoredConfiguration extends Partial<Record<(typeof LISTS)[List]['name'], string>> {
  configuration: Partial<SipConfiguration>
}

export function openSipSettings(database: Database, box: SecretBox): SipSettingsStore {
  const configurations = openRecord<StoredConfiguration>(database, 'sip')
  const codecs = openRecord<{ names: readonly CodecName[] }>(database, 'sipCodecs')
  const listeners = new Set<() => void>()

  function changed(): void {
    database.afterCommit(() => {
      for (const fn of Array.from(listeners)) fn()
    })
  }

  const configuration = () => configurations.get()?.configuration ?? {}

  function passwordsOf(list: List): string[] {
    const { name, owner } = LISTS[list]
    const sealed = configurations.get()?.[name]
    const opened = sealed === undefined ? undefined : box.open(sealed, owner)
    return opened === undefined ? [] : (JSON.parse(opened) as string[])
  }

  /** The passwords of a list that replaces the present one, sealed; undefined if there are none. */
  function sealedFor(list: List, entries: readonly unknown[]): string | undefined {
    const [before, old]: [readonly unknown[], string[]] = [
      configuration()[list] ?? [],
      passwordsOf(list),
    ]
    const passwords = entries.map((entry) => {
      const place = before.findIndex((one) => identityOf(one) === identityOf(entry))
      return textMember(entry, 'Password') || (old[place] ?? '')
    })
    const some = passwords.some((one) => one !== '')
    return some ? box.seal(JSON.stringify(passwords), LISTS[list].owner) : undefined
  }

  return {
    configuration,
    setConfiguration(next) {
      const stored: StoredConfiguration = { configuration: { ...next } }
      for (const list of NAMES) {
        const entries: readonly unknown[] | undefined = next[list]
        if (!entries) continue
        const sealed = sealedFor(list, entries)
        if (sealed !== undefined) stored[LISTS[list].name] = sealed
        Object.assign(stored.configuration, { [list]: entries.map(withoutPassword) })
      }
      database.tx(() => {
        configurations.put(stored)
        database.scrub()
      })
      changed()
    },
    turnPasswords: () => passwordsOf('TURNServers'),
    proxyPasswords: () => passwordsOf('SIPProxies'),
    userPasswords: () => passwordsOf('AllowedUsers'),
    codecs: () => codecs.get()?.names,
    setCodecs(names) {
      codecs.put({ names })
      changed()
    },
    subscribe(fn) {
      listeners.add(fn)
      return () => {
        listeners.delete(fn)
      }
    },
  }
}

/** What a password belongs to. */
const identityOf = (entry: unknown): string =>
  JSON.stringify([textMember(entry, 'Server'), textMember(entry, 'Username')])

/** Users can also be plain names, which have none. */
const withoutPassword = (entry: unknown): unknown =>
  typeof entry === 'object' && entry !== null && 'Password' in entry
    ? { ...entry, Password: null }
    : entry
