import { randomBytes } from 'node:crypto'
import { Grammar } from 'sip.js/lib/core/index.js'
import type {
  AckableIncomingResponseWithSession,
  IncomingResponse,
  OutgoingInviteRequest,
  PrackableIncomingResponseWithSession,
  URI,
} from 'sip.js/lib/core/index.js'
import { ALLOW, listIn } from './abilities.ts'
import type { Agent } from './agent.ts'
import type { CallRecord } from './call-record.ts'
import { challengesIn } from './challenges.ts'
import { openConversation } from './conversation.ts'
import type { Conversation } from './conversation.ts'
import { askInDialog } from './in-dialog.ts'
import type { Negotiation } from './offer-answer.ts'
import { openTargets } from './redirection.ts'
import { GIVE_UP } from './retransmission.ts'
import { termsOfResponse } from './session-timer.ts'

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
  const targets = openTargets(uri)
  let cseq = 0
  let request: OutgoingInviteRequest | undefined
  let rang = false
  let conversation: Conversation | undefined
  let givenUp: { code: number; reason: string } | undefined

  /** Calls one of the addresses; challenges are answered for each. */
  function invite(at: string, negotiation: Negotiation): void {
    const authorization = agent.authorization()
    const target = uriOf(at)
    const sdp = negotiation.offer()
    function send(fields: readonly string[]): void {
      cseq += 1
      const message = agent.core.makeOutgoingRequestMessage(
        'INVITE',
        target,
        agent.aor(),
        uriOf(uri),
        { callId: sipCallId, fromTag, cseq },
        [`Contact: ${agent.contact()}`, `Allow: ${ALLOW}`, ...fields],
        { contentDisposition: 'session', contentType: 'application/sdp', content: sdp },
      )
      request = agent.core.invite(message, {
        onTrying: () => void (rang = true),
        onProgress: (response) => onProgress(response, negotiation),
        onAccept: (response) => onAccept(response, negotiation),
        onRedirect({ message: response }) {
          targets.add(response)
          goOn(response.statusCode, response.reasonPhrase)
        },
        onReject(response) {
          const ask = { method: 'INVITE', uri: target.toRaw(), body: sdp }
          const challenges = challengesIn(response.message)
          const more = givenUp ? undefined : authorization.answer(challenges, ask)
          if (more) send(more)
          else onReject(response)
        },
      })
    }
    send([])
  }

  /** The other side's answer so far, such as that of an announcement. */
  let early = false

  function onProgress(
    { message, session }: PrackableIncomingResponseWithSession,
    negotiation: Negotiation,
  ): void {
    rang = true
    const agreement = message.body === '' ? undefined : negotiation.accept(message.body)
    if (agreement && !givenUp) {
      early = true
      record.agree(agreement)
    }
    // We don't ask for reliable ones, but who sends one waits for this (RFC 3262 §4).
    const number = message.getHeader('rseq')
    if (number === undefined || !listIn(message, 'require').includes('100rel')) return
    const field = `RAck: ${number} ${message.cseq} INVITE`
    askInDialog(
      agent,
      (delegate, more) => session.prack(delegate, { extraHeaders: [field, ...more] }),
      () => {},
    )
  }

  function onReject({ message: { statusCode, reasonPhrase, data } }: IncomingResponse): void {
    const failure = statusCode === 503 && !data ? agent.lastFailure() : undefined
    // Nobody else may be called then (RFC 3261 §21.6).
    if (statusCode !== undefined && statusCode >= 600) fail(statusCode, reasonPhrase)
    else goOn(statusCode, failure ?? reasonPhrase)
  }

  /** Calls the next address, or ends with what the last one said. */
  function goOn(code: number | undefined, reason: string | undefined): void {
    const next = givenUp ? undefined : targets.next()
    if (next === undefined) {
      fail(code, reason)
      return
    }
    request = undefined
    rang = false
    early = false
    record.stopAudio()
    begin(next)
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
    const { message } = response
    // What was agreed on reliably need not be said again (RFC 3262 §5).
    const agreed = early && message.body === '' ? record.agreement() : undefined
    const agreement = agreed ?? negotiation.accept(message.body)
    conversation = openConversation(record, agent, response.session, negotiation, {
      terms: termsOfResponse(message),
      updates: listIn(message, 'allow').includes('update'),
    })
    if (!agreement) {
      conversation.hangUp(488, 'Not Acceptable Here')
      return
    }
    if (!agreed) record.agree(agreement)
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

  async function start(at: string): Promise<void> {
    const { negotiation } = await agent.openAudio(record, at)
    if (record.ended()) return
    invite(at, negotiation)
  }

  function begin(at: string): void {
    start(at).catch((cause: unknown) => {
      record.end(503, cause instanceof Error ? cause.message : 'Service Unavailable')
    })
  }

  begin(uri)

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

function uriOf(text: string): URI {
  const uri = Grammar.URIParse(text)
  if (!uri) throw new Error('The address is not a SIP URI.')
  return uri
}
