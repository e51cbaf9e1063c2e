import type { Plugged, World } from '@lintel/contract/wire'
import { leaseFrom, placeOf } from '../../hardware/lease.ts'
import type { Lease, OnNetwork } from '../../hardware/lease.ts'

/** The device's place in the network. */
export interface Network {
  /** What the DHCP server gave; undefined with a static address, and while no server answers. */
  lease(): Lease | undefined
  /** Where the device answers. */
  place(): OnNetwork
  /** Told when the lease is another one. */
  onLease(fn: () => void): () => void
  /** The surroundings have changed. */
  setWorld(world: World): void
}

/** @param automatic whether the device asks a DHCP server at all (`root.Network.BootProto`) */
export function openNetwork(
  { address, world }: Pick<Plugged, 'address' | 'world'>,
  automatic: () => boolean,
): Network {
  const listeners = new Set<() => void>()
  let offered = leaseFrom(world, address)

  return {
    lease: () => (automatic() ? offered : undefined),
    place: () => placeOf(address),
    onLease(fn) {
      listeners.add(fn)
      return () => {
        listeners.delete(fn)
      }
    },
    setWorld(now) {
      // Without a cable nobody can take back what was given.
      if (!now.cable) return
      const before = JSON.stringify(offered)
      offered = leaseFrom(now, address)
      if (JSON.stringify(offered) === before || !automatic()) return
      for (const fn of Array.from(listeners)) fn()
    },
  }
}
