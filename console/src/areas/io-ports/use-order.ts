import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { useState } from 'react'
import { OUTPUT_PRESSED } from '../../app/timing.ts'
import { wait } from '../../app/wait.ts'
import { mayBeDone } from './port-state.ts'
import { orderPort } from './port-states.ts'

/**
 * Sends orders to an output. `busy` stays for a moment after each, so that a double press sends one.
 * `failure` is the message of the last order if it failed.
 */
export function useOrder() {
  const text = useText()
  const faultText = useFaultText()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  /** Resolves with whether the device accepted the order. */
  async function order(action: string): Promise<boolean> {
    setBusy(true)
    setFailure(undefined)
    const guard = wait(OUTPUT_PRESSED)
    let done = true
    try {
      await orderPort(action)
    } catch (fault) {
      done = false
      setFailure(
        mayBeDone(fault)
          ? text('overview.output.unknown')
          : text('overview.output.failed', { because: faultText(fault) }),
      )
    }
    void guard.then(() => setBusy(false))
    return done
  }

  return { busy, failure, order }
}
