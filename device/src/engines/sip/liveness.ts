/** Keeps an answered call alive, and ends it when the other side is gone. */
import type { IncomingResponse, Session } from 'sip.js/lib/core/index.js'
import type { Agent } from './agent.ts'
import type { CallRecord } from './call-record.ts'
import { askInDialog, isGone, sendUpdateIn } from './in-dialog.ts'
import type { Negotiation } from './offer-answer.ts'
import { leastIn, openSessionTimer, termsOfResponse } from './session-timer.ts'
import type { SessionTerms, SessionTimer } from './session-timer.ts'

/**
 * Milliseconds without audio and without a refresh after which the other side is asked whether it still has
 * the call. Own design: held and silent calls go on, those of a phone without power end.
 */
const SILENCE_MS = 60_000
/** Before a refresh is tried again that collided with one from the other side, or failed. */
const COLLIDED_MS = 3000
const FAILED_MS = 10_000

const isMissing = (status: number | undefined) => status === 405 || status === 501
const isAccepted = ({ message }: IncomingResponse) => (message.statusCode ?? 500) < 300

const fieldsOf = (terms: SessionTerms | undefined): string[] =>
  terms ? [`Session-Expires: ${terms.seconds};refresher=${terms.own ? 'uac' : 'uas'}`] : []

export type Liveness = Pick<SessionTimer, 'refreshed'>

/** The phrase of 408, as a phone would send it. RFC 3261 §21.4.9. */
const TIMEOUT = 'Request Timeout'

/**
 * Asks a silent side from time to time, and refreshes the session as both sides agree.
 * @param parts.terms how long the session lasts without being refreshed
 * @param parts.updates whether the other side takes UPDATE, which leaves the audio alone
 * @param parts.giveUp ends the call with a code and a reason
 */
export function openLiveness(
  call: CallRecord,
  agent: Agent,
  session: Session,
  parts: {
    negotiation: Negotiation
    terms: SessionTerms | undefined
    updates: boolean
    isEnding: () => boolean
    giveUp: (code: number, reason: string) => void
  },
): Liveness {
  const { negotiation, isEnding, giveUp } = parts
  let { updates } = parts
  let refreshes = 0
  /** Grows with each sign that the other side has the call. */
  const signs = () => call.packets() + refreshes

  const timer = openSessionTimer({
    after: (ms, run) => call.after(ms, run),
    refresh: (terms) => refresh(terms),
    expire: () => giveUp(408, TIMEOUT),
  })

  function watch(): void {
    const before = signs()
    call.after(SILENCE_MS, () => (signs() === before ? ask(before) : watch()))
  }

  /** By a refresh: phones also answer OPTIONS of a call that they don't have (RFC 3261 §11.2). */
  function ask(before: number): void {
    const terms = timer.terms()
    send(fieldsOf(terms), (response) => {
      // Whoever can be heard again is there, even if something on the way loses such requests.
      if (response && isGone(response) && signs() === before) {
        giveUp(408, TIMEOUT)
        return
      }
      if (response && isAccepted(response)) noteRefresh(response, terms)
      watch()
    })
  }

  function refresh(terms: SessionTerms, least = 0): void {
    const fields = [...fieldsOf(terms), ...(least > 0 ? [`Min-SE: ${least}`] : [])]
    send(fields, (response) => {
      const wanted = response ? leastIn(response.message) : 0
      const status = response?.message.statusCode
      if (!response || status === 491) call.after(COLLIDED_MS, () => refresh(terms))
      else if (isAccepted(response)) noteRefresh(response, terms)
      else if (isGone(response)) giveUp(408, TIMEOUT)
      else if (status === 422 && wanted > terms.seconds) {
        refresh({ ...terms, seconds: wanted }, wanted)
      } else call.after(FAILED_MS, () => refresh(terms))
    })
  }

  function refreshed(terms: SessionTerms | undefined): void {
    refreshes += 1
    timer.refreshed(terms)
  }

  function noteRefresh({ message }: IncomingResponse, terms: SessionTerms | undefined): void {
    refreshed(termsOfResponse(message) ?? (terms && { ...terms, own: true }))
  }

  /** @param onEnd called with the final response; undefined if a re-INVITE is under way already */
  function send(
    fields: readonly string[],
    onEnd: (response: IncomingResponse | undefined) => void,
  ): void {
    if (isEnding()) return
    const all = [...fields, `Contact: ${agent.contact()}`]
    const end = (response: IncomingResponse) => {
      if (updates && isMissing(response.message.statusCode)) {
        updates = false
        send(fields, onEnd)
      } else onEnd(response)
    }
    try {
      if (updates) sendUpdate(all, end)
      else sendInvite(all, end)
    } catch {
      onEnd(undefined)
    }
  }

  function sendUpdate(fields: string[], onEnd: (response: IncomingResponse) => void): void {
    askInDialog(
      agent,
      (delegate, more) =>
        sendUpdateIn(agent, session, delegate, { extraHeaders: [...fields, ...more] }),
      onEnd,
    )
  }

  function sendInvite(fields: string[], onEnd: (response: IncomingResponse) => void): void {
    const content = negotiation.offer()
    askInDialog(
      agent,
      (delegate, more) =>
        session.invite(
          {
            ...delegate,
            onAccept(response) {
              response.ack()
              const agreement = negotiation.accept(response.message.body)
              if (agreement && !isEnding()) {
                call.agree(agreement)
                call.change({})
              }
              delegate.onAccept?.(response)
            },
          },
          {
            extraHeaders: [...fields, ...more],
            body: { contentDisposition: 'session', contentType: 'application/sdp', content },
          },
        ),
      onEnd,
    )
  }

  timer.refreshed(parts.terms)
  watch()
  return { refreshed }
}
