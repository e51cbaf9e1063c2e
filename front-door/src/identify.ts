import type { IncomingMessage } from 'node:http'
import { roleOf } from '@lintel/contract/access'
import { isForOnvif } from '@lintel/contract/onvif/addresses'
import { parseAuthorization } from './authorization.ts'
import { challengesFor, schemesFor } from './challenges.ts'
import { digestMatches, ha1Of, passwordMatches } from './digest.ts'
import type { Credentials, DeviceContext } from './device-context.ts'
import { openKnownClients, proofOf, tokenProofOf } from './known-clients.ts'
import { openNonces } from './nonces.ts'
import { cookieName, tokenIn } from './session-cookie.ts'
import { accountLane, knownLane, networkLane, openSlowDown } from './slow-down.ts'
import type { Lane } from './slow-down.ts'
import type { UsernameToken } from './soap/ws-security.ts'
import { openTokenGuard, tokenMatches } from './soap/ws-security.ts'
import { requestInfoOf } from './request-info.ts'
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
  /** No credentials, or wrong ones. `stale`: what right ones prove whose nonce was used up. */
  | { kind: 'unknown'; stale?: string }
  | { kind: 'slowDown'; seconds: number }

/** At once where nobody has to wait. */
export type Identified = Identity | Promise<Identity>

/** How long an attempt waits until it may be made, in milliseconds. */
const PATIENCE_MS = 4_000

/** Identifies callers. No other code does. */
export interface Identifier {
  /**
   * Guessing passwords is made slow (`slow-down.ts`): an attempt may have to wait, and the result of
   * a wrong one may come late.
   */
  identify(request: IncomingMessage): Identified
  /** Verifies a password that a person typed, under the same limits. */
  verify(user: string, password: string, request: IncomingMessage): Identified
  /**
   * Verifies the token of a SOAP message, which names an ONVIF account. It has limits of its own,
   * but never comes late, and who has to wait is unknown like anybody else: clients send a token
   * with every message first, and sign in by HTTP if they are asked to.
   */
  verifyToken(token: UsernameToken, request: IncomingMessage): Identity
  /**
   * The values of WWW-Authenticate for a request that must authenticate.
   * @param stale what the client has proved whose nonce was used up
   */
  challenges(secure: boolean, stale?: string): string[]
}

const UNKNOWN: Identity = { kind: 'unknown' }

