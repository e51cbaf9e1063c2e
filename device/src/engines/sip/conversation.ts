/** A call from its answer on: keys, changes of its audio, what keeps it alive, and its end. */
import { SessionState } from 'sip.js/lib/core/index.js'
import type { IncomingRequestMessage, Session } from 'sip.js/lib/core/index.js'
import type { MediaAgreement } from '../media/types.ts'
import type { Agent } from './agent.ts'
import type { CallRecord } from './call-record.ts'
import { askInDialog } from './in-dialog.ts'
import { openLiveness } from './liveness.ts'
import { receives } from './offer-answer.ts'
import type { Negotiation } from './offer-answer.ts'
import { GIVE_UP } from './retransmission.ts'
import { termsOfRequest } from './session-timer.ts'
import type { SessionTerms } from './session-timer.ts'
import type { UpdateHandler } from './updates.ts'

export interface Conversation {
  /** Ends the call; a failure gets a code and a reason. */
  hangUp(code?: number, reason?: string): void
  press(digit: string): void
}

const SDP = 'application/sdp'
/** Milliseconds that a key sounds. */
const KEY_MS = 160
const KEY = /^[0-9*#A-D]$/

/**
 * @param start.offered whether our offer is still without an answer, which comes with the ACK
 * @param start.agreed what our answer means, if it still has to be acknowledged
 * @param start.terms how long the session lasts without being refreshed
 * @param start.updates whether the other side takes UPDATE
 */
export function openConversation(
  call: CallRecord,
  agent: Agent,
  session: Session,
  negotiation: Negotiation,
  start: {
    offered?: boolean
    agreed?: MediaAgreement | undefined
    terms: SessionTerms | undefined
    updates: boolean
  },
): Conversation {
  const { offered = false, terms, updates } = start
  let awaitsAnswer = offered
  let unacknowledged = start.agreed
  /** The end of the call, once it is wanted. */
  let ending: { code: number | undefined; reason: string } | undefined
  let said = false

  const finish = () => call.end(ending?.code, ending?.reason ?? '')

  function sayBye(): void {
    if (said) return
    said = true
    askInDialog(agent, (delegate, extraHeaders) => session.bye(delegate, { extraHeaders }), finish)
    // No response at all ends it as well (RFC 3261 §15.1.1).
    call.after(GIVE_UP + 1000, finish)
  }

  function hangUp(code?: number, reason = ''): void {
    if (call.ended() || ending) return
    ending = { code, reason }
    call.stopAudio()
    call.change({ state: 'terminating' })
    // Who was called must not say BYE before the call is acknowledged (RFC 3261 §15).
    if (session.sessionState !== SessionState.AckWait) sayBye()
  }

  function onAck(message: IncomingRequestMessage): void {
    stopWaiting()
    if (unacknowledged) call.agree(unacknowledged)
    unacknowledged = undefined
    if (awaitsAnswer) {
      awaitsAnswer = false
      const agreement = negotiation.accept(message.body)
      if (agreement) {
        call.agree(agreement)
        call.change({})
      } else hangUp(488, 'Not Acceptable Here')
    }
    if (ending) sayBye()
  }

  /** A re-INVITE or an UPDATE: it refreshes the session, and may change the audio. */
  function onChange(request: Parameters<UpdateHandler>[0]): void {
    const { body, method } = request.message
    const refresh = termsOfRequest(request.message)
    if (refresh.refused) {
      request.reject({ statusCode: 422, extraHeaders: refresh.fields })
      return
    }
    const answer = body === '' ? undefined : negotiation.answer(body)
    if (body !== '' && !answer) {
      request.reject({ statusCode: 488 })
      return
    }
    // A re-INVITE without an offer wants ours; an UPDATE without one only refreshes.
    const offers = body === '' && method === 'INVITE'
    if (offers) awaitsAnswer = true
    const content = offers ? negotiation.offer() : answer?.sdp
    request.accept({
      statusCode: 200,
      extraHeaders: [`Contact: ${agent.contact()}`, ...refresh.fields],
      ...(content !== undefined && {
        body: { contentDisposition: 'session', contentType: SDP, content },
      }),
    })
    liveness.refreshed(refresh.terms)
    if (!answer) return
    unacknowledged = undefined
    call.agree(answer.agreement)
    call.change({})
  }

  function endUnacknowledged(): void {
    ending ??= { code: 408, reason: 'Request Timeout' }
    call.end(ending.code, ending.reason)
  }

  // sip.js gives up first, in real time, unless the bench moves the clock.
  const stopWaiting =
    session.sessionState === SessionState.AckWait
      ? call.after(GIVE_UP + 1000, () => {
          endUnacknowledged()
          session.dispose()
        })
      : () => {}

  session.delegate = {
    onAck: ({ message }) => onAck(message),
    onAckTimeout() {
      endUnacknowledged()
      // Only now may it be said without an ACK (RFC 3261 §13.3.1.4).
      sayBye()
    },
    onBye(request) {
      request.accept()
      call.end(ending?.code, ending?.reason ?? '')
    },
    onInfo(request) {
      const digit = digitIn(request.message)
      if (digit === undefined) {
        request.reject({ statusCode: 415 })
        return
      }
      request.accept()
      call.digit(digit, 'info')
    },
    onInvite: onChange,
  }

  if (unacknowledged) call.agree(withoutSending(unacknowledged))
  agent.onUpdate(session, onChange)
  const liveness = openLiveness(call, agent, session, {
    negotiation,
    terms,
    updates,
    isEnding: () => ending !== undefined,
    giveUp: hangUp,
  })
  call.onSilenced((reason) => hangUp(503, reason))

  const { maxCallDuration } = call.settings()
  if (maxCallDuration > 0) {
    call.after(maxCallDuration * 1000, () => hangUp(undefined, 'The longest duration was reached.'))
  }

  return {
    hangUp,
    press(digit) {
      if (ending || !KEY.test(digit)) return
      const { dtmf } = call.account()
      if (dtmf.rfc2833 && call.agreement()?.dtmfPayloadType !== undefined) {
        call.audio()?.press(digit, KEY_MS)
        return
      }
      if (!dtmf.info) return
      const body = {
        contentDisposition: 'render',
        contentType: 'application/dtmf-relay',
        content: `Signal=${digit}\r\nDuration=${KEY_MS}\r\n`,
      }
      askInDialog(
        agent,
        (delegate, extraHeaders) => session.info(delegate, { extraHeaders, body }),
        () => {},
      )
    },
  }
}

/**
 * An agreement by which nothing is sent yet. Whoever doesn't acknowledge an answer may not have called,
 * and the address in SDP, which a forged call names, would get half a minute of audio.
 */
const withoutSending = (agreement: MediaAgreement): MediaAgreement => ({
  ...agreement,
  direction: receives(agreement.direction) ? 'recvonly' : 'inactive',
})

/** The key in an INFO: `Signal=5` as Cisco's phones send it, or the bare key. */
function digitIn(message: IncomingRequestMessage): string | undefined {
  const type = message.getHeader('content-type')?.split(';')[0]?.trim().toLowerCase()
  const text =
    type === 'application/dtmf-relay'
      ? /^\s*signal\s*=\s*(\S+)\s*$/im.exec(message.body)?.[1]
      : type === 'application/dtmf'
        ? message.body.trim()
        : undefined
  const digit = text?.toUpperCase()
  if (digit === '10') return '*'
  if (digit === '11') return '#'
  return digit !== undefined && KEY.test(digit) ? digit : undefined
}
