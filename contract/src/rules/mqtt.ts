/** What MQTT takes as names of topics. Source: MQTT 5.0, 1.5.4 and 4.7. */
import { atMost, firstOf, problem } from './problem.ts'
import type { Rule } from './problem.ts'

/** Longest topic, prefix, client identifier and so on, in characters. Own design. */
export const MQTT_TEXT_MAX = 255
/** Longest payload of a last will and the like. Own design. */
export const MQTT_MESSAGE_MAX = 4096

const noWildcards: Rule = (value) =>
  /[+#]|\p{Cc}/u.test(value) ? problem('mqtt.topicInvalid') : undefined

/** Whether topics with this beginning belong to the broker (MQTT 5.0, 4.7.2). */
export const isReservedTopic = (topic: string): boolean => topic.startsWith('$')

/** Whether it can be the path of a WebSocket: nothing that ends a path in a URL. */
export const isSocketPath = (path: string): boolean => !/[\s?#]|\p{Cc}/u.test(path)

/** A topic to publish to, or a part of one; may be empty. */
export const publishTopic: Rule = firstOf(noWildcards, atMost(MQTT_TEXT_MAX))
