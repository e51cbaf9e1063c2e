/** Keeps an answered call alive, and ends it when the other side is gone. */
import type { IncomingResponse, Session } from 'sip.js/lib/core/index.js'
import type { Agent } from './agent.ts'
import type { CallRecord } from './call-record.ts'
import { askInDialog, isGone, sendInDialog } from './in-dialog.ts'
import type { Negotiation } from './offer-answer.ts'
import { leastIn, openSessionTimer, termsOfResponse } from './session-timer.ts'
import type { SessionTerms, SessionTimer } from './session-timer.ts'

/**
 * Milliseconds without a packet of audio after which the other side is asked whether it still has
 * the call. Own design: held and silent calls go on, those of a phone without power end.
 */
const SILENCE_MS = 60_000
/** Before a refresh is tried again that collided with one from the other side, or failed. */
const COLLIDED_MS = 3000
const FAILED_MS = 10_000

const isMissing = (status: number | undefined) => status === 405 || status === 501

/**
 * Asks a silent side from time to time, and refreshes the session as both sides agree.
 * @param parts.updates whether the other side takes UPDATE, which leaves the audio alone
 * @param parts.giveUp ends the call with a code and a reason
 */
export function openLiveness(
  call: CallRecord,
  agent: Agent,
  session: Session,
  parts: {
    negotiation: Negotiation
    updates: boolean
    isEnding: () => boolean
    giveUp: (code: number, reason: string) => void
  },
): SessionTimer {
  const { negotiation, isEnding, giveUp } = parts
  let { updates } = parts

  const timer = openSessionTimer({
    after: (ms, run) => call.after(ms, run),
    refresh: (terms) => refresh(terms),
    expire: () => giveUp(408, 'The session was not refreshed.'),
  })

  function watch(before: number): void {
    call.after(SILENCE_MS, () => {
      const now = call.packets()
      if (now === before) ask(now)
      else watch(now)
    })
  }

  function ask(packets: number): void {
    if (isEnding()) return
    askInDialog(
      agent,
      (delegate, extraHeaders) =>
        sendInDialog(agent, session, 'OPTIONS', delegate, { extraHeaders }),
      (response) => {
        const now = call.packets()
        // Whoever can be heard again is there, even if something on the way loses such requests.
        if (isGone(response) && now === packets) giveUp(408, 'The other side no longer answers.')
        else watch(now)
      },
    )
  }

  function refresh({ seconds }: SessionTerms, least = 0): void {
    if (isEnding()) return
    const fields = [
      `Session-Expires: ${seconds};refresher=uac`,
      ...(least > 0 ? [`Min-SE: ${least}`] : []),
      `Contact: ${agent.contact()}`,
    ]
    const onEnd = (response: IncomingResponse) => onRefreshed(response, seconds)
    try {
      if (updates) sendUpdate(fields, onEnd)
      else sendInvite(fields, onEnd)
    } catch {
      // A re-INVITE is under way.
      call.after(COLLIDED_MS, () => refresh({ seconds, own: true }))
    }
  }

  function onRefreshed(response: IncomingResponse, seconds: number): void {
    const { message } = response
    const again = { seconds, own: true }
    const status = message.statusCode ?? 500
    const least = leastIn(message)
    if (status < 300) timer.refreshed(termsOfResponse(message) ?? again)
    else if (isGone(response)) giveUp(408, 'The other side no longer answers.')
    else if (status === 422 && least > seconds) refresh({ ...again, seconds: least }, least)
    else if (updates && isMissing(status)) {
      updates = false
      refresh(again)
    } else call.after(status === 491 ? COLLIDED_MS : FAILED_MS, () => refresh(again))
  }

  function sendUpdate(fields: string[], onEnd: (response: IncomingResponse) => void): void {
    askInDialog(
      agent,
      (delegate, more) =>
        sendInDialog(agent, session, 'UPDATE', delegate, { extraHeaders: [...fields, ...more] }),
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

  watch(call.packets())
  return timer
}
