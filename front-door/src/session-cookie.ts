/**
 * The session cookie. Its name contains the serial number because cookies ignore ports: two devices
 * on one host would otherwise sign each other out. Over https the `__Host-` prefix keeps plain http
 * from setting or reading it (RFC 6265bis §4.1.3.2).
 */
export function cookieName(serial: string, secure: boolean): string {
  return secure ? `__Host-session_${serial}` : `session_${serial}`
}

/** The token in a Cookie header; undefined when there is none or it is malformed. */
export function tokenIn(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (at === -1 || pair.slice(0, at).trim() !== name) continue
    const token = pair.slice(at + 1).trim()
    if (/^[\w-]{16,128}$/.test(token)) return token
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
