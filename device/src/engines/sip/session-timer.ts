/** How long a session lasts without being refreshed, and who refreshes it (RFC 4028). */
import type { IncomingRequestMessage, IncomingResponseMessage } from 'sip.js/lib/core/index.js'
import { listIn } from './abilities.ts'

/** What both sides agreed on. */
export interface SessionTerms {
  seconds: number
  /** Whether it is this side that refreshes. */
  own: boolean
}

/** The shortest interval that is accepted, in seconds (RFC 4028 §4). */
const LEAST = 90
/** A session ends this long before it expires, at the most (RFC 4028 §10). */
const MARGIN = 32

type Message = Pick<IncomingRequestMessage, 'getHeader' | 'getHeaders'>

/** The field, of which sip.js doesn't know the short form. */
function wantedIn(message: Message) {
  const value = message.getHeader('session-expires') ?? message.getHeader('x') ?? ''
  const seconds = /^\s*(\d{1,9})\s*(?:;|$)/.exec(value)?.[1]
  if (seconds === undefined) return undefined
  const refresher = /;\s*refresher\s*=\s*(uac|uas)\b/i.exec(value)?.[1]?.toLowerCase()
  return { seconds: Number(seconds), refresher }
}

/** The shortest interval that the other side accepts, in seconds; 0 if it doesn't say. */
export const leastIn = (message: Message): number =>
  Number.parseInt(message.getHeader('min-se') ?? '', 10) || 0

/** What an INVITE or UPDATE means for the session. */
export interface RequestedTerms {
  /** The interval is too short: the request is refused with 422. */
  refused: boolean
  /** None without a limit. */
  terms?: SessionTerms
  /** The fields of the response. */
  fields: string[]
}

/** Reads what an INVITE or UPDATE wants (RFC 4028 §9). */
export function termsOfRequest(message: IncomingRequestMessage): RequestedTerms {
  const wanted = wantedIn(message)
  if (!wanted) return { refused: false, fields: [] }
  const knows = [...listIn(message, 'supported'), ...listIn(message, 'require')].includes('timer')
  if (knows && wanted.seconds < LEAST) return { refused: true, fields: [`Min-SE: ${LEAST}`] }
  // A proxy may have asked in the name of somebody who can't refresh.
  const refresher = knows ? (wanted.refresher ?? 'uac') : 'uas'
  const seconds = Math.max(wanted.seconds, LEAST, leastIn(message))
  return {
    refused: false,
    terms: { seconds, own: refresher === 'uas' },
    fields: [
      `Session-Expires: ${seconds};refresher=${refresher}`,
      ...(refresher === 'uac' ? ['Require: timer'] : []),
    ],
  }
}

/** What the response to our INVITE or UPDATE means for the session. */
export function termsOfResponse(message: IncomingResponseMessage): SessionTerms | undefined {
  const wanted = wantedIn(message)
  if (!wanted || wanted.seconds === 0) return undefined
  return { seconds: wanted.seconds, own: wanted.refresher !== 'uas' }
}

export interface SessionTimer {
  /** The session was begun or refreshed; without terms it lasts until it is ended. */
  refreshed(terms: SessionTerms | undefined): void
  /** Those in force. */
  terms(): SessionTerms | undefined
}

/** @param parts.after as `CallRecord.after` */
export function openSessionTimer(parts: {
  after: (ms: number, run: () => void) => () => void
  refresh: (terms: SessionTerms) => void
  expire: () => void
}): SessionTimer {
  let stops: (() => void)[] = []
  let current: SessionTerms | undefined
  return {
    terms: () => current,
    refreshed(terms) {
      current = terms
      for (const stop of stops) stop()
      stops = []
      if (!terms) return
      const { seconds, own } = terms
      const most = seconds - Math.min(MARGIN, seconds / 3)
      stops.push(parts.after(most * 1000, () => parts.expire()))
      if (own) stops.push(parts.after(seconds * 500, () => parts.refresh(terms)))
    },
  }
}
