import type { EventFilter } from '@lintel/contract/action-rules/event-filter'
import { RULE_EVENTS, ruleEventOf } from '@lintel/contract/action-rules/rule-events'
import type { RuleEvent, RuleEventItem } from '@lintel/contract/action-rules/rule-events'
import type { ActionChoices } from '@lintel/contract/calls/action-rules'

interface Option {
  value: string
  label: string
}

/** An item of an event with what it can be on this device. */
export interface KnownItem extends RuleEventItem {
  options: readonly Option[]
}

/** An event that a rule can be about. */
export interface KnownEvent extends Pick<RuleEvent, 'id' | 'topic' | 'stateful'> {
  items: readonly KnownItem[]
}

/** The headings that events are listed under. */
export const EVENT_GROUPS = {
  callButton: 'door',
  card: 'door',
  access: 'door',
  doorAlarm: 'door',
  dtmf: 'calls',
  keysIgnored: 'calls',
  callState: 'calls',
  sipAccount: 'calls',
  schedule: 'time',
  recurrence: 'time',
  input: 'ports',
  output: 'ports',
  virtualInput: 'ports',
  manualTrigger: 'ports',
  sound: 'detectors',
  shock: 'detectors',
  dark: 'detectors',
  networkLost: 'device',
  signInFailed: 'device',
  storage: 'device',
  storageJob: 'device',
  heat: 'device',
  speakerTest: 'device',
  systemReady: 'device',
} as const satisfies Record<(typeof RULE_EVENTS)[number]['id'], string>

const ORDER = Object.keys(EVENT_GROUPS)

/**
 * The events of the device, in the order in which they are listed, and those that a rule is about
 * although the device doesn't have them.
 */
export function knownEvents(
  choices: ActionChoices,
  filters: readonly EventFilter[],
): readonly KnownEvent[] {
  const used = new Set(filters.map(({ topic }) => topic))
  return RULE_EVENTS.flatMap((event: RuleEvent): KnownEvent[] => {
    const there = choices.events.find(({ id }) => id === event.id)
    if (!there && !used.has(event.topic)) return []
    const items = event.items.map((item) => ({
      ...item,
      options: there?.items.find(({ name }) => name === item.name)?.options ?? [],
    }))
    return [{ id: event.id, topic: event.topic, stateful: event.stateful, items }]
  }).toSorted((a, b) => ORDER.indexOf(a.id) - ORDER.indexOf(b.id))
}

/** Whether a person chooses the item: not the only channel or interface. */
export const isChosen = ({ values, from, options }: KnownItem): boolean =>
  values ? values.length > 1 : from !== 'manualTriggers' || options.length > 1

/** Booleans are written in several ways, and states of outputs in one of their own. */
const SAME: Readonly<Record<string, string>> = {
  '1': 'true',
  '0': 'false',
  active: 'true',
  inactive: 'false',
}

/** Codes of SIP accounts that have a meaning for people. */
const STATUSES: Readonly<Record<string, string>> = { '200': 'registered', '0': 'none' }

/** The key of a state or a result in the catalogues. */
export function stateKey(eventId: string, value: string): string {
  if (eventId === 'sipAccount') return STATUSES[value] ?? 'other'
  return SAME[value] ?? value
}

/** What an item of a new rule is about: what people most likely mean. */
const USUAL: Readonly<Record<string, string>> = {
  callState: 'Calling',
  sipAccount: '0',
  card: '',
  access: '',
  storageJob: 'ERROR',
  speakerTest: 'Failed',
  heat: 'Hot',
}

/** The value that a new filter has for an item; empty for any. */
export function usualValue(event: KnownEvent, item: KnownItem): string {
  if (!isChosen(item)) return ''
  if (item.from) return item.options[0]?.value ?? ''
  return USUAL[event.id] ?? item.values?.[0] ?? ''
}

/** What a filter says, for its sentence. */
export interface Told {
  /** Undefined for an event that this page doesn't know. */
  event: RuleEvent | undefined
  topic: string
  /** The value of the item that says which port, schedule or disk it is; undefined for any. */
  which: string | undefined
  /** The name of that. */
  name: string
  /** The value of the item that says what happened; undefined for anything. */
  state: string | undefined
}

export function tell({ topic, items }: EventFilter, choices: Pick<ActionChoices, 'events'>): Told {
  const event = ruleEventOf(topic)
  const here = choices.events.find(({ id }) => id === event?.id)
  const valueOf = (wanted: RuleEventItem | undefined) =>
    items.find(({ name }) => name === wanted?.name)?.value
  const source = event?.items.find(({ from }) => from)
  const state = event?.items.find(({ part }) => part === 'data')
  const which = valueOf(source)
  const options = here?.items.find(({ name }) => name === source?.name)?.options
  const name = options?.find(({ value }) => value === which)?.label ?? which ?? ''
  return { event, topic, which, name, state: valueOf(state) }
}
