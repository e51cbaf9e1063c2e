import { isIP } from 'node:net'

/**
 * Whether a `Host` header may name this device: an address, `localhost` or one of its names.
 * A name that somebody else's DNS points here is not among them, which is what stops a foreign
 * page from talking to the device as if it were its own (DNS rebinding).
 * Port and trailing dot don't matter; no header at all (HTTP/1.0) comes from no browser.
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
