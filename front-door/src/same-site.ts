import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a browser says that another site's page sends this.
 * `same-site` counts as foreign too: to a browser every port of a host is one site.
 * Browsers leave `Sec-Fetch-Site` out over plain http and `Origin` out of most reads, so a request
 * that passes is not proven to be ours (Fetch Metadata, RFC 6454 §7).
 */
export function isForeign(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') return true
  return headers.origin !== undefined && !sameHost(headers.origin, headers.host)
}

/** Whether an origin (`http://host[:port]`) is at the host that the request names. */
function sameHost(origin: string, host: string | undefined): boolean {
  if (host === undefined || !URL.canParse(origin)) return false
  const from = new URL(origin)
  const own = `${from.protocol}//${host}`
  return /^https?:$/.test(from.protocol) && URL.canParse(own) && new URL(own).origin === from.origin
}

/** Whether a person opens this in a browser, who is shown a page and not a password box. */
export function isNavigation(headers: IncomingHttpHeaders): boolean {
  return headers.accept?.includes('text/html') ?? false
}
