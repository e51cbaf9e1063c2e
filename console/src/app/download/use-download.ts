import { useRef, useState } from 'react'

/** One download at a time: whether it is running, and why the last one failed. */
export function useDownload(work: () => Promise<void>) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<unknown>()
  const running = useRef(false)

  async function start(): Promise<void> {
    // A second press may come before the first one has been painted.
    if (running.current) return
    running.current = true
    setBusy(true)
    setFault(undefined)
    try {
      await work()
    } catch (cause) {
      setFault(cause)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, fault, start: () => void start() }
}
