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
 * A `fetch` that answers Digest challenges for an account (RFC 7616, `qop=auth`, MD5 and SHA-256),
 * for `createClient({ fetch })`. The first request to an origin costs an extra round trip; its
 * nonce is then used until the device reports it as stale. With a wrong password the 401 is
 * returned as it is. Bodies must be text or bytes, because they may have to be sent twice.
 */
export function digestFetch(
  account: DigestAccount,
  doFetch: typeof fetch = (...args) => fetch(...args),
): typeof fetch {
  const grants = new Map<string, Grant>()

  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const method = (init.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase()
    const send = (grant: Grant | undefined): Promise<Response> => {
      const headers = new Headers(init.headers ?? (input instanceof Request ? input.headers : {}))
      // With the console's header the device would not send a challenge.
      headers.delete(CONSOLE_HEADER)
      if (grant) headers.set('authorization', authorizationFor(account, grant, method, url))
      return doFetch(input instanceof Request ? input.clone() : input, { ...init, headers })
    }

    const used = grants.get(url.origin)
    const first = await send(used)
    if (first.status !== 401) return first
    const offered = grantIn(first.headers.get('www-authenticate') ?? '')
    if (!offered) return first
    // A new nonce for one that was not stale means that the password was wrong.
    if (used && !offered.stale) {
      grants.delete(url.origin)
      return first
    }
    await first.body?.cancel()
    grants.set(url.origin, offered.grant)
    const second = await send(offered.grant)
    if (second.status === 401) grants.delete(url.origin)
    return second
  }
}

/**
 * The `Authorization` for one request that was challenged, for clients that don't fetch; undefined if
 * this client can't answer.
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
