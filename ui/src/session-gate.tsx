import { createStore } from './store.tsx'
import type { Store } from './store.tsx'

/**
 * The end of a session: calls refused with 401 wait here until the same person has signed in again.
 * Nothing on the page is lost.
 */
export interface SessionGate {
  /** Whether a call waits for a sign-in. */
  ended: Store<boolean>
  /** Resolves once the person has signed in again; rejects with the signal's reason. */
  signedInAgain(signal?: AbortSignal): Promise<void>
  /** Resumes everything that waits. */
  resume(): void
}

export function createSessionGate(): SessionGate {
  const ended = createStore(false)
  let waiting: ReturnType<typeof createGate> | undefined

  function wait() {
    if (!waiting) {
      waiting = createGate()
      ended.set(true)
    }
    return waiting.go
  }

  return {
    ended,
    signedInAgain(signal) {
      const go = wait()
      if (!signal) return go
      signal.throwIfAborted()
      return new Promise((resolve, reject) => {
        const leave = () => {
          reject(signal.reason as Error)
        }
        signal.addEventListener('abort', leave, { once: true })
        void go.then(resolve).finally(() => {
          signal.removeEventListener('abort', leave)
        })
      })
    },
    resume() {
      const { open } = waiting ?? {}
      waiting = undefined
      ended.set(false)
      open?.()
    },
  }
}

function createGate() {
  let open!: () => void
  const go = new Promise<void>((resolve) => {
    open = resolve
  })
  return { go, open }
}
