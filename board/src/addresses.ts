/** Addresses that mean all of this computer's. */
const ANY: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

/** The host under which a person on this computer opens a server that listens on that address. */
export function urlOf(scheme: 'http' | 'https', address: string, port: number): string {
  const host = ANY[address] ?? (address.includes(':') ? `[${address}]` : address)
  return `${scheme}://${host}:${port}`
}
