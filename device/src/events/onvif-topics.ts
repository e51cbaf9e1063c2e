import { ruleEventOf } from '@lintel/contract/action-rules/rule-events'
import type { RuleEvent, RuleEventItem } from '@lintel/contract/action-rules/rule-events'
import { WSN, WSTOP } from '@lintel/contract/calls/onvif-events'
import { DOOR_TOPICS } from '@lintel/contract/doors'
import { PORT_TOPICS, qualified, RULE_TOPICS, TOPICS } from '@lintel/contract/events'
import type { DeviceEvent, Topic } from '@lintel/contract/events'
import { Refusal } from '@lintel/contract/fault'
import { ONVIF_SCHEMA } from '@lintel/contract/soap/service'
import { element } from '@lintel/contract/xml/element'
import type { XmlAttribute, XmlElement } from '@lintel/contract/xml/element'
import { NAMESPACES } from '@lintel/front-door/soap/namespaces'
import { otherItemsOf } from './other-items.ts'

/** The languages of topics in filters. */
export const TOPIC_DIALECTS = [
  'http://docs.oasis-open.org/wsn/t-1/TopicExpression/Concrete',
  'http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet',
]

/** What only open consoles need. */
const INTERNAL: ReadonlySet<Topic> = new Set([TOPICS.changed, TOPICS.moved])

export const isForClients = ({ topic }: Pick<DeviceEvent, 'topic'>): boolean => !INTERNAL.has(topic)

const plain = (name: string, value: string) => ({ name, namespace: '', value })

interface Branch {
  children: Map<string, Branch>
  leaf?: TopicLeaf
}

/** A topic, and what its element has besides. */
export interface TopicLeaf {
  topic: Topic
  attributes?: readonly XmlAttribute[]
  content?: readonly XmlElement[]
}

/** What is told of an event's messages. */
interface DescribedEvent extends Pick<RuleEvent, 'topic' | 'stateful'> {
  items: readonly Pick<RuleEventItem, 'part' | 'name' | 'type'>[]
}

/** Of no rule, and there with another that has the same items: for a rule, an open door is an input. */
const SAME_ITEMS: ReadonlyMap<Topic, Topic> = new Map([[DOOR_TOPICS.state, DOOR_TOPICS.alarm]])

/**
 * All topics as a tree of elements, with descriptions of their messages (ONVIF Core, "Message
 * Description Language").
 * @param events those that the product has, of those that rules can be made of
 */
export function topicSet(events: readonly DescribedEvent[]): XmlElement[] {
  const topics: Topic[] = [
    ...Object.values(TOPICS),
    ...Object.values(PORT_TOPICS),
    ...Object.values(DOOR_TOPICS),
    ...Object.values(RULE_TOPICS),
  ]
  const leaves = topics.flatMap((topic): TopicLeaf[] => {
    const event = events.find((one) => one.topic === (SAME_ITEMS.get(topic) ?? topic))
    if (event) return [{ topic, content: [descriptionOf(event)] }]
    return INTERNAL.has(topic) || SAME_ITEMS.has(topic) || ruleEventOf(topic) ? [] : [{ topic }]
  })
  return topicTree(leaves)
}

function descriptionOf({ topic, stateful, items }: DescribedEvent): XmlElement {
  const all = [...items, ...otherItemsOf(topic)]
  const parts = (['source', 'data'] as const).flatMap((part) => {
    const described = all
      .filter((item) => item.part === part)
      .map(({ name, type }) =>
        element(
          ONVIF_SCHEMA,
          'SimpleItemDescription',
          [],
          [plain('Name', name), plain('Type', `xsd:${type}`)],
        ),
      )
    const name = part === 'source' ? 'Source' : 'Data'
    return described.length === 0 ? [] : [element(ONVIF_SCHEMA, name, described)]
  })
  const attributes = [plain('IsProperty', String(stateful))]
  return element(ONVIF_SCHEMA, 'MessageDescription', parts, attributes)
}

