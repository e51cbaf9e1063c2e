import { networkInterfaces } from 'node:os'
import type { Lease } from '../state/definition.ts'

/** What the network gave the device at this address: the host's own mask, as the host is on that network. */
export function leaseAt(address: string, interfaces = networkInterfaces()): Lease {
  const known = Object.values(interfaces)
    .flatMap((entries) => entries ?? [])
    .filter(({ family }) => family === 'IPv4')
  // Bound to every address, the device is found at the first one that others can reach.
  const found =
    address === '0.0.0.0'
      ? (known.find(({ internal }) => !internal) ?? known[0])
      : known.find((entry) => entry.address === address)
  const mask = found?.netmask ?? (address.startsWith('127.') ? '255.0.0.0' : '255.255.255.0')
  const own = found?.address ?? address
  return { address: own, subnetMask: mask, broadcast: broadcastOf(own, mask) }
}

/** The address with all bits set that the mask leaves free. */
function broadcastOf(address: string, mask: string): string {
  const masks = mask.split('.').map(Number)
  return address
    .split('.')
    .map((part, at) => Number(part) | (255 - (masks[at] ?? 255)))
    .join('.')
}
