import { isIP } from 'node:net'

/**
 * Whether a `Host` header may name this device: an address, `localhost` or one of its names. A name
 * from somebody else's DNS that resolves to the device is not among them; that keeps foreign pages
 * from talking to it as if it were their own server (DNS rebinding). The port and a trailing dot
 * don't matter. A request without the header (HTTP/1.0) does not come from a browser.
 */
export function hostAllowed(host: string | undefined, names: () => readonly string[]): boolean {
  if (host === undefined) return true
  const name = hostName(host)
  if (name === undefined) return false
  if (isIP(name) !== 0 || name === 'localhost') return true
  return names().some((known) => known.toLowerCase() === name)
}

/** The name or address in `host[:port]`, lower case, without brackets; undefined when malformed. */
export function hostName(host: string): string | undefined {
  const parts = /^(?:\[([0-9a-f:.]+)\]|([^\s:/?#@[\]\\]+))(?::\d{0,5})?$/i.exec(host)
  return (parts?.[1] ?? parts?.[2])?.toLowerCase().replace(/\.$/, '')
}
