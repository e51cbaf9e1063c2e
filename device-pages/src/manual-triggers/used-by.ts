import type { ActionRule } from '@lintel/contract/calls/action-rules'
import { RULE_TOPICS } from '@lintel/contract/events'

type Filter = NonNullable<ActionRule['start']>

/** The names of the action rules that an input starts, and of those whose condition it is. */
export interface Uses {
  starts: string[]
  conditionOf: string[]
}

/** Which of the rules that can run an input of this topic is part of. */
function usesOf(rules: readonly ActionRule[], topic: string, port: number): Uses {
  // Without a port, all of them.
  const isAbout = (filter: Filter) =>
    filter.topic === topic &&
    filter.items.every(({ name, value }) => name !== 'port' || value === String(port))
  const running = rules.filter(({ enabled, stopped }) => enabled && !stopped)
  const named = (wanted: (rule: ActionRule) => boolean) =>
    running.filter(wanted).map(({ name }) => name)
  return {
    starts: named(({ start }) => start !== undefined && isAbout(start)),
    conditionOf: named(({ conditions }) => conditions.some(isAbout)),
  }
}

/** What the manual trigger is for. */
export const usesOfTrigger = (rules: readonly ActionRule[]): Uses =>
  usesOf(rules, RULE_TOPICS.manualTrigger, 1)

/** What a virtual input is for. */
export const usesOfInput = (rules: readonly ActionRule[], port: number): Uses =>
  usesOf(rules, RULE_TOPICS.virtualInput, port)

export const isUsed = ({ starts, conditionOf }: Uses): boolean =>
  starts.length + conditionOf.length > 0
