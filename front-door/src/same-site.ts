import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a browser says that a page of another site sent this. `same-site` counts as foreign too,
 * because to a browser every port of a host is one site. Browsers omit `Sec-Fetch-Site` over plain
 * http and `Origin` from most reads, so a request that passes is not proven to be ours (Fetch
 * Metadata, RFC 6454 §7).
 */
export function isForeign(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') return true
  return headers.origin !== undefined && !sameHost(headers.origin, headers.host)
}

/** Whether an origin (`http://host[:port]`) is on the host that the request names. */
function sameHost(origin: string, host: string | undefined): boolean {
  if (host === undefined || !URL.canParse(origin)) return false
  const from = new URL(origin)
  const own = `${from.protocol}//${host}`
  return /^https?:$/.test(from.protocol) && URL.canParse(own) && new URL(own).origin === from.origin
}

/** Whether a person is opening this in a browser, who needs a page and not a password prompt. */
export function isNavigation(headers: IncomingHttpHeaders): boolean {
  return headers.accept?.includes('text/html') ?? false
}
