import type { InputOf } from '@lintel/contract/call'
import { createClient } from '@lintel/contract/client'
import { useFaultText } from '@lintel/ui/fault-text'
import { showToast } from '@lintel/ui/toast'
import { useCallback, useState } from 'react'

/** Milliseconds. Switching on is answered only once the device runs. */
const TIME_LIMIT = 120_000

const client = createClient({ timeoutMs: TIME_LIMIT })

interface BenchCall {
  kind: 'rest'
}

/**
 * Makes one of the bench's calls.
 * @throws DeviceFault
 */
export async function sendCommand<C extends BenchCall>(call: C, input: InputOf<C>): Promise<void> {
  await client.call(call, input)
}

/**
 * One of the bench's calls: a function that resolves with whether it succeeded, and whether it is
 * pending. A failure is shown as a toast.
 */
export function useCommand<C extends BenchCall>(
  call: C,
): [(input: InputOf<C>) => Promise<boolean>, boolean] {
  const faultText = useFaultText()
  const [pending, setPending] = useState(0)
  const run = useCallback(
    async (input: InputOf<C>) => {
      setPending((count) => count + 1)
      try {
        await sendCommand(call, input)
        return true
      } catch (fault) {
        showToast({ status: 'critical', text: faultText(fault) })
        return false
      } finally {
        setPending((count) => count - 1)
      }
    },
    [call, faultText],
  )
  return [run, pending > 0]
}
