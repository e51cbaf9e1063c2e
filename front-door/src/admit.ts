import type { IncomingMessage } from 'node:http'
import { mayCall } from '@lintel/contract/access'
import { accessOf, type Call } from '@lintel/contract/call'
import { CONSOLE_HEADER } from '@lintel/contract/client'
import { Refusal } from '@lintel/contract/fault'
import type { DeviceContext } from './device-context.ts'
import type { Identifier, Identity } from './identify.ts'
import { isNavigation } from './same-site.ts'
import { HttpRefusal } from './http-refusal.ts'
import { requestInfoOf } from './request-info.ts'

/** Throws unless this caller may make this call in this way. */
export function admit(
  call: Call,
  identity: Identity,
  request: IncomingMessage,
  { device, identifier }: { device: DeviceContext; identifier: Identifier },
): void {
  const caller = identity.kind === 'known' ? identity.caller : undefined
  const access = device.persona().access(call)
  if (!mayCall(access, caller?.groups, device.phase())) {
    if (!caller) throw notSignedIn(request, identity, identifier)
    const needed = accessOf({ access }, device.phase())
    throw new Refusal(
      'forbidden',
      needed === 'setup'
        ? 'This is only possible while the device is being set up.'
        : `This needs the role ${needed}.`,
    )
  }
  // Browsers add the cookie to requests that other sites start; only our pages add the header.
  if (
    caller?.by === 'session' &&
    call.effect === 'write' &&
    request.headers[CONSOLE_HEADER] === undefined
  ) {
    throw crossSite()
  }
}

export const crossSite = (): Refusal =>
  new Refusal('crossSite', 'Requests from pages of other sites are refused.')

/** The refusal of a caller who is not signed in: wait, or authenticate. */
export function notSignedIn(
  request: IncomingMessage,
  identity: Identity,
  identifier: Identifier,
): HttpRefusal {
  if (identity.kind === 'slowDown') {
    return new HttpRefusal('slowDown', 'Too many failed sign-ins.', {
      'retry-after': String(identity.seconds),
    })
  }
  // With a challenge, the browser would open its own password prompt over our page.
  const silent = request.headers[CONSOLE_HEADER] !== undefined || isNavigation(request.headers)
  const stale = identity.kind === 'unknown' ? identity.stale : undefined
  return new HttpRefusal(
    'unauthenticated',
    'Authentication is required.',
    silent
      ? {}
      : { 'www-authenticate': identifier.challenges(requestInfoOf(request).secure, stale) },
  )
}
