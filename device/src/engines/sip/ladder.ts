import { BoundedMap } from './bounded-map.ts'
import type { LadderLine } from './types.ts'
import { detached, methodOf, statusOf, valueOf, withoutPassword } from './wire.ts'
import type { WireMessage } from './wire.ts'

/** Lines that are kept of one call, and of one account outside of calls. */
export const LINES_MAX = 200
/** Characters that are kept of a line. Own design. */
export const LINE_MAX = 200
/** Exchanges that are kept: a stranger may begin any number of them. Own design. */
export const EXCHANGES_MAX = 300

/** What belongs to each call and account, without header fields and bodies: they carry secrets. */
export interface Ladder {
  add(message: WireMessage, seen: Seen): void
  /** The lines of a SIP Call-ID, or of `keyOf` an account's registrations; oldest first. */
  of(key: string): readonly LadderLine[]
  forget(key: string): void
}

const ACCOUNT = 'account '

/** The key of an account's registrations. */
export const keyOf = (accountId: string | undefined): string => `${ACCOUNT}${accountId ?? ''}`

interface Seen {
  /** What the line belongs to: the SIP Call-ID of a call, or the account. */
  key: string
  accountId: string | undefined
  callId: string | undefined
  time: number
  sent: boolean
  peer: string
}

export function openLadder(): Ladder {
  const exchanges = new BoundedMap<string, LadderLine[]>(EXCHANGES_MAX)
  const accounts = new Map<string, LadderLine[]>()
  const holding = (key: string) => (key.startsWith(ACCOUNT) ? accounts : exchanges)
  return {
    add(message, { key, ...seen }) {
      const list = holding(key).get(key) ?? []
      holding(key).set(detached(key), list)
      list.push({
        ...seen,
        line: shortened(firstLine(message)),
        method: shortened(methodOf(message)),
      })
      if (list.length > LINES_MAX) list.shift()
    },
    of: (key) => holding(key).get(key) ?? [],
    forget: (key) => void holding(key).delete(key),
  }
}

/** `INVITE sip:…` or `200 OK`. */
function firstLine(message: WireMessage): string {
  if (statusOf(message) !== undefined) return message.line.slice('SIP/2.0 '.length)
  return withoutPassword(message.line.replace(/ SIP\/2\.0$/, ''))
}

const shortened = (text: string): string => detached(text.slice(0, LINE_MAX))

/** The Call-ID field; empty if there is none. */
export const callIdOf = (message: WireMessage): string => valueOf(message, 'call-id') ?? ''
