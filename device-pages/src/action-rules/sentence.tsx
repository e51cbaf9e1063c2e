import type { EventFilter } from '@lintel/contract/action-rules/event-filter'
import { actionTemplate } from '@lintel/contract/action-rules/templates'
import type { ActionTemplate } from '@lintel/contract/action-rules/templates'
import type { ActionChoices, NewActionRule } from '@lintel/contract/calls/action-rules'
import type { Recipient } from '@lintel/contract/calls/recipients'
import type { MessageId } from '@lintel/contract/messages'
import { Text, useHasText, useLanguage, useText } from '@lintel/ui/i18n'
import type { ReactNode } from 'react'
import { Fragment } from 'react'
import { placeOf } from '../recipients/names.ts'
import { actionIn, ACTIONS, isAction } from './actions.ts'
import { stateKey, tell } from './events.ts'

type Told = Pick<
  NewActionRule,
  'start' | 'conditions' | 'template' | 'recipient' | 'parameters' | 'delay'
>

interface Surroundings {
  choices: ActionChoices
  recipients: readonly Recipient[]
}

/** What is not chosen yet. */
const GAP = '…'

/** The rule in one sentence, with names in bold. */
export function Sentence({ rule, ...around }: Surroundings & { rule: Told }) {
  const language = useLanguage()
  const clauses = useClauses<ReactNode>(around, (id, values) => <Text id={id} values={values} />)
  const join = (all: readonly ReactNode[]) =>
    new Intl.ListFormat(language, { type: 'conjunction' })
      .formatToParts(all.map((_, index) => String(index)))
      .map(({ type, value }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the parts have no other identity
        <Fragment key={index}>{type === 'element' ? all[Number(value)] : value}</Fragment>
      ))
  return sentenceOf(rule, clauses, join)
}

/** Returns a function that tells a rule in one sentence, as plain text. */
export function useSentence(around: Surroundings): (rule: Told) => string {
  const language = useLanguage()
  const text = useText()
  const clauses = useClauses<string>(around, text)
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  return (rule) => sentenceOf(rule, clauses, (all) => list.format(all))
}

/** Formats a message, as text or as elements. */
type Say<T> = (id: MessageId, values: Record<string, T | string | number>) => T | string

interface Clauses<T> {
  say: Say<T>
  /** When the call button is pressed */
  when: (filter: EventFilter) => T | string
  /** the schedule is active */
  holds: (filter: EventFilter) => T | string
  /** send an email to Guard */
  action: (rule: Told, template: ActionTemplate | undefined) => T | string
}

function sentenceOf<T>(
  rule: Told,
  { say, when, holds, action }: Clauses<T>,
  join: (all: readonly (T | string)[]) => T | string | (T | string)[],
): T | string {
  const { start, conditions, delay } = rule
  const template = actionTemplate(rule.template)
  const lasts = template?.runs === 'unlimited'
  const startsByState = start && tellsState(start)
  const states = lasts && startsByState ? [start, ...conditions] : conditions
  const values: Record<string, T | string> = {
    action: action(rule, template),
    delay: '',
    when: start ? when(start) : '',
    conditions: states.length > 0 ? (join(states.map(holds)) as T | string) : GAP,
  }
  if (delay > 0) values['delay'] = say('actionRules.sentence.delay', { count: delay })
  if (lasts && (startsByState || !start)) return say('actionRules.sentence.asLongAs', values)
  if (!start) return say('actionRules.sentence.allHold', values)
  if (conditions.length === 0) return say('actionRules.sentence.event', values)
  return say(
    lasts ? 'actionRules.sentence.eventAsLongAs' : 'actionRules.sentence.eventWhile',
    values,
  )
}

/** Whether a filter says which state a stateful event has. */
const tellsState = (filter: EventFilter): boolean => {
  const { event, state } = tell(filter, NO_CHOICES)
  return event?.stateful === true && state !== undefined
}

const NO_CHOICES = { events: [] as ActionChoices['events'] }

const labelOf = (options: ActionChoices['outputs'], value: string): string =>
  options.find((option) => option.value === value)?.label ?? value

function useClauses<T>({ choices, recipients }: Surroundings, say: Say<T>): Clauses<T> {
  const hasText = useHasText()

  function clause(kind: 'when' | 'while', filter: EventFilter): T | string {
    const { event, topic, which, name, state } = tell(filter, choices)
    const id = `actionRules.${kind}.${event?.id ?? ''}`
    if (!event || !hasText(id)) return topic === '' ? GAP : topic
    const isDisk = event.items.some(({ from }) => from === 'disks')
    return say(id, {
      which: which === undefined ? 'any' : 'one',
      name: isDisk ? (which ?? '') : name || GAP,
      state: state === undefined ? 'any' : stateKey(event.id, state),
      code: state ?? '',
    })
  }

  function recipientOf({ recipient, parameters }: Told): string {
    const stored = recipients.find(({ id }) => id === recipient)
    if (stored) return stored.name
    const place = placeOf({ parameters }, choices)
    return recipient === '' && place !== ':' ? place : GAP
  }

  function action(rule: Told, template: ActionTemplate | undefined): T | string {
    const id = actionIn(rule, choices.doors)
    if (!template || !isAction(id)) return rule.template === '' ? GAP : rule.template
    const { name } = ACTIONS[id]
    return say(`actionRules.do.${name}`, valuesOf(rule, template))
  }

  function valuesOf(rule: Told, template: ActionTemplate) {
    const of = (name: string) => {
      const given = rule.parameters[name] ?? ''
      if (given !== '') return given
      return template.parameters.find((one) => one.name === name)?.initial ?? ''
    }
    const lasts = template.runs === 'unlimited'
    const length = template.id === 'recording.storage' ? Number(of('post_duration')) / 1000 : 0
    const [color = '', dark] = of('color').split(',')
    const names: Partial<Record<string, string>> = {
      'io.toggle': labelOf(choices.outputs, of('port')),
      'play.audioclip': labelOf(choices.clips, of('location')),
      virtualinput: of('port'),
    }
    const targets: Partial<Record<string, string>> = {
      mqttpublish: of('topic'),
      'call.make': of('to'),
    }
    return {
      name: names[template.id] || GAP,
      to: (template.recipient === undefined ? targets[template.id] : recipientOf(rule)) || GAP,
      runs: template.runs,
      state: of('state'),
      disk: of('storage_id'),
      color,
      flashes: String(dark !== undefined),
      seconds: lasts ? 0 : length || Number(of('duration')) || 0,
    }
  }

  return {
    say,
    when: (filter) => clause('when', filter),
    holds: (filter) => clause('while', filter),
    action,
  }
}
