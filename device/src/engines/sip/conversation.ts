/** A call from its answer on: keys, changes of its audio, its longest duration, and its end. */
import { SessionState } from 'sip.js/lib/core/index.js'
import type {
  IncomingInviteRequest,
  IncomingRequestMessage,
  IncomingResponse,
  OutgoingRequest,
  OutgoingRequestDelegate,
  Session,
} from 'sip.js/lib/core/index.js'
import type { Agent } from './agent.ts'
import type { CallRecord } from './call-record.ts'
import { challengesIn } from './challenges.ts'
import type { Negotiation } from './offer-answer.ts'
import { GIVE_UP } from './retransmission.ts'

export interface Conversation {
  /** Ends the call; a failure gets a code and a reason. */
  hangUp(code?: number, reason?: string): void
  press(digit: string): void
}

const SDP = 'application/sdp'
/** Milliseconds that a key sounds. */
const KEY_MS = 160
const KEY = /^[0-9*#A-D]$/

/** @param offered whether our offer is still without an answer, which comes with the ACK */
export function openConversation(
  call: CallRecord,
  agent: Agent,
  session: Session,
  negotiation: Negotiation,
  { offered = false } = {},
): Conversation {
  let awaitsAnswer = offered
  /** The end of the call, once it is wanted. */
  let ending: { code: number | undefined; reason: string } | undefined
  let said = false

  const finish = () => call.end(ending?.code, ending?.reason ?? '')

  /** Sends a request within the call, again with credentials if a proxy asks for them. */
  function ask(
    send: (delegate: OutgoingRequestDelegate, extraHeaders: string[]) => OutgoingRequest,
    onEnd: () => void,
  ): void {
    const authorization = agent.authorization()
    function attempt(fields: string[]): void {
      const { message } = send(
        {
          onAccept: onEnd,
          onRedirect: onEnd,
          onReject(response: IncomingResponse) {
            const { method, ruri } = message
            const challenges = challengesIn(response.message)
            const more = authorization.answer(challenges, { method, uri: ruri.toRaw() })
            if (more) attempt(more)
            else onEnd()
          },
        },
        fields,
      )
    }
    attempt([])
  }

  function sayBye(): void {
    if (said) return
    said = true
    ask((delegate, extraHeaders) => session.bye(delegate, { extraHeaders }), finish)
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

  function onInvite(request: IncomingInviteRequest): void {
    const { body } = request.message
    if (body === '') {
      awaitsAnswer = true
      accept(request, negotiation.offer())
      return
    }
    const answer = negotiation.answer(body)
    if (!answer) {
      request.reject({ statusCode: 488 })
      return
    }
    accept(request, answer.sdp)
    call.agree(answer.agreement)
    call.change({})
  }

  function accept(request: IncomingInviteRequest, content: string): void {
    request.accept({
      statusCode: 200,
      extraHeaders: [`Contact: ${agent.contact()}`],
      body: { contentDisposition: 'session', contentType: SDP, content },
    })
  }

  const stopWaiting =
    session.sessionState === SessionState.AckWait
      ? call.after(GIVE_UP, () => {
          ending ??= { code: 408, reason: 'The call was not acknowledged.' }
          call.end(ending.code, ending.reason)
          session.dispose()
        })
      : () => {}

  session.delegate = {
    onAck: ({ message }) => onAck(message),
    onAckTimeout: () => stopWaiting(),
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
    onInvite,
  }

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
      ask(
        (delegate, extraHeaders) => session.info(delegate, { extraHeaders, body }),
        () => {},
      )
    },
  }
}

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
