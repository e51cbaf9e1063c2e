import { callAnswered, deviceAnswers, deviceLost } from '@lintel/ui/device-loss'
import { GONE_RETRY } from '../timing.ts'
import { createStore } from '@lintel/ui/store'
import type { Store } from '@lintel/ui/store'
import { wait } from '../wait.ts'

/** Whether the device answers: checked when a call was lost, and repeatedly until it is back. */
export interface Connection {
  gone: Store<boolean>
  /** How often the device has come back. */
  returns: Store<number>
  /** When it last answered, in monotonic milliseconds. */
  answeredAt: () => number
  /** A call got no answer. The device counts as gone only if it does not answer `probe` either. */
  lost(): void
  /** A call was answered, even if it was refused: a device that counts as gone is asked at once. */
  answered(): void
}

export interface ConnectionOptions {
  /** Rejects when the device does not answer. */
  probe: () => Promise<void>
  /** The device answers again. */
  onBack: () => void
}

export function createConnection({ probe, onBack }: ConnectionOptions): Connection {
  const gone = createStore(false)
  const returns = createStore(0)
  /** From the first lost call until the device answers. */
  let checking = false
  let answeredAt = performance.now()
  /** Ends the wait for the next question. */
  let askNow: (() => void) | undefined

  const answers = () =>
    probe().then(
      () => true,
      () => false,
    )

  const nextAnswer = () =>
    new Promise<void>((resolve) => {
      askNow = resolve
    })

  async function check() {
    checking = true
    deviceLost()
    // An answer while the question is still open counts, too.
    let answered = nextAnswer()
    while (!(await answers())) {
      gone.set(true)
      await Promise.race([wait(GONE_RETRY), answered])
      answered = nextAnswer()
    }
    checking = false
    answeredAt = performance.now()
    deviceAnswers(gone.get())
    if (!gone.get()) return
    gone.set(false)
    returns.set(returns.get() + 1)
    onBack()
  }

  return {
    gone,
    returns,
    answeredAt: () => answeredAt,
    lost() {
      if (!checking) void check()
    },
    answered() {
      if (!gone.get()) answeredAt = performance.now()
      if (!checking) return
      callAnswered()
      askNow?.()
    },
  }
}
