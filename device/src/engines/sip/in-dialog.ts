/** Sends requests within a call. */
import { SessionDialog } from 'sip.js/lib/core/index.js'
import type {
  IncomingResponse,
  OutgoingRequest,
  OutgoingRequestDelegate,
  RequestOptions,
  Session,
} from 'sip.js/lib/core/index.js'
import type { Agent } from './agent.ts'
import { challengesIn } from './challenges.ts'

/**
 * Sends a request, and again with credentials if it is challenged.
 * @param send called for each attempt, with what it is to report to and more fields
 * @param onEnd called with the final response
 */
export function askInDialog(
  agent: Pick<Agent, 'authorization'>,
  send: (delegate: OutgoingRequestDelegate, fields: string[]) => OutgoingRequest,
  onEnd: (response: IncomingResponse) => void,
): void {
  const authorization = agent.authorization()
  function attempt(fields: string[]): void {
    const { message } = send(
      {
        onAccept: onEnd,
        onRedirect: onEnd,
        onReject(response) {
          const { method, ruri, body } = message
          const text = typeof body === 'string' ? body : (body?.body ?? '')
          const asked = { method, uri: ruri.toRaw(), body: text }
          const more = authorization.answer(challengesIn(response.message), asked)
          if (more) attempt(more)
          else onEnd(response)
        },
      },
      fields,
    )
  }
  attempt([])
}

/** Sends an UPDATE, which sip.js has no function for. */
export function sendUpdateIn(
  { core }: Pick<Agent, 'core'>,
  session: Session,
  delegate: OutgoingRequestDelegate,
  options: RequestOptions,
): OutgoingRequest {
  if (!(session instanceof SessionDialog)) throw new Error('The call has no dialog.')
  return core.request(session.createOutgoingRequestMessage('UPDATE', options), delegate)
}

/**
 * Whether the other side no longer has the call, or is not there any more (RFC 3261 §12.2.1.2).
 * sip.js makes up a response without text when nothing can be sent.
 */
export const isGone = ({ message: { statusCode, data } }: IncomingResponse): boolean =>
  statusCode === 408 || statusCode === 481 || (statusCode === 503 && !data)
