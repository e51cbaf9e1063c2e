import type { ActionTemplate } from '@lintel/contract/action-rules/templates'
import type { Stored } from '@lintel/contract/collection'
import type { DeviceEvent } from '@lintel/contract/events'
import type { Clock } from '../../clock/clock.ts'
import type { StoredConfiguration, StoredRule } from '../../state/action-rules.ts'
import type { LocalRuns } from './local-runs.ts'
import type { Loops } from './loops.ts'
import type { Rate } from './rate.ts'

/** How long a suspect does nothing, to see whether its events still come, in milliseconds. */
const TEST_MS = 1000
/** When an action that lasts, but could not begin, is tried again, in milliseconds. */
const AGAIN_MS = 1000

/** A rule with its action. */
export interface LoadedRule extends Stored<StoredRule> {
  action: ActionTemplate
  configured: Stored<StoredConfiguration>
}

/** A start of a rule. */
export interface Start {
  rule: LoadedRule
  /** What started it; undefined after a load. */
  event: DeviceEvent | undefined
}

const lasts = ({ action }: LoadedRule) => action.runs === 'unlimited'

/** Decides whether the action of a rule that starts may begin, now or later. */
export interface Starts {
  start(start: Start): void
  /** The rule has changed. */
  forget(rule: string): void
}

/**
 * @param ruleNow the rule as it is by now; undefined if it is gone
 * @param isFull whether one more would be too much
 * @param isHeld whether a rule whose action lasts goes on
 * @param begin begins the action
 * @param stop stops a rule that started itself
 * @param dropped one start came to nothing
 */
export function openStarts(parts: {
  clock: Pick<Clock, 'monotonic' | 'wait'>
  loops: Loops
  rate: Rate
  runs: Pick<LocalRuns, 'isLasting' | 'signalOf'>
  ruleNow: (id: string) => LoadedRule | undefined
  isFull: (rule: LoadedRule) => boolean
  isHeld: (rule: string) => boolean
  begin: (start: Start) => void
  stop: (start: Start) => void
  dropped: (start: Start) => void
}): Starts {
  const { clock, loops, rate, runs, ruleNow, isFull, isHeld, begin, stop, dropped } = parts
  /** Suspects that do nothing just now, and whether an event has come meanwhile. */
  const suspects = new Map<string, { wasHeard: boolean }>()
  /** By rule, the signal of the version whose action is to begin later. */
  const later = new Map<string, AbortSignal>()

  /** Calls `work` after some time, with the rule as it is then, unless it changes before. */
  async function afterwards(
    { id }: LoadedRule,
    wait: number,
    work: (rule: LoadedRule) => void,
  ): Promise<void> {
    const signal = runs.signalOf(id)
    try {
      await clock.wait(wait, signal)
    } catch (cause) {
      if (signal.aborted) return
      throw cause
    }
    const rule = ruleNow(id)
    if (rule && !rule.stopped) work(rule)
  }

  function start(one: Start): void {
    const { rule, event } = one
    const suspect = suspects.get(rule.id)
    if (suspect) {
      suspect.wasHeard = true
      dropped(one)
      return
    }
    const verdict = loops.judge(rule.id, clock.monotonic())
    if (verdict === 'loop') stop(one)
    else if (verdict === 'suspect') {
      const made = { wasHeard: false }
      suspects.set(rule.id, made)
      void afterwards(rule, TEST_MS, (now) => {
        suspects.delete(rule.id)
        if (made.wasHeard) loops.forget(rule.id)
        else loops.confirm(rule.id, clock.monotonic())
        // The start that it was held up with.
        if (!lasts(now) || isHeld(now.id)) tryToBegin({ rule: now, event })
      })
    } else tryToBegin(one)
  }

  function tryToBegin(one: Start): void {
    const { rule } = one
    // It is on already, which is what the event asks for.
    if (lasts(rule) && runs.isLasting(rule.id)) return
    if (!isFull(rule) && rate.take(rule.id, clock.monotonic())) {
      begin(one)
      return
    }
    dropped(one)
    if (lasts(rule)) beginLater(one)
  }

  /** As long as its states hold, an action that lasts must not stay off. */
  function beginLater({ rule, event }: Start): void {
    const version = runs.signalOf(rule.id)
    if (later.get(rule.id) === version) return
    later.set(rule.id, version)
    void afterwards(rule, AGAIN_MS, (now) => {
      if (later.get(rule.id) === version) later.delete(rule.id)
      if (!isHeld(now.id) || runs.isLasting(now.id)) return
      if (!isFull(now) && rate.take(now.id, clock.monotonic())) begin({ rule: now, event })
      else beginLater({ rule: now, event })
    })
  }

  return {
    start,
    forget(rule) {
      suspects.delete(rule)
      later.delete(rule)
    },
  }
}
