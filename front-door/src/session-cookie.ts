/**
 * The session cookie. Its name contains the serial number because cookies ignore ports: two devices
 * on one host would otherwise sign each other out. Over https the `__Host-` prefix keeps plain http
 * from setting or reading it (RFC 6265bis §4.1.3.2).
 */
export function cookieName(serial: string, secure: boolean): string {
  return secure ? `__Host-session_${serial}` : `session_${serial}`
}

/** The token in a Cookie header; undefined when there is none or it is malformed. */
export const tokenIn = (header: string | undefined, name: string): string | undefined =>
  valueIn(header, name, /^[\w-]{16,128}$/)

/** The mark of a browser in a Cookie header. */
export const markIn = (header: string | undefined, name: string): string | undefined =>
  valueIn(header, name, /^[\w-]{16,256}$/)

function valueIn(header: string | undefined, name: string, form: RegExp): string | undefined {
  if (header === undefined) return undefined
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (at === -1 || pair.slice(0, at).trim() !== name) continue
    const value = pair.slice(at + 1).trim()
    if (form.test(value)) return value
  }
  return undefined
}

const attributes = (secure: boolean): string =>
  `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`

/** A Set-Cookie that starts a session; the browser keeps it until it closes. */
export function sessionCookie(serial: string, secure: boolean, token: string): string {
  return `${cookieName(serial, secure)}=${token}; ${attributes(secure)}`
}

/** A Set-Cookie that deletes the session cookie. */
export function endedCookie(serial: string, secure: boolean): string {
  return `${cookieName(serial, secure)}=; Max-Age=0; ${attributes(secure)}`
}

const YEAR_S = 365 * 24 * 60 * 60

/**
 * The name of the cookie that tells a browser in which somebody has signed in before, so that
 * strangers who guess don't slow it down. It is no right to anything.
 */
export const browserCookieName = (serial: string, secure: boolean): string =>
  `${secure ? '__Host-' : ''}browser_${serial}`

/** A Set-Cookie that the browser keeps for a year. */
export const browserCookie = (serial: string, secure: boolean, mark: string): string =>
  `${browserCookieName(serial, secure)}=${mark}; Max-Age=${YEAR_S}; ${attributes(secure)}`
