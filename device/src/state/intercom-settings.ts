import { IDLE_BEHAVIOUR } from '@lintel/contract/calls/intercom'
import type { IdleBehaviour, IntercomConfiguration } from '@lintel/contract/calls/intercom'
import { SLEEP_DEFAULT } from '@lintel/contract/rules/display'
import type { Database } from './database.ts'
import { openRecord } from './records.ts'

/** What the device API can set beside the card reader, with the factory values. */
export interface IntercomSettings {
  get(): IntercomConfiguration & {
    CallButtonIdleBehavior: IdleBehaviour
    CallTriggersEnabled: boolean
    PresenceTimeout: number
  }
  /** Sets the given members, and those of the display, durably. */
  update(input: IntercomConfiguration): void
  /** Replaces all members, durably; absent ones get their factory values. */
  set(input: IntercomConfiguration): void
  /** Notifies after every change. */
  subscribe(fn: () => void): () => void
}

export function openIntercomSettings(database: Database): IntercomSettings {
  const record = openRecord<IntercomConfiguration>(database, 'intercom')
  const listeners = new Set<() => void>()

  function put(value: IntercomConfiguration): void {
    record.put(value)
    database.afterCommit(() => {
      for (const fn of Array.from(listeners)) fn()
    })
  }

  return {
    get() {
      const stored = record.get()
      return {
        ...stored,
        CallButtonIdleBehavior: stored?.CallButtonIdleBehavior ?? IDLE_BEHAVIOUR,
        CallTriggersEnabled: stored?.CallTriggersEnabled ?? true,
        PresenceTimeout: stored?.PresenceTimeout ?? SLEEP_DEFAULT,
      }
    },
    update(input) {
      const before = record.get()
      const display = { ...before?.DisplayConfiguration, ...input.DisplayConfiguration }
      const hasDisplay = Object.keys(display).length > 0
      put({ ...before, ...input, ...(hasDisplay && { DisplayConfiguration: display }) })
    },
    set: put,
    subscribe(fn) {
      listeners.add(fn)
      return () => {
        listeners.delete(fn)
      }
    },
  }
}
