import type { HostTime } from '../host-time.ts'

/** Milliseconds that new firmware has to run before it is asked, and between two times. */
const PROVED_AFTER = 10_000
/** How often it may be found not to work: a minute, for slow hosts. */
const TRIES = 6

export interface ProofParts {
  time: HostTime
  /** Whether the device works; undefined if that can't be told now. */
  works: () => Promise<boolean | undefined>
  proved: () => void
  failed: () => void
}

/** The proof that new firmware works. */
export interface Proof {
  /** The device runs. */
  start(): void
  /** The device is down: the proof starts again with its next start. */
  stop(): void
}

export function createProof({ time, works, proved, failed }: ProofParts): Proof {
  let cancel: (() => void) | undefined
  /** Changes with each start, so that a late answer about an earlier one is ignored. */
  let proving: symbol | undefined

  function askLater(left: number, mine: symbol): void {
    cancel = time.after(PROVED_AFTER, () => void ask(left, mine))
  }

  async function ask(left: number, mine: symbol): Promise<void> {
    const answer = await works()
    if (proving !== mine) return
    if (answer) proved()
    else if (answer === undefined) askLater(left, mine)
    else if (left > 1) askLater(left - 1, mine)
    else failed()
  }

  return {
    start() {
      proving = Symbol('proving')
      askLater(TRIES, proving)
    },
    stop() {
      proving = undefined
      cancel?.()
    },
  }
}