export function openIdentifier(device: DeviceContext, log: VisitorLog): Identifier {
  const nonces = openNonces(device.now)
  const slowDown = openSlowDown(device.now)
  const clients = openKnownClients(device)
  const tokens = openTokenGuard(device.now)
  const algorithms = () => device.persona().algorithms ?? device.digestAlgorithms()
  /** Stands in for an account that does not exist, so that refusing it takes as long. */
  const nobody = ha1Of('', device.realm, '')

  /** People sometimes type a password into the name field, so only existing names are told. */
  function tellFailure(address: string, by: Caller['by'], user: string | undefined): void {
    log
      .about({ address, user: undefined })
      .warn({ address, by, ...(user === undefined ? {} : { user }) }, 'sign-in failed')
    device.signInFailed({ user: user ?? '', address })
  }

  /** Evaluates an attempt when it is its turn; a wrong one is answered late. */
  function inTurn(lanes: readonly Lane[], address: string, evaluate: () => Result): Identified {
    if (slowDown.wait(lanes) > 0) return later(lanes, address, evaluate)
    const { wrong, ...identity } = evaluate()
    if (!wrong) return identity
    const hold = slowDown.failed(lanes, address)
    return hold > 0 ? device.wait(hold).then(() => identity) : identity
  }

  async function later(
    lanes: readonly Lane[],
    address: string,
    evaluate: () => Result,
  ): Promise<Identity> {
    await device.wait(Math.min(slowDown.wait(lanes), PATIENCE_MS))
    const left = slowDown.wait(lanes)
    if (left > 0) return { kind: 'slowDown', seconds: Math.ceil(left / 1000) }
    return inTurn(lanes, address, evaluate)
  }

  /** Whose attempts count together with this one's. */
  function lanesOf(
    request: IncomingMessage,
    account: string,
    proof: string | undefined,
    nonce?: string,
  ): Lane[] {
    const exists = proof !== undefined
    const client = exists ? clients.find(request, proof, nonce) : undefined
    if (client !== undefined) return [knownLane(client, account)]
    return [networkLane(requestInfoOf(request).address, account), accountLane(account, exists)]
  }

  /**
   * The accounts that may sign in with a request: those of the device, and at the addresses of
   * ONVIF's services also those of ONVIF clients. An account of both kinds is the one whose password
   * matches.
   */
  function accountsAt(
    request: IncomingMessage,
    matches: (ha1: Credentials['ha1']) => boolean,
  ): (user: string) => Credentials | undefined {
    if (!isForOnvif(requestInfoOf(request).path)) return device.credentials
    return (user) => {
      const own = device.credentials(user)
      if (own && matches(own.ha1)) return own
      const onvif = device.tokenCredentials(user)
      const ha1 = onvif && ha1Of(user, device.realm, onvif.password)
      return ha1 && (!own || matches(ha1)) ? { ha1, groups: onvif.groups } : own
    }
  }

  /**
   * Makes one attempt.
   * @param digest of a Digest client; `isNew` tells whether the request is not a replay, and is
   *   called only with the right password
   */
  function attempt(
    user: string,
    request: IncomingMessage,
    by: Caller['by'],
    matches: (ha1: Credentials['ha1']) => boolean,
    digest?: { nonce: string; isNew: () => boolean },
  ): Identified {
    const { address } = requestInfoOf(request)
    const credentialsOf = accountsAt(request, matches)
    const account = credentialsOf(user)
    const lanes = lanesOf(request, user, account && proofOf(user, account), digest?.nonce)
    return inTurn(lanes, address, () => {
      const stored = credentialsOf(user)
      if (!matches(stored?.ha1 ?? nobody) || !stored) {
        tellFailure(address, by, stored && user)
        return { ...UNKNOWN, wrong: true }
      }
      // A request that was overheard and replayed proves nothing.
      const proof = proofOf(user, stored)
      if (digest && !digest.isNew()) return { kind: 'unknown', stale: proof }
      clients.add(request, proof, digest?.nonce)
      const current = (): readonly string[] | undefined => {
        const now = credentialsOf(user)
        return now?.ha1.sha256 === stored.ha1.sha256 ? now.groups : undefined
      }
      return { kind: 'known', caller: { user, groups: stored.groups, by, current } }
    })
  }

  const byPassword = (
    user: string,
    password: string,
    request: IncomingMessage,
    by: 'basic' | 'page',
  ) => attempt(user, request, by, (ha1) => passwordMatches(user, device.realm, password, ha1))

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

  const verifyToken: Identifier['verifyToken'] = (token, request) => {
    const { user } = token
    const { address, secure } = requestInfoOf(request)
    // An outdated token, or a password sent in the clear, is not a guess.
    if (('text' in token.password && !secure) || !tokens.fresh(token)) return UNKNOWN
    const stored = device.tokenCredentials(user)
    const matches = tokenMatches(token, stored?.password ?? '')
    // There is nothing to guess: it may be the name of a device account, whose client goes on to
    // sign in by HTTP.
    if (!stored) return UNKNOWN
    const proof = tokenProofOf(user, stored)
    const lanes = lanesOf(request, `onvif ${user}`, proof)
    if (slowDown.wait(lanes) > 0) return UNKNOWN
    if (!matches) {
      slowDown.failed(lanes, address)
      tellFailure(address, 'token', user)
      return UNKNOWN
    }
    if (!tokens.use(token)) return UNKNOWN
    clients.add(request, proof)
    const current = (): readonly string[] | undefined => {
      const now = device.tokenCredentials(user)
      return now?.password === stored.password ? now.groups : undefined
    }
    return { kind: 'known', caller: { user, groups: stored.groups, by: 'token', current } }
  }

  return {
    verify: (user, password, request) => byPassword(user, password, request, 'page'),
    verifyToken,
    identify(request) {
      const { secure, target } = requestInfoOf(request)
      if (request.headers.authorization === undefined) return bySession(request, secure)
      const authorization = parseAuthorization(request.headers.authorization)
      if (!authorization || !schemesFor(device.policy(), secure)[authorization.scheme]) {
        return UNKNOWN
      }
      if (authorization.scheme === 'basic') {
        return byPassword(authorization.user, authorization.password, request, 'basic')
      }
      const { digest } = authorization
      if (digest.uri !== target || digest.realm !== device.realm) return UNKNOWN
      return attempt(
        digest.user,
        request,
        'digest',
        (ha1) => digestMatches(digest, request.method ?? '', ha1),
        {
          nonce: digest.nonce,
          // Like a nonce that was used up, an algorithm that is no longer offered can be replaced.
          isNew: () =>
            algorithms().includes(digest.algorithm) &&
            nonces.use(digest.nonce, digest.count) === 'ok',
        },
      )
    },
    challenges(secure, stale) {
      const issue = (): string => {
        const nonce = nonces.issue()
        if (stale !== undefined) clients.renew(nonce, stale)
        return nonce
      }
      const schemes = schemesFor(device.policy(), secure)
      return challengesFor(schemes, device.realm, issue, stale !== undefined, algorithms())
    },
  }
}

/** What an attempt turned out to be; `wrong`: with credentials that count as a guess. */
type Result = Identity & { wrong?: true }
