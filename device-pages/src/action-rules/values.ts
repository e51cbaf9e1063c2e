import { checkRule } from '@lintel/contract/action-rules/check'
import { optionsOf } from '@lintel/contract/action-rules/options-of'
import type { EventFilter } from '@lintel/contract/action-rules/event-filter'
import { ruleEventOf } from '@lintel/contract/action-rules/rule-events'
import {
  actionTemplate,
  parametersOf,
  recipientTemplate,
  RECIPIENT_TEMPLATES,
} from '@lintel/contract/action-rules/templates'
import type { TemplateParameter } from '@lintel/contract/action-rules/templates'
import { CONDITIONS_MAX, DELAY_MAX, RETRIES_MAX } from '@lintel/contract/calls/action-rules'
import type { ActionChoices, ActionRule, NewActionRule } from '@lintel/contract/calls/action-rules'
import type { Recipient } from '@lintel/contract/calls/recipients'
import { millisecondsIn, timeBetween } from '@lintel/contract/rules/io-port'
import { found, problem, wholeFrom } from '@lintel/contract/rules/problem'
import type { Problem } from '@lintel/contract/rules/problem'
import { actionIn, ACTIONS, DOOR, isInSeconds, shownIn, templateOf } from './actions.ts'
import type { Runs } from './actions.ts'
import { isChosen, knownEvents, usualValue } from './events.ts'
import type { KnownEvent } from './events.ts'

/**
 * The form of a rule. `start` and `c0` to `c7` are the ids of events; the items of every event and
 * the parameters of every action have a field of their own, so that what is chosen again has what it
 * had before.
 */
export type RuleForm = Record<string, string> & {
  name: string
  start: string
  action: string
  runs: Runs
  delay: string
  retries: string
}

/** No start event: the rule starts as soon as all conditions hold. */
export const NO_START = 'none'
/** A condition that was added, but has no event yet. */
export const NOT_CHOSEN = '?'
/** An event that this page doesn't know. */
export const OTHER_EVENT = 'other'
/** The rule has values of a recipient that is not stored; a client made it. */
export const OWN_RECIPIENT = 'own'

/** The places of events: the start, and the conditions. */
export const CONDITIONS = Array.from({ length: CONDITIONS_MAX }, (_, index) => `c${index}`)

/** The fields of an item, of a parameter, and of the recipient of a type. */
export const itemField = (place: string, event: string, item: string): string =>
  `${place}-${event}-${item}`
// Dots in a name would mean a field inside of another one.
export const parameterField = (action: string, name: string): string =>
  `p-${action.replaceAll('.', '_')}-${name}`
export const recipientField = (token: string): string => `to-${recipientTemplate(token)?.id ?? ''}`

export interface FormContext {
  /** What the person has seen; undefined for a new rule. */
  opened: ActionRule | undefined
  /** Whether it is only the beginning of a new rule. */
  copies: boolean
  choices: ActionChoices
  recipients: readonly Recipient[]
}

const filtersIn = (rule: ActionRule | undefined): EventFilter[] =>
  rule ? [...(rule.start ? [rule.start] : []), ...rule.conditions] : []

/** The events that can be chosen, and those of the rule. */
export const eventsFor = ({ opened, choices }: FormContext): readonly KnownEvent[] =>
  knownEvents(choices, filtersIn(opened))

export function valuesOf(context: FormContext): RuleForm {
  const { opened } = context
  const template = opened && actionTemplate(opened.template)
  const events = eventsFor(context)
  return {
    ...itemsOf('start', opened?.start, events),
    ...Object.assign({}, ...CONDITIONS.map((c, i) => itemsOf(c, opened?.conditions[i], events))),
    ...parameterValues(context),
    ...recipientValues(context),
    name: opened?.name ?? '',
    start: opened && !opened.start ? NO_START : placed(opened?.start),
    ...Object.fromEntries(CONDITIONS.map((c, i) => [c, placed(opened?.conditions[i])])),
    action: opened ? actionIn(opened, context.choices.doors) : '',
    runs: template?.runs ?? 'fixed',
    delay: String(opened?.delay ?? 0),
    retries: String(opened?.retries ?? 2),
  }
}

const placed = (filter: EventFilter | undefined): string =>
  filter ? (ruleEventOf(filter.topic)?.id ?? OTHER_EVENT) : ''

