/** Asks callers who they are (RFC 3261 §22.2). */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingRequestMessage } from 'sip.js/lib/core/index.js'
import type { Clock } from '../../clock/clock.ts'
import { BoundedMap } from './bounded-map.ts'
import { readChallenge, respond } from './digest.ts'
import type { Credentials } from './digest.ts'

export interface CallerAuthentication {
  /**
   * Whether the caller knows the password of one of these users.
   * @param address where the request came from
   * @returns fields of a response 401 if it has yet to say so, or said something wrong
   */
  check(
    message: Pick<IncomingRequestMessage, 'method' | 'body' | 'getHeaders'>,
    users: readonly Credentials[],
    address: string,
  ): { verdict: 'proven' | 'refused' } | { verdict: 'asked'; fields: string[] }
}

const REALM = 'sip'
/** Alone: baresip, for one, gives up where there is a second challenge, whatever its algorithm. */
const ALGORITHM = 'MD5'
/** Milliseconds that a challenge can be answered. Own design. */
const LIFETIME = 60_000
/** Wrong answers from one address in a minute after which it is refused. Own design. */
const WRONG_MAX = 10
const MINUTE = 60_000
/** Of addresses, and of answers that can't be used again. */
const REMEMBERED = 2000

export function openCallerAuthentication(clock: Pick<Clock, 'monotonic'>): CallerAuthentication {
  const key = randomBytes(32)
  const used = new BoundedMap<string, true>(REMEMBERED)
  const wrong = new BoundedMap<string, { count: number; until: number }>(REMEMBERED)

  const signed = (time: string, address: string): string =>
    createHmac('sha256', key).update(`${time} ${address}`).digest('hex').slice(0, 32)

  const newNonce = (address: string): string => {
    const time = `${Math.floor(clock.monotonic())}-${randomBytes(6).toString('hex')}`
    return `${time}-${signed(time, address)}`
  }

  /** Whether this address was asked, and lately. */
  function isFresh(nonce: string, address: string): boolean {
    const match = /^((\d+)-[0-9a-f]+)-([0-9a-f]+)$/.exec(nonce)
    const [, text = '', time, mark = ''] = match ?? []
    return isSame(mark, signed(text, address)) && clock.monotonic() - Number(time) < LIFETIME
  }

  function challenges(address: string, stale: boolean): { verdict: 'asked'; fields: string[] } {
    const nonce = newNonce(address)
    return {
      verdict: 'asked',
      fields: [
        `WWW-Authenticate: Digest realm="${REALM}", nonce="${nonce}", algorithm=${ALGORITHM}, qop="auth"${stale ? ', stale=true' : ''}`,
      ],
    }
  }

  /**
   * Whether an answer fits one of the users; undefined if it answers no challenge that this address
   * has had lately, or was used before. Such answers prove nothing, and tell nobody who guesses
   * whether a password is right.
   */
  function isRight(
    value: string,
    request: { method: string; body: string; address: string },
    users: readonly Credentials[],
  ): boolean | undefined {
    const answer = readChallenge(value)
    if (!answer) return undefined
    const get = (name: string) => answer.parameters.get(name) ?? ''
    if (!isFresh(get('nonce'), request.address)) return undefined
    const known = answer.algorithm.toUpperCase() === ALGORITHM && get('realm') === REALM
    const user = users.find((one) => one.user === get('username'))
    if (!known || !user || get('qop') === '') return false
    const count = Number.parseInt(get('nc'), 16)
    const expected = respond(
      answer,
      user,
      { ...request, uri: get('uri') },
      { cnonce: get('cnonce'), count },
    )
    const right = isSame(get('response'), /response="([^"]*)"/.exec(expected)?.[1] ?? '')
    if (!right) return false
    const once = `${get('nonce')} ${count}`
    if (used.has(once)) return undefined
    used.set(once, true)
    return true
  }

  function noteWrong(address: string): void {
    const now = clock.monotonic()
    const known = wrong.get(address)
    const entry = known && known.until > now ? known : { count: 0, until: now + MINUTE }
    wrong.set(address, { ...entry, count: entry.count + 1 })
  }

  function isBlocked(address: string): boolean {
    const entry = wrong.get(address)
    return entry !== undefined && entry.count >= WRONG_MAX && entry.until > clock.monotonic()
  }

  return {
    check(message, users, address) {
      if (isBlocked(address)) return { verdict: 'refused' }
      const values = message.getHeaders('authorization')
      const { method, body } = message
      const results = values.map((value) => isRight(value, { method, body, address }, users))
      if (results.includes(true)) return { verdict: 'proven' }
      if (results.includes(false)) noteWrong(address)
      return challenges(address, results.includes(undefined))
    },
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
