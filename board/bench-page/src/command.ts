import type { InputOf } from '@lintel/contract/call'
import { createClient } from '@lintel/contract/client'
import { useFaultText } from '@lintel/ui/fault-text'
import { showToast } from '@lintel/ui/toast'
import { useCallback, useState } from 'react'

/** Switching on answers only when the device runs, and a slow one takes its time. */
const TIME_LIMIT = 120_000

const client = createClient({ timeoutMs: TIME_LIMIT })

interface BenchCall {
  kind: 'rest'
}

/**
 * One of the bench's calls as a function, and whether it is under way. A failure is said as a toast;
 * the answer is whether it succeeded.
 */
export function useCommand<C extends BenchCall>(
  call: C,
): [(input: InputOf<C>) => Promise<boolean>, boolean] {
  const faultText = useFaultText()
  const [underWay, setUnderWay] = useState(0)
  const run = useCallback(
    async (input: InputOf<C>) => {
      setUnderWay((count) => count + 1)
      try {
        await client.call(call, input)
        return true
      } catch (fault) {
        showToast({ status: 'critical', text: faultText(fault) })
        return false
      } finally {
        setUnderWay((count) => count - 1)
      }
    },
    [call, faultText],
  )
  return [run, underWay > 0]
}
