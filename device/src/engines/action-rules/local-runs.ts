import type { DeviceEvent } from '@lintel/contract/events'
import type { Clock } from '../../clock/clock.ts'
import type { Log } from '../../log.ts'
import { failureOf } from './deliveries.ts'
import { ActionFailure } from './types.ts'
import type { LocalAction, Values } from './types.ts'

/** Runs of a rule's own actions at the same time. */
const RUNS_MAX = 4
/** How long an action that lasts runs when a person tries it, in milliseconds. */
const TRIED_FOR = 5_000
/** The log also tells when an action has begun that goes on longer than this, in milliseconds. */
const LONG_MS = 1_000

/** One run of an action of the device itself. */
export interface LocalOrder {
  rule: { id: string; name: string }
  event: DeviceEvent | undefined
  /** Undefined if the product can't do it. */
  act: LocalAction | undefined
  /** With initial values in place of empty ones. */
  parameters: Values
  /** Whether it goes on until `endLasting`. */
  lasts: boolean
  /** Milliseconds before it begins. */
  delay: number
  /** Whether a person tries it: an action that lasts then ends by itself. */
  tried: boolean
  /** Called if it goes on for a while, after that. */
  onLong: () => void
}

/** How a run ended. */
export interface LocalOutcome {
  failure?: ActionFailure
  detail: string
}

/** The actions that the device does itself, and what ends them. */
export interface LocalRuns {
  /** Whether another run of this rule would be too much. */
  isFull(rule: string): boolean
  /** Whether its action goes on until `endLasting`. */
  isLasting(rule: string): boolean
  /** Resolves when it has ended; with undefined if it was ended before it had begun. */
  run(order: LocalOrder): Promise<LocalOutcome | undefined>
  /** The state or a condition of the rule is over. */
  endLasting(rule: string): void
  /** Aborted when the rule changes. */
  signalOf(rule: string): AbortSignal
  /** Ends whatever the rule does. */
  forget(rule: string): void
}

/** Runs of one rule that go on. */
interface Runs {
  stop: AbortController
  /** Ends the action that lasts; undefined once it is ending, which may take a while. */
  lasting: AbortController | undefined
  count: number
}

export function openLocalRuns(parts: {
  clock: Pick<Clock, 'wait'>
  log: Pick<Log, 'error'>
}): LocalRuns {
  const { clock, log } = parts
  const all = new Map<string, Runs>()

  function runsOf(rule: string): Runs {
    const known = all.get(rule)
    if (known) return known
    const made: Runs = { stop: new AbortController(), lasting: undefined, count: 0 }
    all.set(rule, made)
    return made
  }

  function after(milliseconds: number, signal: AbortSignal, work: () => void): void {
    clock.wait(milliseconds, signal).then(work, () => undefined)
  }

  return {
    isFull: (rule) => runsOf(rule).count >= RUNS_MAX,
    isLasting: (rule) => runsOf(rule).lasting !== undefined,
    async run({ rule, event, act, parameters, lasts, delay, tried, onLong }) {
      const runs = runsOf(rule.id)
      const lasting = lasts ? new AbortController() : undefined
      // One that is only tried ends by itself, whatever the conditions do meanwhile.
      if (lasting && !tried) runs.lasting = lasting
      const until = lasting ? AbortSignal.any([lasting.signal, runs.stop.signal]) : runs.stop.signal
      const ended = new AbortController()
      runs.count += 1
      try {
        if (delay > 0) await clock.wait(delay, until)
        after(LONG_MS, ended.signal, onLong)
        if (tried && lasting) {
          after(TRIED_FOR, runs.stop.signal, () => lasting.abort(new Error('It was only tried.')))
        }
        if (!act) throw new ActionFailure('notPossible')
        return { detail: await act({ rule, event, parameters, until }) }
      } catch (cause) {
        if (until.aborted && !(cause instanceof ActionFailure)) return undefined
        const failure = failureOf(cause, log)
        return { failure, detail: failure.detail }
      } finally {
        ended.abort(new Error('It has ended.'))
        runs.count -= 1
        if (runs.lasting === lasting) runs.lasting = undefined
      }
    },
    endLasting(rule) {
      const runs = all.get(rule)
      const lasting = runs?.lasting
      if (!lasting) return
      runs.lasting = undefined
      lasting.abort(new Error('The conditions are over.'))
    },
    signalOf: (rule) => runsOf(rule).stop.signal,
    forget(rule) {
      all.get(rule)?.stop.abort(new Error('The rule has changed.'))
      all.delete(rule)
    },
  }
}
