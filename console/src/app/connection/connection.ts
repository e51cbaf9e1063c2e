import { GONE_RETRY } from '../timing.ts'
import { createStore } from '../store.ts'
import type { Store } from '../store.ts'

/** Whether the device answers: checked when a call was lost, and repeatedly until it is back. */
export interface Connection {
  gone: Store<boolean>
  /** A call got no answer. The device counts as gone only if it does not answer `probe` either. */
  lost(): void
  stop(): void
}

export interface ConnectionOptions {
  /** Rejects when the device does not answer. */
  probe: () => Promise<void>
  /** The device answers again. */
  onBack: () => void
}

export function createConnection({ probe, onBack }: ConnectionOptions): Connection {
  const gone = createStore(false)
  let asking = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  async function ask() {
    asking = true
    const answers = await probe().then(
      () => true,
      () => false,
    )
    asking = false
    if (stopped) return
    if (answers) {
      const was = gone.get()
      gone.set(false)
      if (was) onBack()
      return
    }
    gone.set(true)
    timer = setTimeout(() => {
      timer = undefined
      void ask()
    }, GONE_RETRY)
  }

  return {
    gone,
    lost() {
      if (!asking && timer === undefined && !stopped) void ask()
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
