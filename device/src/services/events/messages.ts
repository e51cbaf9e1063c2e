/**
 * The messages on the event socket. Requests have the public form; of the responses only
 * notifications are public, the rest is our own design.
 */
import { REFUSALS } from '@lintel/contract/fault'
import type { RefusalReason } from '@lintel/contract/fault'
import * as v from 'valibot'

const TOPICS_MAX = 64

const Message = v.object({
  method: v.string(),
  id: v.optional(v.union([v.string(), v.number()])),
})

const Subscribe = v.object({
  topics: v.pipe(
    v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(256))),
    v.minLength(1),
    v.maxLength(TOPICS_MAX),
  ),
})

export interface SocketAnswer {
  answer: string
  /** Topics to send to the client from now on. */
  subscribed: readonly string[]
}

/** The response to one message. An invalid one gets an error, and the socket stays open. */
export function answerTo(text: string): SocketAnswer {
  const message = v.safeParse(Message, parsed(text))
  if (!message.success) return refused('malformed', 'The message must be JSON with a method.', {})
  const { method, id } = message.output
  const about = id === undefined ? { method } : { method, id }
  if (method !== 'axev:subscribe') {
    return refused('unknownMethod', 'There is no such method.', about)
  }
  const subscription = v.safeParse(v.object({ params: Subscribe }), parsed(text))
  if (!subscription.success)
    return refused('invalid', 'params.topics must name 1 to 64 topics.', about)
  return {
    answer: JSON.stringify({ apiVersion: '1.0', ...about, data: {} }),
    subscribed: subscription.output.params.topics,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refused(reason: RefusalReason, message: string, about: object): SocketAnswer {
  const error = { code: REFUSALS[reason].newer, message }
  return { answer: JSON.stringify({ apiVersion: '1.0', ...about, error }), subscribed: [] }
}
