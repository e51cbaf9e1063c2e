/**
 * The device's events as messages. Formats of topic and payload are those that devices send; the
 * filters are the public ones ("MQTT Event Bridge").
 */
import type { EventPublication, EventTopicFilter } from '@lintel/contract/calls/mqtt'
import { qualified } from '@lintel/contract/events'
import type { DeviceEvent } from '@lintel/contract/events'
import { topicMatches } from '../../events/onvif-topics.ts'
import type { OutgoingMessage } from './connection.ts'

/** What the messages say about the device. */
export interface Sender {
  serial: string
  /** What its topics begin with, before a slash. */
  prefix: string
}

/** The messages for an event: one for each filter that it matches. */
export function messagesFor(
  event: DeviceEvent,
  isState: boolean,
  publication: EventPublication,
  sender: Sender,
): OutgoingMessage[] {
  return filtersFor(event, publication).map(({ qos, retain }) => ({
    topic: topicOf(event, publication, sender),
    payload: payloadOf(event, publication, sender),
    qos,
    retain: retain === 'all' || (retain === 'property' && isState),
  }))
}

/** Whether a state goes to those who subscribe later. */
export const isRetained = (event: DeviceEvent, publication: EventPublication): boolean =>
  filtersFor(event, publication).some(({ retain }) => retain !== 'none')

/** The filters that an event matches. Namespaces don't matter: no two topics differ in them alone. */
const filtersFor = (
  { topic }: DeviceEvent,
  { eventFilterList }: EventPublication,
): EventTopicFilter[] =>
  eventFilterList.filter(({ topicFilter }) => topicMatches(withoutNamespaces(topicFilter), topic))

const withoutNamespaces = (filter: string) => filter.replaceAll(/[\w.-]+:/g, '')

/** Whether it can be a filter: names between slashes, with or without namespaces. */
export const isEventFilter = (filter: string): boolean =>
  filter === '//.' || /^[\w.-]+(:[\w.-]+)?(\/[\w.-]+(:[\w.-]+)?)*(\/\/\.)?$/.test(filter)

/**
 * `axis/ACCC8E012345/event/tns:onvif/Device/tns:axis/IO/VirtualInput/$source/port/1`. A custom prefix
 * stands for all up to `event`.
 */
function topicOf(
  { topic, source }: DeviceEvent,
  publication: EventPublication,
  { prefix }: Sender,
): string {
  const { topicPrefix, customTopicPrefix, appendEventTopic, includeTopicNamespaces } = publication
  const root = topicPrefix === 'custom' ? customTopicPrefix : `${prefix}/event`
  if (!appendEventTopic) return root
  const name = includeTopicNamespaces
    ? qualified(topic).replaceAll('tns1:', 'tns:onvif/').replaceAll('tnsaxis:', 'tns:axis/')
    : topic
  const sources = Object.entries(source).flat().map(levelOf)
  return [root, name, ...(sources.length > 0 ? ['$source', ...sources] : [])].join('/')
}

/** A value as one level of a topic. */
const levelOf = (text: string) => text.replaceAll(/[/+#]|\p{Cc}/gu, '_')

/** Namespaces have other names here than on the wire of events. */
const payloadOf = (
  { topic, at, source, data }: DeviceEvent,
  { includeSerialNumberInPayload }: EventPublication,
  { serial }: Sender,
): string =>
  JSON.stringify({
    topic: qualified(topic).replaceAll('tns1:', 'onvif:').replaceAll('tnsaxis:', 'axis:'),
    timestamp: Date.parse(at),
    ...(includeSerialNumberInPayload && { serial }),
    message: { source, key: {}, data },
  })
