import type { World } from '@lintel/contract/wire'
import { hostAddress, hostAddresses } from '@lintel/front-door/host-addresses'

/** An address with its network. */
export interface OnNetwork {
  address: string
  subnetMask: string
  broadcast: string
}

/** What a DHCP server assigned to the device. Empty texts and lists: the server sent none. */
export interface Lease extends OnNetwork {
  router: string
  dnsServers: readonly string[]
  ntpServers: readonly string[]
  domainName: string
  hostName: string
}

/**
 * The device's own address when it listens at this address of the host. For `0.0.0.0` it is the
 * first one that others can reach; the mask is the host's.
 */
export function placeOf(address: string, host?: Parameters<typeof hostAddress>[1]): OnNetwork {
  const all = hostAddresses(host)
  const assigned =
    address === '0.0.0.0'
      ? (all.find(({ internal }) => !internal) ?? all[0])
      : hostAddress(address, host)
  const mask = assigned?.netmask ?? (address.startsWith('127.') ? '255.0.0.0' : '255.255.255.0')
  return onNetwork(assigned?.address ?? address, mask)
}

export const onNetwork = (address: string, subnetMask: string): OnNetwork => ({
  address,
  subnetMask,
  broadcast: broadcastOf(address, subnetMask),
})

/** The lease of a device that is bound to this address; undefined when no server answers. */
export function leaseFrom(
  { cable, dhcp }: Pick<World, 'cable' | 'dhcp'>,
  plugged: string,
): Lease | undefined {
  if (!cable || !dhcp.enabled) return undefined
  const { address, subnetMask, router, dnsServers, ntpServers, domainName, hostName } = dhcp.lease
  const place = placeOf(address || plugged)
  return {
    ...onNetwork(place.address, subnetMask || place.subnetMask),
    router,
    dnsServers,
    ntpServers,
    domainName,
    hostName,
  }
}

/** The address with all host bits set. */
function broadcastOf(address: string, mask: string): string {
  const masks = mask.split('.').map(Number)
  return address
    .split('.')
    .map((part, at) => Number(part) | (255 - (masks[at] ?? 255)))
    .join('.')
}
