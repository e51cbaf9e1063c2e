import type { IncomingMessage } from 'node:http'
import { systemReady } from '@lintel/contract/calls/system'
import { addressesOf } from './call-table.ts'
import { requestInfoOf } from './request-info.ts'

/** Where a request has to go instead; undefined when it is answered here. */
export type Redirection = (request: IncomingMessage) => string | undefined

/** What the page says that leads there. */
export const ONLY_HTTPS = 'This device answers over https only.'

/**
 * What is answered over plain http all the same: whether the device is up. Whoever waits for it does
 * not sign in, and may not know its certificate.
 */
const PLAIN: ReadonlySet<string> = new Set(addressesOf(systemReady))

/**
 * While only https answers, plain http leads there, with the method and the body (307): a
 * redirection that browsers keep would lead nowhere once https is closed again.
 * @param httpsOnly the port of https while that is so
 */
export const redirection =
  (httpsOnly: () => number | undefined): Redirection =>
  (request) => {
    const port = httpsOnly()
    const { secure, path, target } = requestInfoOf(request)
    if (port === undefined || secure || PLAIN.has(path)) return undefined
    const called = `http://${request.headers.host ?? hostOf(request)}`
    const host = URL.canParse(called) ? new URL(called).hostname : hostOf(request)
    return `https://${host}${port === 443 ? '' : `:${port}`}${target.startsWith('/') ? target : '/'}`
  }

/** The address that a client without a Host header reached (HTTP/1.0). */
function hostOf({ socket: { localAddress = '' } }: IncomingMessage): string {
  return localAddress.includes(':') ? `[${localAddress}]` : localAddress
}
