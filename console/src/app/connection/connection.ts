import { deviceAnswers, deviceLost } from '@lintel/ui/device-loss'
import { GONE_RETRY } from '../timing.ts'
import { createStore } from '@lintel/ui/store'
import type { Store } from '@lintel/ui/store'
import { wait } from '../wait.ts'

/** Whether the device answers: checked when a call was lost, and repeatedly until it is back. */
export interface Connection {
  gone: Store<boolean>
  /** How often the device has come back. */
  returns: Store<number>
  /** A call got no answer. The device counts as gone only if it does not answer `probe` either. */
  lost(): void
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

  const answers = () =>
    probe().then(
      () => true,
      () => false,
    )

  async function check() {
    checking = true
    deviceLost()
    while (!(await answers())) {
      gone.set(true)
      await wait(GONE_RETRY)
    }
    checking = false
    deviceAnswers(gone.get())
    if (!gone.get()) return
    gone.set(false)
    returns.set(returns.get() + 1)
    onBack()
  }

  return {
    gone,
    returns,
    lost() {
      if (!checking) void check()
    },
  }
}
