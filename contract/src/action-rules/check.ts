/**
 * What action rules and recipients may be, for the forms and the device. Own design, except for the
 * templates, whose parameters are public.
 */
import type { ActionChoices, NewActionRule } from '../calls/action-rules.ts'
import { CONDITIONS_MAX, DELAY_MAX, RETRIES_MAX } from '../calls/action-rules.ts'
import { EVENT_NAME_MAX } from '../calls/recipients.ts'
import {
  atMost,
  firstOf,
  found,
  printable,
  problem,
  required,
  wholeFrom,
} from '../rules/problem.ts'
import type { Problem, Rule } from '../rules/problem.ts'
import { checkParameters, GONE } from './check-parameters.ts'
import type { EventFilter } from './event-filter.ts'
import { ruleEventOf } from './rule-events.ts'
import type { RuleEventItem } from './rule-events.ts'
import { actionTemplate, recipientTemplate } from './templates.ts'
import type { ActionTemplate } from './templates.ts'

/**
 * Problems by the path of what has them: `name`, `template`, `recipient`, `delay`, `retries`,
 * `start`, `start.<item>`, `conditions`, `conditions.<number>`, `conditions.<number>.<item>`,
 * `parameters.<name>`. Without problems it is empty.
 */
export type PathProblems = Partial<Record<string, Problem>>

/** The name of a recipient or an action rule, without blanks around it. */
export const eventName: Rule = firstOf(
  (value) => required(value.trim()),
  atMost(EVENT_NAME_MAX),
  printable,
)

/** What is checked of a recipient; secrets that stay as they are may be absent. */
export interface RecipientValues {
  name: string
  template: string
  parameters: Readonly<Record<string, string>>
}

/**
 * What is wrong with a recipient.
 * @param choices what the device has; without them anything that could exist is right
 */
export function checkRecipient(
  { name, template, parameters }: RecipientValues,
  choices?: ActionChoices,
): PathProblems {
  return found<Record<string, unknown>>({
    name: eventName(name),
    ...checkDestination(template, parameters, choices),
  })
}

/** The same without the name, for a test before it has one. */
export function checkDestination(
  token: string,
  parameters: RecipientValues['parameters'],
  choices?: ActionChoices,
): PathProblems {
  const template = recipientTemplate(token)
  if (!template) return { template: problem('validation.errorRequired') }
  const there = choices?.recipientTemplates.includes(token) ?? true
  return {
    ...(there ? {} : { template: GONE }),
    ...checkParameters(template.parameters, parameters, { scheme: template.id, choices }),
  }
}

/**
 * What is wrong with an action rule. Whether its recipient exists and is of the right type is for
 * those to check who know the recipients.
 * @param choices what the device has; without them anything that could exist is right
 */
export function checkRule(rule: NewActionRule, choices?: ActionChoices): PathProblems {
  const { start, conditions } = rule
  return found<Record<string, unknown>>({
    name: eventName(rule.name),
    ...(start ? checkFilter('start', start, choices) : {}),
    ...(!start && conditions.length === 0 ? { start: problem('validation.ruleWithoutEvent') } : {}),
    ...(conditions.length > CONDITIONS_MAX
      ? { conditions: problem('validation.errorInvalid') }
      : {}),
    ...Object.assign(
      {},
      ...conditions.map((filter, index) => checkCondition(`conditions.${index}`, filter, choices)),
    ),
    ...checkAction(rule, choices),
    delay: wholeFrom(0, DELAY_MAX)(String(rule.delay)),
    retries: wholeFrom(0, RETRIES_MAX)(String(rule.retries)),
  })
}

function checkAction(rule: NewActionRule, choices?: ActionChoices): PathProblems {
  const template = actionTemplate(rule.template)
  if (!template) return { template: problem('validation.errorRequired') }
  return {
    ...(choices && !choices.actions.includes(rule.template) ? { template: GONE } : {}),
    ...(template.runs === 'unlimited' && !hasState(rule)
      ? { template: problem('validation.ruleWithoutState') }
      : {}),
    ...checkTarget(template, rule, choices),
  }
}

/** The parameters of the action, and those of its recipient if it isn't a stored one. */
function checkTarget(
  template: ActionTemplate,
  { recipient, parameters }: NewActionRule,
  choices?: ActionChoices,
): PathProblems {
  const target =
    template.recipient === undefined ? undefined : recipientTemplate(template.recipient)
  const inline = target && recipient === '' ? target.parameters : []
  const has = inline.some(({ name }) => (parameters[name] ?? '') !== '')
  return {
    ...(inline.length > 0 && !has ? { recipient: problem('validation.errorRequired') } : {}),
    ...checkParameters([...template.parameters, ...(has ? inline : [])], parameters, {
      scheme: target?.id ?? '',
      choices,
      others: target?.parameters ?? [],
    }),
  }
}

/**
 * Whether an action can run as long as something holds: a condition, or the state of the start
 * event.
 */
export const hasState = ({ start, conditions }: Pick<NewActionRule, 'start' | 'conditions'>) =>
  conditions.length > 0 || (start !== undefined && saysState(start))

/** Whether the filter says which state a stateful event has. */
export function saysState({ topic, items }: EventFilter): boolean {
  const event = ruleEventOf(topic)
  const states = event?.items.filter(({ isState }) => isState) ?? []
  return (
    event?.stateful === true &&
    states.every(({ name }) => items.some((item) => item.name === name && item.value !== ''))
  )
}

function checkCondition(path: string, filter: EventFilter, choices?: ActionChoices): PathProblems {
  const event = ruleEventOf(filter.topic)
  if (event && !event.stateful) return { [path]: problem('validation.conditionWithoutState') }
  const missing = event?.items.find(
    ({ name, isState }) => isState && !filter.items.some((item) => item.name === name),
  )
  return {
    ...checkFilter(path, filter, choices),
    ...(missing && { [`${path}.${missing.name}`]: problem('validation.errorRequired') }),
  }
}

function checkFilter(
  path: string,
  { topic, items }: EventFilter,
  choices?: ActionChoices,
): PathProblems {
  const event = ruleEventOf(topic)
  if (!event) return { [path]: problem('validation.errorRequired') }
  const here = choices?.events.find(({ id }) => id === event.id)
  if (choices && !here) return { [path]: GONE }
  const names = items.map(({ name }) => name)
  return Object.assign(
    {},
    ...items.map(({ name, value }, index): PathProblems => {
      const item = event.items.find((one) => one.name === name)
      if (!item || names.indexOf(name) < index)
        return { [path]: problem('validation.errorInvalid') }
      const options = here?.items.find((one) => one.name === name)?.options
      const wrong = checkItem(
        item,
        value,
        options?.map((one) => one.value),
      )
      return wrong ? { [`${path}.${name}`]: wrong } : {}
    }),
  ) as PathProblems
}

function checkItem(
  item: RuleEventItem,
  value: string,
  there: readonly string[] | undefined,
): Problem | undefined {
  if (value === '') return problem('validation.errorRequired')
  const values = item.values ?? (item.from ? there : undefined)
  if (values && !values.includes(booleanOf(item, value))) {
    return item.values ? problem('validation.errorInvalid') : GONE
  }
  const isNumber = item.type !== 'int' || /^\d{1,9}$/.test(value)
  return isNumber ? undefined : problem('validation.errorNaN')
}

/** Booleans of clients may be `1` and `0`. */
const booleanOf = ({ type }: RuleEventItem, value: string): string =>
  type !== 'boolean' ? value : value === '1' ? 'true' : value === '0' ? 'false' : value
