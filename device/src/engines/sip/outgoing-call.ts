import { randomBytes } from 'node:crypto'
import { Grammar } from 'sip.js/lib/core/index.js'
import type {
  AckableIncomingResponseWithSession,
  IncomingResponse,
  OutgoingInviteRequest,
} from 'sip.js/lib/core/index.js'
import type { Agent } from './agent.ts'
import type { CallRecord } from './call-record.ts'
import { challengesIn } from './challenges.ts'
import { openConversation } from './conversation.ts'
import type { Conversation } from './conversation.ts'
import type { Negotiation } from './offer-answer.ts'
import { GIVE_UP } from './retransmission.ts'

/** A call that is under way. */
export interface LiveCall {
  record: CallRecord
  /** Its Call-ID field. */
  sipCallId: string
  /** Answers an incoming call; anything else is left as it is. */
  answer(): void
  /** Cancels, declines or hangs up. */
  terminate(): void
  press(digit: string): void
}

const TEXTS = {
  cancelled: { code: 487, reason: 'Request Terminated' },
  noAnswer: { code: 408, reason: 'Request Timeout' },
} as const

/** @param uri whom to call, a complete URI */
export function startOutgoingCall(record: CallRecord, agent: Agent, uri: string): LiveCall {
  const sipCallId = randomBytes(16).toString('hex')
  const fromTag = randomBytes(8).toString('hex')
  const authorization = agent.authorization()
  let cseq = 0
  let request: OutgoingInviteRequest | undefined
  let rang = false
  let conversation: Conversation | undefined
  let givenUp: { code: number; reason: string } | undefined

  function send(negotiation: Negotiation, sdp: string, fields: readonly string[]): void {
    const target = Grammar.URIParse(uri)
    if (!target) throw new Error('The address is not a SIP URI.')
    cseq += 1
    const message = agent.core.makeOutgoingRequestMessage(
      'INVITE',
      target,
      agent.aor(),
      target,
      { callId: sipCallId, fromTag, cseq },
      [`Contact: ${agent.contact()}`, 'Allow: ACK, BYE, CANCEL, INFO, INVITE, OPTIONS', ...fields],
      { contentDisposition: 'session', contentType: 'application/sdp', content: sdp },
    )
    request = agent.core.invite(message, {
      onTrying: () => void (rang = true),
      onProgress({ message: { body } }) {
        rang = true
        // Early audio, such as an announcement.
        const agreement = body === '' ? undefined : negotiation.accept(body)
        if (agreement && !givenUp) record.agree(agreement)
      },
      onAccept: (response) => onAccept(response, negotiation),
      onRedirect: ({ message: { statusCode, reasonPhrase } }) => fail(statusCode, reasonPhrase),
      onReject(response) {
        const ask = { method: 'INVITE', uri: target.toRaw(), body: sdp }
        const more = givenUp ? undefined : authorization.answer(challengesIn(response.message), ask)
        if (more) send(negotiation, sdp, more)
        else onReject(response)
      },
    })
  }

  function onReject({ message: { statusCode, reasonPhrase, data } }: IncomingResponse): void {
    const failure = statusCode === 503 && !data ? agent.lastFailure() : undefined
    fail(statusCode, failure ?? reasonPhrase)
  }

  function fail(code: number | undefined, reason: string | undefined): void {
    record.end(givenUp?.code ?? code, givenUp?.reason ?? reason ?? '')
  }

  function onAccept(response: AckableIncomingResponseWithSession, negotiation: Negotiation): void {
    response.ack()
    // Of several phones that answer, the first has the call; too late is too late.
    if (givenUp || record.ended() || conversation) {
      response.session.bye()
      if (givenUp) fail(undefined, undefined)
      return
    }
    stopRinging()
    const agreement = negotiation.accept(response.message.body)
    conversation = openConversation(record, agent, response.session, negotiation)
    if (!agreement) {
      conversation.hangUp(488, 'Not Acceptable Here')
      return
    }
    record.agree(agreement)
    record.change({ state: 'active', answered: agent.now() })
  }

  function giveUp(why: { code: number; reason: string }): void {
    if (givenUp || record.ended()) return
    givenUp = why
    record.stopAudio()
    record.change({ state: 'terminating' })
    request?.cancel()
    // Without any response there is nothing to cancel yet; sip.js does so if one comes.
    if (rang) record.after(GIVE_UP, () => fail(undefined, undefined))
    else fail(undefined, undefined)
  }

  const stopRinging = record.after(record.settings().callingTimeout * 1000, () =>
    giveUp(TEXTS.noAnswer),
  )

  async function start(): Promise<void> {
    const { negotiation } = await agent.openAudio(record, uri)
    if (record.ended()) return
    send(negotiation, negotiation.offer(), [])
  }

  start().catch((cause: unknown) => {
    record.end(503, cause instanceof Error ? cause.message : 'Service Unavailable')
  })

  return {
    record,
    sipCallId,
    answer() {},
    terminate() {
      if (conversation) conversation.hangUp()
      else giveUp(TEXTS.cancelled)
    },
    press: (digit) => conversation?.press(digit),
  }
}
