import type { IncomingMessage } from 'node:http'
import { systemReady } from '@lintel/contract/calls/system'
import { addressesOf } from './call-table.ts'
import { requestInfoOf } from './request-info.ts'

/** Where a request has to go instead; undefined when it is answered here. */
export type Redirection = (request: IncomingMessage) => string | undefined

/** The text of the page that redirects. */
export const ONLY_HTTPS = 'This device answers over https only.'

/**
 * Paths that are still answered over plain http: whether the device is up. A client that waits for
 * it does not sign in, and may not know its certificate.
 */
const PLAIN: ReadonlySet<string> = new Set(addressesOf(systemReady))

/**
 * While only https is open, plain http redirects there and keeps method and body (307). A permanent
 * redirection would lead nowhere once https is closed again.
 * @param httpsOnly the https port while that is so
 */
export const redirection =
  (httpsOnly: () => number | undefined): Redirection =>
  (request) => {
    const port = httpsOnly()
    const { secure, path, target } = requestInfoOf(request)
    if (port === undefined || secure || PLAIN.has(path)) return undefined
    return `${secureOrigin(request, port)}${target.startsWith('/') ? target : '/'}`
  }

/** Where https is open, by the name that the client has called. */
export function secureOrigin(request: IncomingMessage, port: number): string {
  const called = `http://${request.headers.host ?? hostOf(request)}`
  const host = URL.canParse(called) ? new URL(called).hostname : hostOf(request)
  return `https://${host}${port === 443 ? '' : `:${port}`}`
}

/** The address that a client without a Host header (HTTP/1.0) connected to. */
function hostOf({ socket: { localAddress = '' } }: IncomingMessage): string {
  return localAddress.includes(':') ? `[${localAddress}]` : localAddress
}