function itemsOf(
  place: string,
  filter: EventFilter | undefined,
  events: readonly KnownEvent[],
): Record<string, string> {
  const fields = events.flatMap((event) =>
    event.items.map((item) => {
      const stored = filter?.items.find(({ name }) => name === item.name)?.value ?? ''
      const value = event.topic === filter?.topic ? stored : usualValue(event, item)
      const options = item.options.map((option) => option.value)
      const same = options.find(
        (option) => BOOLEAN[option] !== undefined && BOOLEAN[option] === value,
      )
      return [itemField(place, event.id, item.name), same ?? value]
    }),
  )
  return Object.fromEntries(fields) as Record<string, string>
}

/** How clients may write a boolean. */
const BOOLEAN: Readonly<Record<string, string>> = { true: '1', false: '0' }

function parameterValues({ opened, choices }: FormContext): Record<string, string> {
  const own = opened && actionIn(opened, choices.doors)
  const fields = Object.keys(ACTIONS).flatMap((id) =>
    (['unlimited', 'fixed'] as const).flatMap((runs) =>
      (templateOf(id, runs)?.parameters ?? []).map((parameter) => {
        const stored = own === id ? opened?.parameters[parameter.name] : undefined
        const first = parameter.required
          ? optionsOf(parameter.kind, choices)?.[0]?.value
          : undefined
        const usual = id === DOOR ? usualOfDoor(parameter, choices) : undefined
        const value = stored || usual || parameter.initial || first || ''
        return [parameterField(id, parameter.name), scaled(parameter, value, 'down')]
      }),
    ),
  )
  return Object.fromEntries(fields) as Record<string, string>
}

/** The first door, for as long as it opens by itself. */
function usualOfDoor({ name }: TemplateParameter, { doors }: ActionChoices): string | undefined {
  if (name === 'port') return doors[0]?.value
  return name === 'duration' ? doors[0]?.seconds.toString() : undefined
}

/** Milliseconds of the device as seconds on the form, and back. */
function scaled(parameter: TemplateParameter, value: string, way: 'up' | 'down'): string {
  if (!isInSeconds(parameter) || value.trim() === '') return value
  const number = way === 'up' ? millisecondsIn(value) : Number(value) / 1000
  return Number.isNaN(number) ? value : String(number)
}

function recipientValues({ opened, recipients }: FormContext): Record<string, string> {
  const own = opened && actionTemplate(opened.template)?.recipient
  return Object.fromEntries(
    RECIPIENT_TEMPLATES.map(({ token }) => {
      const first = recipients.find((one) => one.template === token)?.id ?? ''
      const stored = opened?.recipient === '' ? OWN_RECIPIENT : opened?.recipient
      return [recipientField(token), token === own ? (stored ?? '') : first]
    }),
  )
}

/** What the calls get for the values of a form. */
export function ruleIn(typed: RuleForm, context: FormContext): NewActionRule {
  const { opened } = context
  const template = templateOf(typed.action, typed.runs)
  const target = targetIn(typed)
  const start = filterIn('start', typed, context)
  return {
    name: typed.name.trim(),
    enabled: opened?.enabled ?? true,
    ...(start && { start }),
    conditions: CONDITIONS.flatMap((place) => filterIn(place, typed, context) ?? []),
    template: template?.token ?? '',
    recipient: target === OWN_RECIPIENT ? '' : target,
    parameters: parametersIn(typed, context, target === OWN_RECIPIENT),
    delay: Number(typed.delay.trim()),
    retries: template?.isDelivery ? Number(typed.retries.trim()) : 0,
  }
}

/** The recipient that was chosen, for an action that needs one. */
function targetIn(typed: RuleForm): string {
  const token = templateOf(typed.action, typed.runs)?.recipient
  return token === undefined ? '' : (typed[recipientField(token)] ?? '')
}

/** The filter at a place; undefined without one. One that is not chosen yet has no topic. */
function filterIn(place: string, typed: RuleForm, context: FormContext) {
  const id = typed[place] ?? ''
  if (id === NO_START || (id === '' && place !== 'start')) return undefined
  const { opened } = context
  const stored = place === 'start' ? opened?.start : opened?.conditions[CONDITIONS.indexOf(place)]
  if (id === OTHER_EVENT && stored) return stored
  const event = eventsFor(context).find((one) => one.id === id)
  if (!event) return { topic: '', items: [] }
  const items = event.items.flatMap(({ name }) => {
    const value = typed[itemField(place, event.id, name)] ?? ''
    return value === '' ? [] : [{ name, value }]
  })
  return { topic: event.topic, items }
}

/**
 * The parameters of the action that were typed, with those that the page doesn't show as they were.
 * @param own whether the recipient's are among them
 */
