import type { IncomingHttpHeaders } from 'node:http'

/** Headers of one connection (RFC 9110 §7.6.1). */
export const HOP_HEADERS = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
] as const

/**
 * What the device decides for its own origin: what it passes on may not set cookies, ask for a
 * password, or change the rules of its pages.
 */
export const NOT_PASSED_BACK: ReadonlySet<string> = new Set([
  ...HOP_HEADERS,
  'alt-svc',
  'set-cookie',
  'clear-site-data',
  'service-worker-allowed',
  'strict-transport-security',
  'x-frame-options',
  'www-authenticate',
])

/** The headers without these, and without those that the sender names as those of the connection. */
export function withoutHeaders(
  headers: IncomingHttpHeaders,
  names: ReadonlySet<string>,
): IncomingHttpHeaders {
  const named = (headers.connection ?? '').toLowerCase().split(/\s*,\s*/)
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !names.has(name) && !named.includes(name)),
  )
}
