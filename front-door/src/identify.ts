import type { IncomingMessage } from 'node:http'
import { roleOf } from '@lintel/contract/access'
import { parseAuthorization } from './authorization.ts'
import { challengesFor, schemesFor } from './challenges.ts'
import { digestMatches, ha1Of, passwordMatches } from './digest.ts'
import type { Credentials, DeviceContext } from './device-context.ts'
import { openNonces } from './nonces.ts'
import { cookieName, tokenIn } from './session-cookie.ts'
import { openSlowDown } from './slow-down.ts'
import type { UsernameToken } from './soap/ws-security.ts'
import { openTokenGuard, tokenMatches } from './soap/ws-security.ts'
import { requestInfoOf } from './request-info.ts'
import type { RequestInfo } from './request-info.ts'

/** Somebody whose account was proven. */
export interface Caller {
  user: string
  groups: readonly string[]
  by: 'session' | 'digest' | 'basic' | 'token'
  /** The groups it has by now; undefined once the session ended or the password changed. */
  current(): readonly string[] | undefined
}

export type Identity =
  | { kind: 'known'; caller: Caller }
  /** No credentials, or wrong ones; `stale`: right ones with a used-up nonce. */
  | { kind: 'unknown'; stale: boolean }
  | { kind: 'slowDown'; seconds: number }

/** Who is it: the one place that decides. */
export interface Identifier {
  identify(request: IncomingMessage): Identity
  /** Checks a password that a person typed, under the same slow-down. */
  verify(user: string, password: string, address: string): Identity
  /** Checks what a SOAP message says of its sender, an ONVIF account, under the same slow-down. */
  verifyToken(token: UsernameToken, info: Pick<RequestInfo, 'address' | 'secure'>): Identity
  /** The values of WWW-Authenticate for a request that must say who it is. */
  challenges(secure: boolean, stale: boolean): string[]
}

const UNKNOWN: Identity = { kind: 'unknown', stale: false }
const STALE: Identity = { kind: 'unknown', stale: true }

export function openIdentifier(device: DeviceContext): Identifier {
  const nonces = openNonces(device.now)
  const slowDown = openSlowDown(device.now)
  const tokens = openTokenGuard(device.now)
  /** Stands in for an account that does not exist, so that it takes the same time to refuse. */
  const nobody = ha1Of('', device.realm, '')

  /** Runs one attempt under the slow-down. */
  function attempt(
    user: string,
    address: string,
    by: Caller['by'],
    matches: (ha1: Credentials['ha1']) => boolean,
    goodOnce: () => boolean = () => true,
  ): Identity {
    const wait = slowDown.wait(address, user)
    if (wait > 0) return { kind: 'slowDown', seconds: Math.ceil(wait / 1000) }
    const kept = device.credentials(user)
    if (!matches(kept?.ha1 ?? nobody) || !kept) {
      slowDown.failed(address, user)
      // What stands in the name field may be a password; only names that exist are logged.
      device.log.warn({ address, by, ...(kept ? { user } : {}) }, 'sign-in failed')
      return UNKNOWN
    }
    // An answer that was overheard and sent again proves nothing.
    if (!goodOnce()) return STALE
    slowDown.succeeded(address, user)
    const current = (): readonly string[] | undefined => {
      const now = device.credentials(user)
      return now?.ha1.sha256 === kept.ha1.sha256 ? now.groups : undefined
    }
    return { kind: 'known', caller: { user, groups: kept.groups, by, current } }
  }

  const verify: Identifier['verify'] = (user, password, address) =>
    attempt(user, address, 'basic', (ha1) => passwordMatches(user, device.realm, password, ha1))

  function bySession(request: IncomingMessage, secure: boolean): Identity {
    const token = tokenIn(request.headers.cookie, cookieName(device.serial, secure))
    if (token === undefined) return UNKNOWN
    const session = device.sessions.find(token, device.now())
    const kept = session && device.credentials(session.user)
    // Whoever lost every role signs in anew, as somebody else perhaps.
    if (!kept || !roleOf(kept.groups)) return UNKNOWN
    const current = (): readonly string[] | undefined => {
      const still = device.sessions.find(token, device.now())
      return still && device.credentials(still.user)?.groups
    }
    return {
      kind: 'known',
      caller: { user: session.user, groups: kept.groups, by: 'session', current },
    }
  }

  const verifyToken: Identifier['verifyToken'] = (token, { address, secure }) => {
    const { user } = token
    // Nothing was guessed by what is too old, or by a password that should not have come this way.
    if (('text' in token.password && !secure) || !tokens.fresh(token)) return UNKNOWN
    const kept = device.tokenCredentials(user)
    // Clients of a device account send its token first and then sign in by Digest, which forgives it.
    const account = kept ? `onvif ${user}` : user
    const wait = slowDown.wait(address, account)
    if (wait > 0) return { kind: 'slowDown', seconds: Math.ceil(wait / 1000) }
    if (!tokenMatches(token, kept?.password ?? '') || !kept) {
      slowDown.failed(address, account)
      device.log.warn({ address, by: 'token', ...(kept ? { user } : {}) }, 'sign-in failed')
      return UNKNOWN
    }
    if (!tokens.use(token)) return UNKNOWN
    slowDown.succeeded(address, account)
    const current = (): readonly string[] | undefined => {
      const now = device.tokenCredentials(user)
      return now?.password === kept.password ? now.groups : undefined
    }
    return { kind: 'known', caller: { user, groups: kept.groups, by: 'token', current } }
  }

  return {
    verify,
    verifyToken,
    identify(request) {
      const { secure, address, target } = requestInfoOf(request)
      if (request.headers.authorization === undefined) return bySession(request, secure)
      const given = parseAuthorization(request.headers.authorization)
      if (!given || !schemesFor(device.policy(), secure)[given.scheme]) return UNKNOWN
      if (given.scheme === 'basic') return verify(given.user, given.password, address)
      const { digest } = given
      if (digest.uri !== target || digest.realm !== device.realm) return UNKNOWN
      return attempt(
        digest.user,
        address,
        'digest',
        (ha1) => digestMatches(digest, request.method ?? '', ha1),
        () => nonces.use(digest.nonce, digest.count) === 'ok',
      )
    },
    challenges: (secure, stale) =>
      challengesFor(
        schemesFor(device.policy(), secure),
        device.realm,
        nonces.issue,
        stale,
        device.persona().algorithms,
      ),
  }
}