function parametersIn(typed: RuleForm, { opened }: FormContext, own: boolean) {
  const template = templateOf(typed.action, typed.runs)
  if (!template) return {}
  const before = opened && actionTemplate(opened.template)?.id === template.id ? opened : undefined
  const shown = shownIn(template, typed.action)
  const parameters: Record<string, string> = typed.action === DOOR ? { state: 'high' } : {}
  for (const parameter of own ? parametersOf(template) : template.parameters) {
    const { name } = parameter
    if (name === 'state' && typed.action === DOOR) continue
    const value = shown.includes(parameter)
      ? scaled(parameter, typed[parameterField(typed.action, name)] ?? '', 'up')
      : (before?.parameters[name] ?? '')
    if (value !== '') parameters[name] = value
  }
  return parameters
}

/** The problems of a form by its fields. @param others names that are in use */
export function checkForm(
  typed: RuleForm,
  context: FormContext,
  others: readonly string[],
): Record<string, Problem> {
  const rule = ruleIn(typed, context)
  const wrong = checkRule(rule, context.choices)
  const fields = Object.entries(wrong).flatMap(([path, one]) =>
    one ? [[fieldOf(path, one, typed), one] as const] : [],
  )
  return found<Record<string, unknown>>({
    ...(others.includes(rule.name) ? { name: problem('reader.nameExists') } : {}),
    ...Object.fromEntries(fields),
    ...checkNumbers(typed),
    ...checkTarget(typed, context),
    ...checkConditions(typed, context),
  }) as Record<string, Problem>
}

/** Numbers as they were typed: a rule has no empty ones, and counts in other units. */
function checkNumbers(typed: RuleForm): Record<string, Problem | undefined> {
  const template = templateOf(typed.action, typed.runs)
  const times = (template ? shownIn(template, typed.action) : []).filter(isInSeconds)
  return {
    delay: wholeFrom(0, DELAY_MAX)(typed.delay),
    ...(typed.action === DOOR && typed.runs === 'fixed' ? checkOpening(typed) : {}),
    retries: template?.isDelivery ? wholeFrom(0, RETRIES_MAX)(typed.retries) : undefined,
    ...Object.fromEntries(
      times.map(({ name, min = 0, max = 0 }) => {
        const field = parameterField(typed.action, name)
        return [field, timeBetween(min, max)(typed[field] ?? '')]
      }),
    ),
  }
}

/** A door that is opened is locked again. */
function checkOpening(typed: RuleForm): Record<string, Problem | undefined> {
  const duration = templateOf(DOOR, 'fixed')?.parameters.find(({ name }) => name === 'duration')
  const field = parameterField(DOOR, 'duration')
  return { [field]: wholeFrom(1, duration?.max ?? 0)(typed[field] ?? '') }
}

/** A recipient that somebody else has deleted meanwhile. */
function checkTarget(typed: RuleForm, context: FormContext): Record<string, Problem> {
  const token = templateOf(typed.action, typed.runs)?.recipient
  const id = targetIn(typed)
  const isThere =
    ['', OWN_RECIPIENT].includes(id) || context.recipients.some((one) => one.id === id)
  return isThere || token === undefined
    ? {}
    : { [recipientField(token)]: problem('validation.gone') }
}

/** A condition says which port or schedule it is about, unless a client made it without. */
function checkConditions(typed: RuleForm, context: FormContext): Record<string, Problem> {
  const events = eventsFor(context)
  const missing = CONDITIONS.flatMap((place, index) => {
    const event = events.find(({ id }) => id === typed[place])
    const stored = context.opened?.conditions[index]
    if (!event || stored?.topic === event.topic) return []
    return event.items
      .filter((item) => item.from && isChosen(item))
      .map(({ name }) => itemField(place, event.id, name))
      .filter((field) => typed[field] === '')
  })
  return Object.fromEntries(missing.map((field) => [field, problem('validation.errorRequired')]))
}

/** The field with the problem of a rule at this path (`PathProblems`). */
function fieldOf(path: string, { id }: Problem, typed: RuleForm): string {
  const [first = '', second = '', third] = path.split('.')
  if (first === 'template') return id === 'validation.ruleWithoutState' ? 'runs' : 'action'
  if (first === 'recipient') {
    return recipientField(templateOf(typed.action, typed.runs)?.recipient ?? '')
  }
  if (first === 'parameters') return parameterField(typed.action, second)
  if (first === 'start') return second === '' ? first : itemField(first, typed.start, second)
  if (first !== 'conditions') return first
  const place = CONDITIONS.filter((one) => (typed[one] ?? '') !== '')[Number(second)] ?? 'c0'
  return third === undefined ? place : itemField(place, typed[place] ?? '', third)
}

/** What loads beside the form. */
export interface RuleLogic {
  checkForm: typeof checkForm
  recipientField: typeof recipientField
  ruleIn: typeof ruleIn
  valuesOf: typeof valuesOf
}
