/** Addresses that mean every one of this computer's. */
const ANY: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

/** Where a person on this computer opens what listens on that address. */
export function urlOf(scheme: 'http' | 'https', address: string, port: number): string {
  const host = ANY[address] ?? (address.includes(':') ? `[${address}]` : address)
  return `${scheme}://${host}:${port}`
}
