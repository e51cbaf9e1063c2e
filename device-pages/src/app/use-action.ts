import { useRef, useState } from 'react'

/** A request made by a press: whether it is pending, and how it failed. */
interface Action {
  busy: boolean
  failure: unknown
  run: (act: () => Promise<unknown>) => void
  /** Forgets how it failed. */
  forget: () => void
}

/**
 * Runs one request at a time.
 * @param after runs on success and on failure: a request may have succeeded although its response
 * was lost
 */
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

  return { busy, failure, run: (act) => void run(act), forget: () => setFailure(undefined) }
}
