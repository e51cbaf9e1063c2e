import type { RequestOf } from '@lintel/contract/call'
import type { setWorld } from '@lintel/contract/bench'
import { Refusal } from '@lintel/contract/fault'
import type { DhcpServer, LeaseOffer } from '@lintel/contract/dhcp'
import { hostAddress } from '@lintel/front-door/host-addresses'

type DhcpChange = NonNullable<RequestOf<typeof setWorld>['dhcp']>

/**
 * The DHCP server with some of its settings changed.
 * @throws Refusal `invalid` for an address that this computer doesn't have: nobody could reach the
 * device there
 */
export function changedDhcp(before: DhcpServer, { enabled, lease }: DhcpChange): DhcpServer {
  const address = lease?.address ?? ''
  if (address !== '' && !hostAddress(address)) {
    throw new Refusal('invalid', `dhcp.lease.address: This computer has no address ${address}.`)
  }
  return {
    enabled: enabled ?? before.enabled,
    lease: { ...before.lease, ...defined(lease ?? {}) },
  }
}

/** The members that are not undefined. */
const defined = (part: NonNullable<DhcpChange['lease']>) =>
  Object.fromEntries(
    Object.entries(part).filter(([, value]) => value !== undefined),
  ) as Partial<LeaseOffer>
