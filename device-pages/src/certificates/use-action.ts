import { useRef, useState } from 'react'

/** Something that is asked of the device by a press: whether it is under way, and how it failed. */
interface Action {
  busy: boolean
  failure: unknown
  run: (act: () => Promise<unknown>) => void
}

/** One at a time. @param after runs however it ended: an answer that got lost may hide a success */
export function useAction(after: () => Promise<void>): Action {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const running = useRef(false)

  async function run(act: () => Promise<unknown>): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(true)
    setFailure(undefined)
    try {
      await act()
    } catch (fault) {
      setFailure(fault)
    }
    await after()
    running.current = false
    setBusy(false)
  }

  return { busy, failure, run: (act) => void run(act) }
}
