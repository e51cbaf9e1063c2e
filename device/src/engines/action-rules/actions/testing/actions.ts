import type { ActionFailure, LocalAction, Values } from '../../types.ts'

/** A run of an action that a test has started. */
export interface StartedRun {
  /** What it said in the end. */
  result: Promise<string>
  /** Why it failed; undefined if it didn't. */
  failure(): Promise<Pick<ActionFailure, 'reason' | 'detail'> | undefined>
  /** Its event ends, or its rule is removed. */
  end(): void
  /** Whether it has ended. */
  isOver(): boolean
}

/** Starts actions by the last parts of their tokens: `fixed.io.toggle`. */
export function starterOf(actions: ReadonlyMap<string, LocalAction>) {
  return (token: string, parameters: Values = {}): StartedRun => {
    const action = Array.from(actions).find(([one]) => one.endsWith(`.action.${token}`))?.[1]
    if (!action) throw new Error(`no action ${token}`)
    const ends = new AbortController()
    let over = false
    const rule = { id: '1', name: 'Rule' }
    const result = action({ rule, event: undefined, parameters, until: ends.signal })
    const noted = () => void (over = true)
    result.then(noted, noted)
    return {
      result,
      failure: () =>
        result.then(
          () => undefined,
          ({ reason, detail }: ActionFailure) => ({ reason, detail }),
        ),
      end: () => ends.abort(),
      isOver: () => over,
    }
  }
}

/** Lets what an abort or a timer has triggered run. */
export const settle = () => new Promise((resolve) => setImmediate(resolve))
