import { useUnsaved } from '@lintel/ui/unsaved'
import { useEffect, useRef, useState } from 'react'
import { upgrade } from './queries.ts'

/** Bytes of the file sent so far. */
interface Sent {
  sent: number
  total: number
}

/**
 * The progress of an image's upload. `sending` from the first request on; `cancelled` and `failed`
 * say how much had been sent.
 */
export type Sending =
  | { phase: 'idle' }
  | ({ phase: 'sending' } & Sent)
  | ({ phase: 'cancelled' } & Sent)
  | ({ phase: 'failed'; fault: unknown } & Sent)

/** Uploads an image; leaving the page asks first, and cancels it. */
export function useUpgrade() {
  const [state, setState] = useState<Sending>({ phase: 'idle' })
  const running = useRef<AbortController>(undefined)
  useUnsaved(state.phase === 'sending', 'upload')
  useEffect(() => () => running.current?.abort(), [])

  async function start(file: File, factoryDefault: boolean) {
    if (running.current) return
    const controller = new AbortController()
    running.current = controller
    let bytes: Sent = { sent: 0, total: file.size }
    setState({ phase: 'sending', ...bytes })
    try {
      await upgrade({
        file,
        factoryDefault,
        signal: controller.signal,
        onProgress(sent, total) {
          bytes = { sent, total }
          setState({ phase: 'sending', ...bytes })
        },
      })
      setState({ phase: 'idle' })
    } catch (fault) {
      setState(
        controller.signal.aborted
          ? { phase: 'cancelled', ...bytes }
          : { phase: 'failed', fault, ...bytes },
      )
    } finally {
      running.current = undefined
    }
  }

  return {
    state,
    start: (file: File, factoryDefault: boolean) => void start(file, factoryDefault),
    cancel: () => running.current?.abort(),
    /** Clears the outcome of the last one. */
    reset: () => setState({ phase: 'idle' }),
  }
}
