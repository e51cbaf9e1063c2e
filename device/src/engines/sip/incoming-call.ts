import type { IncomingInviteRequest } from 'sip.js/lib/core/index.js'
import { listIn } from './abilities.ts'
import type { Agent } from './agent.ts'
import type { CallRecord } from './call-record.ts'
import { openConversation } from './conversation.ts'
import type { Conversation } from './conversation.ts'
import type { Negotiation } from './offer-answer.ts'
import type { LiveCall } from './outgoing-call.ts'
import type { SessionTerms } from './session-timer.ts'

/**
 * Rings, or answers at once if the account does that.
 * @param timer how long the session lasts without being refreshed, and what the answer says of it
 */
export function startIncomingCall(
  record: CallRecord,
  agent: Agent,
  request: IncomingInviteRequest,
  peer: string,
  timer: { terms?: SessionTerms; fields: string[] },
): LiveCall {
  const { message } = request
  let negotiation: Negotiation | undefined
  let conversation: Conversation | undefined
  let wanted = record.account().autoAnswer

  function refuse(statusCode: number, reason: string): void {
    if (conversation || record.ended()) return
    request.reject({ statusCode })
    record.end(statusCode, reason)
  }

  function answer(): void {
    wanted = true
    if (!negotiation || conversation || record.ended()) return
    const offers = message.body === ''
    const answered = offers ? undefined : negotiation.answer(message.body)
    if (!offers && !answered) {
      refuse(488, 'Not Acceptable Here')
      return
    }
    stopRinging()
    const content = answered?.sdp ?? negotiation.offer()
    const { session } = request.accept({
      statusCode: 200,
      extraHeaders: [...timer.fields],
      body: { contentDisposition: 'session', contentType: 'application/sdp', content },
    })
    conversation = openConversation(record, agent, session, negotiation, {
      offered: offers,
      agreed: answered?.agreement,
      terms: timer.terms,
      updates: listIn(message, 'allow').includes('update'),
    })
    record.change({ state: 'active', answered: agent.now() })
  }

  request.delegate = { onCancel: () => refuse(487, 'Request Terminated') }

  const stopRinging = record.after(record.settings().answeringTimeout * 1000, () =>
    refuse(480, 'Nobody answered.'),
  )

  async function start(): Promise<void> {
    request.trying()
    const opened = await agent.openAudio(record, `sip:${peer}`)
    if (record.ended()) return
    // What can't be answered doesn't ring either.
    if (message.body !== '' && !opened.negotiation.answer(message.body)) {
      refuse(488, 'Not Acceptable Here')
      return
    }
    negotiation = opened.negotiation
    if (wanted) answer()
    else request.progress({ statusCode: 180 })
  }

  start().catch((cause: unknown) => {
    agent.log.warn({ err: cause }, 'SIP call without audio')
    refuse(500, cause instanceof Error ? cause.message : 'Server Internal Error')
  })

  return {
    record,
    sipCallId: message.callId,
    answer,
    terminate() {
      if (conversation) conversation.hangUp()
      else refuse(603, 'Decline')
    },
    press: (digit) => conversation?.press(digit),
  }
}
