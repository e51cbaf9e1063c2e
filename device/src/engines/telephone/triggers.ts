import type { Stored } from '@lintel/contract/collection'
import type { StoredDtmfTrigger } from '../../state/dtmf-triggers.ts'

type Trigger = Stored<StoredDtmfTrigger>

/**
 * How many keys a call may have without a trigger. After these its keys no longer count, so nobody
 * can try all codes.
 */
const KEYS_MAX = 32

/** What somebody has entered in each call. */
export interface EnteredKeys {
  /**
   * Takes the next key of a call and returns the trigger whose code it completes.
   * @param triggers those that work in the call
   */
  press(callId: string, key: string, triggers: () => readonly Trigger[]): Trigger | undefined
  forget(callId: string): void
}

export function openEnteredKeys(): EnteredKeys {
  const entered = new Map<string, string>()
  return {
    press(callId, key, triggers) {
      const before = entered.get(callId) ?? ''
      if (before.length >= KEYS_MAX) return undefined
      const keys = before + key
      const [longest] = triggers()
        .filter(({ code }) => keys.endsWith(code))
        .toSorted((one, other) => other.code.length - one.code.length)
      // The next code begins anew, and those who know one may enter as many as they like.
      entered.set(callId, longest ? '' : keys)
      return longest
    },
    forget(callId) {
      entered.delete(callId)
    },
  }
}
