import type { Stored } from '@lintel/contract/collection'
import type { StoredDtmfTrigger } from '../../state/dtmf-triggers.ts'
import type { CallStatus } from '../sip/types.ts'
import { LONGEST_CODE } from './guesses.ts'
import type { Guesses, OtherSide } from './guesses.ts'

type Trigger = Stored<StoredDtmfTrigger>

/** What somebody has entered in each call. */
export interface EnteredKeys {
  /**
   * Takes the next key of a call and returns the trigger whose code it completes.
   * @param triggers those that work in the call
   */
  press(
    call: OtherSide & Pick<CallStatus, 'callId'>,
    key: string,
    triggers: readonly Trigger[],
  ): Trigger | undefined
  forget(callId: string): void
}

export function openEnteredKeys(guesses: Guesses): EnteredKeys {
  const entered = new Map<string, string>()
  return {
    press(call, key, triggers) {
      const { callId } = call
      // Without codes, keys are no guesses.
      if (triggers.length === 0 || !guesses.count(call)) return undefined
      const keys = `${entered.get(callId) ?? ''}${key}`.slice(-LONGEST_CODE)
      const [longest] = triggers
        .filter(({ code }) => keys.endsWith(code))
        .toSorted((one, other) => other.code.length - one.code.length)
      if (longest) guesses.right(call, longest.code.length)
      else guesses.wrong(call)
      // After a code, and after a pause, the next one begins anew.
      entered.set(callId, longest || !guesses.count(call) ? '' : keys)
      return longest
    },
    forget(callId) {
      entered.delete(callId)
    },
  }
}
