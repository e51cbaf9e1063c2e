import { matchesFilter } from '@lintel/contract/action-rules/event-filter'
import type { EventFilter } from '@lintel/contract/action-rules/event-filter'
import { saysState } from '@lintel/contract/action-rules/check'
import { RULE_EVENTS } from '@lintel/contract/action-rules/rule-events'
import type { RuleEvent } from '@lintel/contract/action-rules/rule-events'
import type { DeviceEvent } from '@lintel/contract/events'
import type { EventKind } from '../../events/bus.ts'

/** A rule as the watch needs it. */
export interface WatchedRule {
  id: string
  /** Another one after every change of the rule. */
  version: string
  start: EventFilter | undefined
  conditions: readonly EventFilter[]
  /** Whether its action runs as long as everything holds. */
  unlimited: boolean
}

/** Decides when rules start, and when those whose action lasts end. */
export interface Watch {
  /**
   * Replaces the rules. A rule whose action lasts starts at once if everything holds already, and
   * ends if it no longer does; any other waits for the next event.
   */
  load(rules: readonly WatchedRule[]): void
  /** @param kind a `repeated` state starts no action that runs once: it has done so already */
  hear(event: DeviceEvent, kind?: EventKind): void
  /** The source of a state is gone, so nothing holds of it any more. */
  forget(state: Pick<DeviceEvent, 'topic' | 'source'>): void
  /** Whether states alone start the rule, and all of them hold now. */
  isHeld(rule: string): boolean
}

/** The events of rules by topic. */
const EVENTS = new Map<string, RuleEvent>(RULE_EVENTS.map((event) => [event.topic, event]))

/** Whether rules can be about an event. */
export const concernsRules = (event: Pick<DeviceEvent, 'topic'>): boolean => EVENTS.has(event.topic)

const keyOf = ({ topic, source }: Pick<DeviceEvent, 'topic' | 'source'>) =>
  `${topic} ${JSON.stringify(source)}`
const sameData = (one: DeviceEvent, other: DeviceEvent) =>
  JSON.stringify(one.data) === JSON.stringify(other.data)

/** Whether the filter says which state it wants. Any change of a state is a moment. */
const isState = (filter: EventFilter | undefined) => filter !== undefined && saysState(filter)

const isStarted = ({ start }: WatchedRule, event: DeviceEvent) =>
  start !== undefined && matchesFilter(start, event)

/** Whether the states alone say that an action that lasts goes on. */
const startsByState = ({ start }: WatchedRule) => start === undefined || isState(start)

interface Watched extends WatchedRule {
  /** The topics that it is about. */
  topics: ReadonlySet<string>
  /** Whether everything held when last looked at. */
  held: boolean
}

const topicsOf = ({ start, conditions }: WatchedRule): ReadonlySet<string> =>
  new Set([...(start ? [start] : []), ...conditions].map(({ topic }) => topic))

/**
 * - With a start event, a rule starts when the event happens while all conditions hold. A state
 *   happens when it changes to what the filter says.
 * - Without one, it starts when the last of its conditions comes true.
 * - An action that lasts ends as soon as a condition, or the state that started it, is over. It does
 *   not matter which of them came first.
 * Source: public documentation, "Action rules".
 * @param onStart called with the event that started it; undefined at a load
 */
export function openWatch(parts: {
  current: () => readonly DeviceEvent[]
  onStart: (rule: string, event: DeviceEvent | undefined) => void
  onEnd: (rule: string) => void
}): Watch {
  const { current, onStart, onEnd } = parts
  const states = new Map<string, DeviceEvent>()
  let rules: Watched[] = []

  /** Whether a state is as the filter says, of any source that the filter lets through. */
  function holds(filter: EventFilter): boolean {
    for (const event of states.values()) if (matchesFilter(filter, event)) return true
    return false
  }

  /** Conditions, and the state of the start event unless that only lasts a moment. */
  function everythingHolds({ start, conditions }: WatchedRule): boolean {
    return (start === undefined || !isState(start) || holds(start)) && conditions.every(holds)
  }

  function look(rule: Watched, event: DeviceEvent, happened: boolean, isRepeated: boolean): void {
    const before = rule.held
    rule.held = everythingHolds(rule)
    if (rule.unlimited) {
      if (before && !rule.held) onEnd(rule.id)
      else if (startsByState(rule)) {
        if (!before && rule.held) onStart(rule.id, event)
      } else if (rule.held && happened && isStarted(rule, event)) onStart(rule.id, event)
      return
    }
    if (isRepeated) return
    if (rule.start === undefined) {
      if (!before && rule.held) onStart(rule.id, event)
    } else if (happened && isStarted(rule, event) && rule.conditions.every(holds)) {
      onStart(rule.id, event)
    }
  }

  return {
    load(loaded) {
      const before = new Map(rules.map((rule) => [rule.id, rule]))
      states.clear()
      for (const event of current()) {
        if (EVENTS.get(event.topic)?.stateful) states.set(keyOf(event), event)
      }
      rules = loaded.map((rule) => ({
        ...rule,
        topics: topicsOf(rule),
        held: everythingHolds(rule),
      }))
      for (const rule of rules) {
        if (!rule.unlimited) continue
        const known = before.get(rule.id)
        const goesOn = known?.held === true && known.version === rule.version
        if (goesOn && !rule.held) onEnd(rule.id)
        else if (!goesOn && rule.held && startsByState(rule)) onStart(rule.id, undefined)
      }
    },
    hear(event, kind) {
      const { stateful } = EVENTS.get(event.topic) ?? {}
      if (stateful === undefined) return
      let happened = true
      if (stateful) {
        const key = keyOf(event)
        const known = states.get(key)
        happened = known === undefined || !sameData(known, event)
        states.set(key, event)
      }
      for (const rule of rules) {
        if (rule.topics.has(event.topic)) look(rule, event, happened, kind === 'repeated')
      }
    },
    forget(state) {
      if (!states.delete(keyOf(state))) return
      for (const rule of rules) {
        const before = rule.held
        rule.held = everythingHolds(rule)
        if (rule.unlimited && before && !rule.held) onEnd(rule.id)
      }
    },
    isHeld: (id) => rules.some((rule) => rule.id === id && rule.held && startsByState(rule)),
  }
}