/** Topics as a tree of elements (WS-Topics 1.3 §6). */
export function topicTree(leaves: readonly TopicLeaf[]): XmlElement[] {
  const root: Branch = { children: new Map() }
  for (const leaf of leaves) {
    let at = root
    for (const part of qualified(leaf.topic).split('/')) {
      const next = at.children.get(part) ?? { children: new Map<string, Branch>() }
      at.children.set(part, next)
      at = next
    }
    at.leaf = leaf
  }
  return elementsOf(root)
}

const IS_TOPIC = { name: 'topic', namespace: WSTOP, value: 'true' }

const elementsOf = ({ children }: Branch): XmlElement[] =>
  Array.from(children, ([part, branch]) => {
    const colon = part.indexOf(':')
    const prefix = part.slice(0, Math.max(colon, 0))
    const namespace = prefix === '' ? '' : NAMESPACES[prefix as 'tns1' | 'tnsaxis']
    const { attributes = [], content = [] } = branch.leaf ?? {}
    return element(
      namespace,
      part.slice(colon + 1),
      [...content, ...elementsOf(branch)],
      branch.leaf ? [...attributes, IS_TOPIC] : [],
    )
  })

/** The content of a `wsnt:NotificationMessage`. */
export function notificationOf(
  { topic, at, source, data }: DeviceEvent,
  operation: 'Initialized' | 'Changed' | undefined,
): readonly XmlElement[] {
  const items = (values: Record<string, string>): XmlElement[] =>
    Object.entries(values).map(([name, value]) =>
      element(ONVIF_SCHEMA, 'SimpleItem', [], [plain('Name', name), plain('Value', value)]),
    )
  const message = element(
    ONVIF_SCHEMA,
    'Message',
    [element(ONVIF_SCHEMA, 'Source', items(source)), element(ONVIF_SCHEMA, 'Data', items(data))],
    [plain('UtcTime', at), ...(operation ? [plain('PropertyOperation', operation)] : [])],
  )
  return [
    element(WSN, 'Topic', qualified(topic), [plain('Dialect', TOPIC_DIALECTS[1] ?? '')]),
    element(WSN, 'Message', [message]),
  ]
}

/** Whether a client wants events of this topic. */
export type WantsTopic = (topic: Topic) => boolean

const TOPICS_MAX = 64

/**
 * What a filter lets through: topics, alternatives between `|`, with everything below after `//.`.
 * @param parts the children of `tev:Filter`; undefined: no filter
 * @throws Refusal for filters of content and languages that the device doesn't know
 */
export function filterIn(parts: readonly XmlElement[] | undefined): WantsTopic {
  if (!parts || parts.length === 0) return () => true
  const wanted = parts.flatMap(({ name, namespace, text, attributes }) => {
    if (namespace !== WSN || name !== 'TopicExpression') {
      throw invalid('wsnt:InvalidFilterFault', 'The device filters by topics alone.')
    }
    const dialect = attributes.find((one) => one.name === 'Dialect')?.value
    if (dialect !== undefined && !TOPIC_DIALECTS.includes(dialect)) {
      throw invalid('wsnt:TopicExpressionDialectUnknownFault', 'This dialect is not known.')
    }
    return text.split('|').map((topic) => topic.trim().replaceAll(/[\w.-]+:/g, ''))
  })
  if (wanted.length > TOPICS_MAX || wanted.some((topic) => !/^[\w/.-]+$/.test(topic))) {
    throw invalid('wsnt:InvalidTopicExpressionFault', 'The topics are not understood.')
  }
  return (topic) => wanted.some((one) => topicMatches(one, topic))
}

/**
 * Whether a topic is the wanted one, or with `//.` at its end, below it; `//.` alone wants every one.
 * Both are without prefixes.
 */
export function topicMatches(wanted: string, topic: string): boolean {
  if (!wanted.endsWith('//.')) return wanted === topic
  const root = wanted.slice(0, -3)
  return root === '' || topic === root || topic.startsWith(`${root}/`)
}

const invalid = (code: string, message: string): Refusal =>
  new Refusal('invalid', message, ['Sender', code])
