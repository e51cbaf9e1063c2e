import type { SipConfiguration } from '@lintel/contract/calls/sip'
import type { CodecName } from '../engines/sip/types.ts'
import type { Database } from './database.ts'
import { openRecord } from './records.ts'
import type { SecretBox } from './secret-box.ts'

/** Which address the call button calls, and with which account; empty: none, the default one. */
export interface RingAddress {
  address: string
  account: string
}

/**
 * The settings of SIP that were set; the others have their factory values. A change is durable when
 * its method returns.
 */
export interface SipSettingsStore {
  /** Without passwords: they are null. */
  configuration(): Partial<SipConfiguration>
  /**
   * Replaces all of it. Passwords of TURN servers that are null or empty stay, as long as server and
   * user do.
   */
  setConfiguration(configuration: Partial<SipConfiguration>): void
  /** The passwords of the TURN servers, in their order; empty where there is none. */
  turnPasswords(): string[]
  /** Undefined: the factory list. */
  codecs(): readonly CodecName[] | undefined
  setCodecs(codecs: readonly CodecName[]): void
  ringAddress(): RingAddress
  setRingAddress(ring: RingAddress): void
  subscribe(fn: () => void): () => void
}

/** What the passwords are sealed for. */
const OWNER = 'sip turn'

interface StoredConfiguration {
  configuration: Partial<SipConfiguration>
  /** The passwords of the TURN servers, sealed. */
  turn?: string | undefined
}

export function openSipSettings(database: Database, box: SecretBox): SipSettingsStore {
  const configurations = openRecord<StoredConfiguration>(database, 'sip')
  const codecs = openRecord<{ names: readonly CodecName[] }>(database, 'sipCodecs')
  const ring = openRecord<RingAddress>(database, 'callButton')
  const listeners = new Set<() => void>()

  function changed(): void {
    database.afterCommit(() => {
      for (const fn of Array.from(listeners)) fn()
    })
  }

  const configuration = () => configurations.get()?.configuration ?? {}

  function turnPasswords(): string[] {
    const sealed = configurations.get()?.turn
    const opened = sealed === undefined ? undefined : box.open(sealed, OWNER)
    return opened === undefined ? [] : (JSON.parse(opened) as string[])
  }

  return {
    configuration,
    setConfiguration(next) {
      const [before, old] = [configuration().TURNServers ?? [], turnPasswords()]
      const servers = next.TURNServers ?? []
      const passwords = servers.map(({ Server, Username, Password }) => {
        const place = before.findIndex((one) => one.Server === Server && one.Username === Username)
        return Password || (old[place] ?? '')
      })
      const TURNServers = servers.map((server) => ({ ...server, Password: null }))
      const some = passwords.some((one) => one !== '')
      database.tx(() => {
        configurations.put({
          configuration: { ...next, ...(next.TURNServers ? { TURNServers } : {}) },
          turn: some ? box.seal(JSON.stringify(passwords), OWNER) : undefined,
        })
        database.scrub()
      })
      changed()
    },
    turnPasswords,
    codecs: () => codecs.get()?.names,
    setCodecs(names) {
      codecs.put({ names })
      changed()
    },
    ringAddress: () => ring.get() ?? { address: '', account: '' },
    setRingAddress(value) {
      ring.put(value)
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
