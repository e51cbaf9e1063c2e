import { isIPv6 } from 'node:net'

/**
 * Whom an address counts as where addresses have a share or a limit. An IPv6 client has a whole
 * /64; its addresses there count as one.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? []
  const front = head.split(':').filter(Boolean)
  const back = tail.split(':').filter(Boolean)
  const missing = Math.max(0, 8 - front.length - back.length)
  return [...front, ...Array<string>(missing).fill('0'), ...back].slice(0, 4).join(':')
}
