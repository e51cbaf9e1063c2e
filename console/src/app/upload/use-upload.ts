import { useUnsaved } from '@lintel/ui/unsaved'
import { useEffect, useRef, useState } from 'react'

/** Bytes sent so far, of all files together. */
interface Sent {
  sent: number
  total: number
}

/**
 * The progress of an upload. `sending` from the first request on; `cancelled` and `failed`
 * say how much had been sent.
 */
export type Sending =
  | { phase: 'idle' }
  | ({ phase: 'sending' } & Sent)
  | ({ phase: 'cancelled' } & Sent)
  | ({ phase: 'failed'; fault: unknown } & Sent)

/** What an upload reports to, and listens to. */
export interface UploadProgress {
  signal: AbortSignal
  onProgress: (sent: number, total: number) => void
}

/**
 * One upload at a time; leaving the page asks first, and cancels it.
 * @param send sends what it is given, and resolves when the device has taken it
 */
export function useUpload<Input>(
  send: (input: Input, progress: UploadProgress) => Promise<void>,
  onDone: () => void = () => {},
) {
  const [state, setState] = useState<Sending>({ phase: 'idle' })
  const running = useRef<AbortController>(undefined)
  useUnsaved(state.phase === 'sending', 'upload')
  useEffect(() => () => running.current?.abort(), [])

  async function run(input: Input): Promise<void> {
    if (running.current) throw new Error('an upload is under way')
    const controller = new AbortController()
    running.current = controller
    // The size is known with the first report, which comes at once.
    let bytes: Sent = { sent: 0, total: 1 }
    setState({ phase: 'sending', ...bytes })
    try {
      await send(input, {
        signal: controller.signal,
        onProgress(sent, total) {
          bytes = { sent, total }
          setState({ phase: 'sending', ...bytes })
        },
      })
      setState({ phase: 'idle' })
      onDone()
    } catch (fault) {
      setState(
        controller.signal.aborted
          ? { phase: 'cancelled', ...bytes }
          : { phase: 'failed', fault, ...bytes },
      )
      throw fault
    } finally {
      running.current = undefined
    }
  }

  return {
    state,
    /** Resolves when the device has taken what was sent; rejects if it was cancelled, too. */
    run,
    /** The same for callers that follow `state`. */
    start: (input: Input) => void run(input).catch(() => undefined),
    cancel: () => running.current?.abort(),
    /** Clears the outcome of the last one. */
    reset: () => setState({ phase: 'idle' }),
  }
}
