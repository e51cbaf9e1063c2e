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
import type { VisitorLog } from './visitor-log.ts'

/** A caller whose credentials were verified. */
export interface Caller {
  user: string
  groups: readonly string[]
  /** `page`: the password was typed on the sign-in page, or sent by its call. */
  by: 'session' | 'digest' | 'basic' | 'page' | 'token'
  /**
   * The account's current groups; undefined once the session has ended or the password has changed.
   */
  current(): readonly string[] | undefined
}

export type Identity =
  | { kind: 'known'; caller: Caller }
  /** No credentials, or wrong ones. `stale`: right ones with a used-up nonce. */
  | { kind: 'unknown'; stale: boolean }
  | { kind: 'slowDown'; seconds: number }

/** Identifies callers. No other code does. */
export interface Identifier {
  identify(request: IncomingMessage): Identity
  /** Verifies a password that a person typed, under the same rate limit. */
  verify(user: string, password: string, address: string): Identity
  /**
   * Verifies the token of a SOAP message, which names an ONVIF account. Its rate limit is its own,
   * and who has to wait is unknown like anybody else: clients send a token with every message first,
   * and sign in by HTTP if they are asked to.
   */
  verifyToken(token: UsernameToken, info: Pick<RequestInfo, 'address' | 'secure'>): Identity
  /** The values of WWW-Authenticate for a request that must authenticate. */
  challenges(secure: boolean, stale: boolean): string[]
}

const UNKNOWN: Identity = { kind: 'unknown', stale: false }
const STALE: Identity = { kind: 'unknown', stale: true }

export function openIdentifier(device: DeviceContext, log: VisitorLog): Identifier {
  const nonces = openNonces(device.now)
  const slowDown = openSlowDown(device.now)
  const tokens = openTokenGuard(device.now)
  const tokenSlowDown = openSlowDown(device.now)
  const algorithms = () => device.persona().algorithms ?? device.digestAlgorithms()
  /** Stands in for an account that does not exist, so that refusing it takes as long. */
  const nobody = ha1Of('', device.realm, '')

  /** People sometimes type a password into the name field, so only existing names are logged. */
  function logFailure(address: string, by: Caller['by'], user: string | undefined): void {
    log
      .about({ address, user: undefined })
      .warn({ address, by, ...(user === undefined ? {} : { user }) }, 'sign-in failed')
  }

  /**
   * Runs one attempt under the rate limit.
   * @param isNew whether the request is not a replay; called only with the right password
   */
  function attempt(
    user: string,
    address: string,
    by: Caller['by'],
    matches: (ha1: Credentials['ha1']) => boolean,
    isNew: () => boolean = () => true,
  ): Identity {
    const wait = slowDown.wait(address, user)
    if (wait > 0) return { kind: 'slowDown', seconds: Math.ceil(wait / 1000) }
    const stored = device.credentials(user)
    if (!matches(stored?.ha1 ?? nobody) || !stored) {
      slowDown.failed(address, user)
      logFailure(address, by, stored && user)
      return UNKNOWN
    }
    // A request that was overheard and replayed proves nothing.
    if (!isNew()) return STALE
    slowDown.succeeded(address, user)
    const current = (): readonly string[] | undefined => {
      const now = device.credentials(user)
      return now?.ha1.sha256 === stored.ha1.sha256 ? now.groups : undefined
    }
    return { kind: 'known', caller: { user, groups: stored.groups, by, current } }
  }

  const byPassword = (user: string, password: string, address: string, by: 'basic' | 'page') =>
    attempt(user, address, by, (ha1) => passwordMatches(user, device.realm, password, ha1))

  function bySession(request: IncomingMessage, secure: boolean): Identity {
    const token = tokenIn(request.headers.cookie, cookieName(device.serial, secure))
    if (token === undefined) return UNKNOWN
    const session = device.sessions.find(token, device.now())
    const stored = session && device.credentials(session.user)
    // An account without any role has to sign in again, perhaps as another one.
    if (!stored || !roleOf(stored.groups)) return UNKNOWN
    const current = (): readonly string[] | undefined => {
      const still = device.sessions.find(token, device.now())
      return still && device.credentials(still.user)?.groups
    }
    return {
      kind: 'known',
      caller: { user: session.user, groups: stored.groups, by: 'session', current },
    }
  }

  const verifyToken: Identifier['verifyToken'] = (token, { address, secure }) => {
    const { user } = token
    // An outdated token, or a password sent in the clear, is not a guess.
    if (('text' in token.password && !secure) || !tokens.fresh(token)) return UNKNOWN
    const stored = device.tokenCredentials(user)
    const matches = tokenMatches(token, stored?.password ?? '')
    // There is nothing to guess: it may be the name of a device account, whose client goes on to
    // sign in by HTTP.
    if (!stored || tokenSlowDown.wait(address, user) > 0) return UNKNOWN
    if (!matches) {
      tokenSlowDown.failed(address, user)
      logFailure(address, 'token', user)
      return UNKNOWN
    }
    if (!tokens.use(token)) return UNKNOWN
    tokenSlowDown.succeeded(address, user)
    const current = (): readonly string[] | undefined => {
      const now = device.tokenCredentials(user)
      return now?.password === stored.password ? now.groups : undefined
    }
    return { kind: 'known', caller: { user, groups: stored.groups, by: 'token', current } }
  }

  return {
    verify: (user, password, address) => byPassword(user, password, address, 'page'),
    verifyToken,
    identify(request) {
      const { secure, address, target } = requestInfoOf(request)
      if (request.headers.authorization === undefined) return bySession(request, secure)
      const authorization = parseAuthorization(request.headers.authorization)
      if (!authorization || !schemesFor(device.policy(), secure)[authorization.scheme]) {
        return UNKNOWN
      }
      if (authorization.scheme === 'basic') {
        return byPassword(authorization.user, authorization.password, address, 'basic')
      }
      const { digest } = authorization
      if (digest.uri !== target || digest.realm !== device.realm) return UNKNOWN
      return attempt(
        digest.user,
        address,
        'digest',
        (ha1) => digestMatches(digest, request.method ?? '', ha1),
        // Like a nonce that was used up, an algorithm that is no longer offered can be replaced.
        () =>
          algorithms().includes(digest.algorithm) &&
          nonces.use(digest.nonce, digest.count) === 'ok',
      )
    },
    challenges: (secure, stale) =>
      challengesFor(
        schemesFor(device.policy(), secure),
        device.realm,
        nonces.issue,
        stale,
        algorithms(),
      ),
  }
}
