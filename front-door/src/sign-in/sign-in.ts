import type { IncomingMessage } from 'node:http'
import { roleOf } from '@lintel/contract/access'
import { signIn } from '@lintel/contract/calls/session'
import { Refusal } from '@lintel/contract/fault'
import * as v from 'valibot'
import { crossSite } from '../admit.ts'
import type { DeviceContext } from '../device-context.ts'
import type { Caller, Identifier } from '../identify.ts'
import { fieldsOf } from '../kinds/fields.ts'
import { validate } from '../kinds/validate.ts'
import { browserOf, proofOf } from '../known-clients.ts'
import { readBody } from '../request-body.ts'
import { isForeign } from '../same-site.ts'
import { browserCookie, cookieName, sessionCookie, tokenIn } from '../session-cookie.ts'
import { HttpRefusal } from '../http-refusal.ts'
import { requestInfoOf } from '../request-info.ts'

/** What somebody typed; `next` only comes with the page's form. */
export interface Attempt {
  user: string
  password: string
  next: string | undefined
}

/** The outcome of an attempt. */
export type Outcome =
  | { kind: 'in'; caller: Caller; cookies: string[] }
  | { kind: 'wrong' }
  | { kind: 'slowDown'; seconds: number }

/** Reads an attempt from the page's form. */
export async function readForm(request: IncomingMessage): Promise<Attempt> {
  const fields = fieldsOf(await readBody(request))
  return {
    user: fields['user'] ?? '',
    password: fields['password'] ?? '',
    next: fields['next'],
  }
}

/** Reads an attempt from the call's JSON; throws a `Refusal`. */
export async function readJson(request: IncomingMessage): Promise<Attempt> {
  const text = await readBody(request)
  let input: unknown
  try {
    input = JSON.parse(text)
  } catch {
    throw new Refusal('malformed', 'Invalid JSON input')
  }
  const { user, password } = v.parse(signIn.request, validate(signIn.request, input))
  return { user, password, next: undefined }
}

/** Verifies the password and starts a session; the browser's previous session ends. */
export async function trySignIn(
  device: DeviceContext,
  identifier: Identifier,
  request: IncomingMessage,
  { user, password }: Attempt,
): Promise<Outcome> {
  const identity = await identifier.verify(user, password, request)
  if (identity.kind === 'slowDown') return identity
  if (identity.kind === 'unknown' || !roleOf(identity.caller.groups)) return { kind: 'wrong' }
  return { kind: 'in', caller: identity.caller, cookies: startSession(device, request, user) }
}

/** Signs in the browser that sent this request and returns the cookies to set. */
export function startSession(
  device: DeviceContext,
  request: IncomingMessage,
  user: string,
): string[] {
  const { serial, sessions, browsers } = device
  const info = requestInfoOf(request)
  info.user = user
  endSession(device, request)
  const session = sessionCookie(serial, info.secure, sessions.create(user, device.now()))
  const account = device.credentials(user)
  const proof = account && proofOf(user, account)
  if (proof === undefined || browserOf(request, device, proof) !== undefined) return [session]
  return [session, browserCookie(serial, info.secure, browsers.mark(proof))]
}

/** Ends the session whose cookie a request carries, if there is one. */
export function endSession(device: DeviceContext, request: IncomingMessage): void {
  const name = cookieName(device.serial, requestInfoOf(request).secure)
  const token = tokenIn(request.headers.cookie, name)
  if (token !== undefined) device.sessions.end(token, device.now())
}

/** A foreign page must not sign a browser in or out. */
export function refuseForeign(request: IncomingMessage): void {
  if (isForeign(request.headers)) throw crossSite()
}

/** The refusal of an attempt, for clients that don't read pages. */
export function refusalFor(outcome: Exclude<Outcome, { kind: 'in' }>): Refusal {
  return outcome.kind === 'wrong'
    ? new Refusal('unauthenticated', 'The username or password is wrong.')
    : new HttpRefusal('slowDown', 'Too many failed sign-ins.', {
        'retry-after': String(outcome.seconds),
      })
}
