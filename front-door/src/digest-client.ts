import { randomBytes } from 'node:crypto'
import { CONSOLE_HEADER } from '@lintel/contract/client'
import { challengesIn } from './challenge-list.ts'
import type { DigestAlgorithm } from './authorization.ts'
import { digestResponse, hash } from './digest.ts'

/** The challenge being answered; each request increments the count. */
interface Grant {
  realm: string
  nonce: string
  opaque: string | undefined
  algorithm: DigestAlgorithm
  count: number
}

export interface DigestAccount {
  user: string
  password: string
}

/**
 * The Digest sign-in of an account at one server (RFC 7616, `qop=auth`, MD5 and SHA-256). A nonce is
 * used until the server reports it as stale.
 */
export interface DigestSession {
  /** The `Authorization` of the next request; undefined before the first challenge. */
  authorize(method: string, url: Pick<URL, 'pathname' | 'search'>): string | undefined
  /**
   * Takes the challenge of a 401.
   * @param header the value of WWW-Authenticate; empty without one
   * @param sent the `Authorization` that was refused, if there was one
   * @returns whether the request may succeed when it is sent again: not with a wrong password, and
   *   not if this client can't answer
   */
  challenged(header: string, sent: string | undefined): boolean
  /** Forgets the nonce. */
  reset(): void
}

export function createDigestSession(account: DigestAccount): DigestSession {
  let grant: Grant | undefined
  return {
    authorize: (method, url) => grant && authorizationFor(account, grant, method, url),
    challenged(header, sent) {
      const offered = grantIn(header)
      // A new nonce for one that was not stale means that the password was wrong.
      const refused = sent !== undefined && offered?.stale !== true
      grant = refused ? undefined : offered?.grant
      return grant !== undefined
    },
    reset() {
      grant = undefined
    },
  }
}

/**
 * A `fetch` that answers Digest challenges for an account, for `createClient({ fetch })`. The first
 * request to an origin costs an extra round trip. With a wrong password the 401 is returned as it
 * is. Bodies must be text or bytes, because they may have to be sent twice.
 */
export function digestFetch(
  account: DigestAccount,
  doFetch: typeof fetch = (...args) => fetch(...args),
): typeof fetch {
  const sessions = new Map<string, DigestSession>()

  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const session = sessions.get(url.origin) ?? createDigestSession(account)
    sessions.set(url.origin, session)
    const method = (init.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase()
    const send = (authorization: string | undefined): Promise<Response> => {
      const headers = new Headers(init.headers ?? (input instanceof Request ? input.headers : {}))
      // With the console's header the device would not send a challenge.
      headers.delete(CONSOLE_HEADER)
      if (authorization !== undefined) headers.set('authorization', authorization)
      return doFetch(input instanceof Request ? input.clone() : input, { ...init, headers })
    }

    const known = session.authorize(method, url)
    const first = await send(known)
    if (first.status !== 401) return first
    if (!session.challenged(first.headers.get('www-authenticate') ?? '', known)) return first
    await first.body?.cancel()
    const second = await send(session.authorize(method, url))
    if (second.status === 401) session.reset()
    return second
  }
}

/**
 * The `Authorization` for one request that was challenged, for clients that send one request;
 * undefined if this client can't answer.
 * @param header the value of WWW-Authenticate
 */
export function answerChallenge(
  header: string,
  account: DigestAccount,
  method: string,
  url: Pick<URL, 'pathname' | 'search'>,
): string | undefined {
  const grant = grantIn(header)?.grant
  return grant && authorizationFor(account, grant, method, url)
}

/** The strongest Digest challenge that this client can answer. */
function grantIn(header: string): { grant: Grant; stale: boolean } | undefined {
  const offers = challengesIn(header).flatMap(({ scheme, parameters }) => {
    const algorithm = (parameters.get('algorithm') ?? 'MD5').toUpperCase()
    const realm = parameters.get('realm')
    const nonce = parameters.get('nonce')
    const qop = parameters.get('qop')?.split(',') ?? []
    if (
      scheme !== 'digest' ||
      (algorithm !== 'MD5' && algorithm !== 'SHA-256') ||
      realm === undefined ||
      nonce === undefined ||
      !qop.some((one) => one.trim().toLowerCase() === 'auth')
    ) {
      return []
    }
    const grant: Grant = { realm, nonce, opaque: parameters.get('opaque'), algorithm, count: 0 }
    return [{ grant, stale: parameters.get('stale')?.toLowerCase() === 'true' }]
  })
  return offers.find(({ grant }) => grant.algorithm === 'SHA-256') ?? offers[0]
}

function authorizationFor(
  { user, password }: DigestAccount,
  grant: Grant,
  method: string,
  url: Pick<URL, 'pathname' | 'search'>,
): string {
  grant.count += 1
  const { realm, nonce, opaque, algorithm } = grant
  const uri = url.pathname + url.search
  const nc = grant.count.toString(16).padStart(8, '0')
  const cnonce = randomBytes(12).toString('hex')
  const ha1 = hash(algorithm, `${user}:${realm}:${password}`)
  const response = digestResponse(ha1, method, { algorithm, nonce, nc, cnonce, uri })
  const fields = [
    `username=${quote(bytesOf(user))}`,
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(uri)}`,
    `algorithm=${algorithm}`,
    'qop=auth',
    `nc=${nc}`,
    `cnonce="${cnonce}"`,
    `response="${response}"`,
    ...(opaque === undefined ? [] : [`opaque=${quote(opaque)}`]),
  ]
  return `Digest ${fields.join(', ')}`
}

/** A header has bytes, each as one character; names in them are UTF-8 (RFC 7616 §3.4). */
const bytesOf = (text: string): string => Buffer.from(text).toString('latin1')

const quote = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`
