import { readItemFilter, writeItemFilter } from '@lintel/contract/action-rules/event-filter'
import type { EventFilter, EventItem } from '@lintel/contract/action-rules/event-filter'
import { WSN } from '@lintel/contract/calls/onvif-events'
import { qualified } from '@lintel/contract/events'
import { element } from '@lintel/contract/xml/element'
import type { XmlElement } from '@lintel/contract/xml/element'
import { TOPIC_DIALECTS } from '../../events/onvif-topics.ts'
import { actionFault } from './action-faults.ts'
import type { EventChoice } from './event-choices.ts'

/** The language of filters of content (ONVIF Core, "Message Content Filter"). */
const ITEM_FILTER = 'http://www.onvif.org/ver10/tev/messageContentFilter/ItemFilter'

const part = (name: string, dialect: string, text: string): XmlElement =>
  element(WSN, name, text, [{ name: 'Dialect', namespace: '', value: dialect }])

/** A filter as the content of `aa:StartEvent` and `aa:Condition`. */
export const filterElements = ({ topic, items }: EventFilter): XmlElement[] => [
  part('TopicExpression', TOPIC_DIALECTS[0] ?? '', qualified(topic)),
  ...(items.length === 0 ? [] : [part('MessageContent', ITEM_FILTER, writeItemFilter(items))]),
]

/** A filter that a client has written. */
interface GivenFilter extends EventFilter {
  items: EventItem[]
}

/** What a client has written, before it is known which event that is. */
interface Expression {
  /** Without prefixes. */
  topic: string
  /** Topics below it count too. */
  below: boolean
  items: EventItem[]
}

/**
 * Reads the filter of a start event: any filter for one of the device's events.
 * @throws Refusal with a fault of the service
 */
export function startIn(parts: readonly XmlElement[], events: readonly EventChoice[]): GivenFilter {
  const { items, ...expression } = expressionIn(parts)
  const [event, ...others] = eventsOf(expression, items, events)
  if (!event) throw actionFault('InvalidFilterFault', 'could not match any events')
  if (others.length > 0) throw actionFault('InvalidFilterFault', 'matches multiple events')
  return { topic: event.topic, items }
}

/**
 * Reads the filter of a condition, which has to be about one state: of one event, and of one source.
 * @throws Refusal with a fault of the service
 */
export function conditionIn(
  parts: readonly XmlElement[],
  events: readonly EventChoice[],
): GivenFilter {
  const { items, ...expression } = expressionIn(parts)
  const found = eventsOf(expression, items, events).filter(({ stateful }) => stateful)
  const [event, ...others] = found
  if (!event) throw wrongCondition('could not match any property events')
  const sources = event.items.filter(({ part, name }) => part === 'source' && !has(items, name))
  if (others.length > 0 || sources.some(({ options }) => options.length > 1)) {
    throw wrongCondition('matches multiple property events')
  }
  const state = event.items.find(({ isState, name }) => isState && !has(items, name))
  if (state) throw wrongCondition(`${state.name} is missing: the state that the event must have`)
  // The only source may not stay the only one.
  const only = sources.flatMap(({ name, options: [option] }) =>
    option ? [{ name, value: option.value }] : [],
  )
  return { topic: event.topic, items: [...only, ...items] }
}

const wrongCondition = (message: string) => actionFault('InvalidConditionFilterFault', message)

const has = (items: readonly EventItem[], wanted: string): boolean =>
  items.some(({ name }) => name === wanted)

const eventsOf = (
  { topic, below }: Omit<Expression, 'items'>,
  items: readonly EventItem[],
  events: readonly EventChoice[],
): EventChoice[] =>
  events.filter(
    (event) =>
      (event.topic === topic || (below && event.topic.startsWith(`${topic}/`))) &&
      items.every(({ name }) => event.items.some((item) => item.name === name)),
  )

/** @throws Refusal with a fault of the service */
function expressionIn(parts: readonly XmlElement[]): Expression {
  const known = ['TopicExpression', 'MessageContent']
  const [topics, contents] = known.map((name) =>
    parts.filter((part) => part.namespace === WSN && part.name === name),
  )
  const [topic, content] = [topics?.[0], contents?.[0]]
  const read = (topic ? 1 : 0) + (content ? 1 : 0)
  if (!topic || parts.length > read) {
    const message = 'A filter has one TopicExpression, and at most one MessageContent.'
    throw actionFault('InvalidFilterFault', message)
  }
  return { ...topicIn(topic), items: content ? itemsIn(content) : [] }
}

function topicIn(expression: XmlElement): Pick<Expression, 'topic' | 'below'> {
  const dialect = dialectOf(expression)
  if (dialect !== undefined && !TOPIC_DIALECTS.includes(dialect)) {
    throw actionFault('TopicExpressionDialectUnknownFault', 'This dialect is not known.')
  }
  const text = expression.text.trim().replaceAll(/[\w.-]+:/g, '')
  const topic = text.replace(/\/\/\.$/, '')
  if (!/^[\w.-]+(?:\/[\w.-]+)*$/.test(topic)) {
    throw actionFault('InvalidTopicExpressionFault', 'A filter is about one topic.')
  }
  return { topic, below: topic !== text }
}

function itemsIn(content: XmlElement): EventItem[] {
  const fault = 'InvalidMessageContentExpressionFault'
  const dialect = dialectOf(content)
  if (dialect !== undefined && dialect !== ITEM_FILTER) {
    throw actionFault(fault, 'This dialect is not known.')
  }
  try {
    return readItemFilter(content.text)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    const message = 'The expression is not understood: items are compared, and joined by "and".'
    throw actionFault(fault, message)
  }
}

const dialectOf = ({ attributes }: XmlElement): string | undefined =>
  attributes.find(({ name }) => name === 'Dialect')?.value
